/**
 * Finds a node for a pod.
 *
 * @module
 */

import type { TimeSlice } from "../../toolkit/time_slice.ts";
import type { NodeInfo } from "./cluster/node_info.ts";
import type { Snapshot } from "./cluster/snapshot.ts";
import type { Diagnosis } from "./framework/mod.ts";
import type { NodeExtender } from "./framework/node_extender.ts";
import {
  type CycleState,
  isRejected,
  type Profile,
  type Rejection,
  saidBy,
  type ScoresTold,
  unresolvable,
} from "./framework/mod.ts";
import type { PendingPod } from "./pod/pod_info.ts";
import type { Nominations } from "./queue/nominations.ts";

/** What is looked at to find a node. */
export interface FindOptions {
  readonly profile: Profile;
  readonly snapshot: Snapshot;
  readonly nominations: Nominations;
  readonly extenders: readonly NodeExtender[];
  /** Of a hundred nodes so many are looked at, where the profile does not say; 0: by how many there are. */
  readonly percentageOfNodesToScore: number;
  readonly rotation: Rotation;
  readonly slice: TimeSlice;
  /** Somebody wants to know why: all nodes are looked at and scored, also where that changes nothing. */
  readonly witness?: Witness | undefined;
}

/** Who wants to know why a pod gets its node. */
export interface Witness {
  /** The filters have been asked. `nodes`: those that are left. */
  filtered(nodes: readonly NodeInfo[], verdicts: Diagnosis): void;
  readonly scored: ScoresTold;
  /** The sum of the scores of each of these nodes. */
  totals(scores: readonly number[]): void;
}

/** Where the next look at the nodes begins, so that all of them have their turn. */
export interface Rotation {
  start: number;
}

/** A node that was found, and after how much of a look. */
export interface Found {
  readonly nodeName: string;
  readonly evaluated: number;
  readonly feasible: number;
}

/** A pod that can be on no node, and why. */
export class NoFit extends Error {
  override name = "NoFit";
  constructor(readonly diagnosis: Diagnosis) {
    super("no node");
  }
}

/** There are no nodes at all. */
export class NoNodes extends Error {
  override name = "NoNodes";
  constructor() {
    super("no nodes available to schedule pods");
  }
}

/** What one reason to turn a pod down is called that an extender has. */
const EXTENDER = "Extender";
/** Fewer nodes are all looked at. */
const FEWEST = 100;
const LEAST_PERCENTAGE = 5;
/** How often is looked whether others wait. */
const LOOK_EACH = 256;

/** The best node for a pod. Rejects with {@link NoFit}, {@link NoNodes}, or what went wrong. */
export async function findNode(
  cycle: CycleState,
  pod: PendingPod,
  options: FindOptions,
): Promise<Found> {
  const { snapshot, profile, witness } = options;
  if (snapshot.nodes.length === 0) throw new NoNodes();
  const search = new Search(cycle, pod, options);
  const nodes = await search.feasibleNodes();
  witness?.filtered(nodes, search.diagnosis());
  const evaluated = nodes.length + search.rejections.size;
  const [first] = nodes;
  if (first === undefined) throw new NoFit(search.diagnosis());
  if (nodes.length === 1 && witness === undefined) {
    return { nodeName: first.name, evaluated, feasible: 1 };
  }
  const scores = await profile.score(cycle, pod, nodes, witness?.scored);
  if (!Array.isArray(scores)) {
    throw new Error(saidBy(scores.status), { cause: scores.status.error });
  }
  const asked = options.extenders.filter((one) => one.prioritizes && one.isInterested(pod));
  for (const more of await Promise.all(asked.map((one) => one.prioritize(pod, nodes)))) {
    nodes.forEach(({ name }, at) => scores[at]! += more.get(name) ?? 0);
  }
  witness?.totals(scores);
  let best = 0;
  for (let at = 1; at < nodes.length; at++) if (scores[at]! > scores[best]!) best = at;
  return { nodeName: nodes[best]!.name, evaluated, feasible: nodes.length };
}

/** The look at the nodes for one pod. */
class Search {
  readonly rejections = new Map<string, Rejection>();
  readonly #cycle: CycleState;
  readonly #pod: PendingPod;
  readonly #options: FindOptions;
  readonly #rejectedBy = new Set<string>();
  readonly #pendingBy = new Set<string>();
  #absent: Rejection | undefined;
  #preFilter = "";

  constructor(cycle: CycleState, pod: PendingPod, options: FindOptions) {
    this.#cycle = cycle;
    this.#pod = pod;
    this.#options = options;
  }

  diagnosis(): Diagnosis {
    return {
      nodes: this.#options.snapshot.nodes.length,
      rejections: this.rejections,
      absent: this.#absent,
      preFilter: this.#preFilter,
      postFilter: "",
      rejectedBy: this.#rejectedBy,
      pendingBy: this.#pendingBy,
    };
  }

  async feasibleNodes(): Promise<NodeInfo[]> {
    const { profile, snapshot, rotation } = this.#options;
    const look = await profile.preFilter(this.#cycle, this.#pod, snapshot);
    for (const plugin of look.narrowedBy) this.#rejectedBy.add(plugin);
    const { rejection } = look;
    if (rejection !== undefined) {
      if (!isRejected(rejection.status)) {
        throw errorOf(`running PreFilter plugin "${rejection.plugin}"`, rejection);
      }
      this.#absent = rejection;
      this.#preFilter = saidBy(rejection.status);
      this.#blame(rejection);
      return [];
    }
    const nominated = snapshot.get(this.#pod.nominatedNodeName);
    if (nominated !== undefined && this.#options.witness === undefined) {
      const nodes = await this.#passing([nominated]);
      if (nodes.length > 0) return nodes;
    }
    let { nodes } = snapshot;
    if (look.nodes !== undefined) {
      nodes = [...look.nodes].flatMap((name) => snapshot.get(name) ?? []);
      const reason = `node(s) didn't satisfy plugin(s) [${look.narrowedBy.join(" ")}]`;
      this.#absent = { plugin: "", status: unresolvable(reason) };
    }
    const rejected = this.rejections.size;
    const passed = await this.#filtered(nodes);
    const processed = passed.length + this.rejections.size - rejected;
    rotation.start = (rotation.start + processed) % snapshot.nodes.length;
    return await this.#extended(passed);
  }

  async #passing(nodes: readonly NodeInfo[]): Promise<NodeInfo[]> {
    return await this.#extended(await this.#filtered(nodes));
  }

  /** Nodes that pass the filters, as many as are looked for. */
  async #filtered(nodes: readonly NodeInfo[]): Promise<NodeInfo[]> {
    return await this.#options.profile.filtering(() => this.#lookedAt(nodes));
  }

  async #lookedAt(nodes: readonly NodeInfo[]): Promise<NodeInfo[]> {
    const { rotation, slice, profile, nominations } = this.#options;
    const wanted = this.#wanted(nodes.length);
    const passed: NodeInfo[] = [];
    const start = nodes.length === 0 ? 0 : rotation.start % nodes.length;
    for (let turn = 0; turn < nodes.length && passed.length < wanted; turn++) {
      const looks = this.#cycle.takesLong || turn % LOOK_EACH === LOOK_EACH - 1;
      if (looks) await slice.yieldIfOver();
      const node = nodes[(start + turn) % nodes.length]!;
      const rejection = filterWithNominated(profile, nominations, this.#cycle, this.#pod, node);
      if (rejection === undefined) {
        passed.push(node);
        continue;
      }
      if (!isRejected(rejection.status)) {
        throw errorOf(`running "${rejection.plugin}" filter plugin`, rejection);
      }
      this.rejections.set(node.name, rejection);
      this.#blame(rejection);
    }
    return passed;
  }

  /** What is left of nodes when extenders have looked at them, one after the other. */
  async #extended(passed: NodeInfo[]): Promise<NodeInfo[]> {
    let nodes = passed;
    for (const extender of this.#options.extenders) {
      if (nodes.length === 0) break;
      if (!extender.filters || !extender.isInterested(this.#pod)) continue;
      const answer = await extender.filter(this.#pod, nodes);
      for (const [name, status] of answer.rejections) {
        this.rejections.set(name, { plugin: EXTENDER, status });
      }
      nodes = [...answer.nodes];
    }
    if (nodes.length < passed.length) this.#rejectedBy.add(EXTENDER);
    return nodes;
  }

  #blame({ plugin, status }: Rejection): void {
    (status.code === "Pending" ? this.#pendingBy : this.#rejectedBy).add(plugin);
  }

  #wanted(nodes: number): number {
    const { profile, extenders, percentageOfNodesToScore, witness } = this.#options;
    if (witness !== undefined) return nodes;
    const isOneEnough = !profile.scores &&
      !extenders.some(({ filters, prioritizes }) => filters || prioritizes);
    if (isOneEnough) return 1;
    return nodesToFind(profile.percentageOfNodesToScore ?? percentageOfNodesToScore, nodes);
  }
}

/** How many nodes that fit are enough, of so many. */
function nodesToFind(percentage: number, nodes: number): number {
  if (nodes < FEWEST) return nodes;
  const taken = percentage === 0
    ? Math.max(LEAST_PERCENTAGE, 50 - Math.trunc(nodes / 125))
    : percentage;
  if (taken >= 100) return nodes;
  return Math.max(FEWEST, Math.trunc(nodes * taken / 100));
}

/**
 * Whether the filters let a pod onto a node: with the pods on it that room is made for, if these are as
 * important, and without them, as they may go elsewhere.
 */
export function filterWithNominated(
  profile: Profile,
  nominations: Nominations,
  cycle: CycleState,
  pod: PendingPod,
  node: NodeInfo,
): Rejection | undefined {
  const nominated = nominations.on(node.name);
  if (nominated.length > 0) {
    const others = nominated.filter(({ uid, priority }) =>
      uid !== pod.uid && priority >= pod.priority
    );
    if (others.length > 0) {
      const trial = cycle.clone();
      let full = node;
      for (const other of others) {
        full = full.withPod(other);
        profile.addPod(trial, pod, other, full);
      }
      const rejection = profile.filter(trial, pod, full);
      if (rejection !== undefined) return rejection;
    }
  }
  return profile.filter(cycle, pod, node);
}

function errorOf(what: string, { status }: Rejection): Error {
  return new Error(`${what}: ${saidBy(status)}`, { cause: status.error });
}
