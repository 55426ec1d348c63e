/**
 * Where a scenario of workloads plays: the same is done on two servers, and what their controllers make of it
 * is compared wherever the scenario says so.
 *
 * @module
 */

import {
  type AnyKind,
  type AnyObject,
  type Client,
  ControllerRevision,
  coreV1,
  CronJob,
  DaemonSet,
  Deployment,
  Endpoints,
  EndpointSlice,
  Job,
  Namespace,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  ReplicaSet,
  ReplicationController,
  resourceV1,
  StatefulSet,
} from "../../mod.ts";
import { comparable } from "../../testing/reference_comparable.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { serviceInShort } from "./service_shape.ts";
import { volumeInShort } from "./volume_shape.ts";
import { sleep, systemClock } from "../../toolkit/clock.ts";

/** What does not come in so long never comes. */
const LIMIT_MS = 60_000;
const LOOK_MS = 150;

/** Nobody says which generation of these he has seen. */
const UNSEEN = ["Pod", "ControllerRevision", "PersistentVolumeClaim"];

/** Of random suffixes and hashes. */
const SUFFIX = /-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g;

/** Of a name that was cut to make room for one. */
const CUT = /(a{58})[bcdfghjklmnpqrstvwxz2456789]{5}\b/g;
const SIZES = /from \d+ to \d+/;

const KINDS: readonly AnyKind[] = [
  Deployment,
  ReplicaSet,
  ReplicationController,
  StatefulSet,
  DaemonSet,
  ControllerRevision,
  PersistentVolumeClaim,
  Job,
  CronJob,
  Endpoints,
  EndpointSlice,
  Pod,
  PersistentVolume,
  resourceV1.ResourceClaim,
];

/** Kinds with a shape of their own. */
const SHAPES = new Map<AnyKind, (object: AnyObject) => AnyObject>([
  [Endpoints, serviceInShort],
  [EndpointSlice, serviceInShort],
  [PersistentVolume, volumeInShort],
]);

/** Now and then the reference's deletes a job once more that its cache has not heard is gone; ours never should. */
const DELETED_TWICE =
  /^\["Warning","FailedDelete","Deleted job: .* not found","cronjob-controller",/;

/** Two stages on which the same plays. */
export class Pair {
  readonly #waiting = new Map<string, (other: WorkloadStage) => void>();
  readonly #comparing = new Map<string, PromiseWithResolvers<void>>();
  readonly #abandoned = Promise.withResolvers<never>();

  constructor() {
    this.#abandoned.promise.catch(() => {});
  }

  /** Whoever waits for the other stage waits no longer. */
  abandon(error: unknown): void {
    this.#abandoned.reject(error);
  }

  /**
   * Waits until the scenario is as far on the other stage, and then until both have the same. What stays
   * different is told of.
   */
  async meet(label: string, stage: WorkloadStage): Promise<void> {
    const first = this.#waiting.get(label);
    if (first !== undefined) {
      this.#waiting.delete(label);
      const same = Promise.withResolvers<void>();
      this.#comparing.set(label, same);
      first(stage);
      return await same.promise;
    }
    const met = Promise.withResolvers<WorkloadStage>();
    this.#waiting.set(label, met.resolve);
    const other = await Promise.race([met.promise, this.#abandoned.promise]);
    const same = this.#comparing.get(label);
    try {
      await this.#same(label, stage, other);
      same?.resolve();
    } catch (error) {
      same?.reject(error);
      throw error;
    }
  }

  async #same(label: string, one: WorkloadStage, other: WorkloadStage): Promise<void> {
    const [ours, theirs] = one.side === "ours" ? [one, other] : [other, one];
    const end = systemClock.monotonic() + LIMIT_MS;
    for (;;) {
      const [left, right] = await Promise.all([ours.left(), theirs.left()]);
      try {
        assertEquals(left, right, `${label}: ours, and the reference's`);
        return;
      } catch (error) {
        if (systemClock.monotonic() > end) throw error;
        await pause();
      }
    }
  }
}

/** See the module. */
export class WorkloadStage implements AsyncDisposable {
  readonly client: Client;
  readonly side: "ours" | "theirs";
  readonly namespace: string;
  readonly #pair: Pair;
  readonly #words: Record<string, string> = {};
  readonly #known = new Map<string, number>();
  /** Whether the sizes of sets between which a rollout went are a matter of chance. */
  isLoose = false;
  #marks = 0;

  constructor(client: Client, side: "ours" | "theirs", namespace: string, pair: Pair) {
    this.client = client.with({ namespace });
    this.side = side;
    this.namespace = namespace;
    this.#pair = pair;
  }

  /** Ends what the stage began. */
  async [Symbol.asyncDispose](): Promise<void> {}

  /** Makes the namespace. */
  async open(): Promise<void> {
    await this.client.create(Namespace, { metadata: { name: this.namespace } });
  }

  /** Has pods refused that don't say how safe they are. */
  async refusePods(): Promise<void> {
    const labels = { "pod-security.kubernetes.io/enforce": "restricted" };
    await this.client.patch(Namespace, this.namespace, { metadata: { labels } });
  }

  /** Has what both sides have now compared. */
  async same(label = ""): Promise<void> {
    await this.#pair.meet(`step ${++this.#marks} ${label}`, this);
  }

  /** Waits until an object is as it should be. */
  async until(
    kind: AnyKind,
    name: string,
    check: (object: AnyObject | undefined) => boolean,
  ): Promise<void> {
    await this.client.waitFor(kind, name, (one) => check(one as AnyObject | undefined), {
      timeout: "60s",
    });
  }

  /** Waits until something was told of an object. */
  async told(kind: string, name: string, reason: string): Promise<void> {
    const end = systemClock.monotonic() + LIMIT_MS;
    for (;;) {
      const { items } = await this.client.list(coreV1.Event);
      const isTold = items.some(({ involvedObject, ...event }) =>
        involvedObject.kind === kind && involvedObject.name === name && event.reason === reason
      );
      if (isTold) return;
      if (systemClock.monotonic() > end) {
        throw new Error(`${this.side}: nobody told ${reason} of ${kind} ${name}`);
      }
      await pause();
    }
  }

  /** Waits until something was told of a volume. */
  async toldOfVolume(name: string, reason: string): Promise<void> {
    const end = systemClock.monotonic() + LIMIT_MS;
    for (;;) {
      const events = await this.#eventsOfVolumes();
      if (events.some((one) => one.involvedObject.name === name && one.reason === reason)) return;
      if (systemClock.monotonic() > end) {
        throw new Error(`${this.side}: nobody told ${reason} of the volume ${name}`);
      }
      await pause();
    }
  }

  /** Waits until there are so many pods that are neither over nor on their way out. */
  async pods(count: number, image?: string): Promise<void> {
    const end = systemClock.monotonic() + LIMIT_MS;
    for (;;) {
      const found = (await this.#active()).filter((pod) => isOf(pod, image));
      if (found.length === count) return;
      if (systemClock.monotonic() > end) {
        throw new Error(`${this.side}: there are ${found.length} pods of ${image}, not ${count}`);
      }
      await pause();
    }
  }

  /** Lets real time pass: for what must not happen, and as times of creation are whole seconds. */
  async pass(seconds: number): Promise<void> {
    await sleep(systemClock, seconds * 1000);
  }

  /** Has pods run, and be ready or not: so many of those that are not so yet. */
  async run(image: string | undefined, isReady = true, count = Infinity): Promise<void> {
    const status = isReady ? "True" : "False";
    const pods = (await this.#active()).filter((pod) =>
      isOf(pod, image) && readyOf(pod) !== status
    );
    for (const { metadata } of pods.slice(0, count)) {
      await this.client.patch(Pod, metadata!.name!, {
        status: {
          phase: "Running",
          conditions: [{ type: "Ready", status, lastTransitionTime: new Date().toISOString() }],
        },
      } as never, { subresource: "status" });
    }
  }

  /** Has so many pods end. */
  async end(phase: "Succeeded" | "Failed", count = Infinity): Promise<void> {
    for (const { metadata } of (await this.#active()).slice(0, count)) {
      await this.client.patch(Pod, metadata!.name!, { status: { phase } } as never, {
        subresource: "status",
      });
    }
  }

  /** Puts pods on nodes, as a scheduler does: so many of those that have none. */
  async bind(nodeOf: (pod: AnyObject) => string, count = Infinity): Promise<void> {
    const pods = (await this.#active()).filter(({ spec }) => !spec.nodeName);
    for (const pod of pods.slice(0, count)) {
      const { name, namespace } = pod.metadata!;
      const response = await this.client.fetch(
        `/api/v1/namespaces/${namespace}/pods/${name}/binding`,
        {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            apiVersion: "v1",
            kind: "Binding",
            metadata: { name, namespace },
            target: { apiVersion: "v1", kind: "Node", name: nodeOf(pod) },
          }),
        },
      );
      if (!response.ok) {
        throw new Error(`bind ${name}: ${response.status} ${await response.text()}`);
      }
      await response.body?.cancel();
    }
  }

  /** Has pods go that are on their way out, as their nodes do. */
  async reap(): Promise<void> {
    const { items } = await this.client.list(Pod);
    for (const { metadata } of items) {
      if (metadata.deletionTimestamp === undefined) continue;
      await this.client.delete(Pod, metadata.name, { gracePeriod: 0, ignoreNotFound: true });
    }
  }

  /** The names of replica sets whose pods run an image. */
  async sets(image: string): Promise<string[]> {
    const { items } = await this.client.list(ReplicaSet);
    return items.filter((set) => imageOf(set as AnyObject) === image).map(({ metadata }) =>
      metadata.name
    );
  }

  /** Waits until a deployment was seen by its controller as it is, and more. */
  async seen(
    name = "web",
    check: (object: AnyObject) => boolean = () => true,
  ): Promise<void> {
    await this.until(Deployment, name, (one) => {
      if (one === undefined) return false;
      return (one.status?.observedGeneration ?? 0) >= one.metadata!.generation! && check(one);
    });
  }

  /** What there is of workloads, with words for what is drawn by chance. */
  async left(): Promise<unknown> {
    const lists = await Promise.all(KINDS.map(async (kind) => {
      // What is in no namespace says whose it is.
      const options = kind === PersistentVolume
        ? { labelSelector: { scenario: this.namespace } }
        : {};
      const { items } = await this.client.list(kind, options);
      return items as AnyObject[];
    }));
    this.#learn(lists[KINDS.indexOf(ReplicaSet)]!);
    this.#learnRevisions(lists[KINDS.indexOf(ControllerRevision)]!);
    const words = Object.entries(this.#words);
    const { items } = await this.client.list(coreV1.Event);
    const hasVolumes = lists[KINDS.indexOf(PersistentVolume)]!.length > 0;
    const ofVolumes = hasVolumes ? await this.#eventsOfVolumes() : [];
    const events = [...items, ...ofVolumes].map((
      { type, reason, message, source, involvedObject: { kind, name } },
    ) => JSON.stringify([type, reason, message, source?.component, kind, name]));
    const shape = (value: unknown) =>
      JSON.parse(
        words.reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(value))
          .replaceAll(SUFFIX, "-random").replaceAll(CUT, "$1random"),
      );
    const sized = (text: string) =>
      this.isLoose ? text.replace(SIZES, "from some to others") : text;
    const told = [...new Set<string>(shape(events).map(sized))]
      .filter((text) => this.side === "ours" || !DELETED_TWICE.test(text)).sort();
    const short = lists.flatMap((list, at) => list.map(SHAPES.get(KINDS[at]!) ?? inShort));
    const objects = comparable(shape(short)) as object[];
    return [
      ...objects.map((object) => JSON.stringify(object)).sort().map((text) => JSON.parse(text)),
      {
        events: told,
      },
    ];
  }

  /** Remembers which sets there are: events tell of them when they are gone. */
  async learn(): Promise<void> {
    this.#learn((await this.client.list(ReplicaSet)).items as AnyObject[]);
  }

  /** Words for the hashes of templates, by the image that the template names. */
  #learn(sets: readonly AnyObject[]): void {
    const inOrder = sets.toSorted((one, other) =>
      Date.parse(one.metadata!.creationTimestamp!) - Date.parse(other.metadata!.creationTimestamp!)
    );
    for (const set of inOrder) {
      const hash = set.spec.template.metadata?.labels?.["pod-template-hash"];
      if (hash === undefined || this.#words[hash] !== undefined) continue;
      const image = imageOf(set);
      const again = this.#known.get(image) ?? 0;
      this.#known.set(image, again + 1);
      this.#words[hash] = `HASH.${image}${again ? `.${again}` : ""}`;
    }
  }

  /** They are in no namespace of a scenario: names of volumes say whose they are. */
  async #eventsOfVolumes() {
    const { items } = await this.client.list(coreV1.Event, { namespace: "default" });
    return items.filter(({ involvedObject: { kind, name } }) =>
      kind === "PersistentVolume" && name?.endsWith(`.${this.namespace}`)
    );
  }

  /** The same for the revisions of daemon sets; those of stateful sets are the same on both sides. */
  #learnRevisions(revisions: readonly AnyObject[]): void {
    for (const { metadata, data } of revisions.toSorted(byRevision)) {
      const hash = metadata!.labels?.["controller-revision-hash"];
      if (hash === undefined || this.#words[hash] !== undefined) continue;
      const [container] = data.spec.template.spec.containers;
      this.#words[hash] = `HASH.${container.image}`;
    }
  }

  async #active(): Promise<AnyObject[]> {
    const { items } = await this.client.list(Pod);
    return (items as AnyObject[]).filter(({ metadata, status }) =>
      metadata!.deletionTimestamp === undefined &&
      !["Succeeded", "Failed"].includes(status?.phase)
    );
  }
}

function byRevision(one: AnyObject, other: AnyObject): number {
  return Number(one.revision) - Number(other.revision);
}

function imageOf(set: AnyObject): string {
  return set.spec.template.spec.containers[0].image;
}

function isOf(pod: AnyObject, image: string | undefined): boolean {
  return image === undefined || (pod.spec as AnyObject).containers[0].image === image;
}

function readyOf(pod: AnyObject): string | undefined {
  return pod.status?.conditions?.find(({ type }: AnyObject) => type === "Ready")?.status;
}

/** What controllers have a say in. */
function inShort({ kind, metadata, spec, status, data, revision }: AnyObject): AnyObject {
  const { name, namespace, generateName, uid, labels, annotations, finalizers, ownerReferences } =
    metadata!;
  const { observedGeneration, ...rest } = status ?? {};
  const isSeen = (observedGeneration ?? 0) >= (metadata!.generation ?? 0);
  return {
    kind,
    metadata: {
      name,
      namespace,
      generateName,
      uid,
      labels,
      annotations,
      finalizers,
      ownerReferences,
      isDeleting: metadata!.deletionTimestamp !== undefined,
    },
    spec: kind === "Pod" ? inShortPod(spec as AnyObject) : spec,
    ...(data !== undefined && { data, revision }),
    status: {
      ...(kind === "Pod" ? { phase: rest.phase, claims: claimsOf(rest) } : rest),
      conditions: rest.conditions?.toSorted((one: AnyObject, other: AnyObject) =>
        one.type < other.type ? -1 : 1
      ),
      isSeen: UNSEEN.includes(kind!) || isSeen,
    },
  } as unknown as AnyObject;
}

/** The reference notes them in no order. */
function claimsOf({ resourceClaimStatuses }: AnyObject): AnyObject[] | undefined {
  return resourceClaimStatuses?.toSorted((one: AnyObject, other: AnyObject) =>
    one.name < other.name ? -1 : 1
  );
}

function inShortPod(
  { containers, hostname, subdomain, nodeName, affinity, tolerations, volumes }: AnyObject,
): object {
  const { image } = containers[0];
  // The reference has those of claims in an order of chance.
  const sorted = volumes?.toSorted((one: AnyObject, other: AnyObject) =>
    one.name < other.name ? -1 : 1
  );
  return { image, hostname, subdomain, nodeName, affinity, tolerations, volumes: sorted };
}

async function pause(): Promise<void> {
  await new Promise<void>((resolve) => systemClock.after(LOOK_MS, resolve));
}
