/**
 * `./orch bench quota`: creates by eight writers in namespaces with quotas, beside the same on a server
 * that knows of no quotas, in the same run.
 *
 * @module
 */

import { Connection } from "./api/connection.ts";
import { prepareFolder, startServer, stop, TOKEN } from "./api/machine.ts";
import { CONFIG_MAPS, objectOf } from "./api/objects.ts";
import { saveResult, table } from "./report.ts";

const WRITERS = 8;
const ROUNDS = 5;
/** Of each writer in a round. */
const CREATES = 250;

interface Setting {
  readonly name: string;
  readonly server: "with" | "without";
  /** The hard limits of the namespace's quotas. */
  readonly quotas: readonly Readonly<Record<string, string>>[];
}

const MAPS = { configmaps: "1000000000", "count/configmaps": "1000000000" };
const SETTINGS: readonly Setting[] = [
  { name: "without the plugin", server: "without", quotas: [] },
  { name: "no quota", server: "with", quotas: [] },
  { name: "a quota of something else", server: "with", quotas: [{ pods: "1" }] },
  { name: "one quota", server: "with", quotas: [MAPS] },
  { name: "three quotas", server: "with", quotas: [MAPS, MAPS, MAPS] },
];

/** Runs the benchmark. */
export async function main(args: string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log("orch bench quota: creates with and without quotas, by eight writers");
    return 0;
  }
  const folder = await Deno.makeTempDir();
  await using stack = new AsyncDisposableStack();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const { ca } = await prepareFolder(folder);
  const plugins = "--disable-admission-plugins=ServiceAccount,ResourceQuota";
  const servers = {
    with: await startServer(folder, `${folder}/with.kv`),
    without: await startServer(folder, `${folder}/without.kv`, [plugins]),
  };
  for (const { process } of Object.values(servers)) stack.defer(() => stop(process));
  const runs = SETTINGS.map((setting, index) => ({
    ...setting,
    namespace: `bench-${index}`,
    rates: [] as number[],
    open: () => Connection.open(servers[setting.server].port, ca, TOKEN),
  }));
  for (const run of runs) await prepare(run);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const run of runs) {
      const rate = await create(run, round);
      // The first round warms up.
      if (round > 0) run.rates.push(rate);
    }
  }
  const rows = runs.map(({ name, rates }) => ({ name, rate: median(rates) }));
  const [first] = rows;
  console.log(table(
    ["creates by 8 writers", "creates/s", "x without"],
    rows.map(({ name, rate }) => [
      name,
      rate.toFixed(0),
      (rate / (first?.rate ?? NaN)).toFixed(2),
    ]),
  ));
  await saveResult("quota", { rows });
  return 0;
}

interface Run extends Setting {
  readonly namespace: string;
  open(): Promise<Connection>;
}

/** Makes the namespace and its quotas, of which nothing is used yet. */
async function prepare({ namespace, quotas, open }: Run): Promise<void> {
  const connection = await open();
  const here = `/api/v1/namespaces/${namespace}/resourcequotas`;
  await must(connection, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  for (const [index, hard] of quotas.entries()) {
    const name = `q-${index}`;
    await must(connection, "POST", here, { metadata: { name }, spec: { hard } });
    const used = Object.fromEntries(Object.keys(hard).map((one) => [one, "0"]));
    await must(connection, "PATCH", `${here}/${name}/status`, { status: { hard, used } });
  }
  connection.close();
}

/** Has all writers make objects at once; returns how many there were a second. */
async function create({ namespace, open }: Run, round: number): Promise<number> {
  const connections = await Promise.all(Array.from({ length: WRITERS }, open));
  const started = performance.now();
  await Promise.all(connections.map(async (connection, writer) => {
    for (let index = 0; index < CREATES; index++) {
      const object = objectOf(CONFIG_MAPS, `m-${round}-${writer}-${index}`, index);
      await must(connection, "POST", `/api/v1/namespaces/${namespace}/configmaps`, object);
    }
  }));
  const seconds = (performance.now() - started) / 1000;
  for (const connection of connections) connection.close();
  return WRITERS * CREATES / seconds;
}

async function must(connection: Connection, method: string, path: string, body: object | string) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const answer = await connection.request(method, path, text, type);
  if (answer.status < 300) return;
  throw new Error(`${method} ${path}: ${answer.status} ${new TextDecoder().decode(answer.body)}`);
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
