// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { Duration } from "../scalars.ts";

export interface AuthConfig {
  username: string;
  password: string;
}

export interface CredentialProviderRequest {
  apiVersion?: string;
  kind?: "CredentialProviderRequest";
  image: string;
  serviceAccountToken?: string;
  serviceAccountAnnotations?: Record<string, string>;
}

export interface CredentialProviderResponse {
  apiVersion?: string;
  kind?: "CredentialProviderResponse";
  cacheKeyType: PluginCacheKeyType;
  cacheDuration?: Duration;
  auth?: Record<string, AuthConfig>;
}

export type PluginCacheKeyType = "Image" | "Registry" | "Global" | (string & Record<never, never>);
