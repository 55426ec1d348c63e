/**
 * The floors of the large folders, from the ground up, and that no folder needs itself.
 *
 * @module
 */

import { importsOf, resolve } from "./imports.ts";
import { isTest, place, type Rule } from "./rule.ts";

/** A floor and its parts: folders, or files that stand beside them. */
type Floor = readonly [floor: string, parts: readonly string[]];

/**
 * What operators import is what `mod.ts` loads; everything above it is for processes. A part imports
 * its own floor and those below it. What is not named here is a mistake: each part has a floor.
 */
export const TOOLKIT_FLOORS: readonly Floor[] = [
  ["outside packages", ["deps"]],
  ["what operators import", [
    "mod.ts",
    "add_all.ts",
    "api",
    "backoff.ts",
    "bind_any.ts",
    "cache",
    "certificates",
    "client",
    "clientconfig",
    "clock.ts",
    "codec",
    "controller",
    "errors",
    "http2",
    "informer",
    "joined_bytes.ts",
    "kinds",
    "logger.ts",
    "metrics",
    "names.ts",
    "operator",
    "number_table.ts",
    "on_abort.ts",
    "queue.ts",
    "slots.ts",
    "recent_map.ts",
    "reflector",
    "resource",
    "runnable.ts",
    "schema",
    "selectors",
    "time_slice.ts",
    "transport",
    "unix_socket.ts",
    "validation",
    "values",
    "version.ts",
    "webhook",
    "wire",
    "workqueue",
  ]],
  ["expressions", ["cel", "policies"]],
  ["what processes share", [
    "authentication",
    "authorization",
    "delegation",
    "descriptions",
    "events",
    "flags",
    "grpc",
    "health",
    "logging",
    "pages",
    "process",
    "patch",
    "pods",
    "profiling",
    "quota",
    "registration",
    "schedule",
    "serving",
    "tokens",
  ]],
  ["the command line", ["cli"]],
  ["generation", ["generate"]],
];

/** Files that stand beside the folders put the server together, and are on top of all floors. */
const APISERVER_FLOORS: readonly Floor[] = [
  ["the ground", [
    "egress",
    "encryption",
    "fieldmanager",
    "flags",
    "patch",
    "storage",
    "webhookclient",
  ]],
  ["the seams of the chain", [
    "audit",
    "authentication",
    "authorization",
    "flowcontrol",
    "health",
    "http",
  ]],
  ["what a resource is", ["addresses", "bodies", "callout", "resource"]],
  ["what is served", ["customresources", "kinds", "openapi"]],
  ["admission", ["admission", "auditsinks"]],
  ["the registry", ["registry"]],
  ["what requests reach", [
    "aggregation",
    "bootstrap",
    "connect",
    "discovery",
    "endpoints",
    "filters",
    "loopback",
  ]],
];

const FLOORS: Readonly<Record<string, readonly Floor[]>> = {
  toolkit: TOOLKIT_FLOORS,
  apiserver: APISERVER_FLOORS,
};

/** Parts import only their own floor and those below; folders import what is on top for its types. */
export const floors: Rule = (files) => {
  const floorOf = new Map(
    Object.entries(FLOORS).flatMap(([folder, all]) =>
      all.flatMap(([, parts], floor) => parts.map((part) => [`${folder}/${part}`, floor] as const))
    ),
  );
  return files.flatMap((file) => {
    const [folder = "", part = ""] = file.path.split("/");
    const all = FLOORS[folder];
    if (all === undefined || isTest(file.path)) return [];
    const floor = floorOf.get(`${folder}/${part}`);
    if (floor === undefined) {
      const onTop = folder === "apiserver" && part.endsWith(".ts");
      return onTop ? [] : [`${file.path}: no floor of ${folder} has this part`];
    }
    return importsOf(file).flatMap(({ node, specifier, typeOnly }) => {
      const path = resolve(file.path, specifier);
      const [otherFolder, otherPart = ""] = path.split("/");
      if (otherFolder !== folder) return [];
      const other = floorOf.get(`${folder}/${otherPart}`);
      const where = place(file, node);
      if (other === undefined) {
        return typeOnly
          ? []
          : [`${where}: ${path} is on top of all floors: only its types are free`];
      }
      if (other <= floor) return [];
      return [`${where}: "${all[floor]![0]}" must not import ${path}, of "${all[other]![0]}"`];
    });
  });
};

/** Of the folders in one folder, none needs itself by way of others; types count. */
export const folderCycles: Rule = (files) => {
  /** By the folder that they are in: which of its folders import which, and where. */
  const graphs = new Map<string, Map<string, Map<string, string>>>();
  for (const file of files) {
    if (isTest(file.path)) continue;
    for (const { node, specifier } of importsOf(file)) {
      if (!specifier.startsWith(".")) continue;
      const from = file.path.split("/").slice(0, -1);
      const to = resolve(file.path, specifier).split("/").slice(0, -1);
      let shared = 0;
      while (shared < from.length && from[shared] === to[shared]) shared++;
      const [one, other] = [from[shared], to[shared]];
      if (one === undefined || other === undefined) continue;
      const parent = from.slice(0, shared).join("/");
      const graph = graphs.get(parent) ?? new Map<string, Map<string, string>>();
      graphs.set(parent, graph);
      const edges = graph.get(one) ?? new Map<string, string>();
      graph.set(one, edges);
      if (!edges.has(other)) edges.set(other, place(file, node));
    }
  }
  return [...graphs].flatMap(([parent, graph]) => cyclesIn(parent, graph));
};

function cyclesIn(parent: string, graph: ReadonlyMap<string, Map<string, string>>): string[] {
  const problems: string[] = [];
  const done = new Set<string>();
  const visit = (folder: string, trail: readonly string[]): void => {
    const at = trail.indexOf(folder);
    if (at >= 0) {
      const around = [...trail.slice(at), folder];
      const places = around.slice(1).map((to, index) => graph.get(around[index]!)?.get(to));
      problems.push(
        `${parent || "."}: folders import each other: ${around.join(" -> ")} (${
          places.join(", ")
        })`,
      );
      return;
    }
    if (done.has(folder)) return;
    for (const next of graph.get(folder)?.keys() ?? []) visit(next, [...trail, folder]);
    done.add(folder);
  };
  for (const folder of graph.keys()) visit(folder, []);
  return problems;
}
