/**
 * What importing the entry points takes: processes that import one and end, beside a process that
 * imports an empty module, in turns.
 *
 * @module
 */

import { saveResult, table } from "./report.ts";

const ENTRY_POINTS = ["mod.ts", "codec.ts", "server.ts", "cli.ts"];
const EMPTY = "an empty module";
const ROUNDS = 21;

/** Prints how long the import took, apart from the start of the runtime. */
const scriptOf = (url: string) =>
  `const began = performance.now(); await import(${JSON.stringify(url)}); ` +
  `console.log(performance.now() - began);`;

interface Run {
  /** From the import's beginning to its end. */
  readonly importMs: number;
  /** From the process's start to its end. */
  readonly processMs: number;
}

async function runOnce(url: string): Promise<Run> {
  const began = performance.now();
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--quiet", "--ext=ts", "--no-check", scriptOf(url)],
    stdin: "null",
    env: { NO_COLOR: "1" },
  }).output();
  const processMs = performance.now() - began;
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return { importMs: Number(new TextDecoder().decode(stdout)), processMs };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** Runs the benchmark and prints its table. */
export async function main(_args: string[]): Promise<number> {
  const urls = new Map([
    [EMPTY, "data:application/javascript,"],
    ...ENTRY_POINTS.map((name) => [name, new URL(`../${name}`, import.meta.url).href] as const),
  ]);
  const runs = new Map<string, Run[]>([...urls.keys()].map((name) => [name, []]));
  // The first of each compiles what the runtime then keeps: it doesn't count.
  for (const url of urls.values()) await runOnce(url);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, url] of urls) runs.get(name)!.push(await runOnce(url));
  }
  const figures = [...runs].map(([name, all]) => ({
    name,
    importMs: median(all.map(({ importMs }) => importMs)),
    processMs: median(all.map(({ processMs }) => processMs)),
  }));
  const empty = figures[0]!.processMs;
  console.log(table(
    ["import of", "ms", "process ms", `ratio to ${EMPTY}`],
    figures.map(({ name, importMs, processMs }) => [
      name,
      importMs.toFixed(1),
      processMs.toFixed(0),
      (processMs / empty).toFixed(2),
    ]),
  ));
  await saveResult("import", { rounds: ROUNDS, figures });
  return 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
