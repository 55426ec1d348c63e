import { assert, assertEquals } from "../deps/assert.ts";
import { Registry } from "../metrics/mod.ts";
import { API_LEVEL } from "../version.ts";
import { describeProcess } from "./process_metrics.ts";

/** Values by series. */
function seriesOf(registry: Registry): ReadonlyMap<string, number> {
  const lines = registry.render().split("\n").filter((line) => line !== "" && line[0] !== "#");
  return new Map(lines.map((line) => {
    const at = line.lastIndexOf(" ");
    return [line.slice(0, at), Number(line.slice(at + 1))];
  }));
}

Deno.test("describeProcess() shows plausible figures of this process", () => {
  const registry = new Registry();
  describeProcess(registry, { dialect: "orch" });
  const series = seriesOf(registry);
  const names = ["process_resident_memory_bytes", "process_cpu_seconds_total"];
  if (Deno.build.os === "linux") {
    names.push(
      "process_open_fds",
      "process_max_fds",
      "process_virtual_memory_bytes",
      "process_virtual_memory_max_bytes",
      "process_network_receive_bytes_total",
      "process_network_transmit_bytes_total",
    );
  }
  for (const name of names) assert(series.get(name)! > 0, name);
  const used = series.get("process_virtual_memory_bytes") ?? 0;
  assert(used >= (series.get("process_resident_memory_bytes") ?? 0) || used === 0, "addresses");
  const startSeconds = series.get("process_start_time_seconds")!;
  assert(Math.abs(startSeconds - performance.timeOrigin / 1000) < 1, `started at ${startSeconds}`);
});

Deno.test("what can't be looked at is left out, and all else is shown", () => {
  const registry = new Registry();
  describeProcess(registry, { dialect: "orch" });
  const { readDirSync, readTextFileSync } = Deno;
  try {
    Deno.readDirSync = () => {
      throw new Error("Too many open files (os error 24)");
    };
    Deno.readTextFileSync = () => "";
    const names = [...seriesOf(registry).keys()];
    assert(names.includes("process_resident_memory_bytes"), names.join());
    for (const name of ["process_open_fds", "process_max_fds", "process_virtual_memory_bytes"]) {
      assert(!names.includes(name), name);
    }
  } finally {
    Object.assign(Deno, { readDirSync, readTextFileSync });
  }
});

Deno.test("the version is shown under the name that the dialect has for the product", () => {
  for (const dialect of ["orch", "kubernetes"] as const) {
    const registry = new Registry();
    describeProcess(registry, { dialect });
    const found = [...seriesOf(registry).keys()].find((one) => one.includes("build_info"))!;
    assert(found.startsWith(`${dialect}_build_info{`), found);
    assert(/major="1",minor="\d+"/.test(found), found);
    assert(found.includes(`git_version="${API_LEVEL}+orch-`), found);
  }
});

Deno.test("features are shown with their stage, whether they are on or off", () => {
  const registry = new Registry();
  const features = {
    Early: { stage: "alpha", on: false },
    Late: { stage: "stable", on: true },
    Switched: { stage: "beta", on: true },
  } as const;
  describeProcess(registry, { dialect: "kubernetes", features, on: new Set(["Late"]) });
  const shown = [...seriesOf(registry)].filter(([name]) => name.includes("feature_enabled"));
  assertEquals(shown, [
    ['kubernetes_feature_enabled{name="Early",stage="ALPHA"}', 0],
    ['kubernetes_feature_enabled{name="Late",stage=""}', 1],
    ['kubernetes_feature_enabled{name="Switched",stage="BETA"}', 0],
  ]);
});
