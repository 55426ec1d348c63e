/**
 * The load, as a process of its own: `client.ts JSON`, where the JSON says what to do. Prints what
 * it did in a second, as JSON.
 *
 * @module
 */

import { type Answer, Connection, type Identity, type Requests } from "./connection.ts";
import { SharedConnection } from "./http2.ts";
import { COLLECTION, collectionOf, objectOf, patchOf, type Sample } from "./objects.ts";

/** What to do. */
export interface Load {
  readonly port: number;
  readonly ca: string;
  readonly token: string;
  /** Instead of the token. */
  readonly identity?: Identity;
  /** Over HTTP/2, as many workers a connection; undefined: HTTP/1.1, a connection a worker. */
  readonly streams?: number;
  readonly workers: number;
  readonly seconds: number;
  /** Prefix of the names, so that runs don't meet. */
  readonly prefix: string;
  readonly work: Work;
  /** How many objects there are to work on, or to make at most. */
  readonly objects: number;
  readonly sample: Sample;
}

/** The kinds of work. */
export type Work =
  | "fill"
  | "create"
  | "get"
  | "getput"
  | "merge"
  | "apply"
  | "delete"
  | "list"
  | "watch";

/** What was done. */
export interface Done {
  /** Operations a second; of a watch, events. */
  readonly rate: number;
  readonly count: number;
  /** Milliseconds that 99 of 100 operations took at most; of a watch, none. */
  readonly p99Ms?: number;
  /** Of a watch: how many the server ended before all came, as it does with slow ones. */
  readonly ended?: number;
}

type Operation = (
  connection: Requests,
  sample: Sample,
  name: string,
  turn: number,
) => Promise<void>;

const decoder = new TextDecoder();

function check({ status, body }: Answer, path: string): void {
  if (status >= 300) throw new Error(`${path}: ${status} ${decoder.decode(body).slice(0, 300)}`);
}

const OPERATIONS: Readonly<Record<Exclude<Work, "watch">, Operation>> = {
  fill: create,
  create,
  async get(connection, sample, name) {
    const path = `${collectionOf(sample)}/${name}`;
    check(await connection.request("GET", path), path);
  },
  async list(connection, sample) {
    const path = collectionOf(sample);
    check(await connection.request("GET", path), path);
  },
  async getput(connection, sample, name, turn) {
    const path = `${collectionOf(sample)}/${name}`;
    const got = await connection.request("GET", path);
    check(got, path);
    const text = decoder.decode(got.body).replace(/"text":"[^"]{4}/, `"text":"${digits(turn)}`);
    check(await connection.request("PUT", path, text), path);
  },
  async merge(connection, sample, name, turn) {
    const path = `${collectionOf(sample)}/${name}`;
    const patch = patchOf(sample, `${turn}`);
    check(await connection.request("PATCH", path, patch, "application/merge-patch+json"), path);
  },
  async apply(connection, sample, name, turn) {
    const path = `${collectionOf(sample)}/${name}?fieldManager=bench&force=true`;
    // As large as it was, or kinds that are mostly text would be much smaller from here on.
    const applied = objectOf(sample, name, 1, `${turn}`.padEnd(sample.padding, "x"));
    check(await connection.request("PATCH", path, applied, "application/apply-patch+yaml"), path);
  },
  async delete(connection, sample, name) {
    // Pods would end by themselves, some time later.
    const path = `${collectionOf(sample)}/${name}?gracePeriodSeconds=0`;
    check(await connection.request("DELETE", path), path);
  },
};

async function create(
  connection: Requests,
  sample: Sample,
  name: string,
  turn: number,
): Promise<void> {
  const path = collectionOf(sample);
  check(await connection.request("POST", path, objectOf(sample, name, turn)), path);
}

function digits(turn: number): string {
  return String(turn % 10_000).padStart(4, "0");
}

/** One connection a worker, or one for several. */
async function connect(load: Load, count: number): Promise<Requests[]> {
  const { port, ca, token, identity = { token }, streams } = load;
  if (streams === undefined) {
    return await Promise.all(
      Array.from({ length: count }, () => Connection.open(port, ca, identity)),
    );
  }
  return shared(port, ca, identity, streams, count);
}

function shared(port: number, ca: string, identity: Identity, streams: number, count: number) {
  const connections = Array.from(
    { length: Math.ceil(count / streams) },
    () => new SharedConnection(port, ca, identity),
  );
  return Array.from({ length: count }, (_, at) => connections[Math.floor(at / streams)]!);
}

/** Works through names until the time or the names are over. */
async function run(load: Load): Promise<Done> {
  const { workers, seconds, prefix, objects, sample } = load;
  const operation = OPERATIONS[load.work as Exclude<Work, "watch">];
  // What ends with the names, and what goes round them.
  const once = load.work === "delete" || load.work === "fill";
  const limit = load.work === "create" ? Infinity : objects;
  const connections = await connect(load, workers);
  let next = 0;
  const took: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(connections.map(async (connection) => {
    while (once || performance.now() < end) {
      const turn = next++;
      if (once && turn >= limit) break;
      const index = limit === Infinity ? turn : turn % limit;
      const begun = performance.now();
      await operation(connection, sample, `${prefix}${index}`, turn);
      took.push(performance.now() - begun);
    }
  }));
  const passed = (performance.now() - started) / 1000;
  for (const connection of new Set(connections)) connection.close();
  took.sort((a, b) => a - b);
  const p99Ms = took[Math.ceil(took.length * 0.99) - 1] ?? 0;
  return { rate: took.length / passed, count: took.length, p99Ms };
}

const NEWLINE = 0x0a;
/** The brace that closes an event. */
const EVENT_END = 0x7d;

/** Counts the lines of a stream that end an event: no JSON holds a newline. */
class EventCounter {
  count = 0;
  #last = 0;

  add(bytes: Uint8Array): void {
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) {
      // Chunk framing has newlines too, after other characters.
      if ((at === 0 ? this.#last : bytes[at - 1]) === EVENT_END) this.count++;
    }
    this.#last = bytes[bytes.length - 1] ?? this.#last;
  }
}

/**
 * Watches on many connections or streams, and counts the events that come: for a time, or, where the
 * time is 0, until as many came as a line of the input says.
 */
async function watch(load: Load): Promise<void> {
  const { port, ca, token, identity = { token }, streams, workers, seconds } = load;
  const path = `${COLLECTION}?watch=true&resourceVersion=${await newest(load)}`;
  const counter: EventCounter[] = [];
  let ended = 0;
  let wake = () => {};
  const all = async (expected: number) => {
    while (total() < expected) await new Promise<void>((resolve) => wake = resolve);
  };
  const follow = async (read: () => Promise<Uint8Array | undefined>) => {
    const own = new EventCounter();
    counter.push(own);
    for (;;) {
      const bytes = await read().catch(() => undefined);
      if (bytes === undefined) return void ended++;
      own.add(bytes);
      wake();
    }
  };
  if (streams === undefined) {
    const opened = await Promise.all(
      Array.from({ length: workers }, () => Connection.open(port, ca, identity)),
    );
    for (const connection of opened) {
      await connection.stream(path);
      follow(() => connection.read()).catch(fail);
    }
  } else {
    for (const connection of shared(port, ca, identity, streams, workers)) {
      const pieces = await connection.stream(path);
      follow(async () => (await pieces.next()).value).catch(fail);
    }
  }
  const total = () => counter.reduce((sum, { count }) => sum + count, 0);
  console.log(JSON.stringify({ ready: true }));
  let before = 0;
  let started = performance.now();
  if (seconds > 0) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    before = total();
    started = performance.now();
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  } else {
    const expected = Number(await line());
    // A server may end those that are slow: what they miss does not come any more.
    for (let last = -1; total() < expected && total() > last;) {
      last = total();
      const idle = new Promise((resolve) => setTimeout(resolve, IDLE_MS));
      await Promise.race([idle, all(expected)]);
    }
  }
  const count = total() - before;
  const rate = count / ((performance.now() - started) / 1000);
  console.log(JSON.stringify({ rate, count, ended }));
  // Streams of HTTP/2 do not end with their client.
  Deno.exit(0);
}

function fail(error: unknown): never {
  console.error(error);
  Deno.exit(1);
}

/** Without an event for so long, no more are waited for. */
const IDLE_MS = 2000;

/** What the input says, to its end. */
async function line(): Promise<string> {
  return await new Response(Deno.stdin.readable).text();
}

async function newest(load: Load): Promise<string> {
  const [connection] = await connect({ ...load, workers: 1 }, 1);
  const { body } = await connection!.request("GET", `${COLLECTION}?limit=1`);
  connection!.close();
  return JSON.parse(decoder.decode(body)).metadata?.resourceVersion ?? "0";
}

if (import.meta.main) {
  const load: Load = JSON.parse(Deno.args[0]!);
  if (load.work === "watch") await watch(load);
  else console.log(JSON.stringify(await run(load)));
}
