/**
 * An extender that is asked over HTTP.
 *
 * @module
 */

import type { Logger } from "../../../toolkit/logger.ts";
import { isObject, type JsonObject } from "../../../toolkit/values/json.ts";
import type { NodeInfo } from "../cluster/node_info.ts";
import {
  type ExtenderVerdicts,
  messageOf,
  type NodeExtender,
  type SchedulerHandle,
  type Status,
  unresolvable,
  unschedulable,
  type Victims,
} from "../framework/mod.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import { fieldOf, listOf, numberIn, textIn, textsIn } from "./answer_fields.ts";
import type { ExtenderSettings } from "./extender_settings.ts";
import type { LiveObjects } from "./live_objects.ts";

/** Asks an extender: the answer to a JSON object. Rejects where there is none in time. */
export type Ask = (verb: string, question: JsonObject, name: string) => Promise<unknown>;

/** What an extender works with. */
export interface HttpExtenderOptions {
  readonly settings: ExtenderSettings;
  readonly handle: Pick<SchedulerHandle, "snapshot">;
  readonly live: LiveObjects;
  readonly ask: Ask;
  readonly logger: Logger;
}

/** Scores of extenders go from 0 to 10, those of plugins to 100. */
const SCALE = 10;

/** One extender of the configuration. */
export class HttpExtender implements NodeExtender {
  readonly name: string;
  readonly filters: boolean;
  readonly prioritizes: boolean;
  readonly binds: boolean;
  readonly preempts: boolean;
  readonly #options: HttpExtenderOptions;
  readonly #managed: ReadonlySet<string>;

  constructor(options: HttpExtenderOptions) {
    const { url, verbs, managedResources } = options.settings;
    this.#options = options;
    this.name = url.href;
    this.filters = verbs.filter !== "";
    this.prioritizes = verbs.prioritize !== "";
    this.binds = verbs.bind !== "";
    this.preempts = verbs.preempt !== "";
    this.#managed = new Set(managedResources);
  }

  isInterested({ object: { spec } }: PendingPod): boolean {
    if (this.#managed.size === 0) return true;
    return [...spec.containers, ...spec.initContainers ?? []].some(({ resources = {} }) =>
      [resources.requests, resources.limits].some((amounts) =>
        Object.keys(amounts ?? {}).some((name) => this.#managed.has(name))
      )
    );
  }

  async filter(pod: PendingPod, nodes: readonly NodeInfo[]): Promise<ExtenderVerdicts> {
    try {
      const { verbs } = this.#options.settings;
      return this.#verdicts(await this.#ask(verbs.filter, this.#question(pod, nodes)), nodes);
    } catch (error) {
      return this.#ignored(error, pod, { nodes, rejections: new Map() });
    }
  }

  async prioritize(
    pod: PendingPod,
    nodes: readonly NodeInfo[],
  ): Promise<ReadonlyMap<string, number>> {
    const scores = new Map<string, number>();
    const { settings: { verbs, weight }, logger } = this.#options;
    try {
      const answer = await this.#ask(verbs.prioritize, this.#question(pod, nodes));
      for (const one of listOf(answer, "an answer to what nodes score")) {
        const host = textIn(one, "Host");
        scores.set(host, (scores.get(host) ?? 0) + numberIn(one, "Score") * weight * SCALE);
      }
      return scores;
    } catch (error) {
      // Others may say which node is better.
      logger.v(2).info("An extender gives no scores", {
        extender: this.name,
        pod: pod.key,
        error: messageOf(error),
      });
      return new Map();
    }
  }

  async preempt(
    pod: PendingPod,
    victims: ReadonlyMap<string, Victims>,
  ): Promise<ReadonlyMap<string, Victims>> {
    const { settings: { verbs, nodeCacheCapable, ignorable }, live } = this.#options;
    try {
      const told = Object.fromEntries([...victims].map(([name, { pods, violations }]) => [name, {
        Pods: pods.map((one) => nodeCacheCapable ? { UID: one.uid } : live.pod(one.key)),
        NumPDBViolations: violations,
      }]));
      const answer = await this.#ask(verbs.preempt, {
        Pod: pod.object,
        NodeNameToVictims: nodeCacheCapable ? null : told,
        NodeNameToMetaVictims: nodeCacheCapable ? told : null,
      });
      const left = fieldOf(answer, "NodeNameToMetaVictims") ?? {};
      if (!isObject(left)) throw new Error("its NodeNameToMetaVictims is no object");
      const agreed = new Map<string, Victims>();
      for (const [name, said] of Object.entries(left)) {
        const { pods, violations } = this.#victims(name, said);
        if (pods.length > 0) agreed.set(name, { pods, violations });
        else if (!ignorable) {
          throw new Error(`expected at least one victim pod on node ${JSON.stringify(name)}`);
        }
      }
      return agreed;
    } catch (error) {
      return this.#ignored(error, pod, victims);
    }
  }

  async bind(pod: PendingPod, nodeName: string): Promise<boolean> {
    const { namespace, name, uid } = pod;
    const question = { PodName: name, PodNamespace: namespace, PodUID: uid, Node: nodeName };
    try {
      refuseError(await this.#ask(this.#options.settings.verbs.bind, question));
      return true;
    } catch (error) {
      return this.#ignored(error, pod, false);
    }
  }

  async #ask(verb: string, question: object): Promise<unknown> {
    return await this.#options.ask(verb, question as JsonObject, this.name);
  }

  #question({ object }: PendingPod, nodes: readonly NodeInfo[]): object {
    const { settings: { nodeCacheCapable }, live } = this.#options;
    if (nodeCacheCapable) {
      return { Pod: object, Nodes: null, NodeNames: nodes.map(({ name }) => name) };
    }
    const items = nodes.flatMap(({ name }) => live.node(name) ?? []);
    return { Pod: object, Nodes: { metadata: {}, items }, NodeNames: null };
  }

  /** What an answer leaves of the nodes. */
  #verdicts(answer: unknown, nodes: readonly NodeInfo[]): ExtenderVerdicts {
    refuseError(answer);
    const known = new Map(nodes.map((node) => [node.name, node]));
    const left = this.#namesIn(answer).map((name) => {
      const node = known.get(name);
      if (node !== undefined) return node;
      throw new Error(
        `extender "${this.name}" claims a filtered node "${name}" which is not found in the input ` +
          "node list",
      );
    });
    const rejections = new Map<string, Status>();
    for (const [name, why] of textsIn(answer, "FailedNodes")) {
      rejections.set(name, unschedulable(why));
    }
    for (const [name, why] of textsIn(answer, "FailedAndUnresolvableNodes")) {
      rejections.set(name, unresolvable(why));
    }
    return { nodes: left, rejections };
  }

  #namesIn(answer: unknown): string[] {
    const names = fieldOf(answer, "NodeNames") ?? undefined;
    if (this.#options.settings.nodeCacheCapable && names !== undefined) {
      return listOf(names, "its NodeNames").map(String);
    }
    const nodes = fieldOf(answer, "Nodes") ?? undefined;
    if (nodes === undefined) return [];
    const items = fieldOf(nodes, "items") ?? [];
    return listOf(items, "its Nodes").map((node) => textIn(fieldOf(node, "metadata"), "name"));
  }

  #victims(nodeName: string, said: unknown): Victims {
    const node = this.#options.handle.snapshot().get(nodeName);
    if (node === undefined) throw new Error(`it names the node "${nodeName}", which is not there`);
    const pods = listOf(fieldOf(said, "Pods") ?? [], "its Pods").map((one) => {
      const uid = textIn(one, "UID");
      const pod = node.pods.find((there) => there.uid === uid);
      if (pod !== undefined) return pod;
      throw new Error(
        `extender: ${this.name} claims to preempt pod (UID: ${uid}) on node: ${nodeName}, but the ` +
          "pod is not found on that node",
      );
    });
    const violations = fieldOf(said, "NumPDBViolations");
    return { pods, violations: typeof violations === "number" ? violations : 0 };
  }

  /** What holds where an extender that may be ignored can't be asked. Throws where it must not be. */
  #ignored<T>(error: unknown, pod: PendingPod, otherwise: T): T {
    const { settings: { ignorable }, logger } = this.#options;
    if (!ignorable) throw error;
    logger.info("An extender is left out", {
      extender: this.name,
      pod: pod.key,
      error: messageOf(error),
    });
    return otherwise;
  }
}

function refuseError(answer: unknown): void {
  const error = fieldOf(answer, "Error");
  if (typeof error === "string" && error !== "") throw new Error(error);
}
