/**
 * `./orch bench services`: what it takes to make services, each with an address of its own and some
 * with a port on every node, beside config maps in the same run.
 *
 * @module
 */

import { openStore } from "../apiserver/storage/mod.ts";
import { service, SERVICES, startServiceCluster } from "../testing/service_cluster.ts";
import type { TestServer } from "../testing/api_server.ts";
import { systemClock } from "../toolkit/clock.ts";
import { silentLogger } from "../toolkit/logger.ts";
import { saveResult, table } from "./report.ts";

const COUNT = 1000;
const AT_ONCE = 32;
/** Ports on nodes suffice for so many rounds. */
const ROUNDS = 3;
/** How many times as long as config maps services may take. */
const TARGET = 3;

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

const KINDS: readonly (readonly [name: string, path: string, object: (name: string) => unknown])[] =
  [
    ["config maps", CONFIG_MAPS, (name) => ({ metadata: { name }, data: { a: "b" } })],
    ["services", SERVICES, (name) => service(name)],
    ["services on nodes", SERVICES, (name) => service(name, { type: "NodePort" })],
  ];

/** Runs the benchmark. */
export async function main(args: string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log("orch bench services: making services beside config maps");
    return 0;
  }
  const folder = await Deno.makeTempDir();
  try {
    const store = await openStore([`file:${folder}/store.kv`], {
      dialect: "kubernetes",
      prefix: "/registry",
      clock: systemClock,
      logger: silentLogger,
    });
    const ranges = ["10.96.0.0/16"];
    const ports = [30000, 30000 + COUNT * (ROUNDS + 1)] as const;
    await using server = await startServiceCluster({ ranges, ports, server: { store } });
    const best = KINDS.map(() => Infinity);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, [, path, object]] of KINDS.entries()) {
        const took = await timed(server, path, (number) => object(`r${round}-${index}-${number}`));
        best[index] = Math.min(best[index] ?? Infinity, took);
      }
    }
    const [plain = 0] = best;
    const rows = KINDS.map(([name], index) => ({ name, milliseconds: best[index] ?? 0 }));
    const lines = rows.map(({ name, milliseconds }) => [
      name,
      milliseconds.toFixed(0),
      (milliseconds / plain).toFixed(2),
      String(TARGET),
      milliseconds / plain <= TARGET ? "yes" : "no",
    ]);
    console.log(table([`${COUNT} creates`, "ms", "ratio", "at most", "reached"], lines));
    await saveResult("services", { rows });
    return 0;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function timed(
  { client }: TestServer,
  path: string,
  object: (number: number) => unknown,
): Promise<number> {
  const numbers = Array(COUNT).keys();
  const start = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (const number of numbers) {
      const { status, text } = await client.post(path, object(number));
      if (status !== 201) throw new Error(text);
    }
  }));
  return performance.now() - start;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
