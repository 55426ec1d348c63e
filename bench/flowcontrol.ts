/**
 * `./orch bench flowcontrol`: how long one user's requests take, and the renewals of a leader's lease, while another
 * user floods the server with 10,000 requests, beside the same in quiet in the same run; with priority and
 * fairness, and without.
 *
 * @module
 */

import { Levels } from "../apiserver/flowcontrol/levels.ts";
import { FlowControlMetrics } from "../apiserver/flowcontrol/metrics.ts";
import { PriorityAndFairness } from "../apiserver/flowcontrol/priority_and_fairness.ts";
import { STANDARD_LEVELS, standardSchemas } from "../apiserver/flowcontrol/standard_objects.ts";
import { testRequest } from "../testing/request_context.ts";
import { systemClock } from "../toolkit/clock.ts";
import { Registry } from "../toolkit/metrics/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import { Connection } from "./api/connection.ts";
import type { Flood, Flooded } from "./api/flood.ts";
import { child, linesOf, prepareFolder, startServer, stop, TOKEN } from "./api/machine.ts";
import { COLLECTION, CONFIG_MAPS, objectOf } from "./api/objects.ts";
import { prepare, start } from "./reference/servers.ts";
import { saveResult, table } from "./report.ts";

const REQUESTS = 10_000;
const CONNECTIONS = 100;
/** Objects that lists have. */
const OBJECTS = 50;
/** Before each flood. */
const QUIET_REQUESTS = 500;
/** Floods of a row; what was measured in all of them counts. */
const ROUNDS = 4;
/** Between two requests of who is no flood. */
const PAUSE_MS = 1;
const RENEW_MS = 20;
const IDLE_REQUESTS = 100_000;
/** How much longer 99 of 100 requests may take under a flood. */
const TARGET = 2;

const LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
const LEASE = { metadata: { name: "leader" }, spec: { holderIdentity: "me" } };

/** Whoever this is has their name for a token. */
const USERS = ["flood", "quiet"];
const LEADER = "system:kube-scheduler";
const TOKENS = [...USERS, LEADER].map((name, index) => `${name},${name},${index}\n`).join("");

interface Kind {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

const KINDS: readonly Kind[] = [
  { name: "reads", method: "GET", path: `${COLLECTION}/map-0` },
  { name: `lists of ${OBJECTS}`, method: "GET", path: COLLECTION },
  {
    name: "creates",
    method: "POST",
    path: "/api/v1/namespaces/default/secrets",
    body: JSON.stringify({ metadata: { name: "flood-#" }, stringData: { text: "x".repeat(500) } }),
  },
];

interface Setting {
  readonly name: string;
  readonly flags: readonly string[];
}

const SETTINGS: readonly Setting[] = [
  { name: "priority and fairness", flags: ["--feature-gates=APIPriorityAndFairness=true"] },
  { name: "in-flight limits", flags: [] },
];

const HELP =
  `orch bench flowcontrol [--program=PATH] [--only=KIND]: a user beside another who floods the server
  --program   the reference's server (kube-apiserver), to be measured as well; needs etcd on PATH
  --only      floods of this kind only: ${
    KINDS.map(({ name }) => name).join(", ")
  }; nothing is saved`;

/** Runs the benchmark. */
export async function main(args: string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log(HELP);
    return 0;
  }
  const program = args.find((arg) => arg.startsWith("--program="))?.slice("--program=".length);
  const only = args.find((arg) => arg.startsWith("--only="))?.slice("--only=".length);
  const kinds = KINDS.filter(({ name }) => only === undefined || name.startsWith(only));
  const rows: Row[] = [];
  for (const setting of SETTINGS) {
    for (const kind of kinds) rows.push(await measure(setting, kind));
  }
  for (const kind of kinds) rows.push(await measureBeside(SETTINGS[0]!, kind));
  if (program !== undefined) {
    for (const kind of kinds) rows.push(await measureReference(program, kind));
  }
  const idleUs = idleMicroseconds();
  console.log(`a request that does not wait takes ${idleUs.toFixed(2)} µs of the gate\n`);
  const ms = (value: number) => value.toFixed(2);
  console.log(table(
    [
      "a read beside a flood",
      "gate",
      "quiet median ms",
      "flood median ms",
      "quiet p99 ms",
      "flood p99 ms",
      "ratio",
      "lease p99 ms",
      "flood ms",
      "worst renewal ms",
      "flood/s",
      "refused",
      "reached",
    ],
    rows.map((row) => [
      row.kind,
      row.gate,
      ms(row.quietMedian),
      ms(row.floodedMedian),
      ms(row.quiet),
      ms(row.flooded),
      (row.flooded / row.quiet).toFixed(2),
      ms(row.leaseQuiet),
      ms(row.leaseFlooded),
      ms(row.leaseWorst),
      row.rate.toFixed(0),
      String(row.refused),
      row.flooded <= TARGET * row.quiet ? "yes" : "no",
    ]),
  ));
  if (only === undefined) await saveResult("flowcontrol", { idleUs, rows });
  return 0;
}

/** What the gate itself takes of a request when there is room for all: the best of some rounds. */
function idleMicroseconds(): number {
  const names = NAMES.kubernetes;
  const metrics = new FlowControlMetrics(new Registry());
  const levels = new Levels({ clock: systemClock, names, metrics, seats: 600 });
  const objectOf = <S>({ name, spec }: { name: string; spec: S }) => ({ metadata: { name }, spec });
  levels.digest(STANDARD_LEVELS.map(objectOf), standardSchemas(names).map(objectOf));
  const source = { find: () => undefined };
  const gate = new PriorityAndFairness({
    levels,
    clock: systemClock,
    source,
    requestTimeoutMs: 60_000,
  });
  const request = testRequest({ user: { name: "alice", groups: ["system:authenticated"] } });
  let best = Infinity;
  for (let round = 0; round < 5; round++) {
    const started = performance.now();
    for (let count = 0; count < IDLE_REQUESTS; count++) {
      const entry = gate.enter(request);
      if (entry instanceof Promise || entry.is === "rejection") throw new Error("it had to wait");
      entry.leave();
    }
    best = Math.min(best, (performance.now() - started) * 1000 / IDLE_REQUESTS);
  }
  gate.close();
  return best;
}

interface Row {
  readonly kind: string;
  readonly gate: string;
  /** Milliseconds that half of all took at most. */
  readonly quietMedian: number;
  readonly floodedMedian: number;
  /** Milliseconds that 99 of 100 took at most. */
  readonly quiet: number;
  readonly flooded: number;
  readonly leaseQuiet: number;
  readonly leaseFlooded: number;
  readonly leaseWorst: number;
  readonly rate: number;
  readonly refused: number;
}

/** Where requests go. */
interface Place {
  readonly port: number;
  readonly ca: string;
}

async function measure(setting: Setting, kind: Kind): Promise<Row> {
  return await onServer(
    setting,
    (place) => measureServer(setting.name, kind, { flooded: place, asked: place }),
  );
}

/** The same where another server is flooded: what the machine leaves of a quiet user's time. */
async function measureBeside(setting: Setting, kind: Kind): Promise<Row> {
  return await onServer(
    setting,
    (flooded) =>
      onServer(setting, async (asked) => {
        await furnish(flooded);
        return await measureServer("a server of one's own", kind, { flooded, asked });
      }),
  );
}

async function onServer<T>({ flags }: Setting, run: (place: Place) => Promise<T>): Promise<T> {
  const folder = await Deno.makeTempDir();
  const { ca } = await prepareFolder(folder);
  await Deno.writeTextFile(`${folder}/tokens`, TOKENS, { append: true });
  const { process, port } = await startServer(folder, `${folder}/store.kv`, flags);
  try {
    return await run({ port, ca });
  } finally {
    await stop(process);
    await Deno.remove(folder, { recursive: true });
  }
}

/** The same of the reference's server on etcd. */
async function measureReference(program: string, kind: Kind): Promise<Row> {
  const folder = await Deno.makeTempDir();
  try {
    const prepared = await prepare(folder);
    await Deno.writeTextFile(`${folder}/tokens`, `${TOKEN},bench,1,"system:masters"\n${TOKENS}`);
    await using server = await start("reference", prepared, "flood", program, [
      `--token-auth-file=${folder}/tokens`,
      "--enable-priority-and-fairness=true",
    ]);
    const place = { port: server.port, ca: prepared.ca };
    return await measureServer("the reference", kind, { flooded: place, asked: place });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Makes what is asked for. */
async function furnish({ port, ca }: Place): Promise<void> {
  const admin = await Connection.open(port, ca, TOKEN);
  for (let index = 0; index < OBJECTS; index++) {
    await must(admin, "POST", COLLECTION, objectOf(CONFIG_MAPS, `map-${index}`, index));
  }
  await must(admin, "POST", LEASES, JSON.stringify(LEASE));
  admin.close();
}

async function measureServer(
  gate: string,
  kind: Kind,
  { flooded: place, asked }: { readonly flooded: Place; readonly asked: Place },
): Promise<Row> {
  await furnish(asked);
  const quiet = await Connection.open(asked.port, asked.ca, "quiet");
  const leader = await Connection.open(asked.port, asked.ca, LEADER);
  // Once to warm up, flood and all.
  await flooded(kind, place, quiet, leader, "warm-");
  const [calm, leaseCalm, taken, renewed]: [number[], number[], number[], number[]] = [
    [],
    [],
    [],
    [],
  ];
  let [seconds, refused] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const [read, kept] = await Promise.all([
      reads(quiet, (count) => count < QUIET_REQUESTS),
      renewals(leader, (count) => count < QUIET_REQUESTS * PAUSE_MS / RENEW_MS),
    ]);
    const flood = await flooded(kind, place, quiet, leader, `round-${round}-`);
    calm.push(...read);
    leaseCalm.push(...kept);
    taken.push(...flood.reads);
    renewed.push(...flood.renewals);
    seconds += flood.came.seconds;
    refused += flood.came.statuses["429"] ?? 0;
  }
  quiet.close();
  leader.close();
  return {
    kind: kind.name,
    gate,
    quietMedian: quantile(calm, 0.5),
    floodedMedian: quantile(taken, 0.5),
    quiet: p99(calm),
    flooded: p99(taken),
    leaseQuiet: p99(leaseCalm),
    leaseFlooded: p99(renewed),
    leaseWorst: Math.max(...renewed),
    rate: ROUNDS * REQUESTS / seconds,
    refused,
  };
}

/** Lets the flood go, and asks meanwhile. */
async function flooded(
  { method, path, body }: Kind,
  { port, ca }: Place,
  quiet: Connection,
  leader: Connection,
  prefix: string,
) {
  const flood: Flood = {
    ...{ port, ca, token: "flood", connections: CONNECTIONS, requests: REQUESTS, method, path },
    ...(body !== undefined && { body: body.replace("#", `${prefix}#`) }),
  };
  // It stands for another machine: what it takes of this one's processors is what nobody else wants.
  const sender = child("flood.ts", [JSON.stringify(flood)], "piped", "after others");
  const lines = linesOf(sender);
  await lines.next();
  const stdin = sender.stdin.getWriter();
  await stdin.write(new Uint8Array(1));
  await stdin.close();
  let isOver = false;
  const over = lines.next().then(({ value }) => {
    isOver = true;
    return JSON.parse(value!) as Flooded;
  });
  const [came, taken, renewed] = await Promise.all([
    over,
    reads(quiet, () => !isOver),
    renewals(leader, () => !isOver),
  ]);
  await sender.status;
  return { came, reads: taken, renewals: renewed };
}

function reads(connection: Connection, goesOn: (count: number) => boolean): Promise<number[]> {
  return timed(goesOn, PAUSE_MS, () => must(connection, "GET", `${COLLECTION}/map-1`));
}

async function renewals(
  connection: Connection,
  goesOn: (count: number) => boolean,
): Promise<number[]> {
  let lease = await must(connection, "GET", `${LEASES}/leader`);
  return await timed(goesOn, RENEW_MS, async () => {
    const { metadata, spec } = JSON.parse(lease);
    const renewTime = new Date().toISOString().replace("Z", "000Z");
    const renewed = { metadata, spec: { ...spec, renewTime } };
    lease = await must(connection, "PUT", `${LEASES}/leader`, JSON.stringify(renewed));
  });
}

/** How long each took, in milliseconds. */
async function timed(
  goesOn: (count: number) => boolean,
  pauseMs: number,
  once: () => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  while (goesOn(times.length)) {
    const started = performance.now();
    await once();
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return times;
}

async function must(
  connection: Connection,
  method: string,
  path: string,
  body?: string,
): Promise<string> {
  const answer = await connection.request(method, path, body);
  const text = new TextDecoder().decode(answer.body);
  if (answer.status >= 300) {
    throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
  }
  return text;
}

function p99(times: readonly number[]): number {
  return quantile(times, 0.99);
}

function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? NaN;
}
