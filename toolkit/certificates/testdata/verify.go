// Reads cases as JSON from standard input and says of each why Go's verifier refuses it, or nothing.
package main

import (
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
)

type chain struct {
	Sent       []string
	Roots      string
	ServerName string
}

func verdict(one chain) string {
	roots, sent := x509.NewCertPool(), x509.NewCertPool()
	if !roots.AppendCertsFromPEM([]byte(one.Roots)) {
		return "no roots"
	}
	var leaf *x509.Certificate
	for _, text := range one.Sent {
		der, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return err.Error()
		}
		certificate, err := x509.ParseCertificate(der)
		if err != nil {
			return err.Error()
		}
		if leaf == nil {
			leaf = certificate
		} else {
			sent.AddCert(certificate)
		}
	}
	_, err := leaf.Verify(x509.VerifyOptions{Roots: roots, Intermediates: sent, DNSName: one.ServerName})
	if err != nil {
		return err.Error()
	}
	return ""
}

func main() {
	var chains []chain
	if err := json.NewDecoder(os.Stdin).Decode(&chains); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	verdicts := []string{}
	for _, one := range chains {
		verdicts = append(verdicts, verdict(one))
	}
	json.NewEncoder(os.Stdout).Encode(verdicts)
}
