/**
 * A server with priority and fairness, and people who ask it.
 *
 * @module
 */

import { bearerTokens } from "../../toolkit/authentication/bearer_tokens.ts";
import { tokenFile } from "../../apiserver/authentication/token_file.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import { createPriorityAndFairness } from "../../apiserver/flowcontrol/create.ts";
import {
  startTestServer,
  TEST_TOKEN,
  type TestServer,
  type TestServerOptions,
} from "../../testing/api_server.ts";
import { NAMES } from "../../toolkit/names.ts";

/** Groups of each person; everybody's token is their name. */
const PEOPLE: Readonly<Record<string, readonly string[]>> = {
  alice: [],
  bob: [],
  "system:node:n1": ["system:nodes"],
  "system:serviceaccount:shop:robot": ["system:serviceaccounts"],
};

const person = (name: string, groups: readonly string[]): User => ({
  name,
  uid: "",
  groups,
  extra: {},
});

/** Starts one that is ready; its own client belongs to system:masters. */
export async function startWithFlowControl(
  { seats = 600, requestTimeoutMs = 60_000, ...options }: TestServerOptions & {
    readonly seats?: number;
  } = {},
): Promise<TestServer> {
  const names = NAMES[options.dialect ?? "kubernetes"];
  const running = await startTestServer({
    authenticator: bearerTokens([tokenFile(
      new Map([
        [TEST_TOKEN, person("admin", ["system:masters"])],
        ...[names.userControllerManager, names.userScheduler].map((name) =>
          [name, person(name, [])] as const
        ),
        ...Object.entries(PEOPLE).map(([name, groups]) => [name, person(name, groups)] as const),
      ]),
    )]),
    flowControl: (context) => createPriorityAndFairness(context, { seats, requestTimeoutMs }),
    requestTimeoutMs,
    ...options,
  });
  await running.server.ready;
  return running;
}

/** What the server does not come to in so long it never does. */
const LIMIT_MS = 120_000;

/** Asks again and again until there is an answer, and settles with it. */
export async function answered<T>(
  what: string,
  ask: () => Promise<T | undefined>,
): Promise<T> {
  const end = performance.now() + LIMIT_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`${what}: not within ${LIMIT_MS / 1000} s`);
  }
}
