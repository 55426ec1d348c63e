import { dynamicKind } from "../../toolkit/mod.ts";
import { assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import type { OwnerState } from "./decide.ts";
import type { Node } from "./node.ts";
import type { LiveMetadata } from "./objects.ts";
import { Owners } from "./owners.ts";
import { Served } from "./served.ts";

const REFERENCE = { apiVersion: "example.com/v1", kind: "Widget", name: "one", uid: "u" };

function served(namespaced = true): Served {
  const known = new Served();
  const kind = dynamicKind({
    group: "example.com",
    version: "v1",
    kind: "Widget",
    plural: "widgets",
    namespaced,
  });
  const one = {
    kind,
    verbs: new Set(["get"]),
    subresources: new Set<string>(),
    singular: "",
    shortNames: [],
  };
  known.update({ all: [one], preferred: [one], failures: [] });
  return known;
}

const dependent = (namespace = "here") => ({ identity: { namespace } }) as Node;
const live = (more: Partial<LiveMetadata>) => ({ uid: "u", resourceVersion: "1", ...more });

Deno.test("Owners.stateOf() goes by what the server says of that very owner", async (t) => {
  const cases: [name: string, found: LiveMetadata | undefined, state: OwnerState][] = [
    ["there", live({}), "solid"],
    ["not there", undefined, "dangling"],
    ["another one of its name", live({ uid: "other" }), "dangling"],
    ["being deleted", live({ deletionTimestamp: "2026-01-01T00:00:00Z" }), "solid"],
    [
      "about to be deleted in the foreground",
      live({ finalizers: ["foregroundDeletion"] }),
      "solid",
    ],
    [
      "being deleted in the foreground",
      live({ deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["foregroundDeletion"] }),
      "waiting",
    ],
    [
      "another one, in the foreground",
      live({
        uid: "other",
        deletionTimestamp: "2026-01-01T00:00:00Z",
        finalizers: ["foregroundDeletion"],
      }),
      "dangling",
    ],
  ];
  for (const [name, found, state] of cases) {
    await t.step(name, async () => {
      const owners = new Owners(served(), { read: () => Promise.resolve(found) });
      assertEquals(await owners.stateOf(REFERENCE, dependent()), state);
    });
  }
});

Deno.test("Owners.stateOf() asks once for all who ask together, and never again for what is gone", async () => {
  let asked = 0;
  let found: LiveMetadata | undefined = live({});
  const owners = new Owners(served(), {
    read() {
      asked++;
      return Promise.resolve(found);
    },
  });
  const ask = () => owners.stateOf(REFERENCE, dependent());
  assertEquals(await Promise.all([ask(), ask(), ask()]), ["solid", "solid", "solid"]);
  assertEquals(asked, 1);
  found = undefined;
  assertEquals(await ask(), "dangling");
  found = live({});
  assertEquals([await ask(), asked], ["dangling", 2]);
  // In another namespace it is another owner.
  assertEquals(await owners.stateOf(REFERENCE, dependent("there")), "solid");
});

Deno.test("Owners.stateOf() rejects where nothing is known, and remembers nothing of it", async () => {
  let isBroken = true;
  const owners = new Owners(served(), {
    read: () => isBroken ? Promise.reject(new Error("no answer")) : Promise.resolve(live({})),
  });
  await assertRejects(() => owners.stateOf(REFERENCE, dependent()), /no answer/);
  isBroken = false;
  assertEquals(await owners.stateOf(REFERENCE, dependent()), "solid");
  const unknown = { ...REFERENCE, kind: "Gadget" };
  await assertRejects(() => owners.stateOf(unknown, dependent()), /has no kind Gadget/);
  await assertRejects(() => owners.stateOf(REFERENCE, dependent("")), /is in a namespace/);
  const ofCluster = new Owners(served(false), { read: () => Promise.resolve(live({})) });
  assertEquals(await ofCluster.stateOf(REFERENCE, dependent("")), "solid");
});

Deno.test("Owners.stateOf() goes by what was seen where the kind of an owner is gone as well", async () => {
  const orphan = (uid: string) => ({ ...dependent(), goneOwners: new Set([uid]) });
  const without = new Owners(new Served(), { read: () => Promise.reject(new Error("asked")) });
  assertEquals(await without.stateOf(REFERENCE, orphan("u")), "dangling");
  for (const one of [dependent(), orphan("other")]) {
    await assertRejects(() => without.stateOf(REFERENCE, one), /has no kind Widget/);
  }
  // As long as there is the kind, the server is asked.
  const owners = new Owners(served(), { read: () => Promise.resolve(live({})) });
  assertEquals(await owners.stateOf(REFERENCE, orphan("u")), "solid");
});

Deno.test("Owners.stateOf() knows those that let their dependents go", async () => {
  const owners = new Owners(served(), { read: () => Promise.resolve(undefined) });
  owners.orphaned("u");
  assertEquals(await owners.stateOf(REFERENCE, dependent()), "orphaned");
});

Deno.test("Served.update() keeps what it knew of groups that can't be discovered now", () => {
  const known = served();
  const failure = {
    group: "example.com",
    version: "v1",
    error: new Error("503"),
    malformed: false,
  };
  assertEquals(known.update({ all: [], preferred: [], failures: [failure] }), false);
  assertEquals(known.find("example.com/v1", "Widget").kind.plural, "widgets");
  assertEquals(known.preferred.length, 1);
  known.update({ all: [], preferred: [], failures: [] });
  assertEquals(known.preferred, []);
});
