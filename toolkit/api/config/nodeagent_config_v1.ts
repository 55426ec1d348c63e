// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { Duration } from "../scalars.ts";

export interface CredentialProvider {
  name: string;
  matchImages: string[];
  defaultCacheDuration: Duration | null;
  apiVersion: string;
  args?: string[];
  env?: ExecEnvVar[];
  tokenAttributes?: ServiceAccountTokenAttributes;
}

export interface CredentialProviderConfig {
  apiVersion?: string;
  kind?: "CredentialProviderConfig";
  providers: CredentialProvider[];
}

export interface ExecEnvVar {
  name: string;
  value: string;
}

export interface ServiceAccountTokenAttributes {
  serviceAccountTokenAudience: string;
  cacheType: ServiceAccountTokenCacheType;
  requireServiceAccount: boolean | null;
  requiredServiceAccountAnnotationKeys?: string[];
  optionalServiceAccountAnnotationKeys?: string[];
}

export type ServiceAccountTokenCacheType = "Token" | "ServiceAccount" | (string & Record<never, never>);
