/**
 * Which nodes should have a pod of a daemon set.
 *
 * @module
 */

import type { coreV1, Node, ObjectOf } from "../../toolkit/mod.ts";
import { isTolerated, untoleratedTaint } from "../../toolkit/pods/tolerations.ts";
import type { DaemonSetView } from "./daemon_set_view.ts";

/** What is looked at of a node, made once for each of its states. It is shared: do not change it. */
export interface DaemonNode {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly coreV1.Taint[];
}

/** What is to become of a set on a node. */
export interface Verdict {
  /** Whether it should have a pod there. */
  readonly shouldRun: boolean;
  /** Whether a pod that is there may stay. */
  readonly mayStay: boolean;
}

const NO_TAINTS: readonly coreV1.Taint[] = [];
const NO_LABELS: DaemonNode["labels"] = {};

const YES: Verdict = { shouldRun: true, mayStay: true };
const NO: Verdict = { shouldRun: false, mayStay: false };
const STAYS: Verdict = { shouldRun: false, mayStay: true };

/** The view of a node. */
export function daemonNodeOf({ metadata, spec }: ObjectOf<typeof Node>): DaemonNode {
  const { name, labels = NO_LABELS } = metadata;
  return { name, labels, taints: spec?.taints ?? NO_TAINTS };
}

/**
 * A node should have a pod that it is selected for and whose taints the pod bears. Nothing else counts: a node
 * that is closed or not ready has its daemons, and whether there is room is for the scheduler to say. One that
 * is on a node stays there for as long as it bears what evicts pods.
 */
export function judgeNode(set: DaemonSetView, node: DaemonNode): Verdict {
  if (set.nodeName !== "" && set.nodeName !== node.name) return NO;
  if (!set.requiredNodes.matches(node)) return NO;
  if (untoleratedTaint(node.taints, set.tolerations) === undefined) return YES;
  const isEvicted = node.taints.some((taint) =>
    taint.effect === "NoExecute" && !isTolerated(taint, set.tolerations)
  );
  return isEvicted ? NO : STAYS;
}

/** The verdicts on nodes for a template. */
interface Known {
  readonly text: string;
  readonly verdicts: WeakMap<DaemonNode, Verdict>;
}

/** The verdicts of sets on nodes, each given once for a state of the node and a template. */
export class Judgments {
  readonly #known = new Map<string, Known>();

  /** What {@link judgeNode} says. */
  of(set: DaemonSetView): (node: DaemonNode) => Verdict {
    const { uid, text } = set;
    let known = this.#known.get(uid);
    if (known?.text !== text) this.#known.set(uid, known = { text, verdicts: new WeakMap() });
    const { verdicts } = known;
    return (node) => {
      let verdict = verdicts.get(node);
      if (verdict === undefined) verdicts.set(node, verdict = judgeNode(set, node));
      return verdict;
    };
  }

  /** Forgets a set that is gone. */
  forget(uid: string): void {
    this.#known.delete(uid);
  }
}
