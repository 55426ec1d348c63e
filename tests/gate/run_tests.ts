/**
 * Runs the tests: unit tests beside their code and those of tests/, several files at a time.
 *
 * @module
 */

import type { Count } from "./count.ts";
import { ROOT } from "./checkout.ts";

/** Long enough for the long tier on a slow machine; a run past it hangs. */
const LIMIT_MS = { normal: 15 * 60_000, slow: 75 * 60_000 };

/** Runs the tests of `paths`, or all. */
export async function runTests(
  { slow, paths }: { readonly slow: boolean; readonly paths: readonly string[] },
): Promise<Count> {
  const folder = await Deno.makeTempDir({ prefix: "orch-test-" });
  try {
    const report = `${folder}/report.xml`;
    const limit = AbortSignal.timeout(slow ? LIMIT_MS.slow : LIMIT_MS.normal);
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        "test",
        "-A",
        "--no-check",
        "--parallel",
        "--quiet",
        "--reporter=dot",
        `--junit-path=${report}`,
        ...paths,
      ],
      cwd: ROOT,
      env: slow ? { ORCH_TEST_SLOW: "1" } : {},
      stdin: "null",
      signal: limit,
    }).spawn();
    const { success } = await child.status;
    if (limit.aborted) console.log("      the tests took too long and were ended");
    return count(await readReport(report), success);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function readReport(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    // A run that broke down before its end leaves no report: the exit code says the rest.
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

/** Counts the cases of a JUnit report and names those that were skipped. */
export function count(report: string, success: boolean): Count {
  let passed = 0, failed = 0, skipped = 0;
  for (const [, attributes, closed, body] of report.matchAll(CASE)) {
    if (closed === undefined && body!.includes("<skipped")) {
      skipped++;
      console.log(`      skipped: ${unescape(/name="([^"]*)"/.exec(attributes!)?.[1] ?? "")}`);
    } else if (closed === undefined && /<(failure|error)\b/.test(body!)) failed++;
    else passed++;
  }
  // What fails outside of a case, a file that does not load for one, is a failure all the same.
  if (!success && failed === 0) failed = 1;
  return { passed, failed, skipped };
}

const CASE = /<testcase\b([^>]*?)(?:(\/)>|>([\s\S]*?)<\/testcase>)/g;

function unescape(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&apos;", "'").replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
