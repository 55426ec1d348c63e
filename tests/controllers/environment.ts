/**
 * A server and clients of it whose requests a test can look at, fail and lose.
 *
 * @module
 */

import {
  type AnyKind,
  type Client,
  createClient,
  CustomResourceDefinition,
  type Dialect,
  dynamicKind,
  silentLogger,
} from "../../mod.ts";
import {
  startTestServer,
  TEST_TOKEN,
  type TestServer,
  type TestServerOptions,
} from "../../testing/api_server.ts";
import type { Runnable } from "../../toolkit/runnable.ts";

/** What becomes of a request: `next` sends it. */
export type Meddle = (
  request: Request,
  next: (request: Request) => Promise<Response>,
) => Promise<Response>;

/** A server in this process, and what runs beside it. */
export class Environment implements AsyncDisposable {
  readonly server: TestServer;
  /** The test's own: nobody meddles with it. */
  readonly client: Client;
  readonly #http: Deno.HttpClient;
  readonly #clients: Client[] = [];
  readonly #running: Running[] = [];

  private constructor(server: TestServer, client: Client, http: Deno.HttpClient) {
    this.server = server;
    this.client = client;
    this.#http = http;
  }

  static async start(
    dialect: Dialect = "kubernetes",
    options: TestServerOptions = {},
  ): Promise<Environment> {
    const server = await startTestServer({
      ...options,
      dialect,
      uid: () => crypto.randomUUID(),
    });
    const http = Deno.createHttpClient({ poolMaxIdlePerHost: 200 });
    return new Environment(server, await connect(server, http), http);
  }

  /** A client for a controller. */
  async clientFor(meddle?: Meddle): Promise<Client> {
    const client = await connect(this.server, this.#http, meddle);
    this.#clients.push(client);
    return client;
  }

  /** Runs a controller; settles when it has started. */
  async run(runnable: Runnable): Promise<Running> {
    const running = new Running(runnable);
    this.#running.push(running);
    await running.started;
    return running;
  }

  /** Defines a kind of one's own, and waits until it is served. */
  async define(kind: string, namespaced = true, group = "example.com"): Promise<AnyKind> {
    const plural = `${kind.toLowerCase()}s`;
    const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true } as never;
    await this.client.create(CustomResourceDefinition, {
      metadata: { name: `${plural}.${group}` },
      spec: {
        group,
        scope: namespaced ? "Namespaced" : "Cluster",
        names: { kind, plural },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: open } }],
      },
    });
    await this.client.waitFor(
      CustomResourceDefinition,
      `${plural}.${group}`,
      (one) =>
        one?.status?.conditions?.some(({ type, status }) =>
          type === "Established" && status === "True"
        ) ?? false,
      { timeout: "120s" },
    );
    return dynamicKind({ group, version: "v1", kind, plural, namespaced });
  }

  /** Settles when an object is gone. */
  async gone(kind: AnyKind, ref: string): Promise<void> {
    await this.client.waitFor(kind, ref, (one) => one === undefined, { timeout: "120s" });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const running of this.#running) await running.stop();
    for (const client of this.#clients) await client[Symbol.asyncDispose]();
    await this.client[Symbol.asyncDispose]();
    this.#http.close();
    await this.server[Symbol.asyncDispose]();
  }
}

/** A controller that runs. */
export class Running {
  readonly started: Promise<void>;
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;

  constructor(runnable: Runnable) {
    const started = Promise.withResolvers<void>();
    this.started = started.promise;
    this.#ended = runnable.run({ signal: this.#stop.signal, started: started.resolve }).catch(
      (error) => {
        started.reject(error);
        if (!this.#stop.signal.aborted) throw error;
      },
    );
  }

  /** Ends it; settles when it has. */
  async stop(): Promise<void> {
    this.#stop.abort(new DOMException("the test ends", "AbortError"));
    await this.#ended;
  }
}

function connect(server: TestServer, http: Deno.HttpClient, meddle?: Meddle): Promise<Client> {
  const send = (request: Request) => fetch(request, { client: http });
  return createClient({
    config: server.url,
    logger: silentLogger,
    transport: {
      fetch(request) {
        const headers = new Headers(request.headers);
        headers.set("authorization", `Bearer ${TEST_TOKEN}`);
        const own = new Request(request, { headers, signal: request.signal });
        return meddle === undefined ? send(own) : meddle(own, send);
      },
    },
  });
}

/** An answer that no server gives by itself. */
export function failure(code: number, reason: string, headers: Record<string, string> = {}) {
  const status = { kind: "Status", apiVersion: "v1", status: "Failure", code, reason };
  return new Response(JSON.stringify({ ...status, message: `the test says ${reason}` }), {
    status: code,
    headers: { "content-type": "application/json", ...headers },
  });
}
