/**
 * Which server a client is to call, and as whom, where its program does not say.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { credentialsOf, fixedIdentity } from "../clientconfig/credentials.ts";
import {
  type ClientConfig,
  ClientConfigError,
  clientConfigPaths,
  type ClientSettings,
  clientSettings,
  type ClientSettingsOptions,
  type Environment,
  inClusterSettings,
  isInCluster,
  loadClientConfig,
  loadClientConfigs,
} from "../clientconfig/mod.ts";
import { quoteText } from "../values/quote.ts";
import type { ClientOptions } from "./client.ts";
import { surroundings } from "./surroundings.ts";

/** The settings that options mean; throws a `ClientConfigError` that says what was looked at. */
export async function findSettings(
  options: Pick<ClientOptions, "config" | "context" | "namespace" | "clock" | "logger" | "dialect">,
): Promise<ClientSettings> {
  const { config, context } = options;
  if (config instanceof URL || typeof config === "string" && isAddress(config)) {
    const url = new URL(config);
    if (url.protocol === "file:") {
      return await settingsIn(await loadClientConfig(fileURLToPath(url)), options);
    }
    refuseContext(context, "an address has no contexts");
    return bareSettings(url);
  }
  if (typeof config === "string") return await settingsIn(await loadClientConfig(config), options);
  if (config !== undefined) {
    refuseContext(context, "settings were made for one context");
    return config;
  }
  const environment = surroundings();
  const paths = clientConfigPaths(environment, options.dialect ?? "kubernetes");
  const found = await loadClientConfigs(paths);
  if (found.clusters.length > 0 || context !== undefined) return await settingsIn(found, options);
  const complete = settingsOptions(options, environment);
  if (isInCluster(environment)) return await inClusterSettings({ ...complete, environment });
  const lack = paths.length === 0
    ? "no client config is named"
    : `no cluster is in ${paths.join(", ")}`;
  throw new NoServerKnown(`no server is known: ${lack}, and this is no pod; write where it is: `);
}

/** Nothing says where a server is. */
export class NoServerKnown extends ClientConfigError {
  /** `why` leads to how one is named, which is another way in a program than on a command line. */
  constructor(readonly why: string) {
    super(`${why}createClient({ config: FILE or ADDRESS })`);
  }
}

function isAddress(text: string): boolean {
  return /^(https?|file):\/\//i.test(text);
}

function refuseContext(context: string | undefined, why: string): void {
  if (context === undefined) return;
  throw new ClientConfigError(`the context ${quoteText(context)} can't be chosen: ${why}`);
}

/** Settings of a server that is called as nobody. */
export function bareSettings(server: URL): ClientSettings {
  return {
    server,
    tls: { insecure: false },
    credentials: credentialsOf(fixedIdentity({}), []),
    namespace: "default",
    disableCompression: false,
    warnings: [],
  };
}

function settingsIn(
  config: ClientConfig,
  options: Pick<ClientOptions, "context" | "namespace" | "clock" | "logger">,
): Promise<ClientSettings> {
  return clientSettings(config, settingsOptions(options, surroundings()));
}

function settingsOptions(
  { context, namespace, clock, logger }: Parameters<typeof settingsIn>[1],
  environment: Environment,
): ClientSettingsOptions & { environment: Environment } {
  return {
    environment,
    // Whoever sits there can be asked, as by clients of the reference.
    interactive: Deno.stdin.isTerminal(),
    overrides: { ...(context && { context }), ...(namespace && { namespace }) },
    ...(clock && { clock }),
    ...(logger && { logger }),
  };
}
