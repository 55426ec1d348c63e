import { configurationOf, testPlugin, type Write } from "../../../testing/admission.ts";
import type { AnyObject } from "../../../testing/api_client.ts";
import { testContext } from "../../../testing/server_context.ts";
import { assert, assertEquals, assertThrows } from "../../../toolkit/deps/assert.ts";
import { eventRateLimit } from "./event_rate_limit.ts";
import { TokenBuckets } from "./token_buckets.ts";

const API = { apiVersion: "eventratelimit.admission.k8s.io/v1alpha1", kind: "Configuration" };
const event = (name: string, about = "p"): Write => ["post", "events", {
  metadata: { name },
  involvedObject: { kind: "Pod", name: about, namespace: "$namespace" },
}];

testPlugin("eventRateLimit() refuses events past a limit", {
  plugins: ["EventRateLimit"],
  configurations: {
    EventRateLimit: {
      ...API,
      limits: [
        { type: "Namespace", qps: 1, burst: 2 },
        { type: "SourceAndObject", qps: 1, burst: 1 },
      ],
    },
  },
}, [
  { name: "not the first ones", before: [event("a")], write: event("b", "q") },
  {
    name: "of a namespace",
    before: [event("a"), event("b", "q")],
    write: event("c", "r"),
    status: 429,
    message: "Too many requests: limit reached on type Namespace for key case-1",
  },
  {
    name: "about one object",
    before: [event("a", "x")],
    write: event("b", "x"),
    status: 429,
    message: "limit reached on type SourceAndObject for key Podcase-2x",
  },
  {
    name: "nor dry runs",
    before: [event("a", "y")],
    write: ["post", "events?dryRun=All", event("b", "y")[2]],
  },
  {
    name: "in the newer version of events too",
    before: [event("a", "z")],
    write: ["post", "/apis/events.k8s.io/v1/namespaces/$namespace/events", {
      metadata: { name: "b" },
      eventTime: "2026-01-01T00:00:00.000000Z",
      action: "A",
      reason: "R",
      type: "Normal",
      reportingController: "example.com/c",
      reportingInstance: "i",
      regarding: { kind: "Pod", name: "z", namespace: "$namespace" },
    }],
    status: 429,
  },
]);

Deno.test("TokenBuckets fill with time, and the oldest goes", () => {
  let nowMs = 0;
  const buckets = new TokenBuckets({ perSecond: 2, burst: 3, most: 2, nowMs: () => nowMs });
  const taken = (key: string) => {
    let count = 0;
    while (buckets.take(key)) count++;
    return count;
  };
  assertEquals(taken("a"), 3);
  nowMs = 499;
  assertEquals(taken("a"), 0);
  nowMs = 1000;
  assertEquals(taken("a"), 2);
  nowMs = 1_000_000;
  assertEquals(taken("a"), 3);
  assertEquals([taken("b"), taken("c")], [3, 3]);
  assertEquals(taken("a"), 3, "its bucket was forgotten");
});

Deno.test("TokenBuckets keep no keys: one may be as long as an event", () => {
  let longest = 0;
  const { set } = Map.prototype;
  Map.prototype.set = function (key, value) {
    longest = Math.max(longest, String(key).length);
    return set.call(this, key, value);
  };
  try {
    const buckets = new TokenBuckets({ perSecond: 1, burst: 1, most: 2, nowMs: () => 0 });
    const keys = ["a", "b"].map((last) => "x".repeat(1_000_000) + last);
    assertEquals([...keys, ...keys].map((key) => buckets.take(key)), [true, true, false, false]);
  } finally {
    Map.prototype.set = set;
  }
  assert(longest > 0 && longest < 100, `${longest}`);
});

Deno.test("eventRateLimit() refuses a configuration that says nothing, or nothing sensible", () => {
  const source = { find: () => undefined, all: () => [], generation: 1 };
  const make = (value?: AnyObject) => () =>
    eventRateLimit(
      testContext({ source }),
      configurationOf(value === undefined ? {} : { EventRateLimit: value }),
    );
  const limits = (limit: AnyObject) => ({ ...API, limits: [limit] });
  const right = { type: "User", qps: 1, burst: 1 };
  assert(make(limits(right))() !== undefined);
  for (
    const [value, message] of [
      [undefined, /EventRateLimit has no configuration/],
      [{ ...API, kind: "Other" }, /expected Configuration of eventratelimit/],
      [{ ...API, limits: [] }, /limits must not be empty/],
      [{ ...API, limits: [right], more: 1 }, /unknown field "more"/],
      [limits({ ...right, type: "user" }), /type is "user": supported are Server, Namespace/],
      [limits({ ...right, qps: 0 }), /qps must be positive/],
      [limits({ ...right, burst: -1 }), /burst must be positive/],
      [limits({ ...right, qps: 0.5 }), /qps must be a whole number/],
      [limits({ ...right, cacheSize: -1 }), /cacheSize must be from 0/],
      [limits({ ...right, x: 1 }), /limits\[0\]: unknown field "x"/],
    ] as const
  ) assertThrows(make(value), message);
});
