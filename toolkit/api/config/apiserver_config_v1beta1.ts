// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as tracingV1 from "./tracing_v1.ts";
import type { Duration } from "../scalars.ts";

export interface AnonymousAuthCondition {
  path: string;
}

export interface AnonymousAuthConfig {
  enabled: boolean;
  conditions?: AnonymousAuthCondition[];
}

export type AudienceMatchPolicyType = "MatchAny" | (string & Record<never, never>);

export interface AuthenticationConfiguration {
  apiVersion?: string;
  kind?: "AuthenticationConfiguration";
  jwt: JWTAuthenticator[];
  anonymous?: AnonymousAuthConfig;
}

export interface AuthorizationConfiguration {
  apiVersion?: string;
  kind?: "AuthorizationConfiguration";
  authorizers: AuthorizerConfiguration[];
}

export interface AuthorizerConfiguration {
  type: string;
  name: string;
  webhook?: WebhookConfiguration;
}

export type AuthorizerType = "Webhook" | (string & Record<never, never>);

export interface ClaimMappings {
  username: PrefixedClaimOrExpression;
  groups?: PrefixedClaimOrExpression;
  uid?: ClaimOrExpression;
  extra?: ExtraMapping[];
}

export interface ClaimOrExpression {
  claim?: string;
  expression?: string;
}

export interface ClaimValidationRule {
  claim?: string;
  requiredValue?: string;
  expression?: string;
  message?: string;
}

export interface Connection {
  proxyProtocol?: ProtocolType;
  transport?: Transport;
}

export interface EgressSelection {
  name: string;
  connection: Connection;
}

export interface EgressSelectorConfiguration {
  apiVersion?: string;
  kind?: "EgressSelectorConfiguration";
  egressSelections: EgressSelection[];
}

export type EgressSelectorType = "controlplane" | "cluster" | (string & Record<never, never>);

export interface ExtraMapping {
  key: string;
  valueExpression: string;
}

export interface Issuer {
  url: string;
  discoveryURL?: string;
  certificateAuthority?: string;
  audiences: string[];
  audienceMatchPolicy?: AudienceMatchPolicyType;
  egressSelectorType?: EgressSelectorType;
}

export interface JWTAuthenticator {
  issuer: Issuer;
  claimValidationRules?: ClaimValidationRule[];
  claimMappings: ClaimMappings;
  userValidationRules?: UserValidationRule[];
}

export interface PrefixedClaimOrExpression {
  claim?: string;
  prefix?: string;
  expression?: string;
}

export type ProtocolType = "HTTPConnect" | "GRPC" | "Direct" | (string & Record<never, never>);

export interface TCPTransport {
  url?: string;
  tlsConfig?: TLSConfig;
}

export interface TLSConfig {
  caBundle?: string;
  clientKey?: string;
  clientCert?: string;
  tlsServerName?: string;
}

export interface TracingConfiguration extends tracingV1.TracingConfiguration {
  apiVersion?: string;
  kind?: "TracingConfiguration";
}

export interface Transport {
  tcp?: TCPTransport;
  uds?: UDSTransport;
}

export interface UDSTransport {
  udsName?: string;
}

export interface UserValidationRule {
  expression: string;
  message?: string;
}

export interface WebhookConfiguration {
  authorizedTTL: Duration;
  cacheAuthorizedRequests?: boolean;
  unauthorizedTTL: Duration;
  cacheUnauthorizedRequests?: boolean;
  timeout: Duration;
  subjectAccessReviewVersion: string;
  matchConditionSubjectAccessReviewVersion: string;
  failurePolicy: string;
  connectionInfo: WebhookConnectionInfo;
  matchConditions: WebhookMatchCondition[];
}

export interface WebhookConnectionInfo {
  type: string;
  kubeConfigFile: string | null;
}

export interface WebhookMatchCondition {
  expression: string;
}
