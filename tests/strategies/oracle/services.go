package main

import (
	"net"
	_ "unsafe" // for linkname

	"k8s.io/apimachinery/pkg/runtime"
	api "k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/registry/core/service/ipallocator"
	"k8s.io/kubernetes/pkg/registry/core/service/portallocator"
	"k8s.io/kubernetes/pkg/registry/core/service/storage"
)

//go:linkname makeAlloc k8s.io/kubernetes/pkg/registry/core/service/storage.makeAlloc
func makeAlloc(first api.IPFamily, addresses map[api.IPFamily]ipallocator.Interface, ports portallocator.Interface) storage.Allocators

//go:linkname allocateCreate k8s.io/kubernetes/pkg/registry/core/service/storage.(*Allocators).allocateCreate
func allocateCreate(of *storage.Allocators, service *api.Service, dryRun bool) (transaction, error)

//go:linkname allocateUpdate k8s.io/kubernetes/pkg/registry/core/service/storage.(*Allocators).allocateUpdate
func allocateUpdate(of *storage.Allocators, after storage.After, before storage.Before, dryRun bool) (transaction, error)

//go:linkname normalizeClusterIPs k8s.io/kubernetes/pkg/registry/core/service/storage.normalizeClusterIPs
func normalizeClusterIPs(after storage.After, before storage.Before)

//go:linkname patchAllocatedValues k8s.io/kubernetes/pkg/registry/core/service/storage.patchAllocatedValues
func patchAllocatedValues(after storage.After, before storage.Before)

type transaction interface {
	Commit()
	Revert()
}

// Addresses that are always free; who wants any gets the same one.
type freeAddresses struct {
	ipallocator.Interface
	family api.IPFamily
	any    string
}

func (freeAddresses) Allocate(net.IP) error           { return nil }
func (a freeAddresses) AllocateNext() (net.IP, error) { return net.ParseIP(a.any), nil }
func (freeAddresses) Release(net.IP) error            { return nil }
func (a freeAddresses) DryRun() ipallocator.Interface { return a }
func (a freeAddresses) IPFamily() api.IPFamily        { return a.family }
func (a freeAddresses) CIDR() net.IPNet               { return net.IPNet{} }

// Ports of one service, the lowest that is free for whoever wants any.
type freePorts struct {
	portallocator.Interface
	held map[int]bool
}

const lowestPort = 30100

func (p *freePorts) Has(port int) bool { return p.held[port] }

func (p *freePorts) Release(port int) error {
	delete(p.held, port)
	return nil
}

func (p *freePorts) Allocate(port int) error {
	if p.held[port] {
		return portallocator.ErrAllocated
	}
	p.held[port] = true
	return nil
}

func (p *freePorts) AllocateNext() (int, error) {
	port := lowestPort
	for p.held[port] {
		port++
	}
	return port, p.Allocate(port)
}

// What is allocated for what is no service.
type nothing struct{}

func (nothing) Commit() {}
func (nothing) Revert() {}

// Gives a service what it needs before it is looked at.
func (o *object) allocate(sent runtime.Object) (transaction, error) {
	service, is := sent.(*api.Service)
	if !is {
		return nothing{}, nil
	}
	if o.ports == nil {
		o.ports = &freePorts{held: map[int]bool{}}
	}
	all := makeAlloc(api.IPv4Protocol, map[api.IPFamily]ipallocator.Interface{
		api.IPv4Protocol: freeAddresses{family: api.IPv4Protocol, any: "10.0.0.77"},
		api.IPv6Protocol: freeAddresses{family: api.IPv6Protocol, any: "fd00::77"},
	}, o.ports)
	after := storage.After{Service: service}
	if o.there == nil {
		normalizeClusterIPs(after, storage.Before{})
		return allocateCreate(&all, service, false)
	}
	before := storage.Before{Service: o.there.(*api.Service)}
	patchAllocatedValues(after, before)
	normalizeClusterIPs(after, before)
	return allocateUpdate(&all, after, before, false)
}

// A service that is only a name has no use for all that is filled in.
func shown(of runtime.Object) runtime.Object {
	if service, is := of.(*api.Service); is && service.Spec.Type == api.ServiceTypeExternalName {
		service.Spec.InternalTrafficPolicy = nil
	}
	return of
}
