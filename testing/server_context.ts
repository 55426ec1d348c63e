/**
 * A server context for tests of single plugins: what a test does not name does nothing.
 *
 * @module
 */

import { CalloutError } from "../apiserver/callout/mod.ts";
import { DIRECTLY } from "../apiserver/egress/mod.ts";
import type { ServerContext } from "../apiserver/server_context.ts";
import { alwaysAllow } from "../apiserver/authorization/always_allow.ts";
import { noTokens } from "../toolkit/authentication/bearer_tokens.ts";
import { FakeClock } from "../toolkit/clock.ts";
import { silentLogger } from "../toolkit/logger.ts";
import { Registry } from "../toolkit/metrics/mod.ts";

/** A context with these parts. */
export function testContext(
  parts: Partial<ServerContext> & Pick<ServerContext, "source">,
): ServerContext {
  return {
    dialect: "kubernetes",
    identity: "apiserver-test",
    callouts: {
      get client(): never {
        throw new Error("this test asks nobody");
      },
      locate: () => {
        throw new CalloutError("nowhere");
      },
    },
    egress: DIRECTLY,
    get client(): never {
      throw new Error("this test has no server");
    },
    lister: () => undefined,
    follow: () => false,
    authenticator: noTokens,
    authorizer: alwaysAllow,
    features: new Set(),
    clock: new FakeClock(),
    logger: silentLogger,
    metrics: new Registry(),
    signal: new AbortController().signal,
    random: () => 0,
    uid: () => "u",
    startWork: () => () => {},
    background() {},
    ...parts,
  };
}
