/**
 * Ingresses, network policies, and the addresses of services.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The OpenAPI descriptions of ingresses, network policies, IP addresses and service CIDRs. */
export const NETWORKING: Words = {
  Ingress: ["Sends HTTP requests from outside to services, by host and path."],
  IngressSpec: ["Which requests go where. Takes rules or a default backend.", {
    ingressClassName: "The class that says which controller serves it. Left out: the default " +
      "class, where there is one.",
    defaultBackend: "Where requests go that no rule fits.",
    tls: "Certificates, by host. All at port 443; the host is told by the client's SNI.",
    rules: "Which requests go where, by host.",
  }],
  IngressBackend: ["Where requests go: a service or another object, not both.", {
    service: "A service of the same namespace.",
    resource: "Another object of the same namespace, for controllers that know it.",
  }],
  IngressServiceBackend: ["A port of a service.", {
    name: "The name of the service.",
    port: "The port of the service.",
  }],
  ServiceBackendPort: ["A port of a service: by name or by number, not both.", {
    name: "The name of the port.",
    number: "The number of the port: 1 to 65535.",
  }],
  IngressTLS: ["A certificate for some hosts.", {
    hosts: "The hosts. Left out: whatever the controller makes of that.",
    secretName: "A secret of the same namespace with the certificate and its key.",
  }],
  IngressRule: ["Where requests to one host go.", {
    host: "A DNS name, or *.NAME for all names one label longer; no address, no port. Left out: " +
      "all hosts.",
  }],
  IngressRuleValue: ["What a rule says.", { http: "Where requests go, by path." }],
  HTTPIngressRuleValue: ["Where requests go, by path.", { paths: "The paths: at least one." }],
  HTTPIngressPath: ["Where requests to some path go.", {
    path: "The path: it begins with /. May be left out for ImplementationSpecific.",
    pathType: "Exact: the very path. Prefix: all paths that begin with the same elements. " +
      "ImplementationSpecific: as the controller has it.",
    backend: "Where they go.",
  }],
  IngressStatus: ["What became of an ingress.", {
    loadBalancer: "Where it can be reached.",
  }],
  IngressLoadBalancerStatus: ["Where an ingress can be reached.", {
    ingress: "Its addresses and names. Empty until it is there.",
  }],
  IngressLoadBalancerIngress: ["An address or a name of an ingress.", {
    ip: "The address.",
    hostname: "The name.",
    ports: "The state of each port.",
  }],
  IngressPortStatus: ["The state of a port of an ingress.", {
    port: "The port.",
    protocol: "TCP, UDP or SCTP.",
    error: "Why it does not work, as one word in CamelCase, or DOMAIN/NAME.",
  }],
  IngressClass: ["A kind of ingress, and the controller that serves it."],
  IngressClassSpec: ["Who serves the ingresses of a class.", {
    controller: "The controller: DOMAIN/PATH, at most 250 characters. Can't be changed.",
    parameters: "An object with more for the controller.",
  }],
  IngressClassParametersReference: ["An object with more for a controller.", {
    apiGroup: "The group of the object. Left out: the core group.",
    kind: "The kind of the object.",
    name: "The name of the object.",
    scope: "Cluster (the default) or Namespace: where the object is.",
    namespace: "The namespace of the object. Required for Namespace, else not allowed.",
  }],
  NetworkPolicy: [
    "Says which traffic of some pods is allowed. A pod that no policy selects may send and be " +
    "sent anything; with several policies, what any of them allows is allowed.",
  ],
  NetworkPolicySpec: ["Which pods, and what is allowed.", {
    podSelector: "The pods of the namespace that it is about. Empty: all of them.",
    ingress: "What may come in. None, for a policy about Ingress: nothing.",
    egress: "What may go out. None, for a policy about Egress: nothing.",
    policyTypes: "What it is about: Ingress, Egress, or both. Left out: Ingress, and Egress too " +
      "when there are egress rules.",
  }],
  NetworkPolicyIngressRule: ["Traffic that may come in: from any of these, to any of the ports.", {
    ports: "The ports of the pods. Left out: all.",
    from: "Where it may come from. Left out: anywhere.",
  }],
  NetworkPolicyEgressRule: ["Traffic that may go out: to any of these, at any of the ports.", {
    ports: "The ports it may go to. Left out: all.",
    to: "Where it may go. Left out: anywhere.",
  }],
  NetworkPolicyPort: ["A port, or a range of ports.", {
    protocol: "TCP (the default), UDP or SCTP.",
    port: "A number, or the name of a container port. Left out: all ports.",
    endPort: "The last port of a range that begins with port, which has to be a number.",
  }],
  NetworkPolicyPeer: ["Some pods, or some addresses.", {
    podSelector: "Pods of the selected namespaces, or else of the policy's own.",
    namespaceSelector: "Namespaces. Empty: all; without podSelector all their pods.",
    ipBlock: "Addresses. Not together with the others.",
  }],
  IPBlock: ["A network.", {
    cidr: "The network: 10.0.0.0/8, or one of IPv6.",
    except: "Parts of it that are left out.",
  }],
  IPAddress: ["An address that is in use. Its name is the address; made by the allocator."],
  IPAddressSpec: ["Who uses an address.", {
    parentRef: "The object that uses it.",
  }],
  ParentReference: ["An object that uses an address.", {
    group: "The group of the object. Empty: the core group.",
    resource: "The resource of the object: services.",
    namespace: "The namespace of the object.",
    name: "The name of the object.",
  }],
  ServiceCIDR: ["Networks from which services get their cluster addresses."],
  ServiceCIDRSpec: ["The networks.", {
    cidrs: "One network of each family at most. They can't be changed, but a family be added.",
  }],
  ServiceCIDRStatus: ["What became of it.", {
    conditions: "Whether addresses are handed out from it.",
  }],
};
