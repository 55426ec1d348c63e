/**
 * Services, and the endpoints behind them.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The OpenAPI descriptions of services and endpoints. */
export const SERVICES: Words = {
  Service: ["A name and a lasting address for a changing set of pods."],
  ServiceSpec: ["How a service is reached, and which pods are behind it.", {
    ports: "The ports of the service. Required unless it is headless or of type ExternalName.",
    selector: "Labels of the pods behind the service. Left out: its endpoints are kept by " +
      "somebody else. Without effect for ExternalName.",
    clusterIP: "The address inside the cluster. Left out: one is allocated; None: the service is " +
      "headless, and its name resolves to the pods. Can't be changed while the type needs one.",
    clusterIPs: "The addresses inside the cluster, one for each family; the first is clusterIP.",
    type: "ClusterIP (the default): inside the cluster only. NodePort: also at a port of every " +
      "node. LoadBalancer: also at a load balancer of the cloud. ExternalName: an alias in DNS.",
    externalIPs: "Addresses whose traffic, when it arrives at a node, goes to the service. The " +
      "cluster does not see to it that it arrives.",
    sessionAffinity: "None (the default), or ClientIP: a client's address stays with one pod.",
    loadBalancerIP: "Deprecated: the address that the load balancer should get, where the cloud " +
      "can.",
    loadBalancerSourceRanges: "Networks that may reach the load balancer, where the cloud can " +
      "tell. Left out: all. For LoadBalancer only.",
    externalName: "The host name that the service's name is an alias of. Required for " +
      "ExternalName.",
    externalTrafficPolicy: "Where traffic from outside goes: Cluster (the default) to any pod, " +
      "Local only to pods of the node it came to, which keeps the client's address.",
    healthCheckNodePort: "The port at which nodes tell load balancers whether they have pods. " +
      "For LoadBalancer with externalTrafficPolicy Local only; left out: one is allocated. Can't " +
      "be changed.",
    publishNotReadyAddresses: "Whether pods that are not ready count as ready. For stateful sets " +
      "whose pods look each other up while starting. Default: false.",
    sessionAffinityConfig: "More about the session affinity.",
    ipFamilies: "The families of the addresses: IPv4, IPv6, or both in order. Left out: as the " +
      "cluster and ipFamilyPolicy have it. The first one can't be changed.",
    ipFamilyPolicy: "SingleStack (the default), PreferDualStack: two families where the cluster " +
      "has them, or RequireDualStack.",
    allocateLoadBalancerNodePorts: "Whether a LoadBalancer gets node ports too. Default: true.",
    loadBalancerClass: "Which implementation makes the load balancer. Left out: the cloud's own. " +
      "Can't be changed while the type is LoadBalancer.",
    internalTrafficPolicy: "Where traffic from inside goes: Cluster (the default) to any pod, " +
      "Local only to pods of the same node.",
    trafficDistribution: "Which pods to prefer: PreferSameZone (also PreferClose), or " +
      "PreferSameNode. Left out: none.",
  }],
  ServicePort: ["A port of a service.", {
    name: "A DNS label, unique in the service. Required where there is more than one port.",
    protocol: "TCP (the default), UDP or SCTP.",
    appProtocol: "The protocol on top, for those who can use it: http, or DOMAIN/NAME.",
    port: "The port of the service: 1 to 65535.",
    targetPort: "The port of the pods: a number, or the name of a container port. Default: port.",
    nodePort: "The port of the nodes. For NodePort and LoadBalancer; left out: one is allocated " +
      "(30000 to 32767, unless the cluster has another range).",
  }],
  SessionAffinityConfig: ["More about the session affinity.", {
    clientIP: "Of affinity by the client's address.",
  }],
  ClientIPConfig: ["Session affinity by the client's address.", {
    timeoutSeconds: "How many seconds it lasts: 1 to 86400. Default: 10800.",
  }],
  ServiceStatus: ["What became of a service.", {
    loadBalancer: "Where the load balancer can be reached.",
  }],
  LoadBalancerStatus: ["Where a load balancer can be reached.", {
    ingress: "Its addresses and names. Empty until it is there.",
  }],
  LoadBalancerIngress: ["An address or a name of a load balancer.", {
    ip: "The address.",
    hostname: "The name.",
    ipMode: "VIP (the default with an address): packets arrive with the load balancer's address; " +
      "Proxy: with that of a node or pod.",
    ports: "The state of each port.",
  }],
  PortStatus: ["The state of a port of a load balancer.", {
    port: "The port.",
    protocol: "TCP, UDP or SCTP.",
    error: "Why it does not work, as one word in CamelCase, or DOMAIN/NAME.",
  }],
  Endpoints: [
    "The addresses behind a service of the same name. Deprecated: endpoint slices hold more of " +
    "them, and more about each.",
    { subsets: "Addresses and ports: each address with each port of its subset." },
  ],
  EndpointSubset: ["Addresses that have the same ports.", {
    addresses: "Those that are ready.",
    notReadyAddresses: "Those that are not: starting, ending, or failing their readiness probe.",
    ports: "The ports of all these addresses.",
  }],
  EndpointAddress: ["An address behind a service.", {
    ip: "The address; not a loopback or link-local one.",
    hostname: "The host name there.",
    nodeName: "The node that it is on.",
    targetRef: "The object that has the address: a pod.",
  }],
  EndpointPort: ["A port behind a service.", {
    name: "The name of the service's port. Required where there is more than one.",
    port: "The port number.",
    protocol: "TCP (the default), UDP or SCTP.",
    appProtocol: "The protocol on top, for those who can use it.",
  }],
};
