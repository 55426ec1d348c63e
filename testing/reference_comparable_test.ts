import { comparable } from "./reference_comparable.ts";
import { assertEquals } from "../toolkit/deps/assert.ts";

Deno.test("comparable() leaves what was done, and who owns what", () => {
  const owner = "01234567-89ab-4cde-8f01-23456789abcd";
  const other = owner.replace("0", "f");
  assertEquals(
    comparable([
      { kind: "Site", metadata: { name: "a", uid: owner, resourceVersion: "17", generation: 2 } },
      { kind: "Event", metadata: { name: "a.1a2055b09490" } },
      {
        kind: "Service",
        metadata: { name: "b", uid: other, ownerReferences: [{ name: "a", uid: owner }] },
        spec: { clusterIP: "10.0.3.4", url: `https://127.0.0.1:4711/${other}`, mine: "secret-1" },
        status: { at: "2026-01-02T03:04:05.678Z", other: "ffffffff-89ab-4cde-8f01-23456789abcd" },
      },
    ], { "secret-1": "the secret" }),
    [
      {
        kind: "Site",
        metadata: {
          name: "a",
          uid: "the uid of Site a",
          resourceVersion: "a revision",
          generation: 2,
        },
      },
      { kind: "Event", metadata: { name: "a.an event" } },
      {
        kind: "Service",
        metadata: {
          name: "b",
          uid: "the uid of Service b",
          ownerReferences: [{ name: "a", uid: "the uid of Site a" }],
        },
        spec: {
          clusterIP: "an address",
          url: "https://127.0.0.1:a port/the uid of Service b",
          mine: "the secret",
        },
        status: { at: "a time", other: "a uid" },
      },
    ],
  );
});

Deno.test("comparable() puts owners of fields in one order", () => {
  const [one, other] = [{ manager: "b" }, { manager: "a", time: "2026-01-02T03:04:05Z" }];
  const [first, second] = [[one, other], [other, one]].map((managedFields) =>
    comparable([{ kind: "Site", metadata: { managedFields } }])
  );
  assertEquals(first, second);
});
