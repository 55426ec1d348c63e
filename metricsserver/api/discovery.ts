/**
 * Which resources there are.
 *
 * @module
 */

import type { Names } from "../../toolkit/names.ts";
import { VERSION } from "./asked.ts";

const VERBS = ["get", "list"];

/** What is answered to who asks what is served, by path. */
export function discoveryPages(names: Names): ReadonlyMap<string, object> {
  const group = names.groupMetrics;
  const groupVersion = `${group}/${VERSION}`;
  const version = { groupVersion, version: VERSION };
  const own = { name: group, versions: [version], preferredVersion: version };
  const resource = (name: string, kind: string, namespaced: boolean) => ({
    name,
    singularName: "",
    namespaced,
    kind,
    verbs: VERBS,
  });
  return new Map<string, object>([
    ["/apis", { kind: "APIGroupList", apiVersion: "v1", groups: [own] }],
    [`/apis/${group}`, { kind: "APIGroup", apiVersion: "v1", ...own }],
    [`/apis/${groupVersion}`, {
      kind: "APIResourceList",
      apiVersion: "v1",
      groupVersion,
      resources: [resource("nodes", "NodeMetrics", false), resource("pods", "PodMetrics", true)],
    }],
  ]);
}
