/**
 * Why a pod gets the node that it gets, or none: the scheduler's own plugins are asked about the cluster as it is
 * now. Nothing is written, and no scheduler need be there.
 *
 * @module
 */

import { type Client, Node, Pod } from "../../../toolkit/mod.ts";
import { TimeSlice } from "../../../toolkit/time_slice.ts";
import type { LoopParts } from "../../loop/mod.ts";
import { ClusterCache } from "../cluster/cluster_cache.ts";
import { type NodeInfo, nodeViewOf } from "../cluster/node_info.ts";
import { makeProfile, type ProfileSettings } from "../configuration/make_profile.ts";
import { filterWithNominated, findNode, NoFit, NoNodes, type Witness } from "../find_node.ts";
import {
  CycleState,
  type Diagnosis,
  messageOf,
  printDiagnosis,
  type Profile,
  type Rejection,
  saidBy,
  type SchedulerHandle,
  type ScoresTold,
} from "../framework/mod.ts";
import { isOver, type LivePod, pendingPodOf, podInfoOf } from "../pod/pod_info.ts";
import { Nominations } from "../queue/nominations.ts";
import { closedGates, unreadyContainers, waitingContainers } from "./containers.ts";
import type { ExplainedNode, ExplainedPod, Explanation, RoomForPod } from "./explanation.ts";
import { unmetNeeds } from "./pod_needs.ts";

/** What is asked. */
export interface ExplainOptions {
  readonly place: { readonly namespace: string; readonly name: string };
  /** As the scheduler's configuration has them; the first one also stands for pods of other schedulers. */
  readonly profiles: readonly ProfileSettings[];
  readonly signal: AbortSignal;
}

/**
 * Explains a pod. Rejects where there is none such, where the cluster can't be read, and with a {@link ProfileError}
 * for a profile that can't be.
 */
export async function explainPod(
  parts: LoopParts,
  { place, profiles, signal }: ExplainOptions,
): Promise<Explanation> {
  const { client, informers, clock } = parts;
  const live = await client.get(Pod, place);
  const settings = profiles.find((one) => one.schedulerName === live.spec.schedulerName) ??
    profiles[0]!;
  informers.of(Pod);
  informers.of(Node);
  const cluster = new Cluster(parts);
  const profile: Profile = made(settings, cluster.handle(() => profile));
  await informers.start(signal);
  cluster.fill(live);
  // Without its node: it is asked about as if it had none.
  const { nodeName: _, ...spec } = live.spec;
  const pod = pendingPodOf({ ...live, spec });
  const snapshot = cluster.snapshot();
  const gate = profile.preEnqueue(pod);
  const cycle = new CycleState();
  const seen = new Seen();
  const needs = await unmetNeeds(client, live);
  const explanation = {
    pod: explainedPod(live, live.spec.schedulerName === settings.schedulerName),
    ...(needs.length > 0 && { needs }),
    ...(gate?.verdict !== undefined &&
      { gate: { plugin: gate.plugin, why: saidBy(gate.verdict) } }),
  };
  const all = (verdicts: Diagnosis | undefined) =>
    snapshot.nodes.map((node) => seen.explained(node, verdicts, profile, cycle, pod));
  try {
    const { nodeName: best } = await findNode(cycle, pod, {
      profile,
      snapshot,
      nominations: cluster.nominations,
      extenders: [],
      percentageOfNodesToScore: 100,
      rotation: { start: 0 },
      slice: new TimeSlice(clock, signal),
      witness: seen,
    });
    return { ...explanation, best, nodes: all(seen.verdicts) };
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof NoNodes) return { ...explanation, message: error.message, nodes: [] };
    if (!(error instanceof NoFit)) {
      return { ...explanation, message: messageOf(error), nodes: all(seen.verdicts) };
    }
    const { diagnosis } = error;
    const nodes = all(diagnosis);
    // A pod that is somewhere needs no room.
    const tried = live.spec.nodeName || !profile.makesRoom
      ? undefined
      : await profile.postFilter(cycle, pod, diagnosis);
    const postFilter = tried?.verdict === undefined ? "" : saidBy(tried.verdict);
    const room: RoomForPod | undefined = tried && {
      ...(tried.nominatedNodeName && { nodeName: tried.nominatedNodeName }),
      victims: tried.victims?.pods.map(({ namespace, name, priority }) => ({
        namespace,
        name,
        priority,
      })) ?? [],
      violations: tried.victims?.violations ?? 0,
      ...(postFilter !== "" && { why: postFilter }),
    };
    const message = printDiagnosis({ ...diagnosis, postFilter });
    return { ...explanation, message, nodes, ...(room !== undefined && { room }) };
  }
}

/** A profile can't be as it is configured. */
export class ProfileError extends Error {
  override name = "ProfileError";
}

function made(settings: ProfileSettings, handle: SchedulerHandle): Profile {
  try {
    return makeProfile(settings, handle, []);
  } catch (error) {
    throw new ProfileError(messageOf(error), { cause: error });
  }
}

/** The cluster as the plugins are shown it. */
class Cluster {
  readonly nominations = new Nominations();
  readonly #cache = new ClusterCache();
  readonly #parts: LoopParts;
  #snapshot = this.#cache.snapshot();

  constructor(parts: LoopParts) {
    this.#parts = parts;
  }

  /** Takes in all that there is, but for the pod that is asked about. */
  fill(own: LivePod): void {
    const { informers, client } = this.#parts;
    for (const node of informers.of(Node).lister.list()) {
      this.#cache.putNode(nodeViewOf(node, client.names));
    }
    for (const pod of informers.of(Pod).lister.list()) {
      if (pod.metadata.uid === own.metadata.uid || isOver(pod)) continue;
      if (pod.spec.nodeName) this.#cache.putPod(podInfoOf(pod));
      else if (pod.status?.nominatedNodeName) {
        this.nominations.put(podInfoOf(pod), pod.status.nominatedNodeName);
      }
    }
    this.#snapshot = this.#cache.snapshot();
  }

  snapshot() {
    return this.#snapshot;
  }

  /** What plugins get: nothing of it changes anything, as nobody has to go while it is only asked. */
  handle(profileOf: () => Profile): SchedulerHandle {
    const { client, informers, clock, logger, metrics, random } = this.#parts;
    return {
      client: readOnly(client),
      informers,
      clock,
      logger,
      metrics,
      random: () => random(),
      snapshot: () => this.#snapshot,
      nominatedOn: (nodeName) => this.nominations.on(nodeName),
      clearNomination() {},
      permits: { allow: () => false, reject: () => false, preempt: () => false },
      activate() {},
      tell() {},
      podOnNode: (uid) => this.#cache.pod(uid),
      beside() {},
      onlyAsks: true,
      extenders: () => [],
      filterWithNominated: (cycle, pod, node) =>
        filterWithNominated(profileOf(), this.nominations, cycle, pod, node),
      addPod: (cycle, pod, other, node) => profileOf().addPod(cycle, pod, other, node),
      removePod: (cycle, pod, other, node) => profileOf().removePod(cycle, pod, other, node),
    };
  }
}

/** What only reads. */
const READS: ReadonlySet<unknown> = new Set<keyof Client>([
  "get",
  "find",
  "list",
  "iterate",
  "watch",
  "waitFor",
  "can",
]);

/** The client with what only reads. */
function readOnly(client: Client): Client {
  return new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (READS.has(name)) return value.bind(target);
      return () =>
        Promise.reject(new Error(`${String(name)}: nothing is done while it is only asked`));
    },
  });
}

/** What came of the look at the nodes. */
class Seen implements Witness {
  verdicts: Diagnosis | undefined;
  #places = new Map<string, number>();
  #totals: readonly number[] = [];
  readonly #scores: { plugin: string; weight: number; scores: readonly number[] }[] = [];

  filtered(nodes: readonly NodeInfo[], verdicts: Diagnosis): void {
    this.verdicts = verdicts;
    this.#places = new Map(nodes.map(({ name }, place) => [name, place]));
  }

  readonly scored: ScoresTold = (plugin, weight, scores) => {
    this.#scores.push({ plugin, weight, scores: [...scores] });
  };

  totals(scores: readonly number[]): void {
    this.#totals = [...scores];
  }

  /** What is found out about a node. */
  explained(
    node: NodeInfo,
    verdicts: Diagnosis | undefined,
    profile: Profile,
    cycle: CycleState,
    pod: ReturnType<typeof pendingPodOf>,
  ): ExplainedNode {
    const { name } = node;
    const place = this.#places.get(name);
    if (place === undefined) {
      const rejections = rejectionsOf(node, verdicts, profile, cycle, pod);
      return { name, fits: false, rejections };
    }
    return {
      name,
      fits: true,
      ...(this.#totals.length > 0 && { total: this.#totals[place]! }),
      scores: this.#scores.map(({ plugin, weight, scores }) => ({
        plugin,
        weight,
        score: scores[place]!,
      })),
    };
  }
}

/** Every no that a node gets. */
function rejectionsOf(
  node: NodeInfo,
  verdicts: Diagnosis | undefined,
  profile: Profile,
  cycle: CycleState,
  pod: ReturnType<typeof pendingPodOf>,
): NonNullable<ExplainedNode["rejections"]> {
  const first = verdicts?.rejections.get(node.name);
  // Filters have nothing to go by where the first look ended with a no, and the others were not reached.
  const others = first === undefined ? [] : profile.rejections(cycle, pod, node);
  const own = first ?? verdicts?.absent;
  const all = own === undefined || others.some(({ plugin }) => plugin === own.plugin)
    ? others
    : [own, ...others];
  return all.map(({ plugin, status }: Rejection) => ({
    plugin,
    code: status.code,
    reasons: status.reasons,
  }));
}

function explainedPod(live: LivePod, isOurs: boolean): ExplainedPod {
  const { metadata, spec, status } = live;
  const condition = status?.conditions?.find(({ type }) => type === "PodScheduled");
  const waiting = waitingContainers(status);
  const unready = unreadyContainers(live);
  const gates = closedGates(live);
  return {
    namespace: metadata.namespace ?? "",
    name: metadata.name,
    uid: metadata.uid,
    schedulerName: spec.schedulerName ?? "",
    isOfProfile: isOurs,
    priority: spec.priority ?? 0,
    ...(spec.nodeName && { nodeName: spec.nodeName }),
    ...(status?.nominatedNodeName && { nominatedNodeName: status.nominatedNodeName }),
    ...(metadata.deletionTimestamp !== undefined && {
      isDeleting: true,
      ...(metadata.finalizers?.length && { finalizers: metadata.finalizers }),
    }),
    ...(status?.reason && {
      phase: {
        name: status.phase ?? "",
        reason: status.reason,
        ...(status.message && { message: status.message }),
      },
    }),
    ...(waiting.length > 0 && { waiting }),
    ...(unready.length > 0 && { unready }),
    ...(gates.length > 0 && { closedGates: gates }),
    ...(condition !== undefined && {
      condition: {
        status: condition.status,
        ...(condition.reason && { reason: condition.reason }),
        ...(condition.message && { message: condition.message }),
        ...(condition.lastTransitionTime && { since: String(condition.lastTransitionTime) }),
      },
    }),
  };
}
