/**
 * How `orch down` and `orch status` reach a running `orch up`: by a unix socket that only its owner
 * can open.
 *
 * @module
 */

import type { ChildStatus } from "./child.ts";
import { type SocketPlace, socketPlace } from "./socket_place.ts";
import type { StatePaths } from "./state_folder.ts";
import { UpError } from "./up_error.ts";

/** What `orch status` shows. */
export interface ClusterStatus {
  readonly pid: number;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly state: string;
  readonly dialect: string;
  readonly store: string;
  readonly children: readonly ChildStatus[];
}

/** What is behind the socket. */
export interface ControlHandlers {
  status(signal: AbortSignal): Promise<ClusterStatus>;
  /** Begins to end everything. */
  stop(): void;
  /** Settles when everything is ready. Never settles when that fails: the process ends then. */
  readonly ready: Promise<void>;
}

/** A served socket. What is answered when it is removed goes on until the process ends. */
export type ControlServer = SocketPlace;

/** Serves on the state folder's socket, or on one elsewhere where that path is too long for one. */
export async function serveControl(
  paths: StatePaths,
  handlers: ControlHandlers,
): Promise<ControlServer> {
  const place = await socketPlace(paths.socket);
  // The mode must be right from the first moment.
  const mask = Deno.umask(0o177);
  try {
    Deno.serve({ path: place.socket, onListen() {} }, (request) => answer(request, handlers));
  } finally {
    Deno.umask(mask);
  }
  return place;
}

async function answer(request: Request, handlers: ControlHandlers): Promise<Response> {
  switch (`${request.method} ${new URL(request.url).pathname}`) {
    case "GET /status":
      return Response.json(await handlers.status(request.signal));
    case "GET /ready":
      await handlers.ready;
      return new Response("ready\n");
    case "POST /stop":
      handlers.stop();
      // A body without end: that it ends all the same says that the process has.
      return new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1)) }));
  }
  return new Response("no such request\n", { status: 404 });
}

/** An `orch up` that does not answer within this hangs, or was stopped by a debugger. */
const ANSWER_LIMIT_MS = 10_000;

/** The other end of a socket. */
export class ControlClient {
  readonly #client: Deno.HttpClient;
  readonly #pid: number;

  /** For the `orch up` of process `pid`. */
  constructor(socket: string, pid: number) {
    this.#client = Deno.createHttpClient({ proxy: { transport: "unix", path: socket } });
    this.#pid = pid;
  }

  /** Its status; undefined when nobody is there any more. */
  async status(): Promise<ClusterStatus | undefined> {
    const response = await this.#ask("GET", "/status", AbortSignal.timeout(ANSWER_LIMIT_MS));
    return await response?.json();
  }

  /** Settles with true once all is ready, with false when nobody is there. */
  async ready(signal: AbortSignal): Promise<boolean> {
    const response = await this.#ask("GET", "/ready", signal);
    await response?.body?.cancel();
    return response !== undefined;
  }

  /** Asks it to end; `ended` settles when it has. Undefined when nobody is there. */
  async stop(): Promise<{ readonly ended: Promise<void> } | undefined> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(timeout()), ANSWER_LIMIT_MS);
    try {
      const response = await this.#ask("POST", "/stop", limit.signal);
      return response === undefined ? undefined : { ended: untilClosed(response) };
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#client.close();
  }

  async #ask(method: string, path: string, signal: AbortSignal): Promise<Response | undefined> {
    try {
      return await fetch(`http://up${path}`, { client: this.#client, method, signal });
    } catch (error) {
      if (isTimeout(error)) {
        throw new UpError(
          `orch up (process ${this.#pid}) does not answer: kill -9 ${this.#pid} ends it and its processes`,
        );
      }
      if (signal.aborted) throw error;
      return undefined;
    }
  }
}

function timeout(): DOMException {
  return new DOMException("no answer in time", "TimeoutError");
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

async function untilClosed(response: Response): Promise<void> {
  try {
    for await (const _ of response.body ?? []);
  } catch {
    // Cut short, as a process that ends does.
  }
}
