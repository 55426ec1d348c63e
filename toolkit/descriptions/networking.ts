/**
 * Descriptions of ingresses, network policies, IP addresses and service CIDRs.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of ingresses, network policies, IP addresses and service CIDRs. */
export const NETWORKING: Words = {
  Ingress: ["Routes HTTP requests from outside the cluster to services, by host and path."],
  IngressSpec: ["The routing rules of an ingress. Rules or a default backend are required.", {
    ingressClassName: "The ingress class, which determines the controller. If unset, the default " +
      "class, if there is one.",
    defaultBackend: "The backend of requests that match no rule.",
    tls: "TLS certificates by host, chosen by the client's SNI. Traffic is on port 443.",
    rules: "The routing rules, by host.",
  }],
  IngressBackend: ["A backend for requests: either a service or another object.", {
    service: "A service in the same namespace.",
    resource: "Another object in the same namespace, if the controller supports its kind.",
  }],
  IngressServiceBackend: ["A port of a service.", {
    name: "The name of the service.",
    port: "The port of the service.",
  }],
  ServiceBackendPort: ["A port of a service: either its name or its number.", {
    name: "The name of the port.",
    number: "The port number: 1 to 65535.",
  }],
  IngressTLS: ["A TLS certificate for some hosts.", {
    hosts: "The host names. If empty, the controller decides.",
    secretName: "The secret in the same namespace that contains the certificate and its key.",
  }],
  IngressRule: ["The routing of requests to one host.", {
    host: "A DNS name, or *.NAME, which matches any single label before NAME. No IP address, no " +
      "port. If unset, all hosts.",
  }],
  IngressRuleValue: ["The routing of a rule.", { http: "The routing by path." }],
  HTTPIngressRuleValue: ["The routing of HTTP requests by path.", {
    paths: "The paths: at least one.",
  }],
  HTTPIngressPath: ["The backend of requests with a matching path.", {
    path: "The path, which begins with /. Optional for ImplementationSpecific.",
    pathType: "Exact: the path is equal. Prefix: the path begins with the same elements. " +
      "ImplementationSpecific: the controller decides.",
    backend: "The backend that requests are sent to.",
  }],
  IngressStatus: ["The observed state of an ingress.", {
    loadBalancer: "The addresses of the load balancer.",
  }],
  IngressLoadBalancerStatus: ["The addresses of the load balancer of an ingress.", {
    ingress: "The addresses. Empty until the load balancer is ready.",
  }],
  IngressLoadBalancerIngress: ["An IP address or host name of an ingress.", {
    ip: "The IP address.",
    hostname: "The host name.",
    ports: "The state of each port.",
  }],
  IngressPortStatus: ["The state of a port of an ingress.", {
    port: "The port number.",
    protocol: "The protocol: TCP, UDP or SCTP.",
    error: "Why the port does not work: one word in CamelCase, or DOMAIN/NAME.",
  }],
  IngressClass: ["A class of ingresses, implemented by one controller."],
  IngressClassSpec: ["The controller of an ingress class, and its parameters.", {
    controller: "The name of the controller: DOMAIN/PATH, at most 250 characters. Can't be " +
      "changed.",
    parameters: "An object with parameters for the controller.",
  }],
  IngressClassParametersReference: ["A reference to an object with parameters for a controller.", {
    apiGroup: "The API group of the object. If unset, the core group.",
    kind: "The kind of the object.",
    name: "The name of the object.",
    scope: "The scope of the object: Cluster (the default) or Namespace.",
    namespace: "The namespace of the object. Required for scope Namespace, otherwise not allowed.",
  }],
  NetworkPolicy: [
    "Restricts the traffic of pods. Pods that no policy selects are not restricted; if several " +
    "select a pod, traffic is allowed if any of them allows it.",
  ],
  NetworkPolicySpec: ["The selected pods and their allowed traffic.", {
    podSelector: "Selects pods in the namespace of the policy. Empty selects all.",
    ingress: "The allowed incoming traffic. If empty and the policy has type Ingress, none.",
    egress: "The allowed outgoing traffic. If empty and the policy has type Egress, none.",
    policyTypes: "The directions that the policy restricts: Ingress, Egress. Default: Ingress, " +
      "and Egress too if there are egress rules.",
  }],
  NetworkPolicyIngressRule: [
    "Allowed incoming traffic: from any of these peers to any of these ports.",
    {
      ports: "The ports of the selected pods. If empty, all ports.",
      from: "The allowed sources. If empty, all sources.",
    },
  ],
  NetworkPolicyEgressRule: [
    "Allowed outgoing traffic: to any of these peers on any of these ports.",
    {
      ports: "The destination ports. If empty, all ports.",
      to: "The allowed destinations. If empty, all destinations.",
    },
  ],
  NetworkPolicyPort: ["A port, or a range of ports.", {
    protocol: "The protocol: TCP (the default), UDP or SCTP.",
    port: "The port number, or the name of a container port. If unset, all ports.",
    endPort: "The last port of a range. Requires port as a number, the first port of the range.",
  }],
  NetworkPolicyPeer: ["A source or destination: pods, or an IP range.", {
    podSelector: "Selects pods, in the namespaces of namespaceSelector or else in the policy's " +
      "own.",
    namespaceSelector: "Selects namespaces. Empty selects all. Without podSelector, all of their " +
      "pods match.",
    ipBlock: "An IP range. Not allowed with the selectors.",
  }],
  IPBlock: ["An IP range with exceptions.", {
    cidr: "The range in CIDR notation, such as 10.0.0.0/8; IPv6 works too.",
    except: "Ranges within cidr that are excluded.",
  }],
  IPAddress: [
    "An allocated IP address. Its name is the address. Created by the service IP allocator.",
  ],
  IPAddressSpec: ["The user of an IP address.", {
    parentRef: "The object that uses the address.",
  }],
  ParentReference: ["A reference to the object that uses an address.", {
    group: "The API group of the object. Empty for the core group.",
    resource: "The resource of the object, such as services.",
    namespace: "The namespace of the object.",
    name: "The name of the object.",
  }],
  ServiceCIDR: ["IP ranges for the cluster IPs of services."],
  ServiceCIDRSpec: ["The IP ranges.", {
    cidrs: "The ranges in CIDR notation: at most one for each IP family. They can't be changed, " +
      "except to add the other family.",
  }],
  ServiceCIDRStatus: ["The observed state of a service CIDR.", {
    conditions: "Whether addresses are allocated from the ranges.",
  }],
};
