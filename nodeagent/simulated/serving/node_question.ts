/**
 * What has to be allowed to those who ask an agent.
 *
 * @module
 */

/** What a request to an agent is about: one of these subresources of the node has to be allowed. */
export interface NodeQuestion {
  readonly verb: string;
  /** The node's name; "": it is about no single one. */
  readonly node: string;
  readonly subresources: readonly [string, ...string[]];
}

const VERBS: ReadonlyMap<string, string> = new Map([
  ["POST", "create"],
  ["GET", "get"],
  ["PUT", "update"],
  ["PATCH", "patch"],
  ["DELETE", "delete"],
]);

/** By the first part of a path. Whatever is of none of these is `proxy`. */
const SUBRESOURCES: ReadonlyMap<string, NodeQuestion["subresources"]> = new Map([
  ["pods", ["pods", "proxy"]],
  ["runningpods", ["pods", "proxy"]],
  ["healthz", ["healthz", "proxy"]],
  ["configz", ["configz", "proxy"]],
  ["flagz", ["configz"]],
  ["statusz", ["statusz"]],
  ["stats", ["stats"]],
  ["metrics", ["metrics"]],
  ["logs", ["log"]],
  ["checkpoint", ["checkpoint"]],
]);

/**
 * What the parts of a path ask of a node, which is named by `/nodes/NAME` before them, by the pod that they are about,
 * or by being the `only` one; `nodeOf` says where a pod is.
 */
export function nodeQuestion(
  method: string,
  path: readonly string[],
  { only, nodeOf }: {
    readonly only: string | undefined;
    nodeOf(namespace: string, pod: string): string | undefined;
  },
): NodeQuestion {
  const isNamed = path[0] === "nodes" && path.length >= 3;
  const [first = "", ...rest] = isNamed ? path.slice(2) : path;
  const node = isNamed ? path[1] : only ?? nodeOf(rest[0] ?? "", rest[1] ?? "");
  return {
    verb: VERBS.get(method) ?? "",
    node: node ?? "",
    subresources: SUBRESOURCES.get(first) ?? ["proxy"],
  };
}
