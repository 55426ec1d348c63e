/**
 * Daemon sets and their pods in a few words, for tests of what is made of them.
 *
 * @module
 */

import type { DaemonPod } from "../controllers/daemonset/daemon_pod.ts";
import { type DaemonSetView, daemonSetViewOf } from "../controllers/daemonset/daemon_set_view.ts";
import type { Verdict } from "../controllers/daemonset/judge_node.ts";
import type { RollingParts } from "../controllers/daemonset/rolling.ts";

/** The time at which everything is looked at. */
const NOW = 1_000_000;

/** A daemon set. */
export function daemonSetInWords(spec: object = {}, podSpec: object = {}): DaemonSetView {
  return daemonSetViewOf("kubernetes")({
    metadata: { name: "web", namespace: "default", uid: "set", generation: 1 },
    spec: {
      selector: { matchLabels: { app: "web" } },
      template: { metadata: { labels: { app: "web" } }, spec: { containers: [], ...podSpec } },
      updateStrategy: { type: "RollingUpdate" },
      ...spec,
    },
  } as never);
}

/** What has a daemon set roll out. */
export const rolling = (rollingUpdate: object) => ({
  updateStrategy: { type: "RollingUpdate", rollingUpdate },
});

/**
 * A pod by its name and what is said of it: `old`, `deleting`, `pending`, `failed`, `succeeded`, `unready`,
 * `young` (ready since a second), `unbound`. Names in the order of the alphabet are in the order of age.
 */
function daemonPod(node: string, name: string, said = ""): DaemonPod {
  const is = (word: string) => said.includes(word);
  const phase = is("pending")
    ? "Pending"
    : is("failed")
    ? "Failed"
    : is("succeeded")
    ? "Succeeded"
    : "Running";
  return {
    key: `default/${name}`,
    namespace: "default",
    name,
    uid: name,
    labels: {},
    annotations: {},
    controller: undefined,
    createdMs: name.charCodeAt(0),
    isDeleting: is("deleting"),
    phase,
    nodeName: is("unbound") ? "" : node,
    isReady: phase === "Running" && !is("unready"),
    readySinceMs: is("young") ? NOW - 1000 : 0,
    restarts: [0, 0],
    target: node,
    revision: is("old") ? "one" : "two",
    generation: undefined,
  };
}

/** Verdicts by the words for them. */
export const VERDICTS: Readonly<Record<string, Verdict>> = {
  yes: { shouldRun: true, mayStay: true },
  stays: { shouldRun: false, mayStay: true },
  no: { shouldRun: false, mayStay: false },
};

/**
 * A set on nodes that are called `a`, `b` and so on: what is said of each is its verdict (`yes`, `stays`, `no`, or
 * `gone` for a node that is no more) and then each of its pods, which get the name of the node and their number.
 */
export function daemonsInWords(
  set: DaemonSetView,
  nodes: readonly (readonly [verdict: string, ...pods: string[]])[],
): RollingParts {
  const names = nodes.map((_, index) => String.fromCharCode("a".charCodeAt(0) + index));
  return {
    set,
    hash: "two",
    nowMs: NOW,
    verdicts: new Map(
      nodes.flatMap(([verdict], index) =>
        verdict === "gone" ? [] : [[names[index]!, VERDICTS[verdict]!] as const]
      ),
    ),
    pods: new Map(nodes.flatMap(([_, ...pods], index) => {
      const name = names[index]!;
      return pods.length === 0
        ? []
        : [[name, pods.map((said, at) => daemonPod(name, `${name}${at + 1}`, said))] as const];
    })),
  };
}
