/**
 * Descriptions of client config files: where servers are, and how clients identify themselves.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";

const EXTENSIONS: FieldWords = {
  extensions: "Data of other programs. It is kept, and means nothing to clients.",
};

const NAME = "The name, unique in its list, by which the rest of the file refers to it.";

/** The descriptions of client config files. */
export const CLIENT_CONFIG: Words = {
  Config: ["A client config file: servers, users, and which user to be at which server.", {
    kind: "Always Config.",
    apiVersion: "Always v1.",
    preferences: "Deprecated: settings of programs. Nothing reads them.",
    clusters: "The servers, by name.",
    users: "The credentials, by name.",
    contexts: "The combinations of a server and credentials, by name.",
    "current-context": "The name of the context to use where nothing else is asked for.",
    ...EXTENSIONS,
  }],
  Preferences: ["Deprecated: settings of programs. Nothing reads them.", {
    colors: "Deprecated: whether output may have colors.",
    ...EXTENSIONS,
  }],
  NamedCluster: ["A server with its name.", { name: NAME, cluster: "The server." }],
  NamedAuthInfo: ["Credentials with their name.", { name: NAME, user: "The credentials." }],
  NamedContext: ["A context with its name.", { name: NAME, context: "The context." }],
  NamedExtension: ["Data of another program, with its name.", {
    name: "The name, which tells the program whose data it is.",
    extension: "The data, in any form.",
  }],
  Cluster: ["Where a server is, and how to know that it is the right one.", {
    server: "The URL of the server: https://HOST:PORT, with a path if it has one.",
    "tls-server-name": "The name that the server's certificate must have. If unset, the host of " +
      "the URL.",
    "insecure-skip-tls-verify": "Whether any certificate of the server is accepted. Connections " +
      "can then be read and changed by others. Not allowed with a certificate authority. Default: " +
      "false.",
    "certificate-authority":
      "A file with the certificates, in PEM, one of which must have signed " +
      "the server's. If unset, those that the system trusts.",
    "certificate-authority-data": "The certificates themselves, in PEM and base64. Wins over the " +
      "file.",
    "proxy-url": "The proxy to reach the server through: an http, https or socks5 URL. If unset, " +
      "connections are direct, unless the client takes a proxy from its environment.",
    "disable-compression": "Whether answers are asked for uncompressed, which is faster on fast " +
      "networks. Default: false.",
    ...EXTENSIONS,
  }],
  AuthInfo: ["How a client identifies itself.", {
    "client-certificate": "A file with the client's certificate, in PEM. Requires a key.",
    "client-certificate-data": "The certificate itself, in PEM and base64. Wins over the file.",
    "client-key": "A file with the key of the client's certificate, in PEM.",
    "client-key-data": "The key itself, in PEM and base64. Wins over the file.",
    token: "A bearer token.",
    tokenFile: "A file with a bearer token, read again from time to time. Wins over token.",
    as: "The user to impersonate. If unset, none.",
    "as-uid": "The UID to impersonate. Requires as.",
    "as-groups": "The groups to impersonate. Require as.",
    "as-user-extra": "The additional attributes to impersonate, by key. Require as.",
    username: "The name for basic authentication.",
    password: "The password for basic authentication.",
    "auth-provider": "Deprecated: a provider of credentials built into the client. Use exec.",
    exec: "A program that gets credentials.",
    ...EXTENSIONS,
  }],
  AuthProviderConfig: ["Deprecated: a provider of credentials built into the client.", {
    name: "The name of the provider.",
    config: "Its settings, by key.",
  }],
  ExecConfig: ["A program that gets credentials, and writes them to its standard output.", {
    command: "The program: a name that is looked up in the search path, or a path.",
    args: "The arguments.",
    env: "Environment variables, beside those of the client itself.",
    apiVersion: "The version of the form in which the program answers. Required. An answer in " +
      "another one is refused.",
    installHint: "What people are told if there is no such program.",
    provideClusterInfo: "Whether the program is told, in an environment variable, which server " +
      "the credentials are for. Default: false.",
    interactiveMode: "Whether the program may use the standard input: Never, IfAvailable or " +
      "Always, which fails where there is none. Required in version v1; before that, the default " +
      "is IfAvailable.",
  }],
  ExecEnvVar: ["An environment variable.", {
    name: "The name of the variable.",
    value: "The value.",
  }],
  Context: ["A server, and who to be there.", {
    cluster: "The name of the server, in clusters.",
    user: "The name of the credentials, in users.",
    namespace: "The namespace of requests that don't name one. If unset, default.",
    ...EXTENSIONS,
  }],
};
