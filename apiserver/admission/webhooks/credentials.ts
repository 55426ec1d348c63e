/**
 * Who the server is to webhooks, by where they are: users of a client config file.
 *
 * @module
 */

import { isAbsolute } from "node:path";
import {
  type ClientConfig,
  ClientConfigError,
  type Credentials,
  loadClientConfig,
  settingsOf,
} from "../../../toolkit/clientconfig/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { identityOf } from "../../../toolkit/transport/mod.ts";
import type { ClientIdentitySource, TransportRequest } from "../../../toolkit/transport/mod.ts";
import type { Callouts, WebhookCalls } from "../../callout/mod.ts";
import type { ServerContext } from "../../server_context.ts";
import { Fields, type PluginConfiguration, readTypeMeta } from "../configuration/mod.ts";

/** What a webhook is shown. */
interface Shown {
  readonly credentials: Credentials;
  readonly identity: ClientIdentitySource;
}

/**
 * The server's callouts, whose webhooks are shown what the plugin's configuration says; without one, the
 * same. Rejects where the configuration is wrong, or a file that it names can't be used.
 */
export async function withWebhookCredentials(
  context: Pick<ServerContext, "callouts" | "clock" | "dialect" | "logger">,
  configuration: PluginConfiguration | undefined,
): Promise<Callouts> {
  const { callouts, clock, logger } = context;
  if (configuration === undefined) return callouts;
  const path = clientConfigFileIn(context, configuration);
  if (path === "") return callouts;
  let find: (target: string) => Shown | undefined;
  try {
    const config = await loadClientConfig(path);
    find = finder(config, await shownBy(config, { clock, logger }));
  } catch (error) {
    if (!(error instanceof ClientConfigError)) throw error;
    const { where } = configuration;
    throw new Error(`${where}: kubeConfigFile: ${path}: ${error.message}`, { cause: error });
  }
  const client: WebhookCalls = {
    async call(endpoint, request) {
      const shown = find(targetOf(request));
      const { tls } = endpoint;
      if (shown === undefined || tls === undefined) {
        return await callouts.client.call(endpoint, request);
      }
      const sentAt = clock.now();
      const added = await shown.credentials.headers(request.signal);
      const headers = {
        ...request.headers,
        ...Object.fromEntries(added.map(([name, value]) => [name.toLowerCase(), value])),
      };
      // Its own certificate where the user has one, else the server's for calls of others.
      const has = await shown.identity(request.signal) !== undefined;
      const place = has ? { ...endpoint, tls: { ...tls, identity: shown.identity } } : endpoint;
      const answer = await callouts.client.call(place, { ...request, headers });
      if (answer.status === 401) shown.credentials.refused(sentAt);
      return answer;
    },
  };
  const { locate } = callouts;
  return { client, locate };
}

function clientConfigFileIn(
  { dialect }: Pick<ServerContext, "dialect">,
  { value, where }: PluginConfiguration,
): string {
  const names = NAMES[dialect];
  const fields = new Fields(value, where);
  readTypeMeta(fields, [
    { apiVersion: `${names.configGroupApiServer}/v1`, kind: "WebhookAdmissionConfiguration" },
    { apiVersion: `${names.configGroupApiServer}/v1alpha1`, kind: "WebhookAdmission" },
  ]);
  const path = fields.text("kubeConfigFile");
  fields.end();
  if (path !== "" && !isAbsolute(path)) {
    throw fields.wrong(
      "kubeConfigFile",
      `is ${JSON.stringify(path)}: must be an absolute file path`,
    );
  }
  return path;
}

/** What each user of a config shows, by the user's name. */
async function shownBy(
  config: ClientConfig,
  options: Pick<ServerContext, "clock" | "logger">,
): Promise<ReadonlyMap<string, Shown>> {
  const all = new Map<string, Shown>();
  for (const { name: userName, user } of config.users) {
    const cluster = { server: "https://webhook.invalid" };
    const { credentials } = await settingsOf({ cluster, user, userName, namespace: "" }, options);
    const identity = identityOf((signal) => credentials.certificate(signal));
    all.set(userName, { credentials, identity });
  }
  return all;
}

const HTTPS_PORT = ":443";

/**
 * Finds the user for a host and port: one of that name, or of `*.` and the end of it, then the same
 * without the port of HTTPS, then `*`, then the user of the current context.
 */
function finder(
  config: ClientConfig,
  users: ReadonlyMap<string, Shown>,
): (target: string) => Shown | undefined {
  const current = config.contexts.find(({ name }) => name === config["current-context"])?.context;
  const otherwise = users.get("*") ?? users.get(current?.user ?? "");
  const exact = (target: string) => {
    const parts = target.split(".");
    const ends = parts.slice(1).map((_, index) => `*.${parts.slice(index + 1).join(".")}`);
    return [target, ...ends].map((name) => users.get(name)).find((user) => user !== undefined);
  };
  return (target) => {
    const found = exact(target);
    if (found !== undefined) return found;
    const bare = target.endsWith(HTTPS_PORT) ? target.slice(0, -HTTPS_PORT.length) : undefined;
    return (bare === undefined ? undefined : exact(bare)) ?? otherwise;
  };
}

/** Host and port of whom a request is for. */
function targetOf({ headers }: TransportRequest): string {
  const authority = String(headers?.host ?? "");
  return /:\d+$/.test(authority) ? authority : authority + HTTPS_PORT;
}
