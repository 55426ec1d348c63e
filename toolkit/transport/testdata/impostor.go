// A server with a certificate whose key it does not have. Prints its port and the certificate as
// JSON, then a line for each request that it gets. `impostor v1`: the certificate is of version 1.
package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"time"
)

const name = "hook.default.svc"

type validity struct{ NotBefore, NotAfter time.Time }

// A certificate without its version, which then is 1.
type body struct {
	Serial    *big.Int
	Algorithm pkix.AlgorithmIdentifier
	Issuer    asn1.RawValue
	Validity  validity
	Subject   asn1.RawValue
	Key       asn1.RawValue
}

type certificate struct {
	Body      asn1.RawValue
	Algorithm pkix.AlgorithmIdentifier
	Signature asn1.BitString
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func issue(key *ecdsa.PrivateKey, isOld bool) []byte {
	from, until := time.Now().Add(-time.Hour).UTC(), time.Now().Add(time.Hour).UTC()
	if !isOld {
		template := &x509.Certificate{
			SerialNumber: big.NewInt(1), NotBefore: from, NotAfter: until, DNSNames: []string{name},
		}
		return must(x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key))
	}
	algorithm := pkix.AlgorithmIdentifier{Algorithm: asn1.ObjectIdentifier{1, 2, 840, 10045, 4, 3, 2}}
	subject := asn1.RawValue{FullBytes: must(asn1.Marshal(pkix.Name{CommonName: name}.ToRDNSequence()))}
	signed := must(asn1.Marshal(body{
		big.NewInt(1), algorithm, subject, validity{from, until}, subject,
		asn1.RawValue{FullBytes: must(x509.MarshalPKIXPublicKey(&key.PublicKey))},
	}))
	hash := sha256.Sum256(signed)
	signature := must(ecdsa.SignASN1(rand.Reader, key, hash[:]))
	return must(asn1.Marshal(certificate{
		asn1.RawValue{FullBytes: signed}, algorithm,
		asn1.BitString{Bytes: signature, BitLength: len(signature) * 8},
	}))
}

func main() {
	key := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	other := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	der := issue(key, len(os.Args) > 1 && os.Args[1] == "v1")
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	json.NewEncoder(os.Stdout).Encode(map[string]any{
		"port": listener.Addr().(*net.TCPAddr).Port, "certificate": string(text),
	})
	server := &http.Server{
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: other}}},
		Handler:   http.HandlerFunc(func(http.ResponseWriter, *http.Request) { fmt.Println("asked") }),
	}
	// Whoever started it ends it by closing its input.
	go func() {
		os.Stdin.Read(make([]byte, 1))
		os.Exit(0)
	}()
	server.ServeTLS(listener, "", "")
}
