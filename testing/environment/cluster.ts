/**
 * A cluster in this process: the API server on memory, its controllers, its nodes.
 *
 * @module
 */

import type { Groups } from "../../apiserver/served_groups.ts";
import { serverSettingsOf } from "../../apiserver/control_plane_options.ts";
import { installDefinitions } from "../../apiserver/install_definitions.ts";
import { type ApiServer, type ApiServerOptions, runApiServer } from "../../apiserver/server.ts";
import type { ServerContext } from "../../apiserver/server_context.ts";
import type { ServerSnapshot } from "../../apiserver/snapshot.ts";
import { RunningControlPlane } from "../../apiserver/start_api_server.ts";
import { MemoryStore } from "../../apiserver/storage/mod.ts";
import type { CustomResourceDefinition } from "../../toolkit/api/apiextensions_v1.ts";
import type { Clock } from "../../toolkit/clock.ts";
import { ensureExists } from "../../toolkit/client/mod.ts";
import type { RequestSender } from "../../toolkit/client/sender.ts";
import type { ServerClient } from "../../toolkit/client/server_client.ts";
import { Namespace } from "../../toolkit/kinds/built_in.ts";
import type { Dialect } from "../../toolkit/names.ts";
import { Random } from "../random_objects.ts";
import { RunningControllers } from "./controllers.ts";
import { RunningNodes } from "./nodes.ts";
import { Timeline } from "./timeline.ts";
import type { InProcessWebhooks } from "./webhook_calls.ts";

/** What a cluster is made of. */
export interface ClusterOptions {
  readonly dialect: Dialect;
  readonly groups: Groups;
  /** By their names. */
  readonly controllers: readonly string[];
  readonly nodes: number;
  readonly listens: boolean;
  readonly timeline: Timeline;
  readonly webhooks: InProcessWebhooks;
  /** A number from 0 up to, and without, `bound`. */
  below(bound: number): number;
}

/** A state that clusters begin with: of a server that may have ended since. */
export interface ClusterState {
  readonly server: ApiServer;
  readonly state: ServerSnapshot;
}

/** Everything is older than the tests that are run on it. */
const BUILT = Date.UTC(2020, 0, 1);

/** What servers have when they have just been started, by dialect and groups: each is started once. */
const pristine = new Map<string, Promise<ClusterState>>();

/** The state of a server that has just been started, and knows nothing but what it made itself. */
export function pristineState(dialect: Dialect, groups: Groups): Promise<ClusterState> {
  const name = JSON.stringify([dialect, groups]);
  let state = pristine.get(name);
  if (state === undefined) {
    state = startPristine(dialect, groups);
    pristine.set(name, state);
    // Another attempt may have better luck.
    state.catch(() => pristine.delete(name));
  }
  return state;
}

async function startPristine(dialect: Dialect, groups: Groups): Promise<ClusterState> {
  const timeline = new Timeline(BUILT);
  const random = new Random(1);
  const below = (bound: number) => random.below(bound);
  const store = new MemoryStore();
  const server = await runApiServer({
    ...serverSettingsOf({ dialect, groups, clock: timeline.clock }),
    ...chanceOf(below),
    ...ALIKE,
    stores: { stores: [store], storeFor: () => store, close: () => store.close() },
  });
  try {
    await timeline.during(server.ready, true);
    const client = new RunningControlPlane(server, { dialect } as ApiServerOptions).client();
    // Where the server makes nothing by itself, the namespace is not there yet.
    await ensureExists(client, Namespace, { metadata: { name: "default" } }, {});
    await timeline.pass(1000);
    return { server, state: server.snapshot() };
  } finally {
    await timeline.during(server.close(0), true);
  }
}

/** What the servers of all environments have in common. */
const ALIKE: Partial<ApiServerOptions> = {
  // What a compaction forgets is forgotten.
  windowFor: () => 0,
  // Nothing is to come by the machine's clock.
  pacesWatches: false,
};

function chanceOf(below: (bound: number) => number) {
  return { random: () => below(2 ** 30) / 2 ** 30, uid: () => uidOf(below) };
}

function uidOf(below: (bound: number) => number): string {
  const hex = (digits: number) => below(16 ** digits).toString(16).padStart(digits, "0");
  const variant = "89ab"[below(4)];
  return `${hex(6)}${hex(2)}-${hex(4)}-4${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`;
}

/** See the module. */
export class Cluster {
  readonly plane: RunningControlPlane;
  readonly #options: ClusterOptions;
  readonly #server: ApiServer;
  readonly #context: ServerContext;
  /** Of the controllers and nodes: counted, and meets no fault. */
  readonly #client: ServerClient;
  #controllers: RunningControllers | undefined;
  #nodes: RunningNodes | undefined;

  private constructor(
    options: ClusterOptions,
    server: ApiServer,
    settings: ApiServerOptions,
    context: ServerContext,
  ) {
    this.#options = options;
    this.#server = server;
    this.#context = context;
    this.plane = new RunningControlPlane(server, settings);
    this.#client = this.plane.clientOver(this.sender());
  }

  /** Starts a cluster from a state. */
  static async start(options: ClusterOptions, from: ClusterState): Promise<Cluster> {
    const { dialect, groups, listens, timeline, webhooks, below } = options;
    const { server: origin, state } = from;
    const settings = serverSettingsOf({
      dialect,
      groups,
      clock: timeline.background,
      ...(listens && { listen: {}, authenticate: () => TESTER }),
    });
    let context: ServerContext | undefined;
    const changes: Partial<ApiServerOptions> = {
      ...settings,
      ...chanceOf(below),
      ...ALIKE,
      webhookCalls: (network) => webhooks.over(network),
      authenticator(made) {
        context = made;
        return settings.authenticator(made);
      },
    };
    const server = await origin.fork({ ...changes, from: state });
    // Clients wait by the time of who uses them.
    const { clock } = timeline;
    const ofClients = { ...settings, ...chanceOf(below), clock } as ApiServerOptions;
    const cluster = new Cluster(options, server, ofClients, context!);
    cluster.#begin();
    return cluster;
  }

  /** A client that may do everything; its requests, and the waits between them, let time pass. */
  clientOfTest(): ServerClient {
    const { timeline, below } = this.#options;
    const sender = this.sender();
    return this.clientOver({
      send: (request) => timeline.during(sender.send(request)),
      webSocket: (request) => sender.webSocket(request),
    }, { ...chanceOf(below), clock: timeline.passing }).derived({ clock: timeline.clock });
  }

  /** A client over a sender that leads to the server, with its own chance and time. */
  clientOver(
    sender: RequestSender,
    own: { random(): number; readonly clock: Clock },
  ): ServerClient {
    const options = { dialect: this.#options.dialect, ...own } as ApiServerOptions;
    return new RunningControlPlane(this.#server, options).clientOver(sender);
  }

  /** Sends requests that may do everything. They are counted while they are under way. */
  sender(): RequestSender {
    const sender = this.plane.sender();
    const { activity } = this.#options.timeline;
    return {
      send: (request) => activity.request(() => sender.send(request)),
      webSocket: (request) => sender.webSocket(request),
    };
  }

  /** Applies definitions, and settles when they are served. */
  async define(definitions: readonly CustomResourceDefinition[]): Promise<void> {
    const { signal } = new AbortController();
    await installDefinitions(this.#client.http, definitions, signal);
  }

  /** The state of the server now. */
  snapshot(): ClusterState {
    return { server: this.#server, state: this.#server.snapshot() };
  }

  /** Brings the server back to a state; controllers and nodes begin anew. */
  async reset({ state }: ClusterState): Promise<void> {
    await this.#end();
    await this.#server.reset(state);
    this.#begin();
  }

  /** Forgets all history: who comes back to a watch has to list again. */
  async compact(): Promise<void> {
    await this.#server.compact();
  }

  /** Another server with this one's state as it is now: it hears of nothing that happens from here on. */
  async replica(): Promise<{ sender: RequestSender; close(): Promise<void> }> {
    const { timeline } = this.#options;
    const server = await this.#server.fork();
    const plane = new RunningControlPlane(server, { dialect: this.#options.dialect } as never);
    const sender = plane.sender();
    const { activity } = timeline;
    return {
      sender: {
        send: (request) => activity.request(() => sender.send(request)),
        webSocket: (request) => sender.webSocket(request),
      },
      close: () => server.close(0),
    };
  }

  async close(): Promise<void> {
    await this.#end();
    await this.#client[Symbol.asyncDispose]();
    await this.#server.close(0);
  }

  #begin(): void {
    const { timeline, controllers, nodes, below } = this.#options;
    const { source } = this.#context;
    const parts = {
      client: this.#client,
      source,
      clock: timeline.clock,
      random: () => below(2 ** 30) / 2 ** 30,
    };
    const failed = (error: unknown) => timeline.fail(error);
    this.#controllers = RunningControllers.start(controllers, parts, failed);
    if (nodes > 0) this.#nodes = RunningNodes.start(nodes, parts, failed);
  }

  async #end(): Promise<void> {
    await this.#controllers?.[Symbol.asyncDispose]();
    await this.#nodes?.[Symbol.asyncDispose]();
  }
}

const TESTER = { username: "tester", groups: ["system:masters"] };
