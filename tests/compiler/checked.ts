/**
 * Programs as the compiler of this Deno sees them, which is the one that operators are checked by.
 *
 * @module
 */

import { QUIET, ROOT } from "../gate/checkout.ts";

/** An error of the compiler. */
export interface Refusal {
  /** `TS2345`. */
  readonly code: string;
  readonly message: string;
  /** From 1. */
  readonly line: number;
}

/** Whose options: this project's, or those of somebody who has no configuration. */
export type Strictness = "project" | "default";

/** What the compiler says about a program whose relative imports are relative to `base`. */
export async function check(text: string, base: URL, strictness: Strictness): Promise<Refusal[]> {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/program.ts`;
    const absolute = text.replace(
      /( from ")(\.[^"]*)(";)/g,
      (_, from: string, specifier: string, end: string) =>
        from + new URL(specifier, base).href + end,
    );
    await Deno.writeTextFile(path, absolute);
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "check",
        "--quiet",
        "--no-lock",
        ...(strictness === "project" ? ["--config", `${ROOT}deno.json`] : ["--no-config"]),
        path,
      ],
      cwd: folder,
      env: QUIET,
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).output();
    const output = new TextDecoder().decode(stderr);
    const refusals = refusalsIn(output, new URL(`file://${path}`).href);
    if (success !== (refusals.length === 0)) throw new Error(`nothing is known of:\n${output}`);
    return refusals;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Each error's head comes first, its place in a line of its own at the end. */
function refusalsIn(output: string, url: string): Refusal[] {
  const refusals: Refusal[] = [];
  for (const block of output.split(/^(?=TS\d+ \[ERROR\])/m)) {
    const head = /^(TS\d+) \[ERROR\]: (.*)$/m.exec(block);
    if (head === null) continue;
    const place = /^ {4}at (\S+):(\d+):\d+$/m.exec(block);
    if (place?.[1] !== url) throw new Error(`an error outside of the program:\n${block}`);
    refusals.push({ code: head[1]!, message: head[2]!, line: Number(place[2]) });
  }
  return refusals;
}
