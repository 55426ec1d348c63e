/**
 * A cluster in this process: the API server on memory, its controllers, its nodes.
 *
 * @module
 */

import type { Groups } from "../../apiserver/served_groups.ts";
import { serverSettingsOf } from "../../apiserver/control_plane_options.ts";
import { installDefinitions } from "../../apiserver/install_definitions.ts";
import { type ApiServer, type ApiServerOptions, runApiServerFrom } from "../../apiserver/server.ts";
import type { ResourceSource } from "../../apiserver/resource/resource_source.ts";
import type { ServerContext } from "../../apiserver/server_context.ts";
import type { ServerSnapshot } from "../../apiserver/snapshot.ts";
import { RunningControlPlane } from "../../apiserver/start_api_server.ts";
import type { CustomResourceDefinition } from "../../toolkit/api/apiextensions_v1.ts";
import type { Clock } from "../../toolkit/clock.ts";
import type { RequestSender } from "../../toolkit/client/sender.ts";
import type { ServerClient } from "../../toolkit/client/server_client.ts";
import type { Dialect } from "../../toolkit/names.ts";
import { RunningControllers } from "./controllers.ts";
import { RunningNodes } from "./nodes.ts";
import { ALIKE, chanceOf } from "./pristine_server.ts";
import type { Timeline } from "./timeline.ts";
import type { InProcessWebhooks } from "./webhook_calls.ts";

/** What a cluster is made of. */
export interface ClusterOptions {
  readonly dialect: Dialect;
  readonly groups: Groups;
  /** Those that meet no fault, by their names. */
  readonly controllers: readonly string[];
  readonly nodes: number;
  /** Whether nodes bind the pods: no scheduler does. */
  readonly binds: boolean;
  readonly listens: boolean;
  readonly timeline: Timeline;
  readonly webhooks: InProcessWebhooks;
  /** A number from 0 up to, and without, `bound`. */
  below(bound: number): number;
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
  static async start(options: ClusterOptions, from: ServerSnapshot): Promise<Cluster> {
    const { dialect, groups, listens, timeline, webhooks, below } = options;
    const settings = serverSettingsOf({
      dialect,
      groups,
      clock: timeline.background,
      ...(listens && { listen: {}, authenticate: () => TESTER }),
    });
    let context: ServerContext | undefined;
    const server = await runApiServerFrom(from, {
      ...settings,
      ...chanceOf(below),
      ...ALIKE,
      webhookCalls: (network) => webhooks.over(network),
      authenticator(made) {
        context = made;
        return settings.authenticator(made);
      },
    });
    // Clients wait by the time of who uses them.
    const { clock } = timeline;
    const ofClients = { ...settings, ...chanceOf(below), clock } as ApiServerOptions;
    const cluster = new Cluster(options, server, ofClients, context!);
    cluster.#begin();
    return cluster;
  }

  /** What the server has. */
  get source(): ResourceSource {
    return this.#context.source;
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
  snapshot(): ServerSnapshot {
    return this.#server.snapshot();
  }

  /** Brings the server back to a state; controllers and nodes begin anew. */
  async reset(to: ServerSnapshot): Promise<void> {
    await this.#end();
    await this.#server.reset(to);
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
    const { timeline, controllers, nodes, binds, below } = this.#options;
    const { source } = this.#context;
    const parts = {
      client: this.#client,
      source,
      clock: timeline.clock,
      random: () => below(2 ** 30) / 2 ** 30,
    };
    const failed = (error: unknown) => timeline.fail(error);
    this.#controllers = RunningControllers.start(controllers, parts, failed);
    if (nodes === 0) return;
    const { background } = timeline;
    this.#nodes = RunningNodes.start(nodes, { ...parts, background, binds }, failed);
  }

  async #end(): Promise<void> {
    await this.#controllers?.[Symbol.asyncDispose]();
    await this.#nodes?.[Symbol.asyncDispose]();
  }
}

const TESTER = { username: "tester", groups: ["system:masters"] };
