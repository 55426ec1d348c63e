// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { scalars } from "../scalars.ts";

/** The types of credentialprovider/v1. */
export declare namespace credentialproviderV1 {
  interface AuthConfig {
    username: string;
    password: string;
  }

  interface CredentialProviderRequest {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "CredentialProviderRequest";
    image: string;
    serviceAccountToken?: string;
    serviceAccountAnnotations?: Record<string, string>;
  }

  interface CredentialProviderResponse {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "CredentialProviderResponse";
    cacheKeyType: PluginCacheKeyType;
    cacheDuration?: scalars.Duration;
    auth?: Record<string, AuthConfig>;
  }

  type PluginCacheKeyType = "Image" | "Registry" | "Global" | (string & Record<never, never>);
}

export type AuthConfig = credentialproviderV1.AuthConfig;
export type CredentialProviderRequest = credentialproviderV1.CredentialProviderRequest;
export type CredentialProviderResponse = credentialproviderV1.CredentialProviderResponse;
export type PluginCacheKeyType = credentialproviderV1.PluginCacheKeyType;
