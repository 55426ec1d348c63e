package testserver

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"time"

	"k8s.io/client-go/util/cert"
	"k8s.io/client-go/util/keyutil"
)

const keyBits = 2048

// NewAuthority makes an authority of a name.
func NewAuthority(name string) (*x509.Certificate, *rsa.PrivateKey, error) {
	key, err := rsa.GenerateKey(rand.Reader, keyBits)
	if err != nil {
		return nil, nil, err
	}
	authority, err := cert.NewSelfSignedCACert(cert.Config{CommonName: name}, key)
	return authority, key, err
}

// WriteCertificate writes a certificate to a file of a folder, and returns its path.
func WriteCertificate(folder, name string, certificate *x509.Certificate) (string, error) {
	path := filepath.Join(folder, name)
	block := pem.EncodeToMemory(&pem.Block{Type: cert.CertificateBlockType, Bytes: certificate.Raw})
	return path, os.WriteFile(path, block, 0o644)
}

// WriteClient writes a key and a client's certificate of an authority to a folder, and returns the paths of both.
func WriteClient(folder, name string, authority *x509.Certificate, authorityKey *rsa.PrivateKey) (certificatePath, keyPath string, err error) {
	key, keyPath, err := writeKey(folder, name+".key")
	if err != nil {
		return "", "", err
	}
	template := x509.Certificate{
		Subject:      pkix.Name{CommonName: name},
		SerialNumber: big.NewInt(time.Now().UnixNano()),
		NotBefore:    authority.NotBefore,
		NotAfter:     authority.NotAfter,
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, &template, authority, key.Public(), authorityKey)
	if err != nil {
		return "", "", err
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		return "", "", err
	}
	certificatePath, err = WriteCertificate(folder, name+".crt", certificate)
	return certificatePath, keyPath, err
}

// WriteSigningKey writes a key that signs tokens to a file of a folder, and returns its path.
func WriteSigningKey(folder string) (string, error) {
	_, path, err := writeKey(folder, "accounts.key")
	return path, err
}

func writeKey(folder, name string) (*ecdsa.PrivateKey, string, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, "", err
	}
	bytes, err := keyutil.MarshalPrivateKeyToPEM(key)
	if err != nil {
		return nil, "", err
	}
	path := filepath.Join(folder, name)
	return key, path, keyutil.WriteKey(path, bytes)
}
