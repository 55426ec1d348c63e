import { FakeClock } from "../clock.ts";
import { assertEquals } from "../deps/assert.ts";
import { silentLogger } from "../logger.ts";
import { Health } from "./answer.ts";
import type { HealthCheck } from "./checks.ts";

const GOOD: HealthCheck = { name: "good", check() {} };
const READY: HealthCheck = { name: "ready", readinessOnly: true, check() {} };
const BAD: HealthCheck = {
  name: "bad",
  check() {
    throw new Error("a secret reason");
  },
};

function healthOf(checks: readonly HealthCheck[]) {
  const clock = new FakeClock();
  return new Health({ checks, dialect: "orch", clock, logger: silentLogger, livezGraceMs: 0 });
}

async function asked(checks: readonly HealthCheck[], path: string) {
  const [bare = "", text = ""] = path.split("?");
  const query = new URLSearchParams(text);
  const answer = await healthOf(checks).answer(bare, {
    query: { all: (name) => query.getAll(name), has: (name) => query.has(name) },
    signal: new AbortController().signal,
  });
  return [answer?.status, answer?.body] as const;
}

const CASES: readonly [checks: HealthCheck[], path: string, status: number, body: string][] = [
  [[GOOD, READY], "/readyz?verbose", 200, "[+]good ok\n[+]ready ok\nreadyz check passed\n"],
  [[GOOD, READY], "/livez?verbose", 200, "[+]good ok\nlivez check passed\n"],
  [[], "/healthz?verbose", 200, "[+]ping ok\nhealthz check passed\n"],
  [[READY], "/livez?verbose=", 200, "[+]ping ok\nlivez check passed\n"],
  [[READY], "/livez/ping", 200, "ok"],
  [[GOOD], "/livez/ping", 404, "404 page not found\n"],
  [
    [GOOD, BAD],
    "/healthz",
    500,
    "[+]good ok\n[-]bad failed: reason withheld\nhealthz check failed\n",
  ],
  [[GOOD, BAD], "/healthz?exclude=bad", 200, "ok"],
  [
    [GOOD, BAD, BAD],
    "/healthz?verbose&exclude=bad",
    200,
    "[+]good ok\n[+]bad excluded: ok\n[+]bad excluded: ok\nhealthz check passed\n",
  ],
  [
    [GOOD],
    "/healthz?verbose&exclude=z&exclude=a%0Ab&exclude=z",
    200,
    '[+]good ok\nwarn: some health checks cannot be excluded: no matches for "a\\nb","z"\nhealthz check passed\n',
  ],
];

Deno.test("Health answers as the reference's pages of health do", async () => {
  for (const [checks, path, status, body] of CASES) {
    assertEquals(await asked(checks, path), [status, body], path);
  }
});

Deno.test("Health has a path for each check that a page shows", () => {
  assertEquals(healthOf([READY]).paths(), [
    "/healthz",
    "/healthz/ping",
    "/livez",
    "/livez/ping",
    "/readyz",
    "/readyz/ready",
  ]);
});
