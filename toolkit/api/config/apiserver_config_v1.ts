// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { tracingV1 } from "./tracing_v1.ts";
import type { scalars } from "../scalars.ts";

/** The types of apiserver.config/v1. */
export declare namespace apiserverConfigV1 {
  interface AESConfiguration {
    keys: Key[];
  }

  interface AdmissionConfiguration {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "AdmissionConfiguration";
    plugins?: AdmissionPluginConfiguration[] | null;
  }

  interface AdmissionPluginConfiguration {
    name: string;
    path?: string;
    configuration?: scalars.JsonValue | null;
  }

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

  type EgressSelectorType = "controlplane" | "cluster" | (string & Record<never, never>);

  interface EncryptionConfiguration {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "EncryptionConfiguration";
    resources: ResourceConfiguration[];
  }

  interface ExtraMapping {
    key: string;
    valueExpression: string;
  }

  type IdentityConfiguration = Record<never, never>;

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

  interface KMSConfiguration {
    apiVersion?: string;
    name: string;
    cachesize?: number;
    endpoint: string;
    timeout?: scalars.Duration;
  }

  interface Key {
    name: string;
    secret: string;
  }

  interface PrefixedClaimOrExpression {
    claim?: string;
    prefix?: string;
    expression?: string;
  }

  interface ProviderConfiguration {
    aesgcm?: AESConfiguration;
    aescbc?: AESConfiguration;
    secretbox?: SecretboxConfiguration;
    identity?: IdentityConfiguration;
    kms?: KMSConfiguration;
  }

  interface ResourceConfiguration {
    resources: string[];
    providers: ProviderConfiguration[];
  }

  interface SecretboxConfiguration {
    keys: Key[];
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

export type AESConfiguration = apiserverConfigV1.AESConfiguration;
export type AdmissionConfiguration = apiserverConfigV1.AdmissionConfiguration;
export type AdmissionPluginConfiguration = apiserverConfigV1.AdmissionPluginConfiguration;
export type AnonymousAuthCondition = apiserverConfigV1.AnonymousAuthCondition;
export type AnonymousAuthConfig = apiserverConfigV1.AnonymousAuthConfig;
export type AudienceMatchPolicyType = apiserverConfigV1.AudienceMatchPolicyType;
export type AuthenticationConfiguration = apiserverConfigV1.AuthenticationConfiguration;
export type AuthorizationConfiguration = apiserverConfigV1.AuthorizationConfiguration;
export type AuthorizerConfiguration = apiserverConfigV1.AuthorizerConfiguration;
export type AuthorizerType = apiserverConfigV1.AuthorizerType;
export type ClaimMappings = apiserverConfigV1.ClaimMappings;
export type ClaimOrExpression = apiserverConfigV1.ClaimOrExpression;
export type ClaimValidationRule = apiserverConfigV1.ClaimValidationRule;
export type EgressSelectorType = apiserverConfigV1.EgressSelectorType;
export type EncryptionConfiguration = apiserverConfigV1.EncryptionConfiguration;
export type ExtraMapping = apiserverConfigV1.ExtraMapping;
export type IdentityConfiguration = apiserverConfigV1.IdentityConfiguration;
export type Issuer = apiserverConfigV1.Issuer;
export type JWTAuthenticator = apiserverConfigV1.JWTAuthenticator;
export type KMSConfiguration = apiserverConfigV1.KMSConfiguration;
export type Key = apiserverConfigV1.Key;
export type PrefixedClaimOrExpression = apiserverConfigV1.PrefixedClaimOrExpression;
export type ProviderConfiguration = apiserverConfigV1.ProviderConfiguration;
export type ResourceConfiguration = apiserverConfigV1.ResourceConfiguration;
export type SecretboxConfiguration = apiserverConfigV1.SecretboxConfiguration;
export type TracingConfiguration = apiserverConfigV1.TracingConfiguration;
export type UserValidationRule = apiserverConfigV1.UserValidationRule;
export type WebhookConfiguration = apiserverConfigV1.WebhookConfiguration;
export type WebhookConnectionInfo = apiserverConfigV1.WebhookConnectionInfo;
export type WebhookMatchCondition = apiserverConfigV1.WebhookMatchCondition;
