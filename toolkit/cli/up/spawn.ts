/**
 * Starts a program whose output goes straight into a file: nothing is lost, and nothing blocks, when
 * the one who started it is gone.
 *
 * @module
 */

import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { makeNicer } from "./niceness.ts";

/** What to start. */
export interface SpawnCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Output is added to this file. */
  readonly log: string;
  /** Whether it has an input, which ends when this process does. */
  readonly input: "piped" | "none";
  /** How much nicer than this process it is to others on the machine. Default: 0. */
  readonly niceness?: number;
}

/** How a process ended. */
export interface ProcessEnd {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
}

/** A process that was started. */
export interface RunningProcess {
  readonly pid: number;
  /** Settles when it has ended; never rejects. */
  readonly ended: Promise<ProcessEnd>;
  /** Ends its input, which asks it to end. */
  closeInput(): void;
  /** Sends a signal; nothing when the process has ended. */
  kill(signal: "SIGTERM" | "SIGKILL"): void;
}

/** Starts processes; tests have another one. */
export type Spawn = (command: SpawnCommand) => RunningProcess;

/** As a shell reports a program that it could not run. */
const EXIT_NOT_FOUND = 127;

/** Starts a process in a session of its own: what is typed on the terminal does not reach it. */
export const spawnProcess: Spawn = (
  { program, args, environment, log, input, niceness = 0 },
) => {
  const file = openSync(log, "a", 0o600);
  try {
    const child = spawn(program, args, {
      stdio: [input === "piped" ? "pipe" : "ignore", file, file],
      env: { ...environment },
      detached: true,
    });
    if (child.pid !== undefined && niceness > 0) makeNicer(child.pid, niceness);
    // The other end may be gone already.
    child.stdin?.on("error", () => {});
    const ended = new Promise<ProcessEnd>((resolve) => {
      child.on("exit", (code, signal) => resolve({ code, signal }));
      child.on("error", (error) => {
        const line = `${program} can't be started: ${error.message}\n`;
        Deno.writeTextFileSync(log, line, { append: true });
        resolve({ code: EXIT_NOT_FOUND, signal: null });
      });
    });
    return {
      pid: child.pid ?? 0,
      ended,
      closeInput: () => void child.stdin?.end(),
      kill: (signal) => void child.kill(signal),
    };
  } finally {
    closeSync(file);
  }
};
