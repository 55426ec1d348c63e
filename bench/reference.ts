/**
 * `./orch bench reference --program=PATH`: this API server on its file and the reference's on etcd,
 * the same clients on both in turns. What counts is the processor time that a request takes of the
 * server and its store: what else the machine does changes it little, as it does rates. For a read and
 * a write it is measured, too, what the runtime and Deno KV take without any API server.
 *
 * @module
 */

import type { Done, Load, Work } from "./api/client.ts";
import { child, linesOf, loadOf, runWork, WATCHERS } from "./api/machine.ts";
import { OBJECTS } from "./api/objects.ts";
import { prepare, type Prepared, type Running, type Side, start } from "./reference/servers.ts";
import { saveResult, table } from "./report.ts";

const SECONDS = 4;
/** How often each side is measured. */
const ROUNDS = 2;
const SIDES = ["reference", "ours"] as const;

const HELP =
  `orch bench reference --program=PATH [--secure] [--seconds=N] [--only=TEXT] [--save=NAME]:
this API server beside the reference's; needs its program (kube-apiserver) and etcd on PATH
  --secure with roles (RBAC), priority and fairness, and a record of each request on both sides
  --only   rows whose names hold this only
  --save   the file in bench/results (default reference, or reference_secure; none with --only)`;

/** One measurement of one side. */
interface Sample extends Done {
  readonly processorMs: number;
}

/** What a row does with a server. */
interface Row {
  readonly name: string;
  /** The reference's processor time over ours that is to be reached. */
  readonly target?: number;
  /** Whether a server without an API can do the like. */
  readonly bare?: boolean;
  run(server: Running, load: Load, round: number): Promise<Sample>;
}

interface Figures {
  readonly microseconds: number;
  readonly rate: number;
  readonly p99Ms: number;
}

/** Runs the benchmark. */
export async function main(args: string[]): Promise<number> {
  const given = (name: string) =>
    args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
  const program = given("program");
  if (args.includes("--help") || program === undefined) {
    console.log(HELP);
    return program === undefined && !args.includes("--help") ? 1 : 0;
  }
  const seconds = Number(given("seconds") ?? SECONDS);
  const only = given("only");
  const folder = await Deno.makeTempDir({ prefix: "orch-bench-" });
  try {
    const secure = args.includes("--secure");
    const prepared = await prepare(folder, secure);
    const sizes = await measureSizes(prepared, program, only);
    const rows = await measureRows(prepared, program, seconds, only);
    const save = given("save") ??
      (only === undefined ? secure ? "reference_secure" : "reference" : undefined);
    if (save !== undefined) await saveResult(save, { rows, ...sizes });
    return 0;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function rowsOf(seconds: number): Row[] {
  const work = (name: string, work: Work, target: number, more: Partial<Load> = {}): Row => ({
    name,
    target,
    bare: BARE.has(work) && more.streams === undefined,
    run(server, load, round) {
      const prefix = work === "create" ? `${slug(name)}-${round}-` : "list-";
      return during(server, () => runWork({ ...load, work, seconds, prefix, ...more }));
    },
  });
  const overHttp2 = { streams: 4 };
  return [
    {
      name: "a second of rest",
      run: (server) =>
        during(server, async () => {
          await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
          return { count: seconds, rate: 1, p99Ms: 0 };
        }),
    },
    // While both have as many objects: what comes later makes more of them on the faster side.
    work("list of all", "list", 18, { workers: 4 }),
    work("list of all, HTTP/2", "list", 18, { workers: 4, streams: 1 }),
    work("get", "get", 6.5),
    work("get, HTTP/2", "get", 6.5, overHttp2),
    work("get and put", "getput", 7),
    work("merge patch", "merge", 8),
    work("apply", "apply", 8),
    {
      name: "delete",
      target: 9,
      async run(server, load, round) {
        const prefix = `d${round}-`;
        await runWork({ ...load, work: "fill", prefix });
        return await during(server, () => runWork({ ...load, work: "delete", prefix }));
      },
    },
    work("create", "create", 5),
    work("create, HTTP/2", "create", 5, overHttp2),
    events("event, HTTP/1.1", seconds, {}),
    events("event, HTTP/2, a connection each", seconds, { streams: 1 }),
    events("event, HTTP/2, 10 to a connection", seconds, { streams: 10 }),
    events("event, HTTP/1.1, one writer", seconds, {}, 1),
  ];
}

/** Of these a bare server does what is left without an API: a read, or one commit. */
const BARE: ReadonlySet<Work> = new Set(["get", "merge", "apply", "create"]);

function slug(name: string): string {
  return name.replaceAll(/[^a-z0-9]+/gi, "-").toLowerCase();
}

/** Objects are made while others watch: a thing done is one event at one watcher. */
function events(name: string, seconds: number, how: Partial<Load>, workers = 16): Row {
  return {
    name,
    target: 3,
    async run(server, load, round) {
      const watching = child(
        "client.ts",
        [JSON.stringify({ ...load, ...how, work: "watch", workers: WATCHERS, seconds: 0 })],
        "piped",
      );
      const lines = linesOf(watching);
      await lines.next();
      const prefix = `${slug(name)}-${round}-`;
      const sample = await during(server, async () => {
        const started = performance.now();
        const { count, p99Ms } = await runWork({
          ...load,
          work: "create",
          workers,
          seconds,
          prefix,
        });
        const input = watching.stdin.getWriter();
        await input.write(new TextEncoder().encode(String(count * WATCHERS)));
        await input.close();
        const { count: seen, ended = 0 } = JSON.parse((await lines.next()).value!) as Done;
        if (ended > 0) {
          console.log(`${name}, ${server.side}: ${ended} of ${WATCHERS} watches were ended`);
        }
        const rate = seen / ((performance.now() - started) / 1000);
        return { count: seen, rate, p99Ms: p99Ms ?? 0 };
      });
      await watching.status;
      return sample;
    },
  };
}

async function during(server: Running, run: () => Promise<Done>): Promise<Sample> {
  const before = await server.processorMs();
  const done = await run();
  return { ...done, processorMs: await server.processorMs() - before };
}

async function measureRows(
  prepared: Prepared,
  program: string,
  seconds: number,
  only: string | undefined,
) {
  const rows = rowsOf(seconds).filter(({ name }) => only === undefined || name.includes(only));
  await using stack = new AsyncDisposableStack();
  const servers = {} as Record<Side, Running>;
  for (const side of [...SIDES, "bare"] as const) {
    servers[side] = stack.use(await start(side, prepared, `rows-${side}`, program));
    await runWork(loadFor(prepared, servers[side], { work: "fill", prefix: "list-" }));
  }
  const figures = [];
  for (const row of rows) {
    const samples: Record<Side, Sample[]> = { ours: [], reference: [], bare: [] };
    const sides = row.bare ? [...SIDES, "bare"] as const : SIDES;
    for (let round = 0; round < ROUNDS; round++) {
      for (const side of sides) {
        const load = loadFor(prepared, servers[side], { seconds });
        samples[side].push(await row.run(servers[side], load, round));
      }
    }
    const reference = figuresOf(samples.reference);
    const ours = figuresOf(samples.ours);
    const ratio = reference.microseconds / ours.microseconds;
    console.log(`${row.name}: ${ratio.toFixed(2)}`);
    const bare = row.bare ? { bare: figuresOf(samples.bare) } : {};
    figures.push({ name: row.name, reference, ours, ...bare, ratio, target: row.target });
  }
  console.log(table(
    [
      ...["processor time", "reference µs", "ours µs", "bare µs", "ratio", "to reach"],
      ...["reference /s, p99 ms", "ours /s, p99 ms"],
    ],
    figures.map(({ name, reference, ours, bare, ratio, target }) => [
      name,
      reference.microseconds.toFixed(1),
      ours.microseconds.toFixed(1),
      bare?.microseconds.toFixed(1) ?? "",
      // At rest this server may take none at all.
      Number.isFinite(ratio) ? ratio.toFixed(2) : "",
      target === undefined ? "" : String(target),
      `${Math.round(reference.rate)}, ${reference.p99Ms.toFixed(1)}`,
      `${Math.round(ours.rate)}, ${ours.p99Ms.toFixed(1)}`,
    ]),
  ));
  return figures;
}

/** Time of all rounds over all that was done, the best rate, and the p99 of that. */
function figuresOf(samples: readonly Sample[]): Figures {
  const sum = (of: (sample: Sample) => number) =>
    samples.reduce((total, one) => total + of(one), 0);
  const best = samples.reduce((a, b) => a.rate >= b.rate ? a : b);
  return {
    microseconds: sum(({ processorMs }) => processorMs) * 1000 / sum(({ count }) => count),
    rate: best.rate,
    p99Ms: best.p99Ms ?? 0,
  };
}

function loadFor({ ca, identity }: Prepared, { port }: Running, more: Partial<Load>): Load {
  return { ...loadOf(ca, port), token: "", identity, ...more };
}

/** Memory with objects and watchers, and how long a start takes, each with a store of its own. */
async function measureSizes(prepared: Prepared, program: string, only: string | undefined) {
  if (only !== undefined && !"memory and start".includes(only)) return {};
  const figures = [];
  for (const side of SIDES) {
    let readyMs = Infinity;
    for (let round = 0; round < ROUNDS; round++) {
      await using one = await start(side, prepared, `start-${side}-${round}`, program);
      readyMs = Math.min(readyMs, one.readyMs);
    }
    await using server = await start(side, prepared, `size-${side}`, program);
    await runWork(loadFor(prepared, server, { work: "fill", prefix: "list-" }));
    const load = loadFor(prepared, server, { work: "watch", workers: WATCHERS, seconds: 0 });
    const watching = child("client.ts", [JSON.stringify(load)], "piped");
    const lines = linesOf(watching);
    await lines.next();
    const memory = await server.memory();
    await watching.stdin.close();
    await watching.status;
    const sum = (of: "residentMb" | "peakMb") => memory.map((one) => one[of]).join(" + ");
    figures.push({ side, readyMs, memory });
    console.log(
      `${side}: ready in ${readyMs} ms; with ${OBJECTS} objects and ${WATCHERS} watchers ` +
        `${sum("residentMb")} MB, at most ${sum("peakMb")} MB`,
    );
  }
  return { sizes: figures };
}

if (import.meta.main) Deno.exit(await main(Deno.args));
