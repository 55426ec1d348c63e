/**
 * Reading and changing single objects of the graph at the server.
 *
 * @module
 */

import {
  type AnyObject,
  type Client,
  isConflict,
  isNotFound,
  isUnsupportedMediaType,
  type Kind,
  type metaV1,
  retryOnConflict,
  StatusError,
} from "../../toolkit/mod.ts";
import { type Identity, withoutOwners } from "./node.ts";
import type { Served } from "./served.ts";

/** The metadata of an object as the server has it. */
export type LiveMetadata = metaV1.ObjectMeta & {
  readonly uid: string;
  readonly resourceVersion: string;
};

/** A cluster-scoped object can't be owned by what is in a namespace: no asking helps. */
export class NamespacedOwner extends Error {
  override name = "NamespacedOwner";
}

const METADATA = { metadataOnly: true } as const;

/** Objects by their identities; all writes are of that very object and of the state that was read. */
export class Objects {
  readonly #client: Client;
  readonly #served: Served;
  /** Kinds that have no strategic patches. */
  readonly #plainPatches = new Set<string>();

  constructor(client: Client, served: Served) {
    this.#client = client;
    this.#served = served;
  }

  /**
   * Undefined only where the server says that there is no such object; another one may have its name.
   * Whatever leaves that open rejects: a kind that is not served now, a refusal, a failure.
   */
  async read(identity: Identity): Promise<LiveMetadata | undefined> {
    const { kind, ref } = this.#place(identity);
    try {
      const { metadata } = await this.#client.get(kind, ref, METADATA);
      return metadata as LiveMetadata;
    } catch (error) {
      if (saysObjectIsAbsent(error, identity.name)) return undefined;
      throw error;
    }
  }

  /** Rejects with a conflict where it is no longer as it was read. */
  async delete(
    identity: Identity,
    { uid, resourceVersion }: LiveMetadata,
    propagation: "Background" | "Foreground" | "Orphan",
  ): Promise<void> {
    const { kind, ref } = this.#place(identity);
    const options = { uid, resourceVersion, propagation, ignoreNotFound: true };
    await this.#client.delete(kind, ref, options);
  }

  /** Gives an object other owners, on the condition that it is as it was read. */
  async setOwners(
    identity: Identity,
    { uid, resourceVersion }: LiveMetadata,
    ownerReferences: readonly metaV1.OwnerReference[],
  ): Promise<void> {
    await this.#merge(identity, { uid, resourceVersion, ownerReferences });
  }

  /** Takes one owner out of an object, whatever else has changed in it. It may be gone. */
  async removeOwner(identity: Identity, owner: string): Promise<void> {
    const { kind, ref } = this.#place(identity);
    const id = `${kind.group}/${kind.plural}`;
    const { uid } = identity;
    try {
      if (!this.#plainPatches.has(id)) {
        try {
          const ownerReferences = [{ $patch: "delete", uid: owner }];
          const patch = { metadata: { uid, ownerReferences } };
          await this.#client.patch(kind, ref, patch as never, { ...METADATA, strategic: true });
          return;
        } catch (error) {
          if (!isUnsupportedMediaType(error)) throw error;
          this.#plainPatches.add(id);
        }
      }
      await retryOnConflict(
        async () => {
          const live = await this.read(identity);
          const owners = live?.ownerReferences ?? [];
          if (live?.uid !== uid || owners.every((one) => one.uid !== owner)) return;
          await this.setOwners(identity, live, withoutOwners(owners, new Set([owner])));
        },
        isConflict,
        undefined,
      );
    } catch (error) {
      if (isConflict(error)) {
        // The one that was meant is gone, and another one has its name.
        const live = await this.read(identity);
        if (live === undefined || live.uid !== uid) return;
      }
      if (!isNotFound(error)) throw error;
    }
  }

  /** Takes a finalizer off, whatever else has changed. It may be gone. */
  async removeFinalizer(identity: Identity, finalizer: string): Promise<void> {
    await retryOnConflict(
      async () => {
        const live = await this.read(identity);
        const { finalizers = [] } = live ?? {};
        if (live?.uid !== identity.uid || !finalizers.includes(finalizer)) return;
        const { uid, resourceVersion } = live;
        const rest = finalizers.filter((one) => one !== finalizer);
        try {
          await this.#merge(identity, { uid, resourceVersion, finalizers: rest });
        } catch (error) {
          if (!isNotFound(error)) throw error;
        }
      },
      isConflict,
      undefined,
    );
  }

  async #merge(identity: Identity, metadata: object): Promise<void> {
    const { kind, ref } = this.#place(identity);
    await this.#client.patch(kind, ref, { metadata } as never, METADATA);
  }

  #place(
    { apiVersion, kind: name, namespace, name: object }: Identity,
  ): { kind: Kind<AnyObject>; ref: { name: string; namespace: string } } {
    const { kind } = this.#served.find(apiVersion, name);
    if (kind.namespaced && namespace === "") {
      throw new NamespacedOwner(
        `${apiVersion} ${name} ${object} is named by an object without a namespace, and is in one`,
      );
    }
    return { kind, ref: { name: object, namespace: kind.namespaced ? namespace : "" } };
  }
}

/** What is not served has the same code as what is not there, but other words, and no object's name. */
function saysObjectIsAbsent(error: unknown, name: string): boolean {
  return error instanceof StatusError && isNotFound(error) && error.status.details?.name === name &&
    error.message.includes(JSON.stringify(name)) && error.message.endsWith("not found");
}
