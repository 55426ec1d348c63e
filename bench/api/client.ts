/**
 * The load, as a process of its own: `client.ts JSON`, where the JSON says what to do. Prints what
 * it did in a second, as JSON.
 *
 * @module
 */

import { type Answer, Connection } from "./connection.ts";
import { COLLECTION, collectionOf, objectOf, patchOf, type Sample } from "./objects.ts";

/** What to do. */
export interface Load {
  readonly port: number;
  readonly ca: string;
  readonly token: string;
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
export type Work = "fill" | "create" | "getput" | "merge" | "apply" | "delete" | "watch";

type Operation = (
  connection: Connection,
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
  connection: Connection,
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

/** Works through names until the time or the names are over; operations a second. */
async function run(load: Load): Promise<number> {
  const { port, ca, token, workers, seconds, prefix, objects, sample } = load;
  const operation = OPERATIONS[load.work as Exclude<Work, "watch">];
  // What ends with the names, and what goes round them.
  const once = load.work === "delete" || load.work === "fill";
  const limit = load.work === "create" ? Infinity : objects;
  const connections = await Promise.all(
    Array.from({ length: workers }, () => Connection.open(port, ca, token)),
  );
  let next = 0;
  let done = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(connections.map(async (connection) => {
    while (once || performance.now() < end) {
      const turn = next++;
      if (once && turn >= limit) break;
      const index = limit === Infinity ? turn : turn % limit;
      await operation(connection, sample, `${prefix}${index}`, turn);
      done++;
    }
  }));
  const passed = (performance.now() - started) / 1000;
  for (const connection of connections) connection.close();
  return done / passed;
}

const NEWLINE = 0x0a;

/**
 * Watches on many connections, and counts the frames that come: the lines of the stream that hold
 * an event, told by a byte that is in no object.
 */
async function watch(load: Load): Promise<number> {
  const { port, ca, token, workers, seconds } = load;
  const connections = await Promise.all(
    Array.from({ length: workers }, () => Connection.open(port, ca, token)),
  );
  let events = 0;
  let counting = false;
  for (const connection of connections) {
    await connection.stream(`${COLLECTION}?watch=true&resourceVersion=${await newest(load)}`);
  }
  const reading = connections.map(async (connection) => {
    for (;;) {
      const bytes = await connection.read().catch(() => undefined);
      if (bytes === undefined) return;
      if (!counting) continue;
      // Each event ends in a newline, which no JSON holds; each chunk's head and end have two more.
      for (let at = bytes.indexOf(EVENT_END); at >= 0; at = bytes.indexOf(EVENT_END, at + 1)) {
        if (bytes[at + 1] === NEWLINE) events++;
      }
    }
  });
  console.log(JSON.stringify({ ready: true }));
  await new Promise((resolve) => setTimeout(resolve, 1000));
  counting = true;
  const started = performance.now();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const rate = events / ((performance.now() - started) / 1000);
  for (const connection of connections) connection.close();
  await Promise.all(reading);
  return rate;
}

/** The brace that closes an event. */
const EVENT_END = 0x7d;

async function newest({ port, ca, token }: Load): Promise<string> {
  const connection = await Connection.open(port, ca, token);
  const { body } = await connection.request("GET", `${COLLECTION}?limit=1`);
  connection.close();
  return JSON.parse(decoder.decode(body)).metadata?.resourceVersion ?? "0";
}

if (import.meta.main) {
  const load: Load = JSON.parse(Deno.args[0]!);
  const rate = load.work === "watch" ? await watch(load) : await run(load);
  console.log(JSON.stringify({ rate }));
}
