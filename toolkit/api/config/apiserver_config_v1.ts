// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as tracingV1 from "./tracing_v1.ts";
import type { Duration, JsonValue } from "../scalars.ts";

export interface AESConfiguration {
  keys: Key[];
}

export interface AdmissionConfiguration {
  apiVersion?: string;
  kind?: "AdmissionConfiguration";
  plugins?: AdmissionPluginConfiguration[] | null;
}

export interface AdmissionPluginConfiguration {
  name: string;
  path?: string;
  configuration?: JsonValue | null;
}

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

export type EgressSelectorType = "controlplane" | "cluster" | (string & Record<never, never>);

export interface EncryptionConfiguration {
  apiVersion?: string;
  kind?: "EncryptionConfiguration";
  resources: ResourceConfiguration[];
}

export interface ExtraMapping {
  key: string;
  valueExpression: string;
}

export type IdentityConfiguration = Record<never, never>;

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

export interface KMSConfiguration {
  apiVersion?: string;
  name: string;
  cachesize?: number;
  endpoint: string;
  timeout?: Duration;
}

export interface Key {
  name: string;
  secret: string;
}

export interface PrefixedClaimOrExpression {
  claim?: string;
  prefix?: string;
  expression?: string;
}

export interface ProviderConfiguration {
  aesgcm?: AESConfiguration;
  aescbc?: AESConfiguration;
  secretbox?: SecretboxConfiguration;
  identity?: IdentityConfiguration;
  kms?: KMSConfiguration;
}

export interface ResourceConfiguration {
  resources: string[];
  providers: ProviderConfiguration[];
}

export interface SecretboxConfiguration {
  keys: Key[];
}

export interface TracingConfiguration extends tracingV1.TracingConfiguration {
  apiVersion?: string;
  kind?: "TracingConfiguration";
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
