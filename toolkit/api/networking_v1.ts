// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { coreV1 } from "./core_v1.ts";
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of networking/v1. */
export declare namespace networkingV1 {
  /** The backend of requests with a matching path. */
  interface HTTPIngressPath {
    /** The path, which begins with /. Optional for ImplementationSpecific. */
    path?: string;
    /**
     * Exact: the path is equal. Prefix: the path begins with the same elements.
     * ImplementationSpecific: the controller decides.
     */
    pathType: PathType | null;
    /** The backend that requests are sent to. */
    backend: IngressBackend;
  }

  /** The routing of HTTP requests by path. */
  interface HTTPIngressRuleValue {
    /** The paths: at least one. */
    paths: HTTPIngressPath[];
  }

  /** An allocated IP address. Its name is the address. Created by the service IP allocator. */
  interface IPAddress {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "IPAddress";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: IPAddressSpec;
  }

  /** A list of IPAddress objects. */
  interface IPAddressList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "IPAddressList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: IPAddress[];
  }

  /** The user of an IP address. */
  interface IPAddressSpec {
    /** The object that uses the address. */
    parentRef?: ParentReference;
  }

  /** An IP range with exceptions. */
  interface IPBlock {
    /** The range in CIDR notation, such as 10.0.0.0/8; IPv6 works too. */
    cidr: string;
    /** Ranges within cidr that are excluded. */
    except?: string[];
  }

  /** Routes HTTP requests from outside the cluster to services, by host and path. */
  interface Ingress {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "Ingress";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: IngressSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: IngressStatus;
  }

  /** A backend for requests: either a service or another object. */
  interface IngressBackend {
    /** A service in the same namespace. */
    service?: IngressServiceBackend;
    /** Another object in the same namespace, if the controller supports its kind. */
    resource?: coreV1.TypedLocalObjectReference;
  }

  /** A class of ingresses, implemented by one controller. */
  interface IngressClass {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "IngressClass";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: IngressClassSpec;
  }

  /** A list of IngressClass objects. */
  interface IngressClassList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "IngressClassList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: IngressClass[];
  }

  /** A reference to an object with parameters for a controller. */
  interface IngressClassParametersReference {
    /** The API group of the object. If unset, the core group. */
    apiGroup?: string;
    /** The kind of the object. */
    kind: string;
    /** The name of the object. */
    name: string;
    /** The scope of the object: Cluster (the default) or Namespace. */
    scope?: string | null;
    /** The namespace of the object. Required for scope Namespace, otherwise not allowed. */
    namespace?: string;
  }

  /** The controller of an ingress class, and its parameters. */
  interface IngressClassSpec {
    /** The name of the controller: DOMAIN/PATH, at most 250 characters. Can't be changed. */
    controller?: string;
    /** An object with parameters for the controller. */
    parameters?: IngressClassParametersReference;
  }

  /** A list of Ingress objects. */
  interface IngressList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "IngressList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: Ingress[];
  }

  /** An IP address or host name of an ingress. */
  interface IngressLoadBalancerIngress {
    /** The IP address. */
    ip?: string;
    /** The host name. */
    hostname?: string;
    /** The state of each port. */
    ports?: IngressPortStatus[];
  }

  /** The addresses of the load balancer of an ingress. */
  interface IngressLoadBalancerStatus {
    /** The addresses. Empty until the load balancer is ready. */
    ingress?: IngressLoadBalancerIngress[];
  }

  /** The state of a port of an ingress. */
  interface IngressPortStatus {
    /** The port number. */
    port: number;
    /** The protocol: TCP, UDP or SCTP. */
    protocol: coreV1.Protocol;
    /** Why the port does not work: one word in CamelCase, or DOMAIN/NAME. */
    error?: string;
  }

  /** The routing of requests to one host. */
  interface IngressRule extends IngressRuleValue {
    /**
     * A DNS name, or `*.NAME`, which matches any single label before NAME. No IP address, no port. If
     * unset, all hosts.
     */
    host?: string;
  }

  /** The routing of a rule. */
  interface IngressRuleValue {
    /** The routing by path. */
    http?: HTTPIngressRuleValue;
  }

  /** A port of a service. */
  interface IngressServiceBackend {
    /** The name of the service. */
    name: string;
    /** The port of the service. */
    port?: ServiceBackendPort;
  }

  /** The routing rules of an ingress. Rules or a default backend are required. */
  interface IngressSpec {
    /**
     * The ingress class, which determines the controller. If unset, the default class, if there is
     * one.
     */
    ingressClassName?: string;
    /** The backend of requests that match no rule. */
    defaultBackend?: IngressBackend;
    /** TLS certificates by host, chosen by the client's SNI. Traffic is on port 443. */
    tls?: IngressTLS[];
    /** The routing rules, by host. */
    rules?: IngressRule[];
  }

  /** The observed state of an ingress. */
  interface IngressStatus {
    /** The addresses of the load balancer. */
    loadBalancer?: IngressLoadBalancerStatus;
  }

  /** A TLS certificate for some hosts. */
  interface IngressTLS {
    /** The host names. If empty, the controller decides. */
    hosts?: string[];
    /** The secret in the same namespace that contains the certificate and its key. */
    secretName?: string;
  }

  /**
   * Restricts the traffic of pods. Pods that no policy selects are not restricted; if several select
   * a pod, traffic is allowed if any of them allows it.
   */
  interface NetworkPolicy {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "NetworkPolicy";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: NetworkPolicySpec;
  }

  /** Allowed outgoing traffic: to any of these peers on any of these ports. */
  interface NetworkPolicyEgressRule {
    /** The destination ports. If empty, all ports. */
    ports?: NetworkPolicyPort[];
    /** The allowed destinations. If empty, all destinations. */
    to?: NetworkPolicyPeer[];
  }

  /** Allowed incoming traffic: from any of these peers to any of these ports. */
  interface NetworkPolicyIngressRule {
    /** The ports of the selected pods. If empty, all ports. */
    ports?: NetworkPolicyPort[];
    /** The allowed sources. If empty, all sources. */
    from?: NetworkPolicyPeer[];
  }

  /** A list of NetworkPolicy objects. */
  interface NetworkPolicyList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "NetworkPolicyList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: NetworkPolicy[];
  }

  /** A source or destination: pods, or an IP range. */
  interface NetworkPolicyPeer {
    /** Selects pods, in the namespaces of namespaceSelector or else in the policy's own. */
    podSelector?: metaV1.LabelSelector;
    /** Selects namespaces. Empty selects all. Without podSelector, all of their pods match. */
    namespaceSelector?: metaV1.LabelSelector;
    /** An IP range. Not allowed with the selectors. */
    ipBlock?: IPBlock;
  }

  /** A port, or a range of ports. */
  interface NetworkPolicyPort {
    /** The protocol: TCP (the default), UDP or SCTP. */
    protocol?: coreV1.Protocol;
    /** The port number, or the name of a container port. If unset, all ports. */
    port?: scalars.IntOrString;
    /** The last port of a range. Requires port as a number, the first port of the range. */
    endPort?: number;
  }

  /** The selected pods and their allowed traffic. */
  interface NetworkPolicySpec {
    /** Selects pods in the namespace of the policy. Empty selects all. */
    podSelector?: metaV1.LabelSelector;
    /** The allowed incoming traffic. If empty and the policy has type Ingress, none. */
    ingress?: NetworkPolicyIngressRule[];
    /** The allowed outgoing traffic. If empty and the policy has type Egress, none. */
    egress?: NetworkPolicyEgressRule[];
    /**
     * The directions that the policy restricts: Ingress, Egress. Default: Ingress, and Egress too if
     * there are egress rules.
     */
    policyTypes?: PolicyType[];
  }

  /** A reference to the object that uses an address. */
  interface ParentReference {
    /** The API group of the object. Empty for the core group. */
    group?: string;
    /** The resource of the object, such as services. */
    resource?: string;
    /** The namespace of the object. */
    namespace?: string;
    /** The name of the object. */
    name?: string;
  }

  /**
   * How a path is matched. Exact: it is the same. Prefix: its elements are the first ones.
   * ImplementationSpecific: as the ingress class does it.
   */
  type PathType = string;

  /** Which traffic of its pods a policy is about: incoming or outgoing. */
  type PolicyType = "Ingress" | "Egress";

  /** A port of a service: either its name or its number. */
  interface ServiceBackendPort {
    /** The name of the port. */
    name?: string;
    /** The port number: 1 to 65535. */
    number?: number;
  }

  /** IP ranges for the cluster IPs of services. */
  interface ServiceCIDR {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ServiceCIDR";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: ServiceCIDRSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: ServiceCIDRStatus;
  }

  /** A list of ServiceCIDR objects. */
  interface ServiceCIDRList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ServiceCIDRList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: ServiceCIDR[];
  }

  /** The IP ranges. */
  interface ServiceCIDRSpec {
    /**
     * The ranges in CIDR notation: at most one for each IP family. They can't be changed, except to
     * add the other family.
     */
    cidrs?: string[];
  }

  /** The observed state of a service CIDR. */
  interface ServiceCIDRStatus {
    /** Whether addresses are allocated from the ranges. */
    conditions?: metaV1.Condition[];
  }
}

export type HTTPIngressPath = networkingV1.HTTPIngressPath;
export type HTTPIngressRuleValue = networkingV1.HTTPIngressRuleValue;
export type IPAddress = networkingV1.IPAddress;
export type IPAddressList = networkingV1.IPAddressList;
export type IPAddressSpec = networkingV1.IPAddressSpec;
export type IPBlock = networkingV1.IPBlock;
export type Ingress = networkingV1.Ingress;
export type IngressBackend = networkingV1.IngressBackend;
export type IngressClass = networkingV1.IngressClass;
export type IngressClassList = networkingV1.IngressClassList;
export type IngressClassParametersReference = networkingV1.IngressClassParametersReference;
export type IngressClassSpec = networkingV1.IngressClassSpec;
export type IngressList = networkingV1.IngressList;
export type IngressLoadBalancerIngress = networkingV1.IngressLoadBalancerIngress;
export type IngressLoadBalancerStatus = networkingV1.IngressLoadBalancerStatus;
export type IngressPortStatus = networkingV1.IngressPortStatus;
export type IngressRule = networkingV1.IngressRule;
export type IngressRuleValue = networkingV1.IngressRuleValue;
export type IngressServiceBackend = networkingV1.IngressServiceBackend;
export type IngressSpec = networkingV1.IngressSpec;
export type IngressStatus = networkingV1.IngressStatus;
export type IngressTLS = networkingV1.IngressTLS;
export type NetworkPolicy = networkingV1.NetworkPolicy;
export type NetworkPolicyEgressRule = networkingV1.NetworkPolicyEgressRule;
export type NetworkPolicyIngressRule = networkingV1.NetworkPolicyIngressRule;
export type NetworkPolicyList = networkingV1.NetworkPolicyList;
export type NetworkPolicyPeer = networkingV1.NetworkPolicyPeer;
export type NetworkPolicyPort = networkingV1.NetworkPolicyPort;
export type NetworkPolicySpec = networkingV1.NetworkPolicySpec;
export type ParentReference = networkingV1.ParentReference;
export type PathType = networkingV1.PathType;
export type PolicyType = networkingV1.PolicyType;
export type ServiceBackendPort = networkingV1.ServiceBackendPort;
export type ServiceCIDR = networkingV1.ServiceCIDR;
export type ServiceCIDRList = networkingV1.ServiceCIDRList;
export type ServiceCIDRSpec = networkingV1.ServiceCIDRSpec;
export type ServiceCIDRStatus = networkingV1.ServiceCIDRStatus;
