import { assertEquals, assertThrows } from "../toolkit/deps/assert.ts";
import { type WatchCacheSizeFlags, watchCacheSizes } from "./watch_cache_sizes.ts";

function sizes(flags: Partial<WatchCacheSizeFlags>, dialect: "kubernetes" | "orch" = "kubernetes") {
  const all = {
    "default-watch-cache-size": 100,
    "target-ram-mb": 0,
    "watch-cache": true,
    "watch-cache-sizes": [],
    ...flags,
  };
  return watchCacheSizes(all, dialect);
}

Deno.test("watchCacheSizes() has the system's sizes, by the memory that is aimed at", () => {
  const cases: [megabytes: number, Record<string, number>][] = [
    [0, { replicationcontrollers: 100, endpoints: 1000, nodes: 1000, pods: 1000, secrets: 100 }],
    [59, { replicationcontrollers: 100, pods: 1000 }],
    [6000, {
      replicationcontrollers: 500,
      endpoints: 1000,
      nodes: 1000,
      services: 1000,
      pods: 5000,
    }],
    [60_000, { replicationcontrollers: 5000, endpoints: 10_000, nodes: 5000, pods: 50_000 }],
  ];
  for (const [megabytes, expected] of cases) {
    const size = sizes({ "target-ram-mb": megabytes });
    for (const [resource, count] of Object.entries(expected)) {
      assertEquals(size("", resource), count, `${resource} for ${megabytes} MB`);
    }
  }
  assertEquals(sizes({})("apiregistration.k8s.io", "apiservices"), 1000);
  assertEquals(sizes({})("apps", "pods"), 100);
});

Deno.test("watchCacheSizes() takes the sizes that are said, in either dialect's groups", () => {
  const said = [
    "pods#7",
    "deployments.apps#8",
    "apiservices.apiregistration.k8s.io#9",
    "secrets#0",
  ];
  for (const dialect of ["kubernetes", "orch"] as const) {
    const size = sizes({ "watch-cache-sizes": said, "default-watch-cache-size": 0 }, dialect);
    const group = dialect === "orch" ? "apiregistration.orch.io" : "apiregistration.k8s.io";
    assertEquals(
      [size("", "pods"), size("apps", "deployments"), size(group, "apiservices")],
      [7, 8, 9],
    );
    // All reads are answered from memory: there is always some of it.
    assertEquals([size("", "secrets"), size("", "configmaps")], [1, 1]);
    assertEquals(sizes({ "watch-cache-sizes": said, "watch-cache": false })("", "pods"), 1);
  }
});

Deno.test("watchCacheSizes() throws on a size that can't be read", () => {
  for (const text of ["pods", "pods#", "pods#-1", "#5", "pods.#5", "Pods#5", "pods#5x"]) {
    assertThrows(() => sizes({ "watch-cache-sizes": [text] }), /expected resource\[\.group\]#size/);
  }
});
