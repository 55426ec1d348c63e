/**
 * The ports that services have on every node.
 *
 * @module
 */

import type { ResourceCache } from "../storage/cache/mod.ts";
import { type CachedObject, type CacheFeed, derivedValue } from "../storage/cache/mod.ts";
import type { Op, Stored } from "../storage/mod.ts";
import { Pending } from "./pending.ts";
import { type Numbered, pickFree } from "./pick.ts";
import { RangeFull, Refused } from "./refused.ts";
import type { Owner } from "./service_addresses.ts";

/** `--service-node-port-range`, both ends included. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/** What ports are handed out with. */
export interface NodePortsOptions {
  /** The feed of the store that services are in. */
  readonly feed: CacheFeed;
  /** `--store-prefix`. */
  readonly storePrefix: string;
  readonly range: PortRange;
  random(): number;
}

/** Of every so many ports one is kept for those who ask for it, within bounds. */
const BAND_STEP = 32;
const [BAND_MIN, BAND_MAX] = [16, 128];

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const NOTHING: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Hands out node ports. Each port that is taken is a key of its own in the store, written and
 * removed in the same commit as its service: no port is handed out twice, however many servers
 * write, and none is lost when a server dies. Ports that are held but not yet committed are known
 * in this process only.
 */
export class NodePorts {
  readonly range: PortRange;
  readonly cache: ResourceCache;
  readonly #prefix: string;
  readonly #numbers: Numbered;
  readonly #pending: Pending<number>;
  readonly #random: () => number;

  private constructor({ range, random }: NodePortsOptions, prefix: string, cache: ResourceCache) {
    this.range = range;
    this.cache = cache;
    this.#prefix = prefix;
    this.#numbers = { size: range.last - range.first + 1, band: bandOf(range) };
    this.#pending = new Pending(() => cache.revision);
    this.#random = random;
  }

  /** Opens them, the cache of those that are taken filled. */
  static async open(options: NodePortsOptions): Promise<NodePorts> {
    const prefix = `${options.storePrefix}/servicenodeports/`;
    const decode = ({ value }: Stored) => ({ json: value, labels: NOTHING, fields: NOTHING });
    const cache = await options.feed.cache({ prefix, decode, windowEvents: 1 });
    return new NodePorts(options, prefix, cache);
  }

  /** What the cache has of a port that is taken. */
  entry(port: number): CachedObject | undefined {
    return this.cache.get(this.#prefix + port);
  }

  /** All ports that are taken, as the cache has them when this is called. */
  async taken(): Promise<Map<number, CachedObject>> {
    const { entries } = await this.cache.list();
    return new Map(entries.map((entry) => [Number(entry.key.slice(this.#prefix.length)), entry]));
  }

  /** Whether somebody has a port, or is about to. */
  isUsed(port: number): boolean {
    return this.#pending.has(port) || this.entry(port) !== undefined;
  }

  /** Keeps a port, or any where none is named, from others in this process. Throws `Refused`, `RangeFull`. */
  hold(port?: number): number {
    const chosen = port ?? this.#pick();
    if (port !== undefined) {
      if (!this.contains(port)) {
        const { first, last } = this.range;
        const why = "provided port is not in the valid range.";
        throw new Refused(port, `${why} The range of valid ports is ${first}-${last}`);
      }
      if (this.isUsed(port)) throw new Refused(port, "provided port is already allocated");
    }
    this.#pending.add(chosen);
    return chosen;
  }

  /** A port that was held is taken, as the cache shows at `revision`. */
  settle(port: number, revision: number): void {
    this.#pending.settle(port, revision);
  }

  /** A port that was held is not taken. */
  letGo(port: number): void {
    this.#pending.delete(port);
  }

  /** Whether ports like this one are for services. */
  contains(port: number): boolean {
    return isPortIn(this.range, port);
  }

  /** The operation that takes a port for a service; `revision` is that of what it replaces. */
  taking(port: number, { namespace, name }: Owner, revision = 0): Op {
    const value = encoder.encode(JSON.stringify({ namespace, name }));
    return { type: "put", key: this.#prefix + port, value, revision };
  }

  /** The operation that lets go a port that a service has; undefined where it has not. */
  releasing(port: number, owner: Owner): Op | undefined {
    const entry = this.entry(port);
    if (entry === undefined || !isSameOwner(portOwner(entry), owner)) return undefined;
    return { type: "delete", key: entry.key, revision: entry.revision };
  }

  #pick(): number {
    const { first } = this.range;
    const found = pickFree(this.#numbers, (number) => this.isUsed(first + number), this.#random);
    if (found === undefined) throw new RangeFull();
    return first + found;
  }
}

/** Whether a port lies in a range. */
export function isPortIn({ first, last }: PortRange, port: number): boolean {
  return port >= first && port <= last;
}

/** The service that has a port; undefined for a value that nobody here wrote. */
export const portOwner = derivedValue((entry: CachedObject): Owner | undefined => {
  try {
    const { namespace, name } = JSON.parse(decoder.decode(entry.json)) as Partial<Owner>;
    return typeof namespace === "string" && typeof name === "string"
      ? { namespace, name }
      : undefined;
  } catch {
    return undefined;
  }
});

/** Whether two are one service. */
export function isSameOwner(a: Owner | undefined, b: Owner): boolean {
  return a?.namespace === b.namespace && a.name === b.name;
}

function bandOf({ first, last }: PortRange): number {
  const size = last - first + 1;
  if (size <= BAND_MIN) return 0;
  return Math.max(BAND_MIN, Math.min(BAND_MAX, Math.floor(size / BAND_STEP)));
}
