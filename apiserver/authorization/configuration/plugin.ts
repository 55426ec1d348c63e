/**
 * Authorization as a configuration file describes it.
 *
 * @module
 */

import { hash } from "node:crypto";
import { AUTHORIZATION_MODES } from "../../flags/authorization.ts";
import { followFile } from "../../../toolkit/process/followed_file.ts";
import type { Plugin } from "../../plugin.ts";
import type { ServerContext } from "../../server_context.ts";
import type { ApiServerFlagValues } from "../../surroundings.ts";
import type { Authorizer } from "../authorizer.ts";
import { AuthorizerSet } from "./authorizer_set.ts";
import { type AuthorizerSettings, readAuthorizers, WEBHOOK } from "./configuration.ts";

const FLAG = "authorization-config";

/** What configured authorization is made of. */
export interface ConfiguredOptions {
  readonly context: ServerContext;
  readonly flags: ApiServerFlagValues;
  /** Makes those that are no webhooks. */
  readonly plugins: readonly Plugin<Authorizer, ApiServerFlagValues>[];
  /** How soon a change of the file is seen. Default 10 seconds. */
  readonly intervalMs?: number;
}

/** Authorization that follows its file. */
export interface ConfiguredAuthorizer extends Authorizer {
  /** Reads the file again, if it has changed. Never rejects. */
  look(): Promise<void>;
}

/**
 * Authorization by the authorizers of a file, in its order. A change of the file is in force for the requests
 * that come after it was seen; what can't be used leaves the last one in force. Types besides webhooks are
 * made at the start: a later file must name them all, and no others. Rejects, naming the file, where the
 * first text can't be used.
 */
export async function configuredAuthorizer(
  { context, flags, plugins, intervalMs }: ConfiguredOptions,
): Promise<ConfiguredAuthorizer> {
  const { dialect, clock, logger, signal } = context;
  const metrics = reloadMetrics(context);
  const lasting = new Map<string, Authorizer>();
  let isFirst = true;
  let textInForce = "";
  let current: AuthorizerSet | undefined;
  const make = async (settings: readonly AuthorizerSettings[]) => {
    const types = settings.map(({ type }) => type).filter((type) => type !== WEBHOOK);
    if (isFirst) {
      isFirst = false;
      for (const type of types) {
        const made = await plugins.find(({ name }) => name === type)?.create(context, flags);
        if (made !== undefined) lasting.set(type, made);
      }
    }
    const missing = [...lasting.keys()].filter((type) => !types.includes(type)).sort();
    if (missing.length > 0) throw new Error(`missing required types: [${missing.join(" ")}]`);
    return await AuthorizerSet.open(settings, lasting, context);
  };
  const file = await followFile<{ readonly set: AuthorizerSet; readonly text: string }>({
    flag: FLAG,
    path: flags[FLAG],
    clock,
    logger,
    signal,
    ...(intervalMs !== undefined && { intervalMs }),
    read: async (text) => {
      const settings = await readAuthorizers(text, { dialect, types: AUTHORIZATION_MODES });
      return { set: await make(settings), text };
    },
    changed({ set, text }) {
      current?.retire();
      current = set;
      textInForce = text;
    },
    looked(outcome) {
      metrics.looked(outcome);
      if (outcome === "success") metrics.inForce(textInForce);
    },
  });
  current = file.current.set;
  metrics.inForce(file.current.text);
  return {
    authorize: (attributes, call) => current!.authorize(attributes, call),
    rulesOf: (user, namespace, call) => current!.rulesOf(user, namespace, call),
    look: () => file.look(),
  };
}

/** Metrics of the file, under the reference's names. */
function reloadMetrics({ metrics, clock }: ServerContext) {
  const prefix = "apiserver_authorization_config_controller";
  const labels = ["status"] as const;
  const reloads = metrics.counter({
    name: `${prefix}_automatic_reloads_total`,
    help:
      "Number of times that a changed authorization configuration was read, by whether it is in force.",
    stability: "BETA",
    labels,
  });
  const last = metrics.gauge({
    name: `${prefix}_automatic_reload_last_timestamp_seconds`,
    help: "When a changed authorization configuration was last read, in seconds since 1970.",
    stability: "BETA",
    labels,
  });
  const info = metrics.gauge({
    name: `${prefix}_last_config_info`,
    help: "1 for the SHA-256 of the authorization configuration that is in force.",
    labels: ["hash"],
  });
  let shown: string | undefined;
  return {
    looked(status: "success" | "failure"): void {
      reloads.with({ status }).inc();
      last.with({ status }).set(clock.now() / 1000);
    },
    inForce(text: string): void {
      if (shown !== undefined) info.remove({ hash: shown });
      shown = `sha256:${hash("sha256", text, "hex")}`;
      info.with({ hash: shown }).set(1);
    },
  };
}
