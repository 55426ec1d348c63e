/**
 * Processes in containers.
 *
 * @module
 */

import type { metaV1 } from "../api/mod.ts";
import { decodeUntypedJson, encodeUntypedJson } from "../codec/json.ts";
import { statusErrorFromObject } from "../errors/mod.ts";
import { joinedBytes } from "../joined_bytes.ts";
import type { Ref } from "../kinds/mod.ts";
import { isObject } from "../values/json.ts";
import { type Channels, openChannels } from "./channels.ts";
import type { CallOptions } from "./reader.ts";
import type { ServerClient } from "./server_client.ts";

/** How a client attaches to a process. */
export interface AttachOptions extends CallOptions {
  /** Default: the only one, or the one that the pod names as its default. */
  readonly container?: string | undefined;
  /** Whether something will be written to it. Default false. */
  readonly stdin?: boolean | undefined;
  /** Whether it has a terminal: then stderr comes on stdout. Default false. */
  readonly tty?: boolean | undefined;
}

/** What is run. */
export interface ExecOptions extends AttachOptions {
  /** The program and its arguments: no shell is between. */
  readonly command: readonly string[];
}

/** How a process ended. */
export interface RemoteStatus {
  /** Whether the code is 0. */
  readonly success: boolean;
  /** The exit code. */
  readonly code: number;
}

/** All that a process wrote, and how it ended. */
export interface RemoteOutput {
  /** The exit code. */
  readonly code: number;
  /** All of the standard output. */
  readonly stdout: Uint8Array;
  /** All of the standard error; with a terminal it is empty. */
  readonly stderr: Uint8Array;
}

/** A process in a container, shaped like `Deno.ChildProcess`. Disposing ends the connection to it. */
export interface RemoteProcess extends AsyncDisposable {
  /** Closing it tells the process that there is no more, where the server speaks version 5. */
  readonly stdin: WritableStream<Uint8Array>;
  /** The standard output; with a terminal all that it writes. */
  readonly stdout: ReadableStream<Uint8Array>;
  /** The standard error. */
  readonly stderr: ReadableStream<Uint8Array>;
  /** Rejects where the process could not be started, or the connection broke off. */
  readonly status: Promise<RemoteStatus>;
  /** Closes stdin, and reads all that there is. */
  output(): Promise<RemoteOutput>;
  /** The terminal has another size. */
  resize(columns: number, rows: number): void;
}

const STDIN = 0, STDOUT = 1, STDERR = 2, STATUS = 3, RESIZE = 4, CLOSE = 255;

/** Opens a process; `command` where it is to be started. */
export async function openProcess(
  client: ServerClient,
  pod: Ref,
  subresource: "exec" | "attach",
  options: AttachOptions,
  command?: readonly string[],
): Promise<RemoteProcess> {
  if (command?.length === 0) throw new TypeError("exec: the command is empty");
  const { container, stdin = false, tty = false } = options;
  const group = client.names.group("channel");
  const flag = (set: boolean) => set ? "true" : undefined;
  const channels = await openChannels(client, pod, {
    ...options,
    subresource,
    protocols: [`v5.${group}`, `v4.${group}`],
    query: {
      command,
      container,
      stdin: flag(stdin),
      stdout: "true",
      stderr: flag(!tty),
      tty: flag(tty),
    },
  });
  return new ChannelProcess(channels, channels.protocol.startsWith("v5."));
}

class ChannelProcess implements RemoteProcess {
  readonly stdin: WritableStream<Uint8Array>;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  readonly status: Promise<RemoteStatus>;
  readonly #channels: Channels;
  readonly #run: Promise<void>;

  constructor(channels: Channels, closesChannels: boolean) {
    this.#channels = channels;
    this.stdin = channels.writable(STDIN, async () => {
      if (closesChannels) await channels.send(CLOSE, Uint8Array.of(STDIN));
    });
    this.stdout = channels.readable(STDOUT);
    this.stderr = channels.readable(STDERR);
    const status = Promise.withResolvers<RemoteStatus>();
    this.status = status.promise;
    // Told to whoever waits for it.
    status.promise.catch(() => {});
    this.#run = channels.run((channel, data) => {
      if (channel === CLOSE && data[0] !== undefined) channels.end(data[0]);
      else if (channel === STATUS) settle(status, data);
      else return false;
      return true;
    }).then(
      () =>
        status.reject(new Error("the connection ended before it was said how the process ended")),
      (error) => status.reject(error),
    );
  }

  async output(): Promise<RemoteOutput> {
    const [stdout, stderr] = await Promise.all([
      Array.fromAsync(this.stdout),
      Array.fromAsync(this.stderr),
      this.stdin.close().catch(() => {}),
    ]);
    const { code } = await this.status;
    return { code, stdout: joinedBytes(stdout), stderr: joinedBytes(stderr) };
  }

  resize(columns: number, rows: number): void {
    const size = encodeUntypedJson({ Width: columns, Height: rows });
    // A process that has ended has no terminal.
    this.#channels.send(RESIZE, size).catch(() => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#channels.close();
    await this.#run;
  }
}

function settle(status: PromiseWithResolvers<RemoteStatus>, data: Uint8Array): void {
  try {
    status.resolve(statusIn(decodeUntypedJson(data)));
  } catch (error) {
    status.reject(error);
  }
}

function statusIn(said: unknown): RemoteStatus {
  if (!isObject(said)) throw new Error("how the process ended was said in no known way");
  const { status, reason, details } = said as metaV1.Status;
  if (status === "Success") return { success: true, code: 0 };
  const code = details?.causes?.find((cause) => cause.reason === "ExitCode")?.message;
  if (reason === "NonZeroExitCode" && code !== undefined && /^\d{1,10}$/.test(code)) {
    return { success: false, code: Number(code) };
  }
  throw statusErrorFromObject({ kind: "Status", apiVersion: "v1", ...said }) ??
    new Error("how the process ended was said in no known way");
}
