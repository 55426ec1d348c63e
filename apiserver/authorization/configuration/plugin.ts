/**
 * Authorization as a configuration file describes it.
 *
 * @module
 */

import { AUTHORIZATION_MODES } from "../../flags/authorization.ts";
import { configurationMetrics } from "../../../toolkit/process/configuration_metrics.ts";
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
  const measures = configurationMetrics({
    ...context,
    prefix: "apiserver_authorization_config_controller",
    what: "authorization",
    stability: "BETA",
    serverId: context.identity,
  });
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
      measures.reloaded(outcome);
      if (outcome === "success") measures.inForce(textInForce);
    },
  });
  current = file.current.set;
  measures.inForce(file.current.text);
  return {
    authorize: (attributes, call) => current!.authorize(attributes, call),
    rulesOf: (user, namespace, call) => current!.rulesOf(user, namespace, call),
    look: () => file.look(),
  };
}
