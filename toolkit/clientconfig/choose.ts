/**
 * Which server a client config means, and who is to call it.
 *
 * @module
 */

import type { AuthInfo, clientconfigV1, Cluster } from "../api/config/clientconfig_v1.ts";
import { checkDns1123Label } from "../validation/dns.ts";
import { quoteText } from "../values/quote.ts";
import { type ClientConfig, ClientConfigError } from "./document.ts";

/** What is asked for beyond the file, as by flags of a command: each wins over the file. */
export interface ClientOverrides {
  /** The context. Default: the file's current one. */
  context?: string;
  /** The cluster, by name. Default: the context's. */
  cluster?: string;
  /** The user, by name. Default: the context's. */
  user?: string;
  /** The namespace. Default: the context's, else `default`. */
  namespace?: string;
  /** Fields of the cluster. A server of its own drops the file's TLS server name. */
  clusterFields?: Partial<clientconfigV1.Cluster>;
  /** Fields of the user. */
  userFields?: Partial<clientconfigV1.AuthInfo>;
}

/** A server and a caller. */
export interface Choice {
  /** How the server is reached. */
  readonly cluster: clientconfigV1.Cluster;
  /** How the caller shows who it is. */
  readonly user: clientconfigV1.AuthInfo;
  /** For messages. */
  readonly userName: string;
  /** The namespace that is meant where none is named. */
  readonly namespace: string;
}

/**
 * The choice that a config and what is asked for make; throws {@link ClientConfigError}.
 *
 * ```ts
 * import { chooseClient, parseClientConfig } from "../../mod.ts";
 *
 * const config = parseClientConfig(`
 * clusters: [{ name: here, cluster: { server: "https://127.0.0.1:6443" } }]
 * users: [{ name: me, user: { token: secret } }]
 * contexts: [{ name: mine, context: { cluster: here, user: me } }]
 * current-context: mine
 * `);
 * chooseClient(config).namespace; // default
 * ```
 */
export function chooseClient(config: ClientConfig, overrides: ClientOverrides = {}): Choice {
  const name = overrides.context || config["current-context"];
  const context = config.contexts.find((each) => each.name === name)?.context;
  if (name !== "" && context === undefined) {
    throw new ClientConfigError(`the client config has no context ${quoteText(name)}`);
  }
  const clusterName = overrides.cluster || (context?.cluster ?? "");
  const userName = overrides.user || (context?.user ?? "");
  const named = config.clusters.find((each) => each.name === clusterName)?.cluster;
  const user = config.users.find((each) => each.name === userName)?.user;
  if (named === undefined && clusterName !== "") {
    throw new ClientConfigError(`the client config has no cluster ${quoteText(clusterName)}`);
  }
  if (user === undefined && userName !== "") {
    throw new ClientConfigError(`the client config has no user ${quoteText(userName)}`);
  }
  const cluster = withClusterFields(named, overrides.clusterFields ?? {});
  const choice = {
    cluster,
    user: withUserFields(user, overrides.userFields ?? {}),
    userName,
    namespace: overrides.namespace || context?.namespace || "default",
  };
  const problems = [
    ...problemsOfCluster(cluster, clusterName),
    ...problemsOfUser(choice.user, userName),
    ...checkDns1123Label(choice.namespace)
      .map((message) => `the namespace ${quoteText(choice.namespace)} ${message}`),
  ];
  if (problems.length > 0) {
    throw new ClientConfigError(`invalid client config: ${problems.join("; ")}`);
  }
  return choice;
}

function withClusterFields(cluster: Cluster | undefined, fields: Partial<Cluster>): Cluster {
  const changed: Cluster = { server: "", ...cluster, ...fields };
  const trusts = fields["insecure-skip-tls-verify"] || fields["certificate-authority"] ||
    fields["certificate-authority-data"];
  if (trusts) {
    // Whom to trust is one decision: parts of the file's must not mix into it.
    changed["insecure-skip-tls-verify"] = fields["insecure-skip-tls-verify"] ?? false;
    changed["certificate-authority"] = fields["certificate-authority"] ?? "";
    changed["certificate-authority-data"] = fields["certificate-authority-data"] ?? "";
  }
  if (fields.server) changed["tls-server-name"] = fields["tls-server-name"] ?? "";
  return changed;
}

function withUserFields(user: AuthInfo | undefined, fields: Partial<AuthInfo>): AuthInfo {
  const changed = { ...user, ...fields };
  for (const part of ["client-certificate", "client-key"] as const) {
    if (!fields[part] && !fields[`${part}-data`]) continue;
    changed[part] = fields[part] ?? "";
    changed[`${part}-data`] = fields[`${part}-data`] ?? "";
  }
  return changed;
}

function problemsOfCluster(cluster: Cluster, name: string): string[] {
  const problems: string[] = [];
  if (cluster.server === "") {
    problems.push(
      name === ""
        ? "no server is given: name a context or a cluster that has one"
        : `the cluster ${quoteText(name)} has no server`,
    );
  }
  if (cluster["certificate-authority"] && cluster["certificate-authority-data"]) {
    problems.push("certificate-authority and certificate-authority-data are both given");
  }
  const trusts = cluster["certificate-authority"] || cluster["certificate-authority-data"];
  if (cluster["insecure-skip-tls-verify"] && trusts) {
    problems.push("insecure-skip-tls-verify is given together with a certificate authority");
  }
  return problems;
}

function problemsOfUser(user: AuthInfo, name: string): string[] {
  const problems: string[] = [];
  const of = `of the user ${quoteText(name)}`;
  for (const part of ["client-certificate", "client-key"] as const) {
    if (user[part] && user[`${part}-data`]) {
      problems.push(`${part} and ${part}-data ${of} are both given`);
    }
  }
  const certificate = user["client-certificate"] || user["client-certificate-data"];
  const key = user["client-key"] || user["client-key-data"];
  if (certificate && !key) problems.push(`the client certificate ${of} has no key`);
  const basic = user.username || user.password;
  if (basic && (user.token || user.tokenFile)) {
    problems.push(`a token and a password ${of} are both given`);
  }
  const impersonates = user["as-uid"] || user["as-groups"]?.length ||
    Object.keys(user["as-user-extra"] ?? {}).length > 0;
  if (impersonates && !user.as) {
    problems.push(`uid, groups or extra ${of} are impersonated without a user`);
  }
  if (user["auth-provider"]) {
    problems.push(
      `the auth-provider ${quoteText(user["auth-provider"].name)} ${of} is not supported: ` +
        "use an exec plugin instead",
    );
  }
  return problems;
}
