/**
 * What all benchmarks share: tables for people, and results as files with the machine they came from.
 *
 * @module
 */

import { cpus } from "node:os";

/** Rows under a heading, in columns. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0))
  );
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)
    )
      .join("  ").trimEnd();
  return [line(head), ...rows.map(line)].join("\n");
}

/** The machine that figures come from. */
export function machine() {
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: navigator.hardwareConcurrency,
    memoryBytes: Deno.systemMemoryInfo().total,
    os: Deno.build.os,
    arch: Deno.build.arch,
    deno: Deno.version.deno,
  };
}

/** The commit that was measured, `+` behind it where code differs from it; undefined where git can't say. */
async function commit(): Promise<string | undefined> {
  const cwd = new URL("../", import.meta.url);
  const git = async (...args: string[]) => {
    const output = await new Deno.Command("git", { args, cwd, stderr: "null" }).output();
    return output.success ? new TextDecoder().decode(output.stdout).trim() : undefined;
  };
  try {
    const head = await git("rev-parse", "--short=8", "HEAD");
    const changed = await git("status", "--porcelain", "--", "*.ts", "deno.json");
    return head && changed !== "" ? `${head}+` : head;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Writes `figures` to bench/results/NAME.json, with the machine and the commit that they came from. */
export async function saveResult(name: string, figures: unknown): Promise<void> {
  const folder = new URL("./results/", import.meta.url);
  await Deno.mkdir(folder, { recursive: true });
  const date = new Date().toISOString();
  const result = { date, commit: await commit(), machine: machine(), figures };
  await Deno.writeTextFile(new URL(`${name}.json`, folder), JSON.stringify(result, null, 2) + "\n");
}
