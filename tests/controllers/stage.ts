/**
 * Where a scenario of the collectors plays: namespaces of its own on a server that has others, and the words
 * for what is left there.
 *
 * @module
 */

import {
  type AnyKind,
  type AnyObject,
  type Client,
  ClusterRole,
  ConfigMap,
  coreV1,
  CustomResourceDefinition,
  Deployment,
  dynamicKind,
  HorizontalPodAutoscaler,
  Namespace,
  Pod,
  ReplicaSet,
  Secret,
} from "../../mod.ts";
import { comparable } from "../../testing/reference_comparable.ts";

/** What a scenario says of an object that it makes. */
export interface Making {
  readonly kind?: AnyKind;
  readonly namespace?: string;
  readonly owners?: readonly AnyObject[];
  readonly finalizers?: readonly string[];
  readonly fields?: AnyObject;
}

/** How an object names an owner, where it is not simply so. */
export interface Owning {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly blockOwnerDeletion?: boolean;
}

/** A finalizer that nobody takes off but the scenario. */
export const HELD = "example.com/held";

/** What does not come in so long never comes: kinds are learnt every half minute. */
const LIMIT = "75s";

const NAMESPACED: readonly AnyKind[] = [
  ConfigMap,
  Secret,
  Pod,
  ReplicaSet,
  Deployment,
  HorizontalPodAutoscaler,
];

/** See the module. */
export class Stage {
  readonly client: Client;
  /** The scenario's own: its other namespaces and what is in none begin with it. */
  readonly namespace: string;
  readonly #kinds: AnyKind[] = [...NAMESPACED];
  readonly #namespaces: string[];
  #markers = 0;

  private constructor(client: Client, namespace: string) {
    this.client = client.with({ namespace });
    this.namespace = namespace;
    this.#namespaces = [namespace];
  }

  /** A stage whose namespace is there. */
  static async open(client: Client, namespace: string): Promise<Stage> {
    const stage = new Stage(client, namespace);
    await client.create(Namespace, { metadata: { name: namespace } });
    return stage;
  }

  /** Another namespace. */
  async also(suffix: string): Promise<string> {
    const name = `${this.namespace}-${suffix}`;
    this.#namespaces.push(name);
    await this.client.create(Namespace, { metadata: { name } });
    return name;
  }

  /** Makes an object; a config map unless told otherwise. What is in no namespace is named after it. */
  async make(name: string, making: Making = {}): Promise<AnyObject> {
    const { kind = ConfigMap, namespace = this.namespace, owners = [], finalizers } = making;
    const metadata = {
      name: this.nameOf(kind, name),
      ...(kind.namespaced && { namespace }),
      ownerReferences: owners as never,
      ...(finalizers && { finalizers: [...finalizers] }),
    };
    return await this.client.create(kind, { metadata, ...making.fields } as never) as AnyObject;
  }

  /** Deletes an object. */
  async remove(
    name: string,
    propagation: "Background" | "Foreground" | "Orphan" = "Background",
    kind: AnyKind = ConfigMap,
  ): Promise<void> {
    await this.client.delete(kind, this.nameOf(kind, name), { propagation });
  }

  /** Takes the finalizer off that holds an object. */
  async letGo(name: string, kind: AnyKind = ConfigMap, namespace = this.namespace): Promise<void> {
    const ref = { name: this.nameOf(kind, name), ...(kind.namespaced && { namespace }) };
    await this.client.update(kind, ref, (object) => {
      const { metadata } = object as AnyObject;
      metadata!.finalizers = (metadata!.finalizers ?? []).filter((one) => one !== HELD);
    });
  }

  /** Waits until objects are gone: what stays is seen in what is left. */
  async gone(names: readonly string[], kind: AnyKind = ConfigMap): Promise<void> {
    for (const name of names) await this.until(name, (one) => one === undefined, kind);
  }

  /** Waits until an object is as it should be, or it never will be. */
  async until(
    name: string,
    check: (object: AnyObject | undefined) => boolean,
    kind: AnyKind = ConfigMap,
  ): Promise<void> {
    const ref = this.nameOf(kind, name);
    await this.client.waitFor(kind, ref, (one) => check(one as AnyObject | undefined), {
      timeout: LIMIT,
    }).catch((error) => {
      if (!(error instanceof DOMException)) throw error;
    });
  }

  /**
   * Waits until a namespace tells what holds it, and nothing else: kinds of other scenarios may go while their objects
   * are looked for, which is no answer to ours and none worth telling to the reference's.
   */
  async untilHeld(namespace = this.namespace): Promise<void> {
    await this.until(namespace, (one) => {
      const isTrue = (name: string) =>
        (one as AnyObject).status?.conditions?.some((
          { type, status }: AnyObject,
        ) => type === name && status === "True");
      return one === undefined ||
        isTrue("NamespaceFinalizersRemaining") && !isTrue("NamespaceDeletionContentFailure");
    }, Namespace);
  }

  /** Waits until the collector has come to all that was to be done before. */
  async settled(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      const place = (name: string) => ({
        name: `${this.namespace}-${name}-${this.#markers}`,
        namespace: "default",
      });
      const [first, second] = [place("first"), place("second")];
      this.#markers++;
      const owner = await this.client.create(ConfigMap, { metadata: first });
      const ownerReferences = [ownerOf(owner as AnyObject)] as never;
      await this.client.create(ConfigMap, { metadata: { ...second, ownerReferences } });
      await this.client.delete(ConfigMap, first);
      const isGone = (one: unknown) => one === undefined;
      await this.client.waitFor(ConfigMap, second, isGone, { timeout: LIMIT });
    }
  }

  /** Defines a kind of the scenario's own, and waits until it is served. */
  async define(kind: string, namespaced = true): Promise<AnyKind> {
    const group = `${this.namespace}.example.com`;
    const plural = `${kind.toLowerCase()}s`;
    const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true } as never;
    const name = `${plural}.${group}`;
    await this.client.create(CustomResourceDefinition, {
      metadata: { name },
      spec: {
        group,
        scope: namespaced ? "Namespaced" : "Cluster",
        names: { kind, plural },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: open } }],
      },
    });
    const isServed = (one?: AnyObject) =>
      one?.status?.conditions?.some(({ type, status }: AnyObject) =>
        type === "Established" && status === "True"
      ) ?? false;
    await this.client.waitFor(CustomResourceDefinition, name, isServed, { timeout: LIMIT });
    const defined = dynamicKind({ group, version: "v1", kind, plural, namespaced });
    this.#kinds.push(defined);
    return defined;
  }

  /** Takes a kind away, and waits until it is gone. */
  async undefine({ plural, group }: AnyKind): Promise<void> {
    const name = `${plural}.${group}`;
    await this.client.delete(CustomResourceDefinition, name);
    const isGone = (one: unknown) => one === undefined;
    await this.client.waitFor(CustomResourceDefinition, name, isGone, { timeout: LIMIT });
  }

  /** What is left of the scenario: objects, namespaces, and events about them. */
  async left(): Promise<unknown> {
    const kinds = [...this.#kinds, ClusterRole, Namespace];
    const lists = await Promise.all(kinds.map(async (kind) => {
      const all = await this.client.list(kind, { allNamespaces: true }).catch(() => ({
        items: [],
      }));
      return all.items as AnyObject[];
    }));
    const own = lists.flat().filter(({ metadata: { namespace, name } = {} }) =>
      namespace === undefined ? this.#isOwn(name) : this.#namespaces.includes(namespace)
    ).map(inShort);
    const { items } = await this.client.list(coreV1.Event, { allNamespaces: true });
    const events = items.filter(({ involvedObject: { namespace, name } }) =>
      namespace ? this.#namespaces.includes(namespace) : this.#isOwn(name)
    ).map(({ type, reason, message, source, involvedObject: { kind, name, namespace } }) =>
      JSON.stringify([type, reason, message, source?.component, kind, namespace, name])
    );
    return comparable([...own, { kind: "Events", events: [...new Set(events)].sort() }]);
  }

  /** The name of an object: where all scenarios share a kind's names, it begins with the scenario's. */
  nameOf(kind: AnyKind, name: string): string {
    return kind.namespaced || this.#isOwn(name) ? name : `${this.namespace}-${name}`;
  }

  /** Whether what has this name and no namespace is the scenario's. */
  #isOwn(name = ""): boolean {
    return name === this.namespace || name.startsWith(`${this.namespace}-`);
  }
}

/** The uid of an owner that never was. */
export const NOBODY = "01234567-89ab-4cde-8f01-23456789abcd";

/** A reference to an owner. */
export function ownerOf(
  { apiVersion, kind, metadata }: AnyObject,
  more: Owning = {},
): AnyObject {
  return { apiVersion, kind, name: metadata!.name, uid: metadata!.uid, ...more } as AnyObject;
}

/** What controllers have a say in. */
function inShort({ kind, metadata, status, spec }: AnyObject): AnyObject {
  const { name, namespace, uid, finalizers, ownerReferences } = metadata ?? {};
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata ?? {};
  return {
    kind,
    metadata: { name, namespace, uid, finalizers, ownerReferences },
    deletion: deletionTimestamp && `in ${deletionGracePeriodSeconds} s`,
    ...(kind === "Namespace" && {
      phase: status.phase,
      holding: spec.finalizers,
      conditions: status.conditions?.map(({ type, status, reason, message }: AnyObject) =>
        [type, status, reason, message].join(" | ")
      ),
    }),
  } as AnyObject;
}
