/**
 * Changes of config maps and secrets, as fast as they are wanted: as many objects at the end as at the
 * beginning, so that what follows them has no reason to grow.
 *
 * @module
 */

import type { ApiClient } from "../../testing/api_client.ts";

/** A label that every object has, and one of its two values. */
export const LABEL = "side";
export const LEFT = "left";
const RIGHT = "right";

const NAMESPACES = 10;
const NAMES = 20;
const KINDS = ["configmaps", "secrets"];
const TEXT_CHARS = 600;
const WRITERS = 4;
/** Between two writes of one of them. */
const PAUSE_MS = 60;
/** Of changes of an object that is there, those that delete it. */
const DELETIONS = 0.15;

export const namespaceOf = (at: number) => `soak-${at % NAMESPACES}`;
export const nameOf = (at: number) => `object-${at % NAMES}`;

/** Makes the namespaces. */
export async function prepare(client: ApiClient): Promise<void> {
  for (let at = 0; at < NAMESPACES; at++) {
    const { status, text } = await client.post("/api/v1/namespaces", {
      metadata: { name: namespaceOf(at) },
    });
    if (status !== 201) throw new Error(`a namespace can't be made: ${text}`);
  }
}

/** Writes until the signal aborts; what fails as the server is away is tried no more. */
export class Writing {
  readonly #random: () => number;
  #count = 0;
  #tokens = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** How many writes were acknowledged. */
  get count(): number {
    return this.#count;
  }

  async run(client: ApiClient, signal: AbortSignal): Promise<void> {
    await Promise.all(Array.from({ length: WRITERS }, async () => {
      while (!signal.aborted) {
        await this.#write(client);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }));
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  async #write(client: ApiClient): Promise<void> {
    const kind = KINDS[this.#below(KINDS.length)]!;
    const collection = `/api/v1/namespaces/${namespaceOf(this.#below(NAMESPACES))}/${kind}`;
    const name = nameOf(this.#below(NAMES));
    const path = `${collection}/${name}`;
    const labels = { [LABEL]: this.#random() < 0.5 ? LEFT : RIGHT };
    const text = `${this.#tokens++} `.padEnd(this.#below(TEXT_CHARS), "x");
    const data = { text: kind === "secrets" ? btoa(text) : text };
    try {
      const deletes = this.#random() < DELETIONS;
      let { status } = deletes
        ? await client.delete(path)
        : await client.patch(path, "merge", { metadata: { labels }, data });
      if (status === 404 && !deletes) {
        ({ status } = await client.post(collection, { metadata: { name, labels }, data }));
      }
      if (status < 300) this.#count++;
    } catch (error) {
      // The server was ended under it: `fetch` says so by this.
      if (!(error instanceof TypeError)) throw error;
    }
  }
}
