/**
 * How soon a control plane in a program answers: the first one of a process, the ones after it, and those
 * that come out of a snapshot; the same of test environments, with an operator and a run of `explore()`.
 * Fresh processes, beside a bare server of the runtime in a process of its own, and beside parsing the same
 * objects. And how soon processes of servers are ready (`starts.ts`).
 *
 * @module
 */

import { saveResult, table } from "./report.ts";

const ROUNDS = 7;
/** Rounds of what is measured many times within one. */
const LONG_ROUNDS = 3;
const SERVERS = 20;
const OBJECTS = 1000;
const CHANGED = 50;
/** Runs of one exploration. */
const EXPLORED = 50;
const CHILD = "child";
const SHOP = { metadata: { name: "shop" }, spec: { image: "nginx", replicas: 2 } };

/** Milliseconds by what was measured. */
type Figures = Record<string, number>;

const since = (began: number) => performance.now() - began;

/** What `run` takes, in milliseconds. */
async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return since(began);
}

/** The middle of what `run` takes, over some runs. */
async function middle(times: number, run: () => Promise<number>): Promise<number> {
  const all: number[] = [];
  for (let index = 0; index < times; index++) all.push(await run());
  return median(all);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** From the call to the end of the first answer. */
async function bare(): Promise<Figures> {
  const began = performance.now();
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    () => new Response("{}"),
  );
  await (await fetch(`http://127.0.0.1:${server.addr.port}/`)).text();
  const ms = since(began);
  await server.shutdown();
  return { "a bare server of the runtime": ms };
}

async function servers(groups: "none" | "all"): Promise<Figures> {
  const loading = performance.now();
  const { startApiServer } = await import("../server.ts");
  const { ConfigMap, Namespace } = await import("../mod.ts");
  const imported = since(loading);
  const kind = groups === "all" ? ConfigMap : Namespace;
  const firstAnswer = async () => {
    const began = performance.now();
    await using server = await startApiServer({ groups });
    await server.client().list(kind);
    return since(began);
  };
  const first = await firstAnswer();
  return {
    [`import, groups: ${groups}`]: imported,
    [`first answer of a process, groups: ${groups}`]: first,
    [`first answer of a later one, groups: ${groups}`]: await middle(SERVERS, firstAnswer),
  };
}

async function snapshots(): Promise<Figures> {
  const { startTestServer, TESTER } = await import("../testing/api_server.ts");
  const { HttpClient } = await import("../toolkit/client/http_client.ts");
  const { systemClock } = await import("../toolkit/clock.ts");
  const { ConfigMap } = await import("../mod.ts");
  await using running = await startTestServer();
  const { server } = running;
  const clientOf = (one: typeof server) =>
    new HttpClient({
      sender: one.sender(TESTER),
      dialect: "kubernetes",
      protobuf: false,
      clock: systemClock,
    });
  const client = clientOf(server);
  const fill = async (from: number, count: number, into = client) => {
    for (let index = from; index < from + count; index++) {
      const metadata = { name: `object-${index}`, labels: { app: "web" } };
      await into.create(ConfigMap, { metadata, data: { text: "x".repeat(1000) } });
    }
  };
  await fill(0, OBJECTS);
  const texts = (await client.list(ConfigMap)).items.map((one) => JSON.stringify(one));
  const snapshot = server.snapshot();
  const forked: number[] = [];
  for (let index = 0; index < SERVERS; index++) {
    const began = performance.now();
    const fork = await server.fork({ from: snapshot });
    forked.push(since(began));
    await fork.close(0);
  }
  return {
    [`parsing ${OBJECTS} objects`]: await middle(
      SERVERS,
      () => timed(() => Promise.resolve(texts.map((text) => JSON.parse(text)))),
    ),
    [`a snapshot of ${OBJECTS} objects`]: await middle(
      SERVERS,
      () => timed(() => Promise.resolve(server.snapshot())),
    ),
    [`a fork of ${OBJECTS} objects`]: median(forked),
    [`a reset of ${OBJECTS} objects, ${CHANGED} new`]: await middle(SERVERS, async () => {
      await fill(OBJECTS, CHANGED);
      return await timed(() => server.reset(snapshot));
    }),
  };
}

/** Test environments: alone, and with an operator that makes a deployment. */
async function environments(): Promise<Figures> {
  const loading = performance.now();
  const { testEnv } = await import("../testing.ts");
  const { ConfigMap } = await import("../mod.ts");
  const { operator, Website } = await import("../tests/compiler/programs/website.ts");
  const imported = since(loading);
  const firstAnswer = async () => {
    const began = performance.now();
    await using env = await testEnv();
    await env.client.list(ConfigMap);
    return since(began);
  };
  const first = await firstAnswer();
  const later = await middle(SERVERS, firstAnswer);
  const states = async (options: Parameters<typeof testEnv>[0]) => {
    await using env = await testEnv(options);
    if (options?.operator !== undefined) await env.client.create(Website, SHOP);
    await env.settle("1m");
    const snapshot = env.snapshot();
    return {
      snapshot: await middle(
        SERVERS,
        () => timed(() => Promise.resolve(env.snapshot())),
      ),
      reset: await middle(SERVERS, async () => {
        await env.client.create(ConfigMap, { metadata: { name: "new" } });
        return await timed(() => env.reset(snapshot));
      }),
      fork: await middle(SERVERS, async () => {
        const began = performance.now();
        await using _ = await env.fork();
        return since(began);
      }),
    };
  };
  const alone = await states({});
  const withOperator = await states({ operator });
  return {
    "import of testing.ts": imported,
    "first answer of testEnv() in a process": first,
    "first answer of a later testEnv()": later,
    "env.snapshot()": alone.snapshot,
    "env.reset()": alone.reset,
    "env.fork()": alone.fork,
    "env.reset() with an operator": withOperator.reset,
    "env.fork() with an operator": withOperator.fork,
  };
}

/** Runs of an operator that makes a deployment, each with other faults. */
async function exploration(): Promise<Figures> {
  const { explore } = await import("../testing.ts");
  const { Deployment } = await import("../mod.ts");
  const { operator, Website } = await import("../tests/compiler/programs/website.ts");
  const exploring = (runs: number, seed: number) =>
    timed(() =>
      explore({ operator, runs, seed }, async (env) => {
        await env.client.create(Website, SHOP);
        await env.settle("10m");
        await env.client.get(Deployment, "shop");
      })
    );
  await exploring(EXPLORED, 1);
  return {
    "a run of explore(), 10 minutes of virtual time": await exploring(EXPLORED, 2) / EXPLORED,
  };
}

async function processes(): Promise<Figures> {
  const { startsOfProcesses } = await import("./starts.ts");
  return await startsOfProcesses();
}

interface Part {
  readonly rounds: number;
  run(): Promise<Figures>;
}

const PARTS: Readonly<Record<string, Part>> = {
  bare: { rounds: ROUNDS, run: bare },
  custom: { rounds: ROUNDS, run: () => servers("none") },
  all: { rounds: ROUNDS, run: () => servers("all") },
  snapshots: { rounds: LONG_ROUNDS, run: snapshots },
  environments: { rounds: ROUNDS, run: environments },
  processes: { rounds: LONG_ROUNDS, run: processes },
  exploration: { rounds: LONG_ROUNDS, run: exploration },
};

async function runChild(part: string): Promise<Figures> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--no-check", "--unstable-kv", import.meta.url, CHILD, part],
    stdin: "null",
    env: { NO_COLOR: "1" },
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}

/** Runs the benchmark and prints its table. */
export async function main(args: string[]): Promise<number> {
  const [mode, part = ""] = args;
  if (mode === CHILD) {
    console.log(JSON.stringify(await PARTS[part]!.run()));
    return 0;
  }
  const runs = new Map<string, number[]>();
  for (let round = -1; round < ROUNDS; round++) {
    for (const [part, { rounds }] of Object.entries(PARTS)) {
      if (round >= rounds) continue;
      const figures = await runChild(part);
      // The first round compiles what the runtime then keeps.
      if (round < 0) continue;
      for (const [name, ms] of Object.entries(figures)) {
        runs.set(name, [...runs.get(name) ?? [], ms]);
      }
    }
  }
  const figures = [...runs].map(([name, all]) => ({ name, ms: median(all) }));
  const base = figures[0]!.ms;
  console.log(table(
    ["", "ms", "ratio to a bare server's first answer"],
    figures.map(({ name, ms }) => [name, ms.toFixed(2), (ms / base).toFixed(2)]),
  ));
  await saveResult("env", { rounds: ROUNDS, figures });
  return 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
