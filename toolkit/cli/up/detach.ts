/**
 * `orch up --detach`: another `orch up` in the background, waited for until it is ready.
 *
 * @module
 */

import { join } from "node:path";
import { type Clock, sleep } from "../../clock.ts";
import type { Dialect } from "../../names.ts";
import type { Terminal } from "../../process/terminal.ts";
import { EXIT_INTERRUPTED } from "../../process/stop.ts";
import { claimState } from "./claim.ts";
import { ControlClient } from "./control.ts";
import { rotateLog } from "./log_file.ts";
import { commandFor } from "./module_command.ts";
import { readRunRecord } from "./run_record.ts";
import { type RunningProcess, spawnProcess } from "./spawn.ts";
import { makeStateFolder, settleDialect, type StatePaths } from "./state_folder.ts";

/** What the command runs in. */
export interface DetachSurroundings {
  readonly clock: Clock;
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string>>;
}

/** How often the new process's record is looked for. */
const LOOK_MS = 20;

/** Starts `orch up` with `args`; settles with 0 once it is ready, or with its exit code. */
export async function detach(
  state: string,
  dialect: Dialect | undefined,
  args: readonly string[],
  { clock, terminal, environment }: DetachSurroundings,
): Promise<number> {
  const paths = await makeStateFolder(state);
  // The folder is marked first: with a log in it, nobody could tell whose it is.
  const lock = await claimState(paths, clock);
  try {
    await settleDialect(paths, dialect);
  } finally {
    lock.release();
  }
  const log = join(paths.logs, "up.log");
  await rotateLog(log);
  const command = commandFor(new URL("../../../cli.ts", import.meta.url), undefined);
  const process = spawnProcess({
    program: command.program,
    args: [...command.args, "up", ...args],
    environment,
    log,
    input: "none",
  });
  let interrupted = false;
  const interrupt = () => {
    interrupted = true;
    process.kill("SIGTERM");
  };
  Deno.addSignalListener("SIGINT", interrupt);
  Deno.addSignalListener("SIGTERM", interrupt);
  const over = new AbortController();
  const ended = process.ended.then((end) => {
    over.abort();
    return end;
  });
  const isReady = await Promise.race([
    ended.then(() => false),
    readiness(paths, process, clock, over.signal),
  ]);
  const said = await Deno.readTextFile(log);
  if (isReady) {
    terminal.out(said);
    return 0;
  }
  terminal.err(said);
  const { code } = await ended;
  // The runtime tells no code of a process that was sent a signal, though it has ended by itself.
  return interrupted ? EXIT_INTERRUPTED : code ?? 1;
}

async function readiness(
  paths: StatePaths,
  process: RunningProcess,
  clock: Clock,
  signal: AbortSignal,
): Promise<boolean> {
  while (!signal.aborted) {
    const record = await readRunRecord(paths);
    if (record?.pid === process.pid) {
      const client = new ControlClient(record.socket, record.pid);
      try {
        if (await client.ready(signal)) return true;
      } catch {
        return false;
      } finally {
        client.close();
      }
    }
    await sleep(clock, LOOK_MS, signal).catch(() => {});
  }
  return false;
}
