package padded

import "fmt"

func described(protocol, sourceAddress, destinationAddress, sourcePort, destinationPort string) string {
	return fmt.Sprintf("<%s, Source: %s port %s, Destination: %s port %s>", protocol, sourceAddress, sourcePort, destinationAddress, destinationPort) // want "fmt.Sprintf puts plain values into interfaces"
}
