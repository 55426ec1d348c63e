// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { scalars } from "../scalars.ts";

/** The types of clientconfig/v1. */
export declare namespace clientconfigV1 {
  /** How a client identifies itself. */
  interface AuthInfo {
    /** A file with the client's certificate, in PEM. Requires a key. */
    "client-certificate"?: string;
    /** The certificate itself, in PEM and base64. Wins over the file. */
    "client-certificate-data"?: scalars.Base64;
    /** A file with the key of the client's certificate, in PEM. */
    "client-key"?: string;
    /** The key itself, in PEM and base64. Wins over the file. */
    "client-key-data"?: scalars.Base64;
    /** A bearer token. */
    token?: string;
    /** A file with a bearer token, read again from time to time. Wins over token. */
    tokenFile?: string;
    /** The user to impersonate. If unset, none. */
    as?: string;
    /** The UID to impersonate. Requires as. */
    "as-uid"?: string;
    /** The groups to impersonate. Require as. */
    "as-groups"?: string[];
    /** The additional attributes to impersonate, by key. Require as. */
    "as-user-extra"?: Record<string, string[]>;
    /** The name for basic authentication. */
    username?: string;
    /** The password for basic authentication. */
    password?: string;
    /** Deprecated: a provider of credentials built into the client. Use exec. */
    "auth-provider"?: AuthProviderConfig;
    /** A program that gets credentials. */
    exec?: ExecConfig;
    /** Data of other programs. It is kept, and means nothing to clients. */
    extensions?: NamedExtension[];
  }

  /** Deprecated: a provider of credentials built into the client. */
  interface AuthProviderConfig {
    /** The name of the provider. */
    name: string;
    /** Its settings, by key. */
    config: Record<string, string>;
  }

  /** Where a server is, and how to know that it is the right one. */
  interface Cluster {
    /** The URL of the server: https://HOST:PORT, with a path if it has one. */
    server: string;
    /** The name that the server's certificate must have. If unset, the host of the URL. */
    "tls-server-name"?: string;
    /**
     * Whether any certificate of the server is accepted. Connections can then be read and changed by
     * others. Not allowed with a certificate authority. Default: false.
     */
    "insecure-skip-tls-verify"?: boolean;
    /**
     * A file with the certificates, in PEM, one of which must have signed the server's. If unset,
     * those that the system trusts.
     */
    "certificate-authority"?: string;
    /** The certificates themselves, in PEM and base64. Wins over the file. */
    "certificate-authority-data"?: scalars.Base64;
    /**
     * The proxy to reach the server through: an http, https or socks5 URL. If unset, connections are
     * direct, unless the client takes a proxy from its environment.
     */
    "proxy-url"?: string;
    /**
     * Whether answers are asked for uncompressed, which is faster on fast networks. Default: false.
     */
    "disable-compression"?: boolean;
    /** Data of other programs. It is kept, and means nothing to clients. */
    extensions?: NamedExtension[];
  }

  /** A client config file: servers, users, and which user to be at which server. */
  interface Config {
    /** Always Config. */
    kind?: string;
    /** Always v1. */
    apiVersion?: string;
    /** Deprecated: settings of programs. Nothing reads them. */
    preferences?: Preferences;
    /** The servers, by name. */
    clusters: NamedCluster[];
    /** The credentials, by name. */
    users: NamedAuthInfo[];
    /** The combinations of a server and credentials, by name. */
    contexts: NamedContext[];
    /** The name of the context to use where nothing else is asked for. */
    "current-context": string;
    /** Data of other programs. It is kept, and means nothing to clients. */
    extensions?: NamedExtension[];
  }

  /** A server, and who to be there. */
  interface Context {
    /** The name of the server, in clusters. */
    cluster: string;
    /** The name of the credentials, in users. */
    user: string;
    /** The namespace of requests that don't name one. If unset, default. */
    namespace?: string;
    /** Data of other programs. It is kept, and means nothing to clients. */
    extensions?: NamedExtension[];
  }

  /** A program that gets credentials, and writes them to its standard output. */
  interface ExecConfig {
    /** The program: a name that is looked up in the search path, or a path. */
    command: string;
    /** The arguments. */
    args?: string[] | null;
    /** Environment variables, beside those of the client itself. */
    env?: ExecEnvVar[] | null;
    /**
     * The version of the form in which the program answers. Required. An answer in another one is
     * refused.
     */
    apiVersion?: string;
    /** What people are told if there is no such program. */
    installHint?: string;
    /**
     * Whether the program is told, in an environment variable, which server the credentials are for.
     * Default: false.
     */
    provideClusterInfo: boolean;
    /**
     * Whether the program may use the standard input: Never, IfAvailable or Always, which fails where
     * there is none. Required in version v1; before that, the default is IfAvailable.
     */
    interactiveMode?: ExecInteractiveMode;
  }

  /** An environment variable. */
  interface ExecEnvVar {
    /** The name of the variable. */
    name: string;
    /** The value. */
    value: string;
  }

  /**
   * Whether a program may use the standard input. Never: it gets none. IfAvailable: if it is a
   * terminal. Always: without a terminal the program is not run.
   */
  type ExecInteractiveMode = "Never" | "IfAvailable" | "Always" | (string & Record<never, never>);

  /** Credentials with their name. */
  interface NamedAuthInfo {
    /** The name, unique in its list, by which the rest of the file refers to it. */
    name: string;
    /** The credentials. */
    user: AuthInfo;
  }

  /** A server with its name. */
  interface NamedCluster {
    /** The name, unique in its list, by which the rest of the file refers to it. */
    name: string;
    /** The server. */
    cluster: Cluster;
  }

  /** A context with its name. */
  interface NamedContext {
    /** The name, unique in its list, by which the rest of the file refers to it. */
    name: string;
    /** The context. */
    context: Context;
  }

  /** Data of another program, with its name. */
  interface NamedExtension {
    /** The name, which tells the program whose data it is. */
    name: string;
    /** The data, in any form. */
    extension: scalars.JsonValue;
  }

  /** Deprecated: settings of programs. Nothing reads them. */
  interface Preferences {
    /** Deprecated: whether output may have colors. */
    colors?: boolean;
    /** Data of other programs. It is kept, and means nothing to clients. */
    extensions?: NamedExtension[];
  }
}

export type AuthInfo = clientconfigV1.AuthInfo;
export type AuthProviderConfig = clientconfigV1.AuthProviderConfig;
export type Cluster = clientconfigV1.Cluster;
export type Config = clientconfigV1.Config;
export type Context = clientconfigV1.Context;
export type ExecConfig = clientconfigV1.ExecConfig;
export type ExecEnvVar = clientconfigV1.ExecEnvVar;
export type ExecInteractiveMode = clientconfigV1.ExecInteractiveMode;
export type NamedAuthInfo = clientconfigV1.NamedAuthInfo;
export type NamedCluster = clientconfigV1.NamedCluster;
export type NamedContext = clientconfigV1.NamedContext;
export type NamedExtension = clientconfigV1.NamedExtension;
export type Preferences = clientconfigV1.Preferences;
