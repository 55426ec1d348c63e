/**
 * Writers that put load on a server, and a ledger of what they sent and what was acknowledged.
 *
 * @module
 */

import { Notifier } from "../../apiserver/storage/history/notifier.ts";
import type { Answer, AnyObject, ApiClient } from "../../testing/api_client.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { revisionOf, tokenOf } from "./follower.ts";

/** The collection that writers write to: config maps of a namespace of its own. */
export const NAMESPACE = "load";
export const COLLECTION = `/api/v1/namespaces/${NAMESPACE}/configmaps`;

/** The label that changes with each write, and one of its two values. */
export const LABEL = "side";
export const LEFT = "left";

/** An object that all writers change. */
const SHARED = "shared";

/** What a write leaves behind: an object, or nothing. */
interface Outcome {
  readonly data: Readonly<Record<string, string>> | undefined;
  /** Its resourceVersion; 0 where that is not known, or nothing is there. */
  readonly revision: number;
}

interface Name {
  settled: Outcome;
  /** Writes that were sent and not answered. */
  readonly unsure: Outcome[];
}

/** What was sent and what was acknowledged, of all rounds. */
export class Ledger {
  readonly #names = new Map<string, Name>();
  readonly #sent = new Set<string>();
  readonly #acknowledged = new Map<number, { name: string; token: string }>();
  readonly #notifier = new Notifier();
  #count = 0;
  #tokens = 0;

  /** How many writes were acknowledged. */
  get count(): number {
    return this.#count;
  }

  /** How many writes nobody knows the outcome of. */
  get unsure(): number {
    return [...this.#names.values()].reduce((sum, { unsure }) => sum + unsure.length, 0);
  }

  /** The newest revision that was acknowledged. */
  get newest(): number {
    return Math.max(0, ...this.#acknowledged.keys());
  }

  /** Settles once so many writes were acknowledged, or `over` aborts. */
  async until(count: number, over: AbortSignal): Promise<void> {
    while (this.#count < count) await this.#notifier.wait(over);
  }

  /** A token for the next write. */
  token(): string {
    const token = `t${++this.#tokens}`;
    this.#sent.add(token);
    return token;
  }

  /** What is known to be under a name; undefined when a write on it was never answered. */
  settled(name: string): Outcome | undefined {
    const { settled, unsure } = this.#of(name);
    return unsure.length > 0 ? undefined : settled;
  }

  /** Notes a write that was answered. */
  acknowledge(name: string, outcome: Outcome): void {
    const known = this.#of(name);
    const { data, revision } = outcome;
    this.#count++;
    if (data !== undefined) {
      assert(!this.#acknowledged.has(revision), `revision ${revision} was acknowledged twice`);
      this.#acknowledged.set(revision, { name, token: data.token! });
    }
    // Acknowledgements of a name that several write may come in any order.
    if (data === undefined || revision > known.settled.revision) known.settled = outcome;
    this.#notifier.notifyAll();
  }

  /** Notes a write that was not answered: it may have happened, and may still happen. */
  doubt(name: string, data: Outcome["data"]): void {
    this.#of(name).unsure.push({ data, revision: 0 });
  }

  /**
   * Compares what a list shows with what was acknowledged. `settle` takes what it shows of writes in
   * doubt for their outcome: right only where nothing can be under way any more.
   */
  check(items: readonly AnyObject[], { settle }: { settle: boolean }): void {
    const found = new Map(items.map((item) => [item.metadata.name as string, item]));
    for (const name of found.keys()) assert(this.#names.has(name), `${name} was never sent`);
    for (const [name, known] of this.#names) {
      const object = found.get(name);
      const { settled, unsure } = known;
      const says = `${name} is ${describe(object)}; acknowledged: ${JSON.stringify(settled)}, ` +
        `in doubt: ${JSON.stringify(unsure)}`.slice(0, 1000);
      const shown = [settled, ...unsure].find(({ data }) => data?.token === object?.data.token);
      assert(shown !== undefined, says);
      if (object === undefined) {
        if (settle) known.settled = { data: undefined, revision: 0 };
      } else {
        assertEquals(object.data, shown.data, `${name} is whole`);
        const revision = revisionOf(object);
        if (shown === settled) assertEquals(revision, settled.revision, says);
        else assert(revision > settled.revision, says);
        if (settle) known.settled = { data: shown.data, revision };
      }
      if (settle) unsure.length = 0;
    }
  }

  /** Compares what a watch told, from the very beginning on, with what was acknowledged. */
  checkTold(told: readonly { name: string; revision: number; token: string }[]): void {
    const at = new Map(told.map((event) => [event.revision, event]));
    for (const { name, token } of told) assert(this.#sent.has(token), `${name} of ${token}`);
    for (const [revision, { name, token }] of this.#acknowledged) {
      const event = at.get(revision);
      assertEquals([event?.name, event?.token], [name, token], `what was told of ${revision}`);
    }
  }

  #of(name: string): Name {
    let known = this.#names.get(name);
    if (known === undefined) {
      known = { settled: { data: undefined, revision: 0 }, unsure: [] };
      this.#names.set(name, known);
    }
    return known;
  }
}

function describe(object: AnyObject): string {
  return object === undefined ? "not there" : `${tokenOf(object)} at ${revisionOf(object)}`;
}

/** A write, on both sides, that comes after all others; returns its revision. */
export async function writeFence(client: ApiClient, ledger: Ledger): Promise<number> {
  const name = "fence";
  const data = { token: ledger.token() };
  const metadata = { name, labels: { [LABEL]: LEFT } };
  const object = { kind: "ConfigMap", apiVersion: "v1", metadata, data };
  const path = `${COLLECTION}/${name}?fieldManager=fence`;
  const { status, text, json } = await client.patch(path, "apply", object);
  assert(status === 200 || status === 201, text);
  const revision = revisionOf(json);
  ledger.acknowledge(name, { data, revision });
  return revision;
}

/** What writers work with. */
export interface LoadOptions {
  readonly client: ApiClient;
  readonly ledger: Ledger;
  readonly random: () => number;
  /** Writers end when it aborts, or, with `untilLost`, when a write of theirs is not answered. */
  readonly signal: AbortSignal;
  readonly untilLost: boolean;
}

const WRITERS = 6;
const NAMES_A_WRITER = 5;
/** Of the objects of a writer so many are too large for one row of the store. */
const LARGE_NAMES = 1;
const LARGE_BYTES = { least: 65_000, more: 150_000 };

/** Runs writers, each on names of its own and all of them on one. */
export async function runWriters(options: LoadOptions): Promise<void> {
  await Promise.all(
    Array.from({ length: WRITERS }, (_, index) => new Writer(options, index).run()),
  );
}

class Writer {
  readonly #options: LoadOptions;
  readonly #index: number;
  /** How often each of the names was given up. */
  readonly #given: number[] = Array(NAMES_A_WRITER).fill(0);

  constructor(options: LoadOptions, index: number) {
    this.#options = options;
    this.#index = index;
  }

  async run(): Promise<void> {
    const { signal, untilLost } = this.#options;
    while (!signal.aborted) {
      const answered = await this.#write();
      if (!answered && untilLost) return;
    }
  }

  /** Writes once; false when that was not answered. */
  async #write(): Promise<boolean> {
    const { ledger, random } = this.#options;
    if (random() < 0.05) return await this.#writeShared();
    const number = Math.floor(random() * NAMES_A_WRITER);
    const name = `w${this.#index}-${number}-${this.#given[number]}`;
    const before = ledger.settled(name);
    if (before === undefined) {
      // A write may still be under way to it: nothing more is known of this name.
      this.#given[number]!++;
      return true;
    }
    const large = number < LARGE_NAMES;
    if (before.data === undefined) {
      return random() < 0.5 ? await this.#create(name, large) : await this.#apply(name, large);
    }
    const kind = random();
    if (kind < 0.3) return await this.#put(name, before, large);
    if (kind < 0.55) return await this.#patch(name, before);
    if (kind < 0.8) return await this.#apply(name, large);
    return await this.#delete(name);
  }

  #create(name: string, large: boolean): Promise<boolean> {
    const object = this.#object(name, large);
    return this.#send(name, object.data, (client) => client.post(COLLECTION, object));
  }

  #put(name: string, before: Outcome, large: boolean): Promise<boolean> {
    const object = this.#object(name, large);
    const metadata = { ...object.metadata, resourceVersion: String(before.revision) };
    const body = { ...object, metadata };
    return this.#send(name, object.data, (client) => client.put(`${COLLECTION}/${name}`, body));
  }

  #patch(name: string, { data }: Outcome): Promise<boolean> {
    const token = this.#options.ledger.token();
    const body = { metadata: { labels: this.#labels() }, data: { token } };
    return this.#send(
      name,
      { ...data, token },
      (client) => client.patch(`${COLLECTION}/${name}`, "merge", body),
    );
  }

  #apply(name: string, large: boolean): Promise<boolean> {
    const object = this.#object(name, large);
    const path = `${COLLECTION}/${name}?fieldManager=load&force=true`;
    return this.#send(name, object.data, (client) => client.patch(path, "apply", object));
  }

  #delete(name: string): Promise<boolean> {
    return this.#send(name, undefined, (client) => client.delete(`${COLLECTION}/${name}`));
  }

  /** Changes what all writers change, unless another one is faster. */
  async #writeShared(): Promise<boolean> {
    const path = `${COLLECTION}/${SHARED}`;
    const found = await this.#answer((client) => client.get(path));
    if (found === undefined) return false;
    const object = this.#object(SHARED, false);
    if (found.status === 404) {
      return this.#send(SHARED, object.data, (client) => client.post(COLLECTION, object), 409);
    }
    assertEquals(found.status, 200, found.text);
    const { resourceVersion } = found.json.metadata;
    const body = { ...object, metadata: { ...object.metadata, resourceVersion } };
    return this.#send(SHARED, object.data, (client) => client.put(path, body), 409);
  }

  #object(name: string, large: boolean) {
    const { ledger, random } = this.#options;
    const token = ledger.token();
    const size = LARGE_BYTES.least + Math.floor(random() * LARGE_BYTES.more);
    const data: Record<string, string> = { token };
    if (large) data.filler = `${token}.`.repeat(Math.ceil(size / (token.length + 1)));
    const metadata = { name, labels: this.#labels() };
    return { kind: "ConfigMap", apiVersion: "v1", metadata, data };
  }

  #labels(): Record<string, string> {
    return { [LABEL]: this.#options.random() < 0.5 ? LEFT : "right" };
  }

  /** Sends a write that leaves `data` behind; false when it was not answered. */
  async #send(
    name: string,
    data: Outcome["data"],
    send: (client: ApiClient) => Promise<Answer>,
    refusal?: number,
  ): Promise<boolean> {
    const { ledger } = this.#options;
    const answer = await this.#answer(send);
    if (answer === undefined) {
      ledger.doubt(name, data);
      return false;
    }
    const { status, text } = answer;
    if (status === refusal) return true;
    assert(status === 200 || status === 201, `a write to ${name}: ${status} ${text.slice(0, 500)}`);
    if (data === undefined) {
      ledger.acknowledge(name, { data, revision: 0 });
      return true;
    }
    const object = answer.json;
    assertEquals(object.data, data, `the answer to a write to ${name}`);
    const revision = revisionOf(object);
    const before = ledger.settled(name)?.revision ?? 0;
    if (name !== SHARED) assert(revision > before, `${name} went from ${before} to ${revision}`);
    ledger.acknowledge(name, { data, revision });
    return true;
  }

  /** An answer that says what became of the request; undefined when there was none. */
  async #answer(send: (client: ApiClient) => Promise<Answer>): Promise<Answer | undefined> {
    try {
      const answer = await send(this.#options.client);
      return answer.status >= 500 ? undefined : answer;
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }
}
