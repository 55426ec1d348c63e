/**
 * Several servers on one store, behind a balancer.
 *
 * @module
 */

import { startCluster } from "../../testing/etcd_cluster.ts";
import type { ApiClient } from "../../testing/api_client.ts";
import type { RequirementName } from "../../testing/requirements.ts";
import { KvConnectServer } from "../store/kvconnect/server.ts";
import { Balancer } from "./balancer.ts";
import { type ServerProcess, type Servers, withServers } from "./server_process.ts";

/** A store that several servers can have in common. */
export interface SharedStore {
  readonly name: string;
  readonly needs: readonly RequirementName[];
  readonly replicas: number;
  /** Runs a test with a new one, given what its servers are started with. */
  run(test: (options: { store: string; env?: Record<string, string> }) => Promise<void>): Promise<
    void
  >;
}

/** The kinds of store that several servers can have in common. */
export const SHARED_STORES: readonly SharedStore[] = [
  {
    name: "etcd",
    needs: ["etcd"],
    replicas: 3,
    async run(test) {
      await using cluster = await startCluster();
      const { host, port } = cluster.addresses[0]!;
      await test({ store: `etcd://${host}:${port}` });
    },
  },
  {
    name: "KV Connect",
    needs: [],
    replicas: 2,
    async run(test) {
      await using server = await KvConnectServer.start();
      await test({ store: server.url, env: { DENO_KV_ACCESS_TOKEN: KvConnectServer.TOKEN } });
    },
  },
];

/** What replicas are started with. */
export interface ReplicasOptions {
  readonly store: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/**
 * Server processes on one store behind a `Balancer`, which a test starts, stops and kills one by
 * one. They run for as long as the test given to `run()`.
 */
export class Replicas {
  readonly balancer: Balancer;
  /** By way of the balancer, each request over a connection, and so to a replica, of its own. */
  readonly spread: ApiClient;
  readonly #servers: Servers;
  readonly #options: ReplicasOptions;
  readonly #running: { process: ServerProcess; client: ApiClient; address: string }[] = [];
  #started = 0;

  private constructor(servers: Servers, balancer: Balancer, options: ReplicasOptions) {
    this.#servers = servers;
    this.#options = options;
    this.balancer = balancer;
    this.spread = this.clientOfAll({ keepAlive: false });
  }

  /** Runs a test with so many replicas. */
  static async run(
    count: number,
    options: ReplicasOptions,
    test: (replicas: Replicas) => Promise<void>,
  ): Promise<void> {
    await withServers(async (servers) => {
      await using balancer = new Balancer([]);
      const replicas = new Replicas(servers, balancer, options);
      await Promise.all(Array.from({ length: count }, () => replicas.start()));
      await test(replicas);
    });
  }

  /** How many run. */
  get count(): number {
    return this.#running.length;
  }

  /** The addresses that they advertise, in order. */
  get addresses(): string[] {
    return this.#running.map(({ address }) => address).sort();
  }

  /** A client of one of them alone; numbers past the last begin at the first again. */
  client(number: number): ApiClient {
    return this.#at(number).client;
  }

  /** A client by way of the balancer, over several connections. */
  clientOfAll(options: { keepAlive?: boolean } = {}): ApiClient {
    return this.#servers.client(this.balancer.port, { http2: false, ...options });
  }

  /** Starts one more. */
  async start(): Promise<void> {
    // An address of no network, for the endpoints to show.
    const address = `192.0.2.${++this.#started}`;
    const { args = [], ...options } = this.#options;
    const process = await this.#servers.start({
      ...options,
      args: [`--advertise-address=${address}`, ...args],
    });
    this.#running.push({ process, client: this.#servers.client(process.port), address });
    this.balancer.add(process.port);
  }

  /** Kills one: clients find out by themselves. */
  async kill(number: number): Promise<void> {
    await this.#take(number).process.kill();
  }

  /** Asks one to stop; returns its exit code. */
  async stop(number: number): Promise<number> {
    return await this.#take(number).process.stop();
  }

  #at(number: number) {
    const one = this.#running[number % this.#running.length];
    if (one === undefined) throw new Error("no replica runs");
    return one;
  }

  #take(number: number) {
    const one = this.#at(number);
    this.#running.splice(this.#running.indexOf(one), 1);
    return one;
  }
}
