/**
 * What is written to volumes and claims, for one turn of work.
 *
 * @module
 */

import {
  type Client,
  type ObjectOf,
  PersistentVolume,
  PersistentVolumeClaim,
} from "../../toolkit/mod.ts";
import { equalJson } from "../../toolkit/values/json.ts";
import type { Doubts } from "../loop/mod.ts";
import { writeStatus } from "../write_status.ts";
import type { KnownVolumes } from "./known_volumes.ts";
import type { Claim, Volume } from "./needs.ts";

/** What is written. */
interface Written {
  readonly metadata: { readonly namespace?: string; readonly name: string };
}

type Kind = typeof PersistentVolume | typeof PersistentVolumeClaim;

/**
 * Writes objects as they were when they were read: who has changed one meanwhile is not overruled. Of a write
 * without an answer it is found out what became of it before the next turn.
 */
export class VolumeWrites {
  readonly #client: Client;
  readonly #known: KnownVolumes;
  readonly #key: string;
  readonly #doubts: Doubts;

  constructor(client: Client, known: KnownVolumes, key: string, doubts: Doubts) {
    this.#client = client;
    this.#known = known;
    this.#key = key;
    this.#doubts = doubts;
  }

  /** Replaces an object, but for its status. */
  async replace<K extends Kind>(kind: K, object: ObjectOf<K>): Promise<ObjectOf<K>> {
    return await this.#during(
      kind,
      object,
      () => this.#client.replace(kind, object as never),
    ) as ObjectOf<K>;
  }

  /** Says what has become of a volume, unless it says so. */
  async setPhase(
    volume: Volume,
    phase: NonNullable<Volume["status"]>["phase"],
    message?: string,
  ): Promise<Volume> {
    if (volume.status?.phase === phase) return volume;
    const status = { phase, message: message ?? null };
    return await this.#during(
      PersistentVolume,
      volume,
      () => writeStatus(this.#client, PersistentVolume, volume, status),
    );
  }

  /** Gives a claim a status, unless it has it. */
  async setClaimStatus(claim: Claim, status: Claim["status"]): Promise<Claim> {
    if (equalJson(claim.status ?? {}, status ?? {})) return claim;
    return await this.#during(
      PersistentVolumeClaim,
      claim,
      () =>
        this.#client.replace(PersistentVolumeClaim, { ...claim, status } as never, {
          subresource: "status",
        }),
    );
  }

  /** Says of a claim that it has no volume: it waits for one, or has lost it. */
  async setUnbound(claim: Claim, phase: "Pending" | "Lost"): Promise<Claim> {
    const { accessModes: _, capacity: __, currentVolumeAttributesClassName: ___, ...others } =
      claim.status ?? {};
    return await this.setClaimStatus(claim, { ...others, phase });
  }

  async #during<T>(kind: Kind, { metadata }: Written, write: () => Promise<T>): Promise<T> {
    const informer = kind === PersistentVolume ? this.#known.volumes : this.#known.claims;
    const { namespace = "", name } = metadata;
    return await this.#doubts.during(this.#key, informer, { namespace, name }, write);
  }
}
