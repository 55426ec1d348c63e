import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import { parseFlags, works } from "../flags/mod.ts";
import { metricsFlags } from "../process/metrics_flags.ts";
import { MAX_SERIES_PER_METRIC } from "./metric.ts";
import { Registry } from "./mod.ts";

const VERSION = [1, 36] as const;

/** The lines of one metric. */
function shown(registry: Registry, name: string): string {
  return registry.render().split("\n").filter((line) =>
    line.startsWith(`# HELP ${name} `) || line.startsWith(`# TYPE ${name} `) ||
    new RegExp(`^${name}(_bucket|_sum|_count)?[ {]`).test(line)
  ).join("\n");
}

Deno.test("a counter is shown with its labels, help and stability", () => {
  const registry = new Registry();
  const family = registry.counter({
    name: "requests_total",
    help: "Requests\nserved \\ counted.",
    labels: ["verb", "path"],
    stability: "STABLE",
  });
  family.with({ verb: "GET", path: 'a"b\\c\nd' }).inc();
  family.with({ verb: "GET", path: 'a"b\\c\nd' }).inc(2);
  family.with({ path: "", verb: "PUT" }).inc(0.5);
  assertEquals(
    shown(registry, "requests_total"),
    [
      "# HELP requests_total [STABLE] Requests\\nserved \\\\ counted.",
      "# TYPE requests_total counter",
      'requests_total{verb="GET",path="a\\"b\\\\c\\nd"} 3',
      'requests_total{verb="PUT",path=""} 0.5',
    ].join("\n"),
  );
  assertThrows(() => family.with({ verb: "GET", path: "" }).inc(-1), "can't grow by -1");
});

Deno.test("a histogram counts each observation in all buckets that hold it", () => {
  const registry = new Registry();
  const family = registry.histogram({ name: "size", help: "S.", labels: ["a"], buckets: [1, 2.5] });
  const child = family.with({ a: "x" });
  for (const value of [0, 1, 1.5, 2.5, 100]) child.observe(value);
  assertEquals(
    shown(registry, "size"),
    [
      "# HELP size [ALPHA] S.",
      "# TYPE size histogram",
      'size_bucket{a="x",le="1"} 2',
      'size_bucket{a="x",le="2.5"} 4',
      'size_bucket{a="x",le="+Inf"} 5',
      'size_sum{a="x"} 105',
      'size_count{a="x"} 5',
    ].join("\n"),
  );
  assertThrows(() => registry.histogram({ name: "bad", help: "", buckets: [2, 1] }), "ascend");
});

Deno.test("gauges are set, moved, removed, and asked for", () => {
  const registry = new Registry();
  const family = registry.gauge({ name: "depth", help: "D.", labels: ["q"] });
  family.with({ q: "a" }).set(5);
  family.with({ q: "a" }).dec();
  family.with({ q: "b" }).inc();
  family.remove({ q: "b" });
  let value = 1;
  registry.observed("gauge", { name: "asked", help: "A." }, () => value);
  value = Infinity;
  assert(shown(registry, "depth").endsWith('depth{q="a"} 4'));
  assert(shown(registry, "asked").endsWith("asked +Inf"));
});

Deno.test("names are checked where they are declared", () => {
  const registry = new Registry();
  const first = registry.gauge({ name: "twice", help: "" });
  assertThrows(() => registry.counter({ name: "twice", help: "" }), "declared twice");
  assertThrows(() => registry.gauge({ name: "twice", help: "other" }), "declared twice");
  assert(registry.gauge({ name: "twice", help: "" }) === first, "those who mean the same share it");
  assertThrows(() => registry.counter({ name: "a-b", help: "" }), "not valid");
  assertThrows(() => registry.counter({ name: "a", help: "", labels: ["b c"] }), "not valid");
});

Deno.test("disabled metrics are not shown, and are counted", () => {
  const registry = new Registry({ disabled: ["off"], version: VERSION, showHiddenFor: "1.35" });
  registry.gauge({ name: "off", help: "", deprecatedSince: "1.35" }).with({}).set(1);
  assertEquals(shown(registry, "off"), "");
  assert(registry.render().includes("\ndisabled_metrics_total 1\n"));
});

const DEPRECATIONS: [since: string, showHiddenFor: string, shown: boolean, note: boolean][] = [
  ["1.37", "", true, false],
  ["1.36", "", true, true],
  ["1.35", "", false, false],
  ["1.35", "1.35", true, true],
  ["1.34", "1.35", false, false],
];

Deno.test("deprecated metrics are hidden one version later", () => {
  for (const [deprecatedSince, showHiddenFor, visible, note] of DEPRECATIONS) {
    const registry = new Registry({ version: VERSION, showHiddenFor });
    registry.gauge({ name: "old", help: "Old.", deprecatedSince }).with({}).set(1);
    const text = shown(registry, "old");
    assertEquals(
      [text !== "", text.includes("Deprecated since")],
      [visible, note],
      deprecatedSince,
    );
  }
  for (const version of ["1.34", "1.36", "2.35", "x"]) {
    assertThrows(() => new Registry({ version: VERSION, showHiddenFor: version }), "'1.35'");
  }
});

Deno.test("label values outside of an allow list become unexpected", () => {
  const { values } = parseFlags([metricsFlags(works)], [
    "--allow-metric-labels=m,verb='GET,PUT'",
    "--allow-metric-labels",
    "n,code=200",
  ]);
  const registry = new Registry({ allowLabels: values["allow-metric-labels"] });
  const family = registry.counter({ name: "m", help: "", labels: ["verb", "code"] });
  family.with({ verb: "GET", code: "500" }).inc();
  family.with({ verb: "EVIL1", code: "500" }).inc();
  family.with({ verb: "EVIL2", code: "500" }).inc();
  assert(
    shown(registry, "m").endsWith(
      'm{verb="GET",code="500"} 1\nm{verb="unexpected",code="500"} 2',
    ),
  );
  const counted = "cardinality_enforcement_unexpected_categorizations_total";
  assert(shown(registry, counted).endsWith(`${counted} 2`));
});

Deno.test("--allow-metric-labels takes several at once, each in double quotes", () => {
  const parsed = (text: string) =>
    parseFlags([metricsFlags(works)], ["--allow-metric-labels", text])
      .values["allow-metric-labels"];
  const m = { metric: "m", label: "verb", values: ["GET", "PUT"] };
  const n = { metric: "n", label: "code", values: ["200"] };
  assertEquals(parsed(`"m,verb=GET,PUT"`), [m]);
  assertEquals(parsed(`"m,verb=GET,PUT","n,code=200"`), [m, n]);
  assertEquals(parsed(`"m,verb='GET,PUT'","n,code=200"`), [m, n]);
  for (const text of ["m,verb=GET,n,code=200", `"m,verb=GET","n"`, `"m,verb=GET","n,code=200`]) {
    assertThrows(() => parsed(text), "--allow-metric-labels");
  }
});

Deno.test("no label can make series without end", () => {
  const registry = new Registry();
  const family = registry.counter({ name: "m", help: "", labels: ["user"] });
  for (let user = 0; user < MAX_SERIES_PER_METRIC + 5; user++) {
    family.with({ user: `${user}` }).inc();
  }
  const text = registry.render();
  assertEquals(text.match(/^m\{/gm)?.length, MAX_SERIES_PER_METRIC);
  assert(text.includes('metric_series_dropped_total{metric="m"} 5'));
  family.with({ user: "x".repeat(100_000) });
  assert(registry.render().length < text.length + 2000);
});

Deno.test("declared metrics are counted by their stability and deprecation", () => {
  const registry = new Registry({ version: VERSION });
  registry.counter({ name: "a_total", help: "A.", stability: "STABLE" });
  registry.counter({ name: "b_total", help: "B.", stability: "STABLE", deprecatedSince: "1.36" });
  const lines = shown(registry, "registered_metrics_total").split("\n").slice(2);
  assertEquals(lines, [
    // Those two that tell of the registry itself.
    'registered_metrics_total{stability_level="ALPHA",deprecated_version=""} 2',
    'registered_metrics_total{stability_level="STABLE",deprecated_version=""} 1',
    'registered_metrics_total{stability_level="STABLE",deprecated_version="1.36.0"} 1',
  ]);
});
