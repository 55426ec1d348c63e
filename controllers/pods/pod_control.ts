/**
 * Making and deleting the pods of a parent, which is told of each in an event.
 *
 * @module
 */

import {
  type AnyKind,
  type Client,
  type coreV1,
  isAlreadyExists,
  isNotFound,
  type metaV1,
  type ObjectOf,
  Pod,
  StatusError,
} from "../../toolkit/mod.ts";
import type { Recorder } from "../../toolkit/events/recorder.ts";
import {
  controllerReference,
  type Doubts,
  drawName,
  prefixOf,
  type SharedInformer,
} from "../loop/mod.ts";
import type { PodView } from "./pod_view.ts";

/** An object that has pods. */
export interface PodParent {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: {
    readonly namespace?: string;
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion?: string;
  };
}

/** What a {@link PodControl} is made with. */
export interface PodControlOptions {
  /** The kind of the parents. */
  readonly kind: AnyKind;
  readonly client: Client;
  readonly pods: SharedInformer<ObjectOf<typeof Pod>>;
  readonly events: Recorder;
  /** A number from 0 up to 1. */
  random(): number;
}

/** What is added to a pod's template. */
export interface PodAdditions {
  /** What the name begins with. Default: the parent's name. */
  readonly prefix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
}

/** Names are drawn again where they are taken. */
const MOST_DRAWS = 8;

/** Makes and deletes pods. */
export class PodControl {
  readonly #options: PodControlOptions;

  constructor(options: PodControlOptions) {
    this.#options = options;
  }

  /**
   * Makes a pod of a template. Its name is drawn here: where the answer is lost, the pod is found by it, and
   * none is made twice. Nothing is made, and nobody told, where the namespace is on its way out.
   */
  async create(
    parent: PodParent,
    template: coreV1.PodTemplateSpec,
    doubts: Doubts,
    additions: PodAdditions = {},
  ): Promise<void> {
    const { client, pods, events, random } = this.#options;
    const { namespace = "", name } = parent.metadata;
    const generateName = prefixOf(additions.prefix ?? name);
    const { spec, metadata: { labels, annotations, finalizers } = {} } = template;
    if (Object.keys({ ...labels, ...additions.labels }).length === 0) {
      throw new Error("unable to create pods, no labels");
    }
    for (let draw = 1;; draw++) {
      const drawn = drawName(generateName, random);
      const pod = {
        metadata: {
          generateName,
          name: drawn,
          namespace,
          labels: { ...labels, ...additions.labels },
          annotations: { ...annotations, ...additions.annotations },
          finalizers: [...finalizers ?? [], ...additions.finalizers ?? []],
          ownerReferences: [this.ownerReference(parent)],
        },
        spec,
      };
      try {
        await doubts.during(
          `${namespace}/${name}`,
          pods,
          { namespace, name: drawn },
          () => client.create(Pod, pod as Parameters<typeof client.create<typeof Pod>>[1]),
        );
        events.normal(parent, "SuccessfulCreate", `Created pod: ${drawn}`);
        return;
      } catch (error) {
        if (isAlreadyExists(error) && draw < MOST_DRAWS) continue;
        if (isNamespaceEnding(error)) return;
        events.warning(parent, "FailedCreate", `Error creating: ${messageOf(error)}`);
        throw error;
      }
    }
  }

  /** Deletes a pod, and no other of its name; it is as good if it is gone. */
  async delete(parent: PodParent, pod: PodView, doubts: Doubts): Promise<void> {
    const { client, pods, events } = this.#options;
    const { namespace, name, uid } = pod;
    const key = `${parent.metadata.namespace}/${parent.metadata.name}`;
    try {
      await doubts.during(
        key,
        pods,
        pod,
        () => client.delete(Pod, { namespace, name }, { uid }),
      );
      events.normal(parent, "SuccessfulDelete", `Deleted pod: ${name}`);
    } catch (error) {
      if (isNotFound(error)) return;
      events.warning(parent, "FailedDelete", `Error deleting: ${messageOf(error)}`);
      throw error;
    }
  }

  /** The reference by which a child names its parent as its controller. */
  ownerReference({ metadata }: PodParent): metaV1.OwnerReference {
    const { client, kind } = this.#options;
    return controllerReference(client, kind, metadata);
  }
}

/** Whether a creation was refused because its namespace ends. */
export function isNamespaceEnding(error: unknown): boolean {
  return error instanceof StatusError &&
    error.status.details?.causes?.some(({ reason }) => reason === "NamespaceTerminating") === true;
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
