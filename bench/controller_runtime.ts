/**
 * `./orch bench controller-runtime`: an operator of the toolkit beside one of controller-runtime, which
 * do the same on the same server, in turns.
 *
 * @module
 */

import { goProgram } from "../testing/go_program.ts";
import { findProgram } from "../testing/requirements.ts";
import {
  ConfigMap,
  createClient,
  CustomResourceDefinition,
  dynamicKind,
  Namespace,
  type Writer,
} from "../toolkit/mod.ts";
import { startServer } from "../tests/clients/servers.ts";
import { processorMs } from "./api/machine.ts";
import { saveResult, table } from "./report.ts";

const HELP =
  `An operator of the toolkit beside one of controller-runtime (needs Go), on the same server.

Usage:
  orch bench controller-runtime [--rounds=N]
`;

/** What the namespace has of each kind. */
const OBJECTS = 10_000;
/** Reconciles after those, by coming back at once. */
const AGAIN = 300_000;
/** Writes at once, while objects are made and changed. */
const WRITERS = 32;
/** Each object's data. */
const DATA_BYTES = 1000;
/** Garbage goes while nothing is to be done. */
const REST_MS = 5000;

const FOLDER = new URL("./controller_runtime/", import.meta.url).pathname;

const Widget = dynamicKind({
  group: "bench.example",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
});

const KINDS = ["configmaps", "widgets"] as const;
type BenchKind = typeof KINDS[number];

/** What one run of an operator came to. */
interface Figures {
  /** From the start of the process to its first reconcile, for which all objects must be there. */
  readonly syncedMs: number;
  /** What it took of the processors until then. */
  readonly syncedProcessorMs: number;
  /** Until each object was reconciled once. */
  readonly allMs: number;
  readonly reconcilesPerSecond: number;
  /** What one of these takes of the processors, of which Go uses all and a program of Deno one. */
  readonly reconcileMicros: number;
  /** What a change and its reconcile take of the processors. */
  readonly changeMicros: number;
  readonly syncedRssBytes: number;
  readonly rssBytes: number;
}

/** The operators: what is run, with which environment. */
interface Side {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Record<string, string>;
}

/** Runs the benchmark. */
export async function main(args: string[]): Promise<number> {
  const rounds = Number(/^--rounds=(\d+)$/.exec(args[0] ?? "--rounds=3")?.[1] ?? 0);
  if (args.length > 1 || rounds === 0) {
    console.log(HELP);
    return args[0] === "--help" ? 0 : 1;
  }
  if (findProgram("go") === undefined) {
    console.error("Error: orch bench controller-runtime needs Go on PATH");
    return 1;
  }
  const theirs = await goProgram(FOLDER.slice(0, -1));
  const sides: Side[] = [
    { name: "ours", command: [Deno.execPath(), "run", "-A", "--quiet", `${FOLDER}operator.ts`] },
    { name: "theirs", command: [theirs] },
    { name: "theirs, reading nothing", command: [theirs], env: { BENCH_READS: "no" } },
  ];
  await using server = await startServer("this server");
  await using client = await createClient({ config: server.kubeconfig, namespace: "bench" });
  await client.create(Namespace, { metadata: { name: "bench" } });
  await client.create(CustomResourceDefinition, DEFINITION);
  const results: Record<string, Record<string, Figures>> = {};
  for (const kind of KINDS) {
    // A kind that was just defined is served a little later.
    if (kind === "widgets") {
      await client.waitFor(CustomResourceDefinition, DEFINITION_NAME, isServed);
    }
    await inParallel((index) => create(client, kind, index));
    const runs = new Map<string, Figures[]>(sides.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const side of sides) {
        const change = (index: number) => patch(client, kind, index, `${round} ${side.name}`);
        runs.get(side.name)!.push(await runOperator(side, server.kubeconfig, kind, change));
      }
    }
    const medians = Object.fromEntries([...runs].map(([name, all]) => [name, median(all)]));
    results[kind] = medians;
    print(kind, medians);
  }
  await saveResult("controller_runtime", { objects: OBJECTS, rounds, results });
  return 0;
}

const DEFINITION_NAME = "widgets.bench.example";

const DEFINITION = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: DEFINITION_NAME },
  spec: {
    group: "bench.example",
    scope: "Namespaced",
    names: { plural: "widgets", singular: "widget", kind: "Widget" },
    versions: [{
      name: "v1",
      served: true,
      storage: true,
      schema: {
        openAPIV3Schema: {
          type: "object",
          properties: {
            spec: {
              type: "object",
              properties: {
                data: { type: "object", additionalProperties: { type: "string" } },
              },
            },
          },
        },
      },
    }],
  },
} satisfies CustomResourceDefinition;

function isServed(definition: CustomResourceDefinition | undefined): boolean {
  return definition?.status?.conditions?.some(({ type, status }) =>
    type === "Established" && status === "True"
  ) ?? false;
}

async function inParallel(work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  await Promise.all(Array.from({ length: WRITERS }, async () => {
    while (next < OBJECTS) await work(next++);
  }));
}

const nameOf = (index: number) => `object-${index}`;

function create(client: Writer, kind: BenchKind, index: number): Promise<unknown> {
  const metadata = { name: nameOf(index), labels: { app: `app-${index % 100}` } };
  const data = { note: "as made", text: "x".repeat(DATA_BYTES) };
  return kind === "widgets"
    ? client.create(Widget, { metadata, spec: { data } })
    : client.create(ConfigMap, { metadata, data });
}

function patch(client: Writer, kind: BenchKind, index: number, note: string): Promise<unknown> {
  const data = { note };
  return kind === "widgets"
    ? client.patch(Widget, nameOf(index), { spec: { data } })
    : client.patch(ConfigMap, nameOf(index), { data });
}

async function runOperator(
  { command: [program = "", ...args], env = {} }: Side,
  config: string,
  kind: BenchKind,
  change: (index: number) => Promise<unknown>,
): Promise<Figures> {
  const began = performance.now();
  const child = new Deno.Command(program, {
    args: [...args, config, kind, String(OBJECTS), String(AGAIN)],
    env: { NO_COLOR: "1", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  try {
    const lines = linesOf(child.stdout);
    const told = async (what: string): Promise<number> => {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${program} ended before it told ${JSON.stringify(what)}`);
      const line = JSON.parse(value) as { what: string; ms: number };
      if (line.what !== what) throw new Error(`${program} told ${value} instead of ${what}`);
      return line.ms;
    };
    await told("first");
    const syncedMs = performance.now() - began;
    const syncedProcessorMs = await processorMs(child.pid);
    const syncedRssBytes = await rss(child.pid);
    await told("all");
    const allMs = performance.now() - began;
    const beforeAgain = await processorMs(child.pid);
    const againMs = await told("again");
    const againProcessorMs = await processorMs(child.pid) - beforeAgain;
    await rest();
    const before = await processorMs(child.pid);
    await inParallel(change);
    await told("changed");
    const changeMs = await processorMs(child.pid) - before;
    await rest();
    return {
      syncedMs,
      syncedProcessorMs,
      allMs,
      reconcilesPerSecond: AGAIN / againMs * 1000,
      reconcileMicros: againProcessorMs / AGAIN * 1000,
      changeMicros: changeMs / OBJECTS * 1000,
      syncedRssBytes,
      rssBytes: await rss(child.pid),
    };
  } finally {
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
    await child.status;
  }
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REST_MS));
}

async function rss(pid: number): Promise<number> {
  const text = await Deno.readTextFile(`/proc/${pid}/status`);
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop()!;
    yield* parts;
  }
}

function median(all: readonly Figures[]): Figures {
  const of = (pick: (one: Figures) => number) => {
    const values = all.map(pick).sort((a, b) => a - b);
    return values[Math.floor(values.length / 2)]!;
  };
  return {
    syncedMs: of((one) => one.syncedMs),
    syncedProcessorMs: of((one) => one.syncedProcessorMs),
    allMs: of((one) => one.allMs),
    reconcilesPerSecond: of((one) => one.reconcilesPerSecond),
    reconcileMicros: of((one) => one.reconcileMicros),
    changeMicros: of((one) => one.changeMicros),
    syncedRssBytes: of((one) => one.syncedRssBytes),
    rssBytes: of((one) => one.rssBytes),
  };
}

/** Ratios are so that more is better for the toolkit. */
function print(kind: BenchKind, figures: Readonly<Record<string, Figures>>): void {
  const names = Object.keys(figures);
  const row = (
    title: string,
    pick: (one: Figures) => number,
    shown: (value: number) => string,
    more = false,
  ) => {
    const ours = pick(figures.ours!);
    const ratios = names.slice(1).map((name) => {
      const theirs = pick(figures[name]!);
      return (more ? ours / theirs : theirs / ours).toFixed(2);
    });
    return [title, ...names.map((name) => shown(pick(figures[name]!))), ...ratios];
  };
  const whole = (value: number) => value.toFixed(0);
  const mega = (value: number) => (value / 1e6).toFixed(0);
  console.log(`\n${OBJECTS.toLocaleString("en-US")} ${kind} of ${DATA_BYTES} bytes of data\n`);
  console.log(table(
    ["what", ...names, ...names.slice(1).map((name) => `ratio to ${name}`)],
    [
      row("ms from start to synced", (one) => one.syncedMs, whole),
      row("ms of the processors until then", (one) => one.syncedProcessorMs, whole),
      row("ms until each is reconciled", (one) => one.allMs, whole),
      row("reconciles a second", (one) => one.reconcilesPerSecond, whole, true),
      row("µs of the processors a reconcile", (one) => one.reconcileMicros, whole),
      row("µs of the processors a change", (one) => one.changeMicros, whole),
      row("MB when synced", (one) => one.syncedRssBytes, mega),
      row("MB at rest, at the end", (one) => one.rssBytes, mega),
    ],
  ));
}

if (import.meta.main) Deno.exit(await main(Deno.args));
