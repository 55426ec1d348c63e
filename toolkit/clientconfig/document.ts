/**
 * Client config files as text: which servers there are (clusters), who calls them (users), and which
 * of those go together (contexts).
 *
 * @module
 */

import type { AuthInfo, clientconfigV1 } from "../api/config/clientconfig_v1.ts";
import { CodecError } from "../codec/error.ts";
import { canonicalObject } from "../codec/json.ts";
import { decodeYaml, encodeYaml } from "../codec/yaml.ts";
import { REDACTED } from "../logger.ts";
import { CLIENT_CONFIG_PACKAGES } from "../schema/client_config_table.ts";
import { declarationsIn } from "../schema/declarations.ts";
import { Definitions } from "../schema/definitions.ts";
import { quoteText } from "../values/quote.ts";

/** The content of a client config file. It holds secrets: show {@link redactClientConfig}. */
export type ClientConfig = clientconfigV1.Config;

/** A client config that can't be read or used. Messages show no secret. */
export class ClientConfigError extends Error {
  /** Tells it apart in logs. */
  override name = "ClientConfigError";
}

/** The most characters of a client config file. */
export const CLIENT_CONFIG_LIMIT_CHARS = 16 * 1024 * 1024;

/** Of its own table, which is small: that of the whole API need not be loaded. Alike in both dialects. */
const DEFINITIONS = new Definitions("orch", declarationsIn(CLIENT_CONFIG_PACKAGES));

const API_VERSION = "v1";
const KIND = "Config";

/** A config with nothing in it. */
export function emptyClientConfig(): ClientConfig {
  return {
    apiVersion: API_VERSION,
    kind: KIND,
    clusters: [],
    users: [],
    contexts: [],
    "current-context": "",
  };
}

/**
 * Reads a client config from YAML or JSON. Fields that nobody knows are dropped. Throws
 * {@link ClientConfigError}; `where` names the source in its message.
 */
export function parseClientConfig(text: string, where = "client config"): ClientConfig {
  try {
    return readConfig(parseYaml(text) ?? {});
  } catch (error) {
    if (!(error instanceof ClientConfigError || error instanceof CodecError)) throw error;
    // The codec's message shows a number that stands where a text should: it may be a password.
    const message = error.message.replace(/\bnumber -?[\d.e+]+/gi, "a number");
    throw new ClientConfigError(`${where}: ${message}`);
  }
}

/** The one document of a YAML or JSON text, undefined when there is none. */
export function parseYaml(text: string): unknown {
  if (text.length > CLIENT_CONFIG_LIMIT_CHARS) {
    throw new ClientConfigError(`more than ${CLIENT_CONFIG_LIMIT_CHARS} characters`);
  }
  const documents = readDocuments(text);
  if (documents.length > 1) throw new ClientConfigError("more than one document");
  return documents[0];
}

function readDocuments(text: string): unknown[] {
  try {
    return decodeYaml(text);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new ClientConfigError(error.message);
  }
}

function readConfig(value: unknown): ClientConfig {
  const struct = DEFINITIONS.struct("clientconfig/v1", "Config");
  const config = canonicalObject(struct, value) as unknown as Partial<ClientConfig>;
  const { apiVersion = API_VERSION, kind = KIND } = config;
  if (apiVersion !== API_VERSION || kind !== KIND) {
    throw new ClientConfigError(
      `apiVersion and kind must be ${API_VERSION} and ${KIND}, ` +
        `not ${quoteText(apiVersion)} and ${quoteText(kind)}`,
    );
  }
  const complete: ClientConfig = { ...emptyClientConfig(), ...config };
  // Lists that are null in the file.
  for (const list of ["clusters", "users", "contexts"] as const) {
    complete[list] ??= [];
    refuseDuplicates(list, complete[list]);
  }
  return complete;
}

function refuseDuplicates(list: string, items: readonly { name: string }[]): void {
  const names = new Set<string>();
  for (const { name } of items) {
    if (names.has(name)) {
      throw new ClientConfigError(`duplicate name ${quoteText(name)} in ${list}`);
    }
    names.add(name);
  }
}

/** The YAML of a client config, secrets included. */
export function printClientConfig(config: ClientConfig): string {
  const struct = DEFINITIONS.struct("clientconfig/v1", "Config");
  const canonical = canonicalObject(struct, {
    ...config,
    apiVersion: API_VERSION,
    kind: KIND,
  });
  return encodeYaml(canonical);
}

/** What stands for each secret of a user. That of bytes is base64, as the reference's is. */
const SECRET_FIELDS = {
  "client-key-data": "DATA+OMITTED",
  token: REDACTED,
  password: REDACTED,
} as const;

/** The config with what nobody should see replaced. */
export function redactClientConfig(config: ClientConfig): ClientConfig {
  return {
    ...config,
    clusters: config.clusters.map(({ name, cluster }) => {
      const proxy = cluster["proxy-url"];
      const shown = proxy?.replace(/\/\/[^/?#]*@/, `//${REDACTED}@`);
      return { name, cluster: { ...cluster, ...(shown && { "proxy-url": shown }) } };
    }),
    users: config.users.map(({ name, user }) => ({ name, user: redactUser(user) })),
  };
}

function redactUser(user: AuthInfo): AuthInfo {
  const shown = { ...user };
  for (const [field, instead] of Object.entries(SECRET_FIELDS)) {
    const name = field as keyof typeof SECRET_FIELDS;
    if (shown[name]) shown[name] = instead;
  }
  if (shown["auth-provider"]) {
    const hidden = Object.keys(shown["auth-provider"].config ?? {}).map((key) => [key, REDACTED]);
    shown["auth-provider"] = { ...shown["auth-provider"], config: Object.fromEntries(hidden) };
  }
  if (shown.exec?.env) {
    shown.exec = { ...shown.exec, env: shown.exec.env.map((one) => ({ ...one, value: REDACTED })) };
  }
  return shown;
}
