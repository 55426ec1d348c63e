import { testRequest } from "../../testing/request_context.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import { estimateWork } from "./estimate_work.ts";

/** Pods are served: so many, and so many watch them. */
function workOf(method: string, path: string, size: number, watchers = 0, mostSeats = 10) {
  const storage = { cache: { size }, watchersOf: () => watchers };
  return estimateWork(testRequest({ method, path }), {
    source: {
      find: (_group, _version, resource) =>
        resource === "pods" || resource === "serviceaccounts"
          ? { storage } as unknown as ServedResource
          : undefined,
    },
    mostSeats,
    watchers() {},
  });
}

const PODS = "/api/v1/pods";

const READS: [what: string, path: string, objects: number, mostSeats: number, seats: number][] = [
  ["an empty list", PODS, 0, 10, 1],
  ["a hundred objects", PODS, 100, 10, 1],
  ["one more", PODS, 101, 10, 2],
  ["many objects", PODS, 100_000, 10, 10],
  ["many objects at a small level", PODS, 100_000, 3, 3],
  ["one object", `${PODS}?fieldSelector=metadata.name=a`, 5000, 10, 1],
  ["an object by its path", "/api/v1/namespaces/a/pods/b", 5000, 10, 1],
  ["a page of what is there now", `${PODS}?limit=10`, 550, 10, 6],
  ["a page of an old state", `${PODS}?limit=110&continue=abc`, 5000, 10, 3],
  ["an exact state", `${PODS}?resourceVersion=5&resourceVersionMatch=Exact`, 150, 10, 3],
  ["a page at a version", `${PODS}?resourceVersion=5&limit=200`, 5000, 10, 4],
  ["a selection of an old state", `${PODS}?labelSelector=a&limit=100&continue=x`, 300, 10, 4],
  [
    "a list that is no older",
    `${PODS}?resourceVersion=5&resourceVersionMatch=NotOlderThan`,
    300,
    10,
    3,
  ],
  ["a limit that is no number", `${PODS}?limit=x`, 5, 10, 10],
  ["a time that is no number", `${PODS}?watch=1&resourceVersion=7&timeoutSeconds=x`, 5, 10, 10],
  ["such a limit of somebody else's", "/apis/metrics.k8s.io/v1/nodes?limit=x", 5, 10, 10],
  ["a resource of somebody else", "/apis/metrics.k8s.io/v1/nodes", 5000, 10, 1],
  ["a path of no resource", "/version", 5000, 10, 1],
  ["a watch of all there is", `${PODS}?watch=1`, 500, 10, 5],
  ["a watch from 0", `${PODS}?watch=1&resourceVersion=0`, 500, 10, 5],
  ["a watch that lists", `${PODS}?watch=1&resourceVersion=7&sendInitialEvents=true`, 500, 10, 5],
  ["a watch of what changes", `${PODS}?watch=1&resourceVersion=7`, 500, 10, 1],
];

for (const [what, path, objects, mostSeats, seats] of READS) {
  Deno.test(`estimateWork() gives ${what} ${seats} of ${mostSeats} seats`, () => {
    assertEquals(workOf("GET", path, objects, 0, mostSeats), {
      seats,
      lingeringSeats: 0,
      lingeringMs: 0,
    });
  });
}

const IN = "/api/v1/namespaces/a/pods";
const WRITES: [
  what: string,
  method: string,
  path: string,
  watchers: number,
  most: number,
  lingering: [seats: number, ms: number],
][] = [
  ["nine watchers", "POST", IN, 9, 10, [0, 0]],
  ["ten watchers", "POST", IN, 10, 10, [1, 1]],
  ["95 watchers", "PUT", `${IN}/p`, 95, 10, [10, 1]],
  ["250 watchers: no more seats, but longer", "PATCH", `${IN}/p`, 250, 10, [10, 2.5]],
  ["30 watchers at a small level", "DELETE", `${IN}/p`, 30, 1, [1, 3]],
  ["a token", "POST", "/api/v1/namespaces/a/serviceaccounts/s/token", 500, 10, [0, 0]],
  ["all of a collection", "DELETE", IN, 500, 10, [0, 0]],
  ["a resource of somebody else", "POST", "/apis/metrics.k8s.io/v1/nodes", 500, 10, [0, 0]],
];

for (const [what, method, path, watchers, most, [lingeringSeats, lingeringMs]] of WRITES) {
  Deno.test(`estimateWork() has ${method} for ${what} linger ${lingeringMs} ms`, () => {
    assertEquals(workOf(method, path, 5000, watchers, most), {
      seats: 1,
      lingeringSeats,
      lingeringMs,
    });
  });
}
