/**
 * The API server with its store on disk, and a bare server of the runtime beside it, each a process
 * of its own, with the clients that load them.
 *
 * @module
 */

import { freePort } from "../../testing/free_port.ts";
import { makeAuthority, makeCertificate, USAGE } from "../../toolkit/certificates/mod.ts";
import { RUNTIME_FLAGS } from "../../toolkit/cli/up/module_command.ts";
import type { Done, Load, Work } from "./client.ts";
import { Connection } from "./connection.ts";
import { CONFIG_MAPS, OBJECTS, type Sample } from "./objects.ts";

const WORKERS = 16;
const SECONDS = 4;
/** How many watch at once. */
export const WATCHERS = 200;
/** What clients prove themselves with. */
export const TOKEN = "bench-token";

/** Both servers, and ways to load them. */
export interface Machine extends AsyncDisposable {
  readonly ca: string;
  readonly own: number;
  readonly bare: number;
  light(
    port: number,
    work: Work,
    prefix: string,
    seconds: number,
    objects?: number,
    sample?: Sample,
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
  /** Milliseconds of processor that the API server has taken, all of its threads together. */
  ownProcessorMs(): Promise<number>;
}

const decoder = new TextDecoder();

/** Writes what a server starts with into a folder: certificates, and the token of the clients. */
export async function prepareFolder(folder: string) {
  const now = new Date();
  const authority = await makeAuthority("bench", now);
  const ca = authority.certificate;
  const { certificate, key } = await makeCertificate(
    { commonName: "localhost", hosts: ["127.0.0.1"], usages: [USAGE.server], now },
    authority,
  );
  await Deno.writeTextFile(`${folder}/tls.crt`, certificate);
  await Deno.writeTextFile(`${folder}/tls.key`, key);
  await Deno.writeTextFile(`${folder}/ca.crt`, ca);
  await Deno.writeTextFile(`${folder}/tokens`, `${TOKEN},bench,1,"system:masters"\n`);
  return { ca, certificate, key };
}

export async function startMachine(folder: string): Promise<Machine> {
  const { ca, certificate, key } = await prepareFolder(folder);
  const server = await startServer(folder, `${folder}/store.kv`);
  const bare = child("bare_server.ts", [certificate, key, ca]);
  const lines = linesOf(bare);
  const { port } = JSON.parse((await lines.next()).value!);
  return {
    ca,
    own: server.port,
    bare: port,
    light: (port, work, prefix, seconds, objects = OBJECTS, sample = CONFIG_MAPS) =>
      runLoad({ ...loadOf(ca, port), work, prefix, seconds, objects, sample }),
    h2load: (port, path, protocol, seconds) => h2load(port, path, protocol, seconds),
    async watch(port, seconds, prefix) {
      const load = loadOf(ca, port);
      const one: Load = { ...load, work: "watch", workers: WATCHERS, seconds };
      const client = child("client.ts", [JSON.stringify(one)]);
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
    ownProcessorMs: () => processorMs(server.process.pid),
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

/** The clock of the kernel's accounts: 100 a second, wherever Linux runs. */
const MS_OF_TICK = 10;

/** What a process has taken of the processors, all of its threads together. */
export async function processorMs(pid: number): Promise<number> {
  const text = await Deno.readTextFile(`/proc/${pid}/stat`);
  // The name of the program, in parentheses, may hold anything.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * MS_OF_TICK;
}

/** Starts the API server and waits until it is ready. */
export async function startServer(folder: string, store: string, flags: readonly string[] = []) {
  const port = freePort();
  const started = performance.now();
  const process = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--quiet", ...RUNTIME_FLAGS, "--no-check"],
      new URL("../../apiserver/main.ts", import.meta.url).href,
      ...["--api-dialect=kubernetes", "--bind-address=127.0.0.1", `--secure-port=${port}`],
      ...[`--tls-cert-file=${folder}/tls.crt`, `--tls-private-key-file=${folder}/tls.key`],
      ...[`--client-ca-file=${folder}/ca.crt`, `--token-auth-file=${folder}/tokens`],
      // Nobody makes the accounts that the plugin asks of pods.
      ...[`--store-servers=file:${store}`, "--disable-admission-plugins=ServiceAccount"],
      ...flags,
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

export async function stop(process: Deno.ChildProcess): Promise<void> {
  process.kill("SIGTERM");
  await process.status;
}

export function loadOf(ca: string, port: number): Load {
  return {
    port,
    ca,
    token: TOKEN,
    workers: WORKERS,
    seconds: SECONDS,
    prefix: "",
    work: "fill",
    objects: OBJECTS,
    sample: CONFIG_MAPS,
  };
}

export async function runLoad(load: Load): Promise<number> {
  return (await runWork(load)).rate;
}

/** Runs a load as a process of its own, to its end. */
export async function runWork(load: Load): Promise<Done> {
  const client = child("client.ts", [JSON.stringify(load)]);
  let last = "";
  for await (const line of linesOf(client)) last = line;
  const { success } = await client.status;
  if (!success) throw new Error(`the client failed at ${load.work}`);
  return JSON.parse(last);
}

/** Who gets the processors: like this process, or when nobody else wants them. */
export type Turn = "with others" | "after others";

/**
 * Has the system run a program at once when anybody else waits no more, and stop it at once when somebody
 * does: with the lowest priority alone it would go on to the end of its share of time, some milliseconds.
 */
const AFTER_OTHERS =
  'chrt --idle --pid 0 $$ 2>/dev/null || renice -n 19 -p $$ >/dev/null; exec "$@"';

/** Starts a program of this folder. */
export function child(
  module: string,
  args: readonly string[],
  stdin: "null" | "piped" = "null",
  turn: Turn = "with others",
): Deno.ChildProcess {
  const run = ["run", "-A", "--quiet", "--no-check", new URL(module, import.meta.url).href];
  const program = [Deno.execPath(), ...run, ...args];
  const [command, ...rest] = turn === "with others"
    ? program
    : ["sh", "-c", AFTER_OTHERS, "sh", ...program];
  return new Deno.Command(command!, {
    args: rest,
    stdin,
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
}

export async function* linesOf({ stdout }: Deno.ChildProcess): AsyncGenerator<string> {
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
