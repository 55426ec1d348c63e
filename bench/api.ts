/**
 * `./orch bench api`: the API server with its store on disk, beside a bare server of the runtime, in
 * the same run and with the same clients, each server a process of its own. Reads are loaded by
 * nghttp2's `h2load`, the rest by `api/client.ts`.
 *
 * @module
 */

import type { Work } from "./api/client.ts";
import {
  child,
  linesOf,
  loadOf,
  type Machine,
  runLoad,
  startMachine,
  startServer,
  stop,
  WATCHERS,
} from "./api/machine.ts";
import { COLLECTION, LABEL, OBJECTS } from "./api/objects.ts";
import { saveResult, table } from "./report.ts";

const SECONDS = 4;
/** How many more objects a large store has. */
const MANY_OBJECTS = 95_000;

/** A measured row: a figure of each server, and what share of the ceiling is to be reached. */
interface Row {
  readonly name: string;
  readonly own: number;
  readonly ceiling: number;
  readonly target: number | undefined;
}

/** Runs the benchmark. */
export async function main(args: string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log("orch bench api [--seconds=N]: the API server beside a bare one; needs h2load");
    return 0;
  }
  const given = args.map((arg) => /^--seconds=(\d+)$/.exec(arg)?.[1]).find((one) => one);
  const folder = await Deno.makeTempDir();
  try {
    await using machine = await startMachine(folder);
    const rows = await measure(machine, Number(given ?? SECONDS));
    const lines = rows.map(({ name, own, ceiling, target }) => [
      name,
      String(Math.round(own)),
      String(Math.round(ceiling)),
      ceiling === 0 ? "" : (own / ceiling).toFixed(2),
      target === undefined ? "" : target.toFixed(2),
      target === undefined ? "" : own / ceiling >= target ? "yes" : "no",
    ]);
    const head = ["a second", "this server", "ceiling", "share", "to reach", "reached"];
    console.log(table(head, lines));
    await saveResult("api", { rows, ...await measureSizes(folder, machine) });
    return 0;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.error("this needs h2load: apt-get install nghttp2-client");
    return 1;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function measure(machine: Machine, seconds: number): Promise<Row[]> {
  const { own, bare } = machine;
  const rows: Row[] = [];
  const add = (name: string, ours: number, ceiling: number, target?: number) => {
    rows.push({ name, own: ours, ceiling, target });
    console.log(`${name}: ${Math.round(ours)} of ${Math.round(ceiling)}`);
  };
  await machine.light(own, "fill", "list-", 60, OBJECTS);
  for (const protocol of ["HTTP/1.1", "HTTP/2"] as const) {
    const reads: [name: string, path: string, target: number][] = [
      ["get", `${COLLECTION}/list-1`, 0.45],
      ["list limit=500", `${COLLECTION}?limit=500`, 0.7],
      ["list by label", `${COLLECTION}?labelSelector=${LABEL}`, 0.7],
      ["list of all", COLLECTION, 0.7],
    ];
    for (const [name, path, target] of reads) {
      const bytes = await machine.sizeOf(path);
      const [ceiling, ours] = await inTurns(
        () => machine.h2load(bare, `/?bytes=${bytes}`, protocol, seconds),
        () => machine.h2load(own, path, protocol, seconds),
      );
      add(`${name}, ${protocol}`, ours, ceiling, protocol === "HTTP/1.1" ? target : undefined);
    }
  }
  const [createCeiling, created] = await inTurns(
    () => machine.light(bare, "create", "c-", seconds),
    (round) => machine.light(own, "create", `c${round}-`, seconds),
  );
  add("create", created, createCeiling, 0.2);
  const changes: [name: string, work: Work, target: number][] = [
    ["get and put", "getput", 0.18],
    ["merge patch", "merge", 0.25],
    ["server-side apply", "apply", 0.2],
  ];
  for (const [name, work, target] of changes) {
    const [ceiling, ours] = await inTurns(
      () => machine.light(bare, "create", "c-", seconds),
      () => machine.light(own, work, "list-", seconds, OBJECTS),
    );
    add(name, ours, ceiling, target);
  }
  await machine.light(own, "fill", "d-", 60, OBJECTS * 2);
  const [deleteCeiling, deleted] = await inTurns(
    () => machine.light(bare, "create", "c-", seconds),
    (round) => machine.light(own, "delete", round === 0 ? "d-" : "c0-", 60, OBJECTS),
  );
  add("delete", deleted, deleteCeiling, 0.28);
  const [watchCeiling, watched] = await inTurns(
    () => machine.watch(bare, seconds, ""),
    (round) => machine.watch(own, seconds, `w${round}-`),
  );
  add(`events to ${WATCHERS} watchers`, watched, watchCeiling, 0.7);
  return rows;
}

const ROUNDS = 2;

/** The best of both, measured in turns: what else the machine does is on both sides. */
async function inTurns(
  bare: () => Promise<number>,
  own: (round: number) => Promise<number>,
): Promise<[bare: number, own: number]> {
  const best: [number, number] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    best[0] = Math.max(best[0], await bare());
    best[1] = Math.max(best[1], await own(round));
  }
  return best;
}

/** Memory, and how long a start takes, each with a store of its own. */
async function measureSizes(folder: string, { ca }: Machine) {
  const small = await startServer(folder, `${folder}/small.kv`);
  console.log(`ready on an empty store: ${small.readyMs} ms`);
  const load = loadOf(ca, small.port);
  await runLoad({ ...load, work: "fill", prefix: "list-" });
  const watching = child("client.ts", [
    JSON.stringify({ ...load, work: "watch", workers: WATCHERS, seconds: 2 }),
  ]);
  const lines = linesOf(watching);
  await lines.next();
  const residentMb = await residentMbOf(small.process);
  await lines.next();
  await watching.status;
  console.log(`memory with ${OBJECTS} objects and ${WATCHERS} watchers: ${residentMb} MB`);
  await runLoad({ ...load, work: "fill", prefix: "big-", objects: MANY_OBJECTS });
  await stop(small.process);
  const large = await startServer(folder, `${folder}/small.kv`);
  const largeMb = await residentMbOf(large.process);
  await stop(large.process);
  const all = OBJECTS + MANY_OBJECTS;
  console.log(`ready with ${all} objects: ${large.readyMs} ms, ${largeMb} MB`);
  return { emptyReadyMs: small.readyMs, residentMb, largeReadyMs: large.readyMs, largeMb };
}

async function residentMbOf({ pid }: Deno.ChildProcess): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
