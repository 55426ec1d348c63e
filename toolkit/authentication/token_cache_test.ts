import { FakeClock } from "../clock.ts";
import { metricSeries } from "../../testing/metric_samples.ts";
import { assertEquals, assertRejects } from "../deps/assert.ts";
import { Registry } from "../metrics/mod.ts";
import type { Identity } from "./authenticator.ts";
import type { TokenAuthenticator, TokenCall } from "./token_authenticator.ts";
import { cachedTokens } from "./token_cache.ts";

const USER = { name: "u", uid: "", groups: [], extra: {} };
const CALL: TokenCall = { signal: new AbortController().signal };

/** A cache over tokens that answer as `answer` says, and what these were asked. */
function cached(
  answer: (token: string, call: TokenCall) => Identity | Promise<Identity>,
  mostTokens?: number,
) {
  const clock = new FakeClock(1_000_000);
  const metrics = new Registry();
  const asked: string[] = [];
  const tokens: TokenAuthenticator = {
    authenticateToken(token, call) {
      asked.push(token);
      return answer(token, call);
    },
  };
  const cache = cachedTokens(tokens, { clock, metrics, ...(mostTokens && { mostTokens }) });
  return { cache, asked, clock, metrics };
}

Deno.test("cachedTokens() believes for ten seconds, and asks anew then", async () => {
  const { cache, asked, clock } = cached(() => ({ is: "known", user: USER }));
  const ask = (audiences?: string[]) => cache.authenticateToken("t", { ...CALL, audiences });
  for (const [afterMs, times] of [[0, 1], [9_999, 1], [1, 2], [9_999, 2]] as const) {
    await clock.advance(afterMs);
    assertEquals((await ask()).is, "known");
    assertEquals(asked.length, times);
  }
  // For other audiences it is another question.
  await ask(["a"]);
  await ask(["a"]);
  await ask(["a", "b"]);
  assertEquals(asked.length, 4);
});

Deno.test("cachedTokens() believes nothing past its end", async () => {
  const { cache, asked, clock } = cached(() => ({
    is: "known",
    user: USER,
    expiresMs: 1_005_000,
  }));
  await cache.authenticateToken("t", CALL);
  await clock.advance(4_999);
  await cache.authenticateToken("t", CALL);
  assertEquals(asked.length, 1);
  await clock.advance(1);
  await cache.authenticateToken("t", CALL);
  assertEquals(asked.length, 2);
});

Deno.test("cachedTokens() keeps no refusal, and nothing of what is not known", async () => {
  for (const identity of [{ is: "refused", reason: "no" }, { is: "absent" }] as Identity[]) {
    const { cache, asked } = cached(() => identity);
    await cache.authenticateToken("t", CALL);
    assertEquals(await cache.authenticateToken("t", CALL), identity);
    assertEquals(asked.length, 2);
  }
});

Deno.test("cachedTokens() keeps so many tokens and no more", async () => {
  const { cache, asked } = cached(() => ({ is: "known", user: USER }), 2);
  for (const token of ["a", "b", "c", "b", "c", "a"]) await cache.authenticateToken(token, CALL);
  assertEquals(asked, ["a", "b", "c", "a"]);
});

Deno.test("cachedTokens() asks once for all who ask at one time, whoever of them goes", async () => {
  const answer = Promise.withResolvers<Identity>();
  const { cache, asked, metrics } = cached(() => answer.promise);
  const first = new AbortController();
  const waiting = [first.signal, CALL.signal, CALL.signal].map((signal) =>
    Promise.resolve(cache.authenticateToken("t", { signal }))
  );
  const active = () =>
    Object.values(metricSeries(metrics, "authentication_token_cache_active_fetch_count"));
  assertEquals(active(), [3, 1], "blocked, in flight");
  first.abort(new Error("gone"));
  await assertRejects(() => waiting[0]!, /gone/);
  assertEquals(active(), [2, 1], "blocked, in flight");
  answer.resolve({ is: "known", user: USER });
  assertEquals((await Promise.all(waiting.slice(1))).map(({ is }) => is), ["known", "known"]);
  assertEquals(asked, ["t"]);
  await cache.authenticateToken("t", CALL);
  assertEquals(active(), [0, 0], "blocked, in flight");
  const name = "authentication_token_cache";
  assertEquals(
    metricSeries(
      metrics,
      `${name}_request_total`,
      `${name}_request_duration_seconds_count`,
      `${name}_fetch`,
    ),
    {
      [`${name}_request_total{status="hit"}`]: 1,
      [`${name}_request_total{status="miss"}`]: 3,
      [`${name}_request_duration_seconds_count{status="hit"}`]: 1,
      [`${name}_request_duration_seconds_count{status="miss"}`]: 3,
      [`${name}_fetch_total{status="ok"}`]: 1,
    },
  );
});

Deno.test("cachedTokens() waits half a minute, and refuses what took longer", async () => {
  const { cache, clock } = cached((_, { signal }) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
  );
  const waiting = Promise.resolve(cache.authenticateToken("t", CALL));
  await clock.advance(30_000);
  assertEquals((await waiting).is, "refused");
});

Deno.test("cachedTokens() forgets a question that failed", async () => {
  let fails = true;
  const { cache, asked } = cached(() =>
    fails ? Promise.reject(new Error("broken")) : Promise.resolve({ is: "known", user: USER })
  );
  await assertRejects(() => Promise.resolve(cache.authenticateToken("t", CALL)), /broken/);
  fails = false;
  assertEquals((await cache.authenticateToken("t", CALL)).is, "known");
  assertEquals(asked.length, 2);
});
