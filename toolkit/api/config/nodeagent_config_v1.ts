// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { scalars } from "../scalars.ts";

/** The types of nodeagent.config/v1. */
export declare namespace nodeagentConfigV1 {
  interface CredentialProvider {
    name: string;
    matchImages: string[];
    defaultCacheDuration: scalars.Duration | null;
    apiVersion: string;
    args?: string[];
    env?: ExecEnvVar[];
    tokenAttributes?: ServiceAccountTokenAttributes;
  }

  interface CredentialProviderConfig {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "CredentialProviderConfig";
    providers: CredentialProvider[];
  }

  interface ExecEnvVar {
    name: string;
    value: string;
  }

  interface ServiceAccountTokenAttributes {
    serviceAccountTokenAudience: string;
    cacheType: ServiceAccountTokenCacheType;
    requireServiceAccount: boolean | null;
    requiredServiceAccountAnnotationKeys?: string[];
    optionalServiceAccountAnnotationKeys?: string[];
  }

  type ServiceAccountTokenCacheType = "Token" | "ServiceAccount" | (string & Record<never, never>);
}

export type CredentialProvider = nodeagentConfigV1.CredentialProvider;
export type CredentialProviderConfig = nodeagentConfigV1.CredentialProviderConfig;
export type ExecEnvVar = nodeagentConfigV1.ExecEnvVar;
export type ServiceAccountTokenAttributes = nodeagentConfigV1.ServiceAccountTokenAttributes;
export type ServiceAccountTokenCacheType = nodeagentConfigV1.ServiceAccountTokenCacheType;
