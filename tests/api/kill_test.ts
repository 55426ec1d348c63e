/**
 * Durability through the API: a server under load is killed at random moments, round after round on
 * one file, and after each round everything that it acknowledged must be there and be told of.
 *
 * @module
 */

import type { AnyObject, ApiClient } from "../../testing/api_client.ts";
import { deterministicRandom } from "../../testing/api_server.ts";
import { slowTests } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { Follower, revisionOf, statesOf } from "./follower.ts";
import { COLLECTION, LABEL, Ledger, LEFT, NAMESPACE, runWriters, writeFence } from "./load.ts";
import { type ServerProcess, type Servers, withServers } from "./server_process.ts";

const ROUNDS = slowTests() ? 100 : 5;
const LEAST_WRITES = 20;
const MORE_WRITES = 300;
const PAGE = 4;

/** The token of a list's later pages, and what they must show. */
interface Paging {
  readonly token: string;
  readonly rest: readonly AnyObject[];
}

Deno.test(`a server keeps what it acknowledged when it is killed under load, ${ROUNDS} times`, () => {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const random = deterministicRandom(seed);
  return withServers((servers) => new KillTest(servers, random).run(), `seed ${seed}`);
});

class KillTest {
  readonly #servers: Servers;
  readonly #random: () => number;
  readonly #ledger = new Ledger();
  /** Follow everything, and one side, from the first round on: each watch goes on after the last. */
  #all: Follower | undefined;
  #side: Follower | undefined;
  /** Followed the last round. */
  #fresh: Follower | undefined;
  #paging: Paging | undefined;

  constructor(servers: Servers, random: () => number) {
    this.#servers = servers;
    this.#random = random;
  }

  async run(): Promise<void> {
    for (let round = 0; round <= ROUNDS; round++) {
      const server = await this.#servers.start({ store: `file:${this.#servers.folder}/store.kv` });
      // By turns over one connection with HTTP/2, and over several.
      const client = this.#servers.client(server.port, { http2: round % 2 === 0 });
      if (round === 0) await this.#begin(client);
      const watching = [this.#followed.all, this.#followed.side].map((one) => one.follow(client));
      await this.#check(client);
      if (round < ROUNDS) await this.#loadAndKill(server, client);
      else assertEquals(await server.stop(), 0);
      await Promise.all(watching);
    }
    assert(this.#ledger.count > ROUNDS * LEAST_WRITES);
  }

  get #followed(): { all: Follower; side: Follower } {
    return { all: this.#all!, side: this.#side! };
  }

  async #begin(client: ApiClient): Promise<void> {
    const made = await client.post("/api/v1/namespaces", { metadata: { name: NAMESPACE } });
    assertEquals(made.status, 201, made.text);
    const { json } = await client.get(COLLECTION);
    this.#all = new Follower(COLLECTION, revisionOf(json));
    this.#side = new Follower(`${COLLECTION}?labelSelector=${LABEL}%3D${LEFT}`, revisionOf(json));
  }

  /** Compares everything with what was acknowledged before the server was killed. */
  async #check(client: ApiClient): Promise<void> {
    const { all, side } = this.#followed;
    const listed = (await client.get(COLLECTION)).json;
    assert(revisionOf(listed) >= this.#ledger.newest, "the version of a list goes on");
    this.#ledger.check(listed.items, { settle: true });
    if (this.#paging !== undefined) await checkPaging(client, this.#paging);

    const until = await writeFence(client, this.#ledger);
    await Promise.all([all.until(until), side.until(until)]);
    const now: AnyObject[] = (await client.get(COLLECTION)).json.items;
    assertEquals(all.states, statesOf(now), "a watch ends where a list is");
    const left = now.filter(({ metadata }) => metadata.labels[LABEL] === LEFT);
    assertEquals(side.states, statesOf(left), "so does one with a selector");
    this.#ledger.checkTold(all.told);
    if (this.#fresh !== undefined) checkSame(this.#fresh, all);
  }

  async #loadAndKill(server: ServerProcess, client: ApiClient): Promise<void> {
    const ledger = this.#ledger;
    const count = LEAST_WRITES + Math.floor(this.#random() * MORE_WRITES);
    const fresh = new Follower(COLLECTION);
    const following = fresh.follow(client);
    const over = new AbortController();
    const { signal } = over;
    const ended = new Error("the writers ended before the server was killed");
    const random = this.#random;
    const writing = runWriters({ client, ledger, random, signal, untilLost: true });
    const killing = async () => {
      const before = ledger.count;
      await ledger.until(before + count / 2, signal);
      this.#paging = await beginPaging(client);
      await ledger.until(before + count, signal);
      await server.kill();
    };
    const both = [writing.finally(() => over.abort(ended)), killing()];
    // What ended the writers says more than that they ended.
    for (const result of await Promise.allSettled(both)) {
      if (result.status === "rejected") throw result.reason;
    }
    await following;
    this.#fresh = fresh;
  }
}

/** Throws unless one follower was told, while it was there, what the other was. */
function checkSame(one: Follower, other: Follower): void {
  one.check();
  const { began, last } = one;
  if (began === undefined) return;
  const meanwhile = other.told.filter(({ revision }) => revision > began && revision <= last);
  assertEquals(one.told, meanwhile, "two watches are told alike");
}

/** Reads a page of the list, and the whole list at its version. */
async function beginPaging(client: ApiClient): Promise<Paging> {
  const page = (await client.get(`${COLLECTION}?limit=${PAGE}`)).json;
  const { resourceVersion, continue: token } = page.metadata;
  const exact = `resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`;
  const { items } = (await client.get(`${COLLECTION}?${exact}`)).json;
  assertEquals(page.items, items.slice(0, PAGE));
  return { token, rest: items.slice(PAGE) };
}

/** Goes on with a list that another process began. */
async function checkPaging(client: ApiClient, { token, rest }: Paging): Promise<void> {
  const items: AnyObject[] = [];
  for (let next = token; next !== undefined;) {
    const { status, text, json } = await client.get(`${COLLECTION}?limit=${PAGE}&continue=${next}`);
    // Nothing is compacted within the five minutes that a round is shorter than.
    assertEquals(status, 200, text);
    items.push(...json.items);
    next = json.metadata.continue;
  }
  assertEquals(items, rest, "a list goes on after the server was killed");
}
