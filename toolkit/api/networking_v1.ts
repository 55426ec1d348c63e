// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as coreV1 from "./core_v1.ts";
import type * as metaV1 from "./meta_v1.ts";
import type { IntOrString } from "./scalars.ts";

export interface HTTPIngressPath {
  path?: string;
  pathType: PathType | null;
  backend: IngressBackend;
}

export interface HTTPIngressRuleValue {
  paths: HTTPIngressPath[];
}

export interface IPAddress {
  apiVersion?: string;
  kind?: "IPAddress";
  metadata?: metaV1.ClusterObjectMeta;
  spec?: IPAddressSpec;
}

export interface IPAddressList {
  apiVersion?: string;
  kind?: "IPAddressList";
  metadata?: metaV1.ListMeta;
  items: IPAddress[];
}

export interface IPAddressSpec {
  parentRef?: ParentReference;
}

export interface IPBlock {
  cidr: string;
  except?: string[];
}

export interface Ingress {
  apiVersion?: string;
  kind?: "Ingress";
  metadata?: metaV1.ObjectMeta;
  spec?: IngressSpec;
  status?: IngressStatus;
}

export interface IngressBackend {
  service?: IngressServiceBackend;
  resource?: coreV1.TypedLocalObjectReference;
}

export interface IngressClass {
  apiVersion?: string;
  kind?: "IngressClass";
  metadata?: metaV1.ClusterObjectMeta;
  spec?: IngressClassSpec;
}

export interface IngressClassList {
  apiVersion?: string;
  kind?: "IngressClassList";
  metadata?: metaV1.ListMeta;
  items: IngressClass[];
}

export interface IngressClassParametersReference {
  apiGroup?: string;
  kind: string;
  name: string;
  scope?: string | null;
  namespace?: string;
}

export interface IngressClassSpec {
  controller?: string;
  parameters?: IngressClassParametersReference;
}

export interface IngressList {
  apiVersion?: string;
  kind?: "IngressList";
  metadata?: metaV1.ListMeta;
  items: Ingress[];
}

export interface IngressLoadBalancerIngress {
  ip?: string;
  hostname?: string;
  ports?: IngressPortStatus[];
}

export interface IngressLoadBalancerStatus {
  ingress?: IngressLoadBalancerIngress[];
}

export interface IngressPortStatus {
  port: number;
  protocol: coreV1.Protocol;
  error?: string;
}

export interface IngressRule extends IngressRuleValue {
  host?: string;
}

export interface IngressRuleValue {
  http?: HTTPIngressRuleValue;
}

export interface IngressServiceBackend {
  name: string;
  port?: ServiceBackendPort;
}

export interface IngressSpec {
  ingressClassName?: string;
  defaultBackend?: IngressBackend;
  tls?: IngressTLS[];
  rules?: IngressRule[];
}

export interface IngressStatus {
  loadBalancer?: IngressLoadBalancerStatus;
}

export interface IngressTLS {
  hosts?: string[];
  secretName?: string;
}

export interface NetworkPolicy {
  apiVersion?: string;
  kind?: "NetworkPolicy";
  metadata?: metaV1.ObjectMeta;
  spec?: NetworkPolicySpec;
}

export interface NetworkPolicyEgressRule {
  ports?: NetworkPolicyPort[];
  to?: NetworkPolicyPeer[];
}

export interface NetworkPolicyIngressRule {
  ports?: NetworkPolicyPort[];
  from?: NetworkPolicyPeer[];
}

export interface NetworkPolicyList {
  apiVersion?: string;
  kind?: "NetworkPolicyList";
  metadata?: metaV1.ListMeta;
  items: NetworkPolicy[];
}

export interface NetworkPolicyPeer {
  podSelector?: metaV1.LabelSelector;
  namespaceSelector?: metaV1.LabelSelector;
  ipBlock?: IPBlock;
}

export interface NetworkPolicyPort {
  protocol?: coreV1.Protocol;
  port?: IntOrString;
  endPort?: number;
}

export interface NetworkPolicySpec {
  podSelector?: metaV1.LabelSelector;
  ingress?: NetworkPolicyIngressRule[];
  egress?: NetworkPolicyEgressRule[];
  policyTypes?: PolicyType[];
}

export interface ParentReference {
  group?: string;
  resource?: string;
  namespace?: string;
  name?: string;
}

export type PathType = string;

export type PolicyType = "Ingress" | "Egress";

export interface ServiceBackendPort {
  name?: string;
  number?: number;
}

export interface ServiceCIDR {
  apiVersion?: string;
  kind?: "ServiceCIDR";
  metadata?: metaV1.ClusterObjectMeta;
  spec?: ServiceCIDRSpec;
  status?: ServiceCIDRStatus;
}

export interface ServiceCIDRList {
  apiVersion?: string;
  kind?: "ServiceCIDRList";
  metadata?: metaV1.ListMeta;
  items: ServiceCIDR[];
}

export interface ServiceCIDRSpec {
  cidrs?: string[];
}

export interface ServiceCIDRStatus {
  conditions?: metaV1.Condition[];
}
