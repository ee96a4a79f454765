//go:build !reusecheck

package main

// checkedBuild says that reuse was built with its misuse checks.
const checkedBuild = false
