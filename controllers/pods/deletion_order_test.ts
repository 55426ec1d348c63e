import { NAMES } from "../../toolkit/names.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { deletionOrder, plainDeletionOrder } from "./deletion_order.ts";
import type { PodView } from "./pod_view.ts";

const NOW = Date.UTC(2026, 5, 1);
const COST = "controller.kubernetes.io/pod-deletion-cost";
const HOUR = 3_600_000;

function pod(name: string, more: Partial<PodView> = {}): PodView {
  return {
    key: `default/${name}`,
    namespace: "default",
    name,
    uid: name,
    labels: {},
    annotations: {},
    controller: undefined,
    createdMs: NOW - HOUR,
    isDeleting: false,
    phase: "Running",
    nodeName: "node-1",
    isReady: true,
    readySinceMs: NOW - HOUR,
    restarts: [0, 0],
    ...more,
  };
}

const cost = (text: string) => ({ annotations: { [COST]: text } });
const age = (ms: number) => ({ readySinceMs: NOW - ms });
const born = (ms: number) => ({ createdMs: NOW - ms });

/** The first goes before the second. */
const PAIRS: Readonly<Record<string, readonly [Partial<PodView>, Partial<PodView>]>> = {
  "one without a node before one with": [{ nodeName: "", phase: "Running" }, { phase: "Pending" }],
  "a pending one before a running one": [{ phase: "Pending" }, {
    phase: "Running",
    isReady: false,
  }],
  "a pending one before an unknown one": [{ phase: "Pending" }, { phase: "Unknown" }],
  "an unknown one before a running one": [{ phase: "Unknown" }, { phase: "Running" }],
  "one that is not ready before one that costs less": [
    { isReady: false, ...cost("9") },
    cost("-9"),
  ],
  "one that costs less": [cost("-1"), {}],
  "one without a cost before one with": [{}, cost("1")],
  "one that costs less, with zeros behind its sign": [cost("-05"), cost("-4")],
  "one with the least cost there is": [cost("-2147483648"), cost("-2147483647")],
  "one that became ready later": [age(1000), age(HOUR)],
  "one of which it is not known when it became ready": [{ readySinceMs: undefined }, age(1000)],
  "one that began again more often": [{ restarts: [3, 0] }, { restarts: [2, 9] }],
  "one whose sidecar began again more often": [{ restarts: [2, 1] }, { restarts: [2, 0] }],
  "a younger one": [born(1000), born(HOUR)],
  "of about one age the one whose uid is less": [{ uid: "a", ...age(60_000) }, {
    uid: "b",
    ...age(59_000),
  }],
};

for (const [name, [first, second]] of Object.entries(PAIRS)) {
  Deno.test(`deletionOrder() takes ${name}`, () => {
    const order = deletionOrder({ names: NAMES.kubernetes, nowMs: NOW });
    const [one, other] = [pod("one", first), pod("other", second)];
    assert(order(one, other) < 0);
    assert(order(other, one) > 0);
  });
}

for (const text of ["+5", "05", "1.0", " 1", "2147483648", "x", ""]) {
  Deno.test(`deletionOrder() takes the cost ${JSON.stringify(text)} for none`, () => {
    const order = deletionOrder({ names: NAMES.kubernetes, nowMs: NOW });
    assert(order(pod("a", cost(text)), pod("b", cost("1"))) < 0);
    assert(order(pod("a", cost("-1")), pod("b", cost(text))) < 0);
  });
}

Deno.test("deletionOrder() takes the one with more neighbours, and heeds the dialect's annotation", () => {
  const onSameNode = ({ nodeName }: PodView) => nodeName === "full" ? 3 : 1;
  const order = deletionOrder({ names: NAMES.kubernetes, nowMs: NOW, onSameNode });
  assert(order(pod("a", { nodeName: "full" }), pod("b", { nodeName: "empty" })) < 0);
  const own = deletionOrder({ names: NAMES.orch, nowMs: NOW });
  const costly = { annotations: { "controller.orch.io/pod-deletion-cost": "5" } };
  assert(own(pod("b"), pod("a", costly)) < 0);
  assertEquals(own(pod("a", cost("5")), pod("a", cost("7"))), 0);
});

Deno.test("plainDeletionOrder() goes by exact times, and by no cost", () => {
  const young = pod("b", { readySinceMs: NOW - 59_000, ...cost("9") });
  assert(plainDeletionOrder(young, pod("a", { readySinceMs: NOW - 60_000 })) < 0);
});

Deno.test("deletionOrder() is an order, whatever the pods", () => {
  const any = fc.record({
    uid: fc.constantFrom("a", "b", "c", "d", "e"),
    phase: fc.constantFrom("Pending", "Unknown", "Running"),
    nodeName: fc.constantFrom("", "node-1"),
    isReady: fc.boolean(),
    readySinceMs: fc.option(fc.integer({ min: NOW - 10_000, max: NOW + 10 }), { nil: undefined }),
    createdMs: fc.integer({ min: NOW - 10_000, max: NOW }),
    restarts: fc.tuple(fc.nat(2), fc.nat(2)),
  }).map((fields) => pod("any", fields as Partial<PodView>));
  const order = deletionOrder({ names: NAMES.kubernetes, nowMs: NOW });
  fc.assert(fc.property(any, any, any, (one, other, third) => {
    assert(Math.sign(order(one, other)) === -Math.sign(order(other, one)) || one.uid === other.uid);
    if (new Set([one.uid, other.uid, third.uid]).size < 3) return;
    if (order(one, other) < 0 && order(other, third) < 0) assert(order(one, third) < 0);
  }));
});
