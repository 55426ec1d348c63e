// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { Base64, JsonValue } from "../scalars.ts";

export interface AuthInfo {
  "client-certificate"?: string;
  "client-certificate-data"?: Base64;
  "client-key"?: string;
  "client-key-data"?: Base64;
  token?: string;
  tokenFile?: string;
  as?: string;
  "as-uid"?: string;
  "as-groups"?: string[];
  "as-user-extra"?: Record<string, string[]>;
  username?: string;
  password?: string;
  "auth-provider"?: AuthProviderConfig;
  exec?: ExecConfig;
  extensions?: NamedExtension[];
}

export interface AuthProviderConfig {
  name: string;
  config: Record<string, string>;
}

export interface Cluster {
  server: string;
  "tls-server-name"?: string;
  "insecure-skip-tls-verify"?: boolean;
  "certificate-authority"?: string;
  "certificate-authority-data"?: Base64;
  "proxy-url"?: string;
  "disable-compression"?: boolean;
  extensions?: NamedExtension[];
}

export interface Config {
  kind?: string;
  apiVersion?: string;
  preferences?: Preferences;
  clusters: NamedCluster[];
  users: NamedAuthInfo[];
  contexts: NamedContext[];
  "current-context": string;
  extensions?: NamedExtension[];
}

export interface Context {
  cluster: string;
  user: string;
  namespace?: string;
  extensions?: NamedExtension[];
}

export interface ExecConfig {
  command: string;
  args?: string[] | null;
  env?: ExecEnvVar[] | null;
  apiVersion?: string;
  installHint?: string;
  provideClusterInfo: boolean;
  interactiveMode?: ExecInteractiveMode;
}

export interface ExecEnvVar {
  name: string;
  value: string;
}

export type ExecInteractiveMode = "Never" | "IfAvailable" | "Always" | (string & Record<never, never>);

export interface NamedAuthInfo {
  name: string;
  user: AuthInfo;
}

export interface NamedCluster {
  name: string;
  cluster: Cluster;
}

export interface NamedContext {
  name: string;
  context: Context;
}

export interface NamedExtension {
  name: string;
  extension: JsonValue;
}

export interface Preferences {
  colors?: boolean;
  extensions?: NamedExtension[];
}
