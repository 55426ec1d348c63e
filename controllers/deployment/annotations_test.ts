import { deploymentInWords, setInWords } from "../../testing/deployment_views.ts";
import { NAMES } from "../../toolkit/names.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { annotationNames, missingAnnotations, numberOf, replicasOf } from "./annotations.ts";
import { setsToClean } from "./cleaning.ts";

const names = annotationNames(NAMES.kubernetes);
const { revision, history } = names;

const missing = (deployment: Record<string, string>, set: Record<string, string>, next: bigint) =>
  missingAnnotations(
    deploymentInWords({}, {}, { annotations: deployment }),
    { annotations: set },
    next,
    names,
  );

Deno.test("missingAnnotations() are the deployment's, but for those of its own", () => {
  const own = {
    [revision]: "7",
    [history]: "1,2",
    [names.desired]: "1",
    [names.most]: "1",
    [names.rollback]: "0",
    "kubectl.kubernetes.io/last-applied-configuration": "{}",
  };
  assertEquals(missing({ ...own, note: "new", same: "x" }, { same: "x", note: "old" }, 1n), {
    note: "new",
    [revision]: "1",
  });
});

/** The revision and history of a set, and the next revision; then what it gets. */
const REVISIONS: Readonly<Record<string, readonly [Record<string, string>, bigint, object]>> = {
  "nothing where it is the newest": [{ [revision]: "3" }, 3n, {}],
  "nothing where newer ones are gone": [{ [revision]: "5" }, 3n, {}],
  "a revision and what it was": [{ [revision]: "1" }, 3n, { [revision]: "3", [history]: "1" }],
  "a longer history": [{ [revision]: "3", [history]: "1" }, 5n, {
    [revision]: "5",
    [history]: "1,3",
  }],
  "a revision beyond what a double tells apart": [
    { [revision]: "3546343826724305832" },
    3546343826724305833n,
    {
      [revision]: "3546343826724305833",
      [history]: "3546343826724305832",
    },
  ],
  "a revision in place of what is none": [{ [revision]: "many" }, 2n, { [revision]: "2" }],
  "a revision in place of one too large": [{ [revision]: "9".repeat(19) }, 2n, { [revision]: "2" }],
};

for (const [name, [set, next, wanted]] of Object.entries(REVISIONS)) {
  Deno.test(`missingAnnotations() give a set ${name}`, () => {
    assertEquals(missing({}, set, next), wanted as Record<string, string>);
  });
}

Deno.test("missingAnnotations() drop the oldest revisions of a history that gets too long", () => {
  const long = Array.from({ length: 500 }, (_, index) => String(1000 + index)).join(",");
  const found = missing({}, { [revision]: "1500", [history]: long }, 1501n)[history]!;
  assert(found.length <= 2000);
  assertEquals([found.split(",")[0], found.split(",").at(-1)], ["1101", "1500"]);
});

Deno.test("numberOf() and replicasOf() read numbers, and nothing else", () => {
  const numbers = {
    "7": 7n,
    "-1": -1n,
    "+3": 3n,
    "9223372036854775807": 9223372036854775807n,
    "9223372036854775808": undefined,
    "": undefined,
    "1.5": undefined,
    "1e3": undefined,
  };
  for (const [text, number] of Object.entries(numbers)) assertEquals(numberOf(text), number, text);
  const counts = { "7": 7, "0": 0, "+3": undefined, "-1": undefined, "2147483648": undefined };
  for (const [text, count] of Object.entries(counts)) {
    assertEquals(replicasOf({ a: text }, "a"), count, text);
  }
});

const old = (number: number, more: object = {}) =>
  setInWords({
    name: `s${number}`,
    replicas: 0,
    annotations: { [revision]: `${number}` },
    ...more,
  });

Deno.test("setsToClean() are the oldest beyond the limit, but none with pods, unseen, or on its way out", () => {
  const clean = (limit: number | undefined, ...sets: ReturnType<typeof old>[]) =>
    setsToClean(deploymentInWords({ revisionHistoryLimit: limit }), sets, names)
      .map(({ name }) => name);
  assertEquals(clean(1, old(3), old(1), old(2)), ["s1", "s2"]);
  assertEquals(clean(3, old(3), old(1), old(2)), []);
  assertEquals(clean(undefined, old(3), old(1)), []);
  assertEquals(clean(0, old(10), old(9)), ["s9", "s10"]);
  // Others do not go in their place.
  assertEquals(clean(1, old(1, { replicas: 1 }), old(2), old(3)), ["s2"]);
  assertEquals(clean(1, old(1, { status: { replicas: 1 } }), old(2)), []);
  assertEquals(clean(1, old(1, { status: { observedGeneration: 0 } }), old(2)), []);
  const ending = { metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" } };
  assertEquals(clean(1, old(1, ending), old(2), old(3)), ["s2"]);
});
