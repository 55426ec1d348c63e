/**
 * Runs a credential plugin.
 *
 * @module
 */

import { ClientConfigError } from "./document.ts";
import { CREDENTIAL_LIMIT_BYTES } from "./file.ts";

/** A program that prints a credential. */
export interface PluginCommand {
  /** A path, or a name on PATH. */
  readonly command: string;
  /** What follows the command. */
  readonly args: readonly string[];
  /** All that the program gets. */
  readonly environment: Readonly<Record<string, string>>;
  /** Whether it gets the standard input. */
  readonly interactive: boolean;
  /** What to tell who has not got the program. */
  readonly installHint?: string;
}

/** Runs a plugin, and gives what it printed. When `signal` aborts, the plugin is ended. */
export type PluginRunner = (command: PluginCommand, signal: AbortSignal) => Promise<string>;

/** Runs a plugin as a child process, whose standard error is this process's. */
export const runPlugin: PluginRunner = async (plugin, signal): Promise<string> => {
  signal.throwIfAborted();
  const child = start(plugin);
  const kill = () => {
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  signal.addEventListener("abort", kill, { once: true });
  try {
    const output = await readOutput(child.stdout);
    if (output === undefined) kill();
    const status = await child.status;
    signal.throwIfAborted();
    if (output === undefined) {
      throw failed(plugin, `printed more than ${CREDENTIAL_LIMIT_BYTES} bytes`);
    }
    if (!status.success) throw failed(plugin, `failed with exit code ${status.code}`);
    return output;
  } finally {
    signal.removeEventListener("abort", kill);
  }
};

function start(plugin: PluginCommand): Deno.ChildProcess {
  try {
    return new Deno.Command(plugin.command, {
      args: [...plugin.args],
      env: { ...plugin.environment },
      clearEnv: true,
      stdin: plugin.interactive ? "inherit" : "null",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      throw failed(plugin, `was not found${plugin.installHint ? `: ${hintOf(plugin)}` : ""}`);
    }
    throw failed(plugin, `could not be started: ${(error as Error).message}`);
  }
}

/** The hint comes from a file: it must not drive the terminal that shows it. */
function hintOf(plugin: PluginCommand): string {
  // deno-lint-ignore no-control-regex
  return (plugin.installHint ?? "").replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, "");
}

/** Undefined when it is too long. */
async function readOutput(stream: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > CREDENTIAL_LIMIT_BYTES) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function failed(plugin: PluginCommand, how: string): ClientConfigError {
  return new ClientConfigError(`the credential plugin ${plugin.command} ${how}`);
}
