/**
 * How many pods there should be of those that a budget is about.
 *
 * @module
 */

import {
  type Client,
  Deployment,
  discoverKinds,
  isNotFound,
  type metaV1,
  ReplicaSet,
  ReplicationController,
  StatefulSet,
} from "../../toolkit/mod.ts";
import { groupOfKinds } from "../../toolkit/kinds/mod.ts";
import { controllerOf, type LoopParts, type SharedInformer } from "../loop/mod.ts";
import type { Budget, Wanted } from "./budget_status.ts";

/** A pod, and whose it is. */
interface OwnedPod {
  readonly name: string;
  readonly controller: metaV1.OwnerReference | undefined;
}

/** What has a number of pods. */
interface Scaled {
  readonly metadata: {
    readonly uid: string;
    readonly ownerReferences?: readonly metaV1.OwnerReference[];
  };
  readonly spec?: { readonly replicas?: number };
}

/** The number that was found, of whom. */
interface Scale {
  readonly uid: string;
  readonly replicas: number;
}

/** Finds how many pods their controllers want. */
export class ExpectedPods {
  readonly #client: Client;
  readonly #controllers: SharedInformer<Scaled>;
  readonly #sets: SharedInformer<Scaled>;
  readonly #deployments: SharedInformer<Scaled>;
  readonly #stateful: SharedInformer<Scaled>;

  constructor({ client, informers }: LoopParts) {
    this.#client = client;
    this.#controllers = informers.of(ReplicationController) as SharedInformer<Scaled>;
    this.#sets = informers.of(ReplicaSet) as SharedInformer<Scaled>;
    this.#deployments = informers.of(Deployment) as SharedInformer<Scaled>;
    this.#stateful = informers.of(StatefulSet) as SharedInformer<Scaled>;
  }

  /** What a budget wants, with the names of pods that nobody controls. Rejects where it can't be known. */
  async wanted(
    { spec, metadata: { namespace = "" } }: Budget,
    pods: readonly OwnedPod[],
    signal: AbortSignal,
  ): Promise<Wanted & { readonly unmanaged: readonly string[] }> {
    const { maxUnavailable, minAvailable } = spec ?? {};
    if (maxUnavailable === undefined && typeof minAvailable !== "string") {
      const [expected, desired] = minAvailable === undefined ? [0, 0] : [pods.length, minAvailable];
      return { expected, desired, unmanaged: [] };
    }
    const controllers = new Map(
      pods.flatMap(({ name, controller }) =>
        controller === undefined ? [] : [[controller.uid, { name, controller }] as const]
      ),
    );
    // The sets of one deployment count once.
    const replicas = new Map<string, number>();
    for (const { name, controller } of controllers.values()) {
      const scale = await this.#scaleOf(controller, namespace, signal);
      if (scale === undefined) throw new Error(`found no controllers for pod "${name}"`);
      replicas.set(scale.uid, scale.replicas);
    }
    const expected = [...replicas.values()].reduce((sum, one) => sum + one, 0);
    const desired = maxUnavailable === undefined
      ? portionOf(minAvailable!, expected)
      : Math.max(0, expected - portionOf(maxUnavailable, expected));
    const unmanaged = pods.filter(({ controller }) => controller === undefined);
    return { expected, desired, unmanaged: unmanaged.map(({ name }) => name) };
  }

  /** Of a controller that is known, else of one that has a scale: whoever is not known may have been made just now. */
  async #scaleOf(
    controller: metaV1.OwnerReference,
    namespace: string,
    signal: AbortSignal,
  ): Promise<Scale | undefined> {
    return this.#knownScale(controller, namespace) ??
      await this.#askedScale(controller, namespace, signal);
  }

  #knownScale(controller: metaV1.OwnerReference, namespace: string): Scale | undefined {
    const known = (informer: SharedInformer<Scaled>, { name, uid }: metaV1.OwnerReference) => {
      const found = informer.lister.get({ namespace, name });
      return found?.metadata.uid === uid ? found : undefined;
    };
    const { group } = groupVersionOf(controller);
    switch (`${group}/${controller.kind}`) {
      case "/ReplicationController":
        return scaleOf(known(this.#controllers, controller));
      case "apps/StatefulSet":
        return scaleOf(known(this.#stateful, controller));
      // Pods that were made long ago name it so.
      case "extensions/ReplicaSet":
      case "apps/ReplicaSet": {
        const set = known(this.#sets, controller);
        const owner = set && controllerOf(set);
        return owner?.kind === Deployment.kind
          ? scaleOf(known(this.#deployments, owner))
          : scaleOf(set);
      }
    }
    return undefined;
  }

  async #askedScale(
    controller: metaV1.OwnerReference,
    namespace: string,
    signal: AbortSignal,
  ): Promise<Scale | undefined> {
    const { apiVersion, kind, name, uid } = controller;
    const { group, version } = groupVersionOf(controller);
    const { all } = await discoverKinds(this.#client, { signal });
    const served = all.find((one) =>
      one.kind.group === group && one.kind.version === version && one.kind.kind === kind
    );
    if (served === undefined) {
      throw new Error(`no matches for kind "${kind}" in version "${apiVersion}"`);
    }
    const place = served.kind.namespaced ? { namespace, name } : name;
    try {
      const options = { subresource: "scale" as const, signal };
      const scale = await this.#client.get(served.kind, place, options) as unknown as Scaled;
      // A scale leaves out a number that is 0.
      return scale.metadata.uid === uid ? { uid, replicas: scale.spec?.replicas ?? 0 } : undefined;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      if (served.subresources.has("scale")) return undefined;
      const { plural } = served.kind;
      const resource = group === "" ? plural : `${plural}.${group}`;
      throw new Error(`${resource} does not implement the scale subresource`, { cause: error });
    }
  }
}

/** The group, as kinds have it, and the version of what a reference names. */
function groupVersionOf({ apiVersion }: metaV1.OwnerReference) {
  const slash = apiVersion.indexOf("/");
  const group = slash < 0 ? "" : groupOfKinds(apiVersion.slice(0, slash));
  return { group, version: apiVersion.slice(slash + 1) };
}

function scaleOf(one: Scaled | undefined): Scale | undefined {
  return one && { uid: one.metadata.uid, replicas: one.spec?.replicas ?? 1 };
}

/** A number, or a part of another one, rounded up. */
function portionOf(value: number | string, of: number): number {
  if (typeof value === "number") return value;
  const percent = /^(\d+)%$/.exec(value)?.[1];
  if (percent === undefined) throw new Error(`invalid value for IntOrString: ${value}`);
  return Math.ceil(Number(percent) * of / 100);
}
