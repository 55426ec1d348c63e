/**
 * `./orch bench api`: the API server with its store on disk, beside a bare server of the runtime, in
 * the same run and with the same clients, each server a process of its own. Reads are loaded by
 * nghttp2's `h2load`, the rest by `api/client.ts`.
 *
 * @module
 */

import { makeAuthority, makeCertificate, USAGE } from "../toolkit/certificates/mod.ts";
import type { Load, Work } from "./api/client.ts";
import { Connection } from "./api/connection.ts";
import { COLLECTION, LABEL, OBJECTS } from "./api/objects.ts";
import { saveResult, table } from "./report.ts";

const WORKERS = 16;
const SECONDS = 4;
const WATCHERS = 200;
const TOKEN = "bench-token";
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
    await using machine = await start(folder);
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

/** Both servers, and ways to load them. */
interface Machine extends AsyncDisposable {
  readonly ca: string;
  readonly own: number;
  readonly bare: number;
  light(
    port: number,
    work: Work,
    prefix: string,
    seconds: number,
    objects?: number,
  ): Promise<number>;
  h2load(
    port: number,
    path: string,
    protocol: "HTTP/1.1" | "HTTP/2",
    seconds: number,
  ): Promise<number>;
  /** `prefix`: names of objects to make meanwhile; "": none. */
  watch(port: number, seconds: number, prefix: string): Promise<number>;
  sizeOf(path: string): Promise<number>;
}

const decoder = new TextDecoder();

async function start(folder: string): Promise<Machine> {
  const now = new Date();
  const authority = await makeAuthority("bench", now);
  const ca = authority.certificate;
  const { certificate, key } = await makeCertificate(
    { commonName: "localhost", hosts: ["127.0.0.1"], usages: [USAGE.server], now },
    authority,
  );
  const files = { cert: `${folder}/tls.crt`, key: `${folder}/tls.key`, ca: `${folder}/ca.crt` };
  await Deno.writeTextFile(files.cert, certificate);
  await Deno.writeTextFile(files.key, key);
  await Deno.writeTextFile(files.ca, ca);
  await Deno.writeTextFile(`${folder}/tokens`, `${TOKEN},bench,1,"system:masters"\n`);
  const server = await startServer(folder, `${folder}/store.kv`);
  const bare = child("api/bare_server.ts", [certificate, key, ca]);
  const lines = linesOf(bare);
  const { port } = JSON.parse((await lines.next()).value!);
  return {
    ca,
    own: server.port,
    bare: port,
    light: (port, work, prefix, seconds, objects = OBJECTS) =>
      runLoad({ ...loadOf(ca, port), work, prefix, seconds, objects }),
    h2load: (port, path, protocol, seconds) => h2load(port, path, protocol, seconds),
    async watch(port, seconds, prefix) {
      const load = loadOf(ca, port);
      const one: Load = { ...load, work: "watch", workers: WATCHERS, seconds };
      const client = child("api/client.ts", [JSON.stringify(one)]);
      const lines = linesOf(client);
      await lines.next();
      const writing = prefix !== ""
        ? runLoad({ ...load, work: "create", prefix, seconds: seconds + 2 })
        : Promise.resolve(0);
      const { rate } = JSON.parse((await lines.next()).value!);
      await client.status;
      await writing;
      return rate;
    },
    async sizeOf(path) {
      const connection = await Connection.open(server.port, ca, TOKEN);
      const { body } = await connection.request("GET", path);
      connection.close();
      return body.length;
    },
    async [Symbol.asyncDispose]() {
      for (const one of [server.process, bare]) await stop(one);
    },
  };
}

/** Starts the API server and waits until it is ready. */
async function startServer(folder: string, store: string) {
  const port = freePort();
  const started = performance.now();
  const process = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--quiet", "--unstable-kv", "--no-check"],
      new URL("../apiserver/main.ts", import.meta.url).href,
      ...["--api-dialect=kubernetes", "--bind-address=127.0.0.1", `--secure-port=${port}`],
      ...[`--tls-cert-file=${folder}/tls.crt`, `--tls-private-key-file=${folder}/tls.key`],
      ...[`--client-ca-file=${folder}/ca.crt`, `--token-auth-file=${folder}/tokens`],
      `--store-servers=file:${store}`,
    ],
    stdout: "null",
    stderr: "null",
  }).spawn();
  const ca = await Deno.readTextFile(`${folder}/ca.crt`);
  for (;;) {
    try {
      const connection = await Connection.open(port, ca, TOKEN);
      const { status } = await connection.request("GET", "/readyz");
      connection.close();
      if (status === 200) break;
    } catch {
      // It does not listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { process, port, readyMs: Math.round(performance.now() - started) };
}

/** Memory, and how long a start takes, each with a store of its own. */
async function measureSizes(folder: string, { ca }: Machine) {
  const small = await startServer(folder, `${folder}/small.kv`);
  console.log(`ready on an empty store: ${small.readyMs} ms`);
  const load = loadOf(ca, small.port);
  await runLoad({ ...load, work: "fill", prefix: "list-" });
  const watching = child("api/client.ts", [
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

async function stop(process: Deno.ChildProcess): Promise<void> {
  process.kill("SIGTERM");
  await process.status;
}

async function residentMbOf({ pid }: Deno.ChildProcess): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

function loadOf(ca: string, port: number): Load {
  return {
    port,
    ca,
    token: TOKEN,
    workers: WORKERS,
    seconds: SECONDS,
    prefix: "",
    work: "fill",
    objects: OBJECTS,
  };
}

async function runLoad(load: Load): Promise<number> {
  const client = child("api/client.ts", [JSON.stringify(load)]);
  let last = "";
  for await (const line of linesOf(client)) last = line;
  const { success } = await client.status;
  if (!success) throw new Error(`the client failed at ${load.work}`);
  return JSON.parse(last).rate;
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

function child(module: string, args: readonly string[]): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--no-check", new URL(module, import.meta.url).href, ...args],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
}

async function* linesOf({ stdout }: Deno.ChildProcess): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of stdout) {
    const lines = (rest + decoder.decode(piece)).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}

async function h2load(
  port: number,
  path: string,
  protocol: "HTTP/1.1" | "HTTP/2",
  seconds: number,
): Promise<number> {
  // Windows of 16 MiB: with the small ones of its own, the client would be what is measured.
  const flags = protocol === "HTTP/1.1" ? ["--h1"] : ["-m", "4", "-w", "24", "-W", "24"];
  const { stdout } = await new Deno.Command("h2load", {
    args: [
      ...["-c", String(WORKERS), "-D", String(seconds), "--warm-up-time=1", ...flags],
      ...["-H", `authorization: Bearer ${TOKEN}`, `https://127.0.0.1:${port}${path}`],
    ],
  }).output();
  const text = decoder.decode(stdout);
  const rate = /finished in [^,]+, ([\d.]+) req\/s/.exec(text)?.[1];
  const failed = /(\d+) failed, (\d+) errored/.exec(text);
  if (rate === undefined || Number(failed?.[1]) > 0) throw new Error(`h2load failed:\n${text}`);
  return Number(rate);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
