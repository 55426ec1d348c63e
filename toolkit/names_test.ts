import { assertEquals } from "./deps/assert.ts";
import { dialectOfGroup, DIALECTS, NAMES, parseDialect, toDialect } from "./names.ts";

const rows = (await Deno.readTextFile(new URL("./facts/names.tsv", import.meta.url)))
  .trimEnd().split("\n").slice(1).map((line) => line.split("\t") as [string, string, string]);

/** Rows whose cell is a sentence about several names. */
const SENTENCES = new Set(["environment in pods", "token folder in pods"]);

Deno.test("NAMES holds every pair of names.tsv", () => {
  const pairs = new Set(
    Object.keys(NAMES.orch).map((key) => {
      const name = key as keyof typeof NAMES.orch;
      return `${NAMES.orch[name]}\t${NAMES.kubernetes[name]}`;
    }),
  );
  const missing = rows.filter(([what, orch, kubernetes]) =>
    !SENTENCES.has(what) && !pairs.has(`${orch}\t${kubernetes}`)
  );
  assertEquals(missing, []);
});

Deno.test("toDialect() follows every row of names.tsv in both directions", () => {
  for (const [what, orch, kubernetes] of rows) {
    // These two share their orch spelling with another row: only one of them can be its inverse.
    if (SENTENCES.has(what) || orch === "orch.io") continue;
    assertEquals(toDialect(kubernetes, "orch"), orch, what);
    assertEquals(toDialect(orch, "kubernetes"), kubernetes, what);
  }
});

Deno.test("toDialect() leaves a name that is already in the dialect alone", () => {
  for (const [what, orch, kubernetes] of rows) {
    if (SENTENCES.has(what)) continue;
    assertEquals(toDialect(orch, "orch"), orch, what);
    assertEquals(toDialect(kubernetes, "kubernetes"), kubernetes, what);
  }
});

const RULES: [kubernetes: string, orch: string][] = [
  ["networking.k8s.io", "networking.orch.io"],
  ["flowcontrol.apiserver.k8s.io", "flowcontrol.apiserver.orch.io"],
  ["apps", "apps"],
  ["", ""],
  ["x-kubernetes-preserve-unknown-fields", "x-orch-preserve-unknown-fields"],
  ["kubernetes.io/made-up", "orch.io/made-up"],
  ["app.kubernetes.io/name", "app.orch.io/name"],
  ["kube-proxy", "orch-proxy"],
  ["system:kube-made-up", "system:orch-made-up"],
  ["example.com/kind", "example.com/kind"],
];

Deno.test("toDialect() applies the two rules to a name in no table", () => {
  for (const [kubernetes, orch] of RULES) {
    assertEquals(toDialect(kubernetes, "orch"), orch);
    assertEquals(toDialect(orch, "kubernetes"), kubernetes);
  }
});

Deno.test("dialectOfGroup() names the dialect of a suffixed group only", () => {
  assertEquals(dialectOfGroup("networking.k8s.io"), "kubernetes");
  assertEquals(dialectOfGroup("networking.orch.io"), "orch");
  assertEquals(dialectOfGroup("apps"), undefined);
  assertEquals(dialectOfGroup(""), undefined);
  assertEquals(dialectOfGroup("example.com"), undefined);
});

Deno.test("parseDialect() takes the two names and nothing else", () => {
  assertEquals(DIALECTS.map(parseDialect), [...DIALECTS]);
  assertEquals(parseDialect("Kubernetes"), undefined);
});
