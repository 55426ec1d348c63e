import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { Graph } from "./graph.ts";
import type { Identity, Observed, OwnerReference } from "./node.ts";

/** A graph, and what it asks for since it was looked at last. */
class Told {
  #asked: string[] = [];
  readonly graph = new Graph({
    collect: ({ identity: { uid } }) => this.#asked.push(`collect ${uid}`),
    orphan: ({ identity: { uid } }) => this.#asked.push(`orphan ${uid}`),
    reportOtherNamespace: ({ identity }, { uid }) =>
      this.#asked.push(`report ${identity.uid} of ${uid}`),
    absent: ({ name, namespace }) => this.#asked.push(`absent ${namespace}/${name}`),
  });

  get asked(): string[] {
    const asked = this.#asked;
    this.#asked = [];
    return asked.sort();
  }
}

const identity = (uid: string, more: Partial<Identity> = {}): Identity => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  namespace: "here",
  name: `name-${uid}`,
  uid,
  ...more,
});

const ref = (uid: string, more: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  name: `name-${uid}`,
  uid,
  ...more,
});

const seen = (
  uid: string,
  owners: OwnerReference[] = [],
  more: Partial<Observed> = {},
): Observed => ({
  identity: identity(uid),
  resource: "/configmaps",
  owners,
  finalizers: [],
  isBeingDeleted: false,
  ...more,
});

Deno.test("Graph has an owner that nobody has seen asked about, and collects what it owns when it is gone", () => {
  const told = new Told();
  told.graph.observed(seen("child", [ref("owner")]));
  assertEquals(told.asked, ["collect owner"]);
  assert(told.graph.get("owner")?.virtual);
  told.graph.verifiedAbsent(identity("owner"));
  assertEquals(told.asked, ["absent here/name-owner", "collect child"]);
  assertEquals(told.graph.get("owner"), undefined);
});

Deno.test("Graph collects what is owned when the owner goes, and nothing when it only changes", () => {
  const told = new Told();
  told.graph.observed(seen("owner"));
  told.graph.observed(seen("child", [ref("owner")]));
  told.graph.observed(seen("owner"));
  told.graph.observed(seen("child", [ref("owner")]));
  assertEquals(told.asked, []);
  told.graph.observed(seen("wrong", [ref("owner", { name: "other" })]));
  void told.asked;
  told.graph.removed("owner");
  assertEquals(told.asked, ["collect child", "collect wrong"]);
  // Who names another one has not lost that.
  const gone = (uid: string) => [...told.graph.get(uid)?.goneOwners ?? []];
  assertEquals([gone("child"), gone("wrong")], [["owner"], []]);
  // Who has ever new owners, one after the other, does not remember all of them.
  told.graph.observed(seen("second"));
  told.graph.observed(seen("child", [ref("second")]));
  told.graph.removed("second");
  assertEquals(gone("child"), ["second"]);
});

Deno.test("Graph keeps a seen owner whatever the server says of another place", () => {
  const told = new Told();
  told.graph.observed(seen("owner"));
  told.graph.observed(seen("right", [ref("owner")]));
  told.graph.observed(seen("wrong", [ref("owner", { name: "other" })]));
  assertEquals(told.asked, ["collect wrong"]);
  told.graph.verifiedAbsent(identity("owner", { name: "other" }));
  assertEquals(told.asked, ["absent here/other", "collect wrong"]);
  assertEquals(told.graph.get("owner")?.identity.name, "name-owner");
});

Deno.test("Graph keeps an owner that others name otherwise, and has each of the names asked about", () => {
  const told = new Told();
  told.graph.observed(seen("a", [ref("owner", { name: "one" })]));
  told.graph.observed(seen("b", [ref("owner", { name: "two" })]));
  told.graph.observed(seen("c", [ref("owner", { name: "three" })]));
  assertEquals(told.asked, ["collect b", "collect c", "collect owner"]);
  const names: string[] = [];
  for (let round = 0; round < 4; round++) {
    const { identity } = told.graph.get("owner")!;
    names.push(identity.name);
    told.graph.verifiedAbsent(identity);
  }
  assertEquals(names, ["one", "three", "two", "one"]);
  assertEquals(told.graph.get("owner")?.dependents.size, 3);
  const { asked } = told;
  assert(["a", "b", "c"].every((uid) => asked.includes(`collect ${uid}`)));
});

Deno.test("Graph has those looked at that named an owner wrongly before it was seen", () => {
  const told = new Told();
  told.graph.observed(seen("bad", [ref("owner", { kind: "Secret" })]));
  told.graph.observed(seen("good", [ref("owner")]));
  told.graph.observed(
    seen("far", [ref("owner")], { identity: identity("far", { namespace: "there" }) }),
  );
  void told.asked;
  told.graph.observed(seen("owner"));
  assertEquals(told.asked, ["collect bad", "collect far", "report far of owner"]);
});

Deno.test("Graph has a foreground owner looked at when a reference goes or no longer blocks", () => {
  const told = new Told();
  const blocking = ref("owner", { blockOwnerDeletion: true });
  told.graph.observed(seen("owner"));
  for (const uid of ["a", "b", "c"]) told.graph.observed(seen(uid, [blocking]));
  const deleted = { isBeingDeleted: true, finalizers: ["foregroundDeletion"] };
  told.graph.observed(seen("owner", [], deleted));
  assertEquals(told.asked, ["collect a", "collect b", "collect c", "collect owner"]);
  told.graph.observed(seen("owner", [], deleted));
  assertEquals(told.asked, []);
  told.graph.observed(seen("a", [ref("owner", { blockOwnerDeletion: false })]));
  assertEquals(told.asked, ["collect owner"]);
  told.graph.observed(seen("b", []));
  assertEquals(told.asked, ["collect owner"]);
  told.graph.removed("c");
  assertEquals(told.asked, ["collect owner"]);
  assertEquals(told.graph.get("owner")?.dependents.size, 1);
});

Deno.test("Graph has what is owned looked at that is seen after its owner goes in the foreground", () => {
  const told = new Told();
  const goes = { finalizers: ["foregroundDeletion"], isBeingDeleted: true };
  told.graph.observed(seen("owner", [], goes));
  assertEquals(told.asked, ["collect owner"]);
  told.graph.observed(seen("child", [ref("owner")]));
  assertEquals(told.asked, ["collect child"]);
  told.graph.observed(seen("adopted"));
  told.graph.observed(seen("adopted", [ref("owner", { blockOwnerDeletion: true })]));
  assertEquals(told.asked, ["collect adopted"]);
});

Deno.test("Graph has a foreground owner looked at each time that it is deleted so, while others hold it", () => {
  const told = new Told();
  const deleted = (...finalizers: string[]) =>
    told.graph.observed(seen("owner", [], { finalizers, isBeingDeleted: true }));
  told.graph.observed(seen("owner", [], { finalizers: ["x/y"] }));
  deleted("x/y", "foregroundDeletion");
  assertEquals(told.asked, ["collect owner"]);
  deleted("x/y", "foregroundDeletion");
  deleted("x/y");
  assertEquals(told.asked, []);
  deleted("x/y", "foregroundDeletion");
  assertEquals(told.asked, ["collect owner"]);
});

Deno.test("Graph has dependents let go once, and nothing collected for it", () => {
  const told = new Told();
  told.graph.observed(seen("owner"));
  told.graph.observed(seen("child", [ref("owner")]));
  const orphaning = { isBeingDeleted: true, finalizers: ["orphan"] };
  told.graph.observed(seen("owner", [], orphaning));
  told.graph.observed(seen("owner", [], orphaning));
  assertEquals(told.asked, ["orphan owner"]);
});

Deno.test("Graph forgets all that it need not know", () => {
  const told = new Told();
  told.graph.observed(seen("owner"));
  told.graph.observed(seen("child", [ref("owner"), ref("unseen")]));
  assertEquals(told.graph.size, 3);
  told.graph.observed(seen("child", [ref("owner")]));
  assertEquals(told.graph.size, 2);
  told.graph.unwatched("/configmaps");
  assert(told.graph.get("owner")?.virtual);
  told.graph.removed("owner");
  assertEquals(told.graph.size, 2);
  void told.asked;
  told.graph.verifiedAbsent(identity("owner"));
  assertEquals(told.asked, ["absent here/name-owner", "collect child"]);
  told.graph.verifiedAbsent(identity("child"));
  assertEquals(told.graph.size, 0);
});
