/**
 * Descriptions of services and endpoints.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of services and endpoints. */
export const SERVICES: Words = {
  Service: ["A stable name and address for a changing set of pods."],
  ServiceSpec: ["The ports, addresses and pods of a service.", {
    ports: "The ports of the service. Required unless it is headless or of type ExternalName.",
    selector: "Labels of the pods that receive the traffic. If empty, the endpoints are managed " +
      "externally. Ignored for ExternalName.",
    clusterIP: "The IP address in the cluster. If unset, one is allocated. None makes the " +
      "service headless: its DNS name resolves to the pods. Can't be changed while the type " +
      "requires one.",
    clusterIPs: "The IP addresses in the cluster, one for each IP family; the first equals " +
      "clusterIP.",
    type: "ClusterIP (the default): reachable inside the cluster only. NodePort: also on a port " +
      "of every node. LoadBalancer: also through an external load balancer. ExternalName: a DNS " +
      "alias.",
    externalIPs: "IP addresses whose traffic nodes accept for the service. Routing it to the " +
      "nodes is not managed by the cluster.",
    sessionAffinity: "None (the default), or ClientIP, which sends all traffic of a client IP " +
      "address to the same pod.",
    loadBalancerIP: "Deprecated: the IP address that the load balancer should get, for providers " +
      "that support it.",
    loadBalancerSourceRanges: "IP ranges of clients that may use the load balancer, for " +
      "providers that support it. If empty, all. For type LoadBalancer only.",
    externalName: "The external host name to which the service's DNS name resolves. Required for " +
      "type ExternalName.",
    externalTrafficPolicy: "How external traffic is routed: Cluster (the default) to any pod, " +
      "Local only to pods on the node that receives it, which preserves the client's IP address.",
    healthCheckNodePort: "The node port for health checks, which tells load balancers whether a " +
      "node has pods of the service. Only for LoadBalancer with externalTrafficPolicy Local. If " +
      "unset, one is allocated. Can't be changed.",
    publishNotReadyAddresses: "Whether pods that are not ready are published too, for example so " +
      "that pods of a stateful set can find each other at startup. Default: false.",
    sessionAffinityConfig: "Settings of the session affinity.",
    ipFamilies: "The IP families: IPv4, IPv6, or both in order. Default: depends on the cluster " +
      "and ipFamilyPolicy. The first can't be changed.",
    ipFamilyPolicy: "SingleStack (the default), PreferDualStack (two IP families if the cluster " +
      "has both) or RequireDualStack.",
    allocateLoadBalancerNodePorts: "Whether node ports are allocated for a LoadBalancer. " +
      "Default: true.",
    loadBalancerClass: "The load balancer implementation. If unset, that of the cloud provider. " +
      "Can't be changed while the type is LoadBalancer.",
    internalTrafficPolicy: "How traffic from inside the cluster is routed: Cluster (the default) " +
      "to any pod, Local only to pods on the same node.",
    trafficDistribution: "Which pods are preferred: PreferSameZone (its old name is PreferClose) " +
      "or PreferSameNode. If unset, none.",
  }],
  ServicePort: ["A port of a service.", {
    name: "The name of the port: a DNS label, unique in the service. Required if there are " +
      "several ports.",
    protocol: "The protocol: TCP (the default), UDP or SCTP.",
    appProtocol: "The application protocol, as a hint for implementations: http, or DOMAIN/NAME.",
    port: "The port that the service exposes: 1 to 65535.",
    targetPort: "The port of the pods: a number, or the name of a container port. Default: the " +
      "value of port.",
    nodePort: "The port on each node, for types NodePort and LoadBalancer. If unset, one is " +
      "allocated from the cluster's range, by default 30000 to 32767.",
  }],
  SessionAffinityConfig: ["Settings of the session affinity.", {
    clientIP: "Settings for ClientIP affinity.",
  }],
  ClientIPConfig: ["Settings for session affinity by client IP address.", {
    timeoutSeconds: "How many seconds a session lasts: 1 to 86400. Default: 10800.",
  }],
  ServiceStatus: ["The observed state of a service.", {
    loadBalancer: "The addresses of the load balancer.",
  }],
  LoadBalancerStatus: ["The addresses of a load balancer.", {
    ingress: "The addresses. Empty until the load balancer is ready.",
  }],
  LoadBalancerIngress: ["An IP address or host name of a load balancer.", {
    ip: "The IP address.",
    hostname: "The host name.",
    ipMode: "VIP (the default if ip is set): packets reach the node with the load balancer's " +
      "address. Proxy: with the address of the node or pod.",
    ports: "The state of each port.",
  }],
  PortStatus: ["The state of a port of a load balancer.", {
    port: "The port number.",
    protocol: "The protocol: TCP, UDP or SCTP.",
    error: "Why the port does not work: one word in CamelCase, or DOMAIN/NAME.",
  }],
  Endpoints: [
    "The addresses of the service with the same name. Deprecated: use endpoint slices, which " +
    "scale better and hold more data.",
    { subsets: "Sets of addresses and ports; within a set, every address has every port." },
  ],
  EndpointSubset: ["A set of addresses with the same ports.", {
    addresses: "Addresses that are ready.",
    notReadyAddresses: "Addresses that are not ready, because they are starting, terminating or " +
      "failing their readiness probe.",
    ports: "The ports of every address.",
  }],
  EndpointAddress: ["An address of an endpoint.", {
    ip: "The IP address; not loopback or link-local.",
    hostname: "The host name of the endpoint.",
    nodeName: "The node that the endpoint is on.",
    targetRef: "The object behind the address, such as a pod.",
  }],
  EndpointPort: ["A port of an endpoint.", {
    name: "The name of the service port. Required if there are several ports.",
    port: "The port number.",
    protocol: "The protocol: TCP (the default), UDP or SCTP.",
    appProtocol: "The application protocol, as a hint for implementations.",
  }],
};
