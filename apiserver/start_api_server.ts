/**
 * A control plane as a part of a program.
 *
 * @module
 */

import type { RequestSender } from "../toolkit/client/sender.ts";
import type { Client, Transport } from "../toolkit/client/client.ts";
import { RetryingSender } from "../toolkit/client/retry.ts";
import { HeaderSender } from "../toolkit/client/header_sender.ts";
import { ServerClient } from "../toolkit/client/server_client.ts";
import { WriteObservers } from "../toolkit/client/write_observer.ts";
import { systemClock } from "../toolkit/clock.ts";
import { silentLogger } from "../toolkit/logger.ts";
import { untilAborted } from "../toolkit/runnable.ts";
import { Namespace } from "../toolkit/kinds/built_in.ts";
import { ensureExists } from "../toolkit/client/mod.ts";
import { fetchThrough } from "../toolkit/serving/in_process/mod.ts";
import { VERSION } from "../toolkit/version.ts";
import { GROUP_AUTHENTICATED, GROUP_MASTERS, type User } from "../toolkit/authentication/user.ts";
import { type ControlPlaneOptions, serverOptionsOf } from "./control_plane_options.ts";
import { installDefinitions } from "./install_definitions.ts";
import { definitionIn } from "./program_webhooks.ts";
import { type ApiServer, type ApiServerOptions, runApiServer } from "./server.ts";

/** A control plane that runs. Disposing of it lets what is under way finish, 10 s at most. */
export interface ControlPlane extends AsyncDisposable, Transport {
  /** Where it listens; where it does not, an address that leads nowhere but in {@link fetch}. */
  readonly url: string;
  /**
   * The answer to a request, whatever host it names, without a connection. It is treated as one from
   * outside: `authenticate` says in whose name it is. So it may be handed to any server:
   * `Deno.serve(controlPlane.fetch)`.
   */
  fetch(this: void, request: Request): Promise<Response>;
  /**
   * A client in this process, without a connection: in the name of `user`, of whom nobody asks for a
   * proof; without one it may do everything. It ends with the control plane.
   */
  client(user?: string): Client;
}

/** Who a client is that is made for nobody in particular. */
const ADMINISTRATOR: User = {
  name: "system:admin",
  uid: "",
  groups: [GROUP_MASTERS, GROUP_AUTHENTICATED],
  extra: {},
};
const NOWHERE = "http://server.invalid";
const RETRIES = 10;

/**
 * Starts a control plane: custom resources alone, or with any built-in groups. It is there when this
 * settles, the resources defined and established. Rejects with what is wrong with an option or a
 * definition, or stands in the way; and with the signal's reason.
 *
 * ```ts
 * import { startApiServer } from "./start_api_server.ts";
 * import { Namespace } from "../toolkit/kinds/built_in.ts";
 *
 * await using server = await startApiServer();
 * await server.client().create(Namespace, { metadata: { name: "shop" } });
 * ```
 */
export function startApiServer(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  return startControlPlane(options);
}

/** As {@link startApiServer}, with what test environments need besides. */
async function startControlPlane(
  options: ControlPlaneOptions,
): Promise<RunningControlPlane> {
  const { signal = new AbortController().signal } = options;
  signal.throwIfAborted();
  const starting = start(options);
  const started = await Promise.race([starting, untilAborted(signal)]);
  if (started === undefined) {
    // A store that does not answer holds up nobody who has given up.
    starting.then(({ server }) => server.close(0)).catch(() => {});
    throw signal.reason;
  }
  const { server, serverOptions } = started;
  const ended = server.done.then(() => {
    throw signal.aborted ? signal.reason : new Error("the server has stopped");
  });
  const stop = () => void server.close().catch(() => {});
  signal.addEventListener("abort", stop, { once: true });
  ended.catch(() => signal.removeEventListener("abort", stop));
  try {
    await Promise.race([furnish(server, serverOptions, options, signal), ended]);
    signal.throwIfAborted();
  } catch (error) {
    await server.close(0);
    throw error;
  }
  return new RunningControlPlane(server, serverOptions);
}

async function start(options: ControlPlaneOptions) {
  const serverOptions = await serverOptionsOf(options);
  return { server: await runApiServer(serverOptions), serverOptions };
}

/** What the control plane begins with: the namespace that clients mean who name none, and the resources. */
async function furnish(
  server: ApiServer,
  { dialect, bootstrap }: ApiServerOptions,
  { resources = [] }: ControlPlaneOptions,
  signal: AbortSignal,
): Promise<void> {
  await server.ready;
  if (bootstrap === undefined) {
    await ensureExists(server.client, Namespace, { metadata: { name: "default" } }, { signal });
  }
  const definitions = resources.map((resource) => definitionIn(resource, dialect));
  await installDefinitions(server.client, definitions, signal);
}

/** See {@link ControlPlane}. What it has besides is for test environments. */
export class RunningControlPlane implements ControlPlane {
  readonly url: string;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly #server: ApiServer;
  readonly #options: ApiServerOptions;
  /** Aborts when the server has ended, asked or unasked. */
  readonly #ended = new AbortController();

  constructor(server: ApiServer, options: ApiServerOptions) {
    this.#server = server;
    this.#options = options;
    this.url = urlOf(server, options);
    this.fetch = fetchThrough(server.sender());
    const end = () => this.#ended.abort(new DOMException("the server has stopped", "AbortError"));
    server.done.then(end, end);
  }

  client(user?: string): Client {
    if (user === "") {
      throw new TypeError(
        "a client's user needs a name; leave it out for one who may do everything",
      );
    }
    return this.clientOver(this.sender(user));
  }

  /** Sends requests in the name of a user; without one, of somebody who may do everything. */
  sender(user?: string): RequestSender {
    return this.#server.sender(user === undefined ? ADMINISTRATOR : userOf(user));
  }

  /** A client of this server over a sender that leads to it. */
  clientOver(base: RequestSender): ServerClient {
    const { dialect, clock = systemClock, random = Math.random, logger = silentLogger } =
      this.#options;
    const sender = new HeaderSender(base, [["User-Agent", `orch/${VERSION}`]]);
    return new ServerClient({
      sender: new RetryingSender(sender, { retries: RETRIES, clock, random }),
      dialect,
      clock,
      random,
      logger,
      namespace: "default",
      // Both sides have JSON at hand.
      protobuf: false,
      observers: new WriteObservers(),
      signals: [this.#ended.signal],
      close() {},
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.close();
  }
}

function userOf(name: string): User {
  return { name, uid: "", groups: [GROUP_AUTHENTICATED], extra: {} };
}

function urlOf(server: ApiServer, { serving }: ApiServerOptions): string {
  if (serving === undefined) return NOWHERE;
  const { hostname, port } = server.address as { hostname: string; port: number };
  const host = hostname.includes(":") ? `[${hostname}]` : hostname;
  return `${serving.tls === undefined ? "http" : "https"}://${host}:${port}`;
}
