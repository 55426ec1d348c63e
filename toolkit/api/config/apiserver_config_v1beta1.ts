// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { tracingV1 } from "./tracing_v1.ts";
import type { scalars } from "../scalars.ts";

/** The types of apiserver.config/v1beta1. */
export declare namespace apiserverConfigV1beta1 {
  interface AnonymousAuthCondition {
    path: string;
  }

  interface AnonymousAuthConfig {
    enabled: boolean;
    /** The conditions of the object, at most one of each type. */
    conditions?: AnonymousAuthCondition[];
  }

  type AudienceMatchPolicyType = "MatchAny" | (string & Record<never, never>);

  interface AuthenticationConfiguration {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "AuthenticationConfiguration";
    jwt: JWTAuthenticator[];
    anonymous?: AnonymousAuthConfig;
  }

  interface AuthorizationConfiguration {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "AuthorizationConfiguration";
    authorizers: AuthorizerConfiguration[];
  }

  interface AuthorizerConfiguration {
    type: string;
    name: string;
    webhook?: WebhookConfiguration;
  }

  type AuthorizerType = "Webhook" | (string & Record<never, never>);

  interface ClaimMappings {
    username: PrefixedClaimOrExpression;
    groups?: PrefixedClaimOrExpression;
    uid?: ClaimOrExpression;
    extra?: ExtraMapping[];
  }

  interface ClaimOrExpression {
    claim?: string;
    expression?: string;
  }

  interface ClaimValidationRule {
    claim?: string;
    requiredValue?: string;
    expression?: string;
    message?: string;
  }

  interface Connection {
    proxyProtocol?: ProtocolType;
    transport?: Transport;
  }

  interface EgressSelection {
    name: string;
    connection: Connection;
  }

  interface EgressSelectorConfiguration {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "EgressSelectorConfiguration";
    egressSelections: EgressSelection[];
  }

  type EgressSelectorType = "controlplane" | "cluster" | (string & Record<never, never>);

  interface ExtraMapping {
    key: string;
    valueExpression: string;
  }

  interface Issuer {
    url: string;
    discoveryURL?: string;
    certificateAuthority?: string;
    audiences: string[];
    audienceMatchPolicy?: AudienceMatchPolicyType;
    egressSelectorType?: EgressSelectorType;
  }

  interface JWTAuthenticator {
    issuer: Issuer;
    claimValidationRules?: ClaimValidationRule[];
    claimMappings: ClaimMappings;
    userValidationRules?: UserValidationRule[];
  }

  interface PrefixedClaimOrExpression {
    claim?: string;
    prefix?: string;
    expression?: string;
  }

  type ProtocolType = "HTTPConnect" | "GRPC" | "Direct" | (string & Record<never, never>);

  interface TCPTransport {
    url?: string;
    tlsConfig?: TLSConfig;
  }

  interface TLSConfig {
    caBundle?: string;
    clientKey?: string;
    clientCert?: string;
    tlsServerName?: string;
  }

  interface TracingConfiguration extends tracingV1.TracingConfiguration {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "TracingConfiguration";
  }

  interface Transport {
    tcp?: TCPTransport;
    uds?: UDSTransport;
  }

  interface UDSTransport {
    udsName?: string;
  }

  interface UserValidationRule {
    expression: string;
    message?: string;
  }

  interface WebhookConfiguration {
    authorizedTTL: scalars.Duration;
    cacheAuthorizedRequests?: boolean;
    unauthorizedTTL: scalars.Duration;
    cacheUnauthorizedRequests?: boolean;
    timeout: scalars.Duration;
    subjectAccessReviewVersion: string;
    matchConditionSubjectAccessReviewVersion: string;
    failurePolicy: string;
    connectionInfo: WebhookConnectionInfo;
    matchConditions: WebhookMatchCondition[];
  }

  interface WebhookConnectionInfo {
    type: string;
    kubeConfigFile: string | null;
  }

  interface WebhookMatchCondition {
    expression: string;
  }
}

export type AnonymousAuthCondition = apiserverConfigV1beta1.AnonymousAuthCondition;
export type AnonymousAuthConfig = apiserverConfigV1beta1.AnonymousAuthConfig;
export type AudienceMatchPolicyType = apiserverConfigV1beta1.AudienceMatchPolicyType;
export type AuthenticationConfiguration = apiserverConfigV1beta1.AuthenticationConfiguration;
export type AuthorizationConfiguration = apiserverConfigV1beta1.AuthorizationConfiguration;
export type AuthorizerConfiguration = apiserverConfigV1beta1.AuthorizerConfiguration;
export type AuthorizerType = apiserverConfigV1beta1.AuthorizerType;
export type ClaimMappings = apiserverConfigV1beta1.ClaimMappings;
export type ClaimOrExpression = apiserverConfigV1beta1.ClaimOrExpression;
export type ClaimValidationRule = apiserverConfigV1beta1.ClaimValidationRule;
export type Connection = apiserverConfigV1beta1.Connection;
export type EgressSelection = apiserverConfigV1beta1.EgressSelection;
export type EgressSelectorConfiguration = apiserverConfigV1beta1.EgressSelectorConfiguration;
export type EgressSelectorType = apiserverConfigV1beta1.EgressSelectorType;
export type ExtraMapping = apiserverConfigV1beta1.ExtraMapping;
export type Issuer = apiserverConfigV1beta1.Issuer;
export type JWTAuthenticator = apiserverConfigV1beta1.JWTAuthenticator;
export type PrefixedClaimOrExpression = apiserverConfigV1beta1.PrefixedClaimOrExpression;
export type ProtocolType = apiserverConfigV1beta1.ProtocolType;
export type TCPTransport = apiserverConfigV1beta1.TCPTransport;
export type TLSConfig = apiserverConfigV1beta1.TLSConfig;
export type TracingConfiguration = apiserverConfigV1beta1.TracingConfiguration;
export type Transport = apiserverConfigV1beta1.Transport;
export type UDSTransport = apiserverConfigV1beta1.UDSTransport;
export type UserValidationRule = apiserverConfigV1beta1.UserValidationRule;
export type WebhookConfiguration = apiserverConfigV1beta1.WebhookConfiguration;
export type WebhookConnectionInfo = apiserverConfigV1beta1.WebhookConnectionInfo;
export type WebhookMatchCondition = apiserverConfigV1beta1.WebhookMatchCondition;
