package main

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	_ "unsafe" // for go:linkname

	certificatesv1 "k8s.io/api/certificates/v1"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	certificates "k8s.io/kubernetes/pkg/apis/certificates/v1"
	_ "k8s.io/kubernetes/pkg/controller/certificates/approver"
	"k8s.io/kubernetes/pkg/controller/certificates/authority"
	_ "k8s.io/kubernetes/pkg/controller/certificates/signer"
	"k8s.io/kubernetes/plugin/pkg/admission/certificates/approval"
	"k8s.io/kubernetes/plugin/pkg/admission/certificates/signing"
	"k8s.io/kubernetes/plugin/pkg/admission/certificates/subjectrestriction"
)

//go:linkname getCSRVerificationFuncForSignerName k8s.io/kubernetes/pkg/controller/certificates/signer.getCSRVerificationFuncForSignerName
func getCSRVerificationFuncForSignerName(signer string) (func(*x509.CertificateRequest, []certificatesv1.KeyUsage, string) (bool, error), error)

//go:linkname isSelfNodeClientCert k8s.io/kubernetes/pkg/controller/certificates/approver.isSelfNodeClientCert
func isSelfNodeClientCert(request *certificatesv1.CertificateSigningRequest, parsed *x509.CertificateRequest) bool

//go:linkname isNodeClientCert k8s.io/kubernetes/pkg/controller/certificates/approver.isNodeClientCert
func isNodeClientCert(request *certificatesv1.CertificateSigningRequest, parsed *x509.CertificateRequest) bool

//go:linkname applyPolicy k8s.io/kubernetes/pkg/controller/certificates/authority.PermissiveSigningPolicy.apply
func applyPolicy(policy authority.PermissiveSigningPolicy, template *x509.Certificate, end time.Time) error

// What a request for a certificate says, what its signer makes of it, and who of nodes' agents it seems to be from.
func readRequest(given, asked json.RawMessage) string {
	var request certificatesv1.CertificateSigningRequest
	must(json.Unmarshal(given, &request.Spec.SignerName))
	must(json.Unmarshal(asked, &request.Spec))
	parsed, err := certificates.ParseCSR(request.Spec.Request)
	if err != nil {
		return refused
	}
	if err := parsed.CheckSignature(); err != nil {
		return refused
	}
	addresses := []string{}
	for _, address := range parsed.IPAddresses {
		addresses = append(addresses, address.String())
	}
	places := []string{}
	for _, place := range parsed.URIs {
		places = append(places, place.String())
	}
	verify, err := getCSRVerificationFuncForSignerName(request.Spec.SignerName)
	must(err)
	problem := ""
	if _, err := verify(parsed, request.Spec.Usages, request.Spec.SignerName); err != nil {
		problem = err.Error()
	}
	text, err := json.Marshal([]any{
		parsed.Subject.CommonName, append([]string{}, parsed.Subject.Organization...), append([]string{}, parsed.DNSNames...), addresses,
		append([]string{}, parsed.EmailAddresses...), places, problem, isSelfNodeClientCert(&request, parsed), isNodeClientCert(&request, parsed),
	})
	must(err)
	return string(text)
}

// What a certificate is good for, and from when to when.
func validity(given, asked json.RawMessage) string {
	var times struct{ NowMs, TTLSeconds, EndMs int64 }
	var usages []certificatesv1.KeyUsage
	must(json.Unmarshal(given, &times))
	must(json.Unmarshal(asked, &usages))
	var made x509.Certificate
	err := applyPolicy(authority.PermissiveSigningPolicy{
		TTL: time.Duration(times.TTLSeconds) * time.Second, Usages: usages, Backdate: 5 * time.Minute, Short: 8 * time.Hour,
		Now: func() time.Time { return time.UnixMilli(times.NowMs) },
	}, &made, time.UnixMilli(times.EndMs))
	if err != nil {
		what, _, _ := strings.Cut(err.Error(), ": ")
		return what
	}
	extended := []int{}
	for _, usage := range made.ExtKeyUsage {
		extended = append(extended, int(usage))
	}
	return fmt.Sprint(made.NotBefore.UnixMilli(), " ", made.NotAfter.UnixMilli(), " ", int(made.KeyUsage), " ", extended)
}

// Whether somebody may ask for a certificate, approve a request or sign it. Those who may are told: "VERB SIGNER".
func admittedRequest(given, asked json.RawMessage) string {
	var allowed []string
	var about writing
	must(json.Unmarshal(given, &allowed))
	must(json.Unmarshal(asked, &about))
	mayOf := authorizer.AuthorizerFunc(func(_ context.Context, wish authorizer.Attributes) (authorizer.Decision, string, error) {
		for _, one := range allowed {
			if wish.GetResource() == "signers" && wish.GetAPIGroup() == "certificates.k8s.io" && one == wish.GetVerb()+" "+wish.GetName() {
				return authorizer.DecisionAllow, "", nil
			}
		}
		return authorizer.DecisionNoOpinion, "", nil
	})
	approves, signs := approval.NewPlugin(), signing.NewPlugin()
	approves.SetAuthorizer(mayOf)
	signs.SetAuthorizer(mayOf)
	for _, plugin := range []admission.ValidationInterface{approves, signs, subjectrestriction.NewPlugin()} {
		if !plugin.Handles(admission.Operation(about.Operation)) {
			continue
		}
		if err := plugin.Validate(context.Background(), attributesOfWriting(about), nil); err != nil {
			return refusal(err)
		}
	}
	return refusal(nil)
}
