/**
 * Runs the tests: unit tests beside their code and those of tests/, several files at a time.
 *
 * @module
 */

import { sleep, systemClock } from "../../toolkit/clock.ts";
import type { Count } from "./count.ts";
import { files, LARGE_YOUNG_SPACE, QUIET, ROOT } from "./checkout.ts";
import { groupFiles } from "./group_files.ts";

/**
 * A run in which no test has ended for so long hangs. Longer than a test takes on a slow machine, and those of the long
 * tier build the reference's programs first. Of a run as a whole this says nothing: a machine may be slow.
 */
const SILENCE_MS = { normal: 5 * 60_000, slow: 2 * 60 * 60_000 };

/**
 * Files of tests at a time: more than there are processors, as many tests wait for other processes. Those of the long
 * tier wait less, and compare what happens in time.
 */
const WORKERS = {
  normal: navigator.hardwareConcurrency + 2,
  slow: navigator.hardwareConcurrency + 1,
};

/**
 * Programs in Go that tests start, kubectl above all, end before collecting garbage pays; those that stay collect.
 * Not in the long tier, which builds the reference's programs: for that it is too little.
 */
const GO = { GOGC: "off", GOMEMLIMIT: "256MiB" };

/** How long output is waited for after the tests have ended. */
const LEFT_BEHIND_MS = 2000;

/** Runs the tests of `paths`, or all. */
export async function runTests(
  { slow, paths }: { readonly slow: boolean; readonly paths: readonly string[] },
): Promise<Count> {
  const folder = await Deno.makeTempDir({ prefix: "orch-test-" });
  try {
    const report = `${folder}/report.xml`;
    using silence = new Silence(slow ? SILENCE_MS.slow : SILENCE_MS.normal);
    const chosen = paths.length > 0 ? paths : await groupFiles(await files(/_test\.ts$/), folder);
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        "test",
        LARGE_YOUNG_SPACE,
        "-A",
        "--no-check",
        "--parallel",
        "--quiet",
        `--config=${ROOT}deno.json`,
        `--junit-path=${report}`,
        ...chosen,
      ],
      cwd: ROOT,
      env: {
        ...QUIET,
        ...(slow ? { ORCH_TEST_SLOW: "1" } : GO),
        DENO_JOBS: String(slow ? WORKERS.slow : WORKERS.normal),
      },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      signal: silence.signal,
    }).spawn();
    const recent = new Recent();
    const shown = Promise.all([
      showFailures(child.stdout, recent, silence),
      showErrors(child.stderr),
    ]);
    const { success } = await child.status;
    // A process that a test left behind may hold the output open: it must not hold up the gate.
    await Promise.race([shown, sleep(systemClock, LEFT_BEHIND_MS)]);
    if (silence.signal.aborted) {
      console.log(
        "      no test has ended for too long, so the run was ended; of these files a test came last:",
      );
      for (const line of recent.lines()) console.log(`        ${line}`);
    }
    const text = await readReport(report);
    if (paths.length === 0) showSlowest(text);
    return count(text, success);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Lines between two signs of life. */
const PROGRESS_TESTS = 250;

/** Files that are shown when a run hangs. */
const RECENT_FILES = 8;

/** The last test of each file, the most recent files last: where a run that hangs may hang. */
class Recent {
  readonly #lines = new Map<string, string>();

  saw(line: string): void {
    const file = line.split(" => ")[0]!;
    this.#lines.delete(file);
    this.#lines.set(file, line);
  }

  lines(): string[] {
    return [...this.#lines.values()].slice(-RECENT_FILES);
  }
}

/** Gives a signal once nothing has been heard for too long. */
class Silence implements Disposable {
  readonly #ended = new AbortController();
  readonly #ms: number;
  #timer: number | undefined;

  constructor(ms: number) {
    this.#ms = ms;
    this.broken();
  }

  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** Something was heard. */
  broken(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ended.abort(), this.#ms);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}

/** Shows how far the run is, and everything about failures. */
async function showFailures(
  output: ReadableStream<Uint8Array>,
  recent: Recent,
  silence: Silence,
): Promise<void> {
  let done = 0;
  let inErrors = false;
  for await (const line of lines(output)) {
    silence.broken();
    inErrors ||= line.trim() === "ERRORS";
    if (inErrors) {
      console.log(line);
    } else if (/ \.\.\. (ok|ignored|FAILED)/.test(line)) {
      recent.saw(line);
      if (++done % PROGRESS_TESTS === 0) console.log(`      ${done} tests so far`);
    }
  }
}

/** What the runtime itself prints while tests cut its connections. */
const EXPECTED = /^KV Connect .*failed to/;

async function showErrors(output: ReadableStream<Uint8Array>): Promise<void> {
  for await (const line of lines(output)) if (!EXPECTED.test(line)) console.log(line);
}

async function* lines(output: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of output.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop()!;
    yield* parts;
  }
  if (rest !== "") yield rest;
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

/** Files, and tests, whose time is shown when all were run. */
const SLOWEST = 15;

/** Shows where the time went; files run beside each other. */
function showSlowest(report: string): void {
  const files = new Map<string, number>();
  const tests = new Map<string, number>();
  for (const [, file, cases] of report.matchAll(SUITE)) {
    let sum = 0;
    for (const [, attributes] of cases!.matchAll(CASE)) {
      const seconds = Number(/\btime="([^"]*)"/.exec(attributes!)?.[1] ?? 0);
      const name = /\bname="([^"]*)"/.exec(attributes!)?.[1] ?? "";
      sum += seconds;
      // The time of a step is in that of its test.
      if (!name.includes(" &gt; ")) tests.set(name, seconds);
    }
    files.set(file!, sum);
  }
  show("files", files);
  show("tests", tests);
}

function show(what: string, times: ReadonlyMap<string, number>): void {
  console.log(`      the slowest ${what}, in seconds:`);
  for (const [name, time] of [...times].sort(([, a], [, b]) => b - a).slice(0, SLOWEST)) {
    console.log(`        ${time.toFixed(1).padStart(5)} ${unescape(name).replace(/^\.\//, "")}`);
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

/** A file. */
const SUITE = /<testsuite\b[^>]*?\bname="([^"]*)"[^>]*>([\s\S]*?)<\/testsuite>/g;
const CASE = /<testcase\b([^>]*?)(?:(\/)>|>([\s\S]*?)<\/testcase>)/g;

function unescape(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&apos;", "'").replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
