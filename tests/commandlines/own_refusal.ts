/**
 * Why our API server does not start with a command line: all that is judged before a store is opened or a port listened
 * on.
 *
 * @module
 */

import { apiServerFlags } from "../../apiserver/flags/mod.ts";
import { checkedServers } from "../../apiserver/open_stores.ts";
import { optionsFromFlags } from "../../apiserver/options_from_flags.ts";
import { createPlugins } from "../../apiserver/plugin.ts";
import type { ServerContext } from "../../apiserver/server_context.ts";
import { parseOverrides } from "../../apiserver/storage/mod.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { parseFlags } from "../../toolkit/flags/mod.ts";

/** "": it starts. `context`: that of a server, of which plugins are made. */
export async function ownRefusal(
  args: readonly string[],
  context: ServerContext,
): Promise<string> {
  try {
    const { values, given, rest, dialect } = parseFlags(apiServerFlags, args, "kubernetes");
    const word = rest.find((one) => one !== "");
    if (word !== undefined) return `${JSON.stringify(word)} is not a flag`;
    checkedServers(values, given);
    parseOverrides(values["store-servers-overrides"], given.get("store-servers-overrides"));
    const { logger } = context;
    // What is refused leaves behind what was opened before, as a process that ends: nothing goes on by this clock.
    const clock = new FakeClock(Date.now());
    const options = await optionsFromFlags(
      { ...values, "store-servers": ["memory:"], "store-servers-overrides": [] },
      {
        dialect,
        given: new Map(Array.from(given).filter(([name]) => !name.startsWith("store-servers"))),
        clock,
        logger,
        environment: {},
        logProblem: () => undefined,
        storeToken: undefined,
      },
    );
    const stop = new AbortController();
    const own: ServerContext = {
      ...context,
      egress: options.egress ?? context.egress,
      features: options.features ?? context.features,
      clock,
      metrics: new Registry(),
      signal: stop.signal,
      startWork: () => () => {},
      background() {},
    };
    try {
      await options.authenticator(own);
      await options.authorizer?.(own);
      await createPlugins(options.admission ?? [], own, options.admissionConfiguration ?? {});
      const audit = await options.audit?.(own);
      await audit?.close?.();
      await options.flowControl(own);
      return "";
    } finally {
      stop.abort();
      await options.stores.close();
      options.encryption?.close();
      options.proxyIdentity?.close();
      options.nodeAgents?.close();
      await options.serving?.tls?.close();
    }
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
}
