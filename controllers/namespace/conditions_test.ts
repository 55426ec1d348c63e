import { Pod, Secret } from "../../toolkit/mod.ts";
import { dynamicKind } from "../../toolkit/mod.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { conditionsOf, withConditions } from "./conditions.ts";

const FINE = { discovery: undefined, malformed: [], failures: [], remains: [] };

Deno.test("conditionsOf() tells what is left of what, and what holds it, in an order of its own", () => {
  const Lease = dynamicKind({
    group: "coordination.k8s.io",
    version: "v1",
    kind: "Lease",
    plural: "leases",
  });
  const remains = [
    { kind: Secret, count: 2, finalizers: new Map([["b.example.com/x", 2]]) },
    { kind: Pod, count: 1, finalizers: new Map() },
    {
      kind: Lease,
      count: 3,
      finalizers: new Map([["b.example.com/x", 1], ["a.example.com/y", 3]]),
    },
  ];
  for (const [dialect, group] of [["kubernetes", "k8s"], ["orch", "orch"]] as const) {
    const told = conditionsOf({ ...FINE, remains }, dialect);
    assertEquals(told.map(({ status }) => status), ["False", "False", "False", "True", "True"]);
    assertEquals(
      told[3]?.message,
      `Some resources are remaining: leases.coordination.${group}.io has 3 resource instances, ` +
        "pods. has 1 resource instances, secrets. has 2 resource instances",
    );
    assertEquals(
      told[4]?.message,
      "Some content in the namespace has finalizers remaining: " +
        "a.example.com/y in 3 resource instances, b.example.com/x in 3 resource instances",
    );
  }
});

Deno.test("conditionsOf() tells what failed in the same order, whichever comes first", () => {
  const [a, b] = [new Error("a is refused"), new Error("b is refused")];
  const messages = [[a, b], [b, a]].map((failures) =>
    conditionsOf({ ...FINE, failures }, "kubernetes")[2]?.message
  );
  const text = "Failed to delete all resource types, 2 remaining: a is refused, b is refused";
  assertEquals(messages, [text, text]);
});

Deno.test("withConditions() moves the time with the status alone, and says when nothing is new", () => {
  const first = withConditions([], conditionsOf(FINE, "kubernetes"), "t1")!;
  assertEquals(first.map(({ lastTransitionTime }) => lastTransitionTime), Array(5).fill("t1"));
  assertEquals(withConditions(first, conditionsOf(FINE, "kubernetes"), "t2"), undefined);
  const failing = (text: string) =>
    conditionsOf({ ...FINE, failures: [new Error(text)] }, "kubernetes");
  const second = withConditions(first, failing("one"), "t2")!;
  assertEquals([second[2]?.status, second[2]?.lastTransitionTime], ["True", "t2"]);
  assertEquals(second[0]?.lastTransitionTime, "t1");
  const third = withConditions(second, failing("two"), "t3")!;
  assertEquals(third[2]?.lastTransitionTime, "t2");
  assertEquals(
    third[2]?.message,
    "Failed to delete all resource types, 1 remaining: two",
  );
  const others = [{ type: "example.com/Own", status: "True" }];
  assertEquals(withConditions(others, failing("one"), "t1")?.[0], others[0]);
});
