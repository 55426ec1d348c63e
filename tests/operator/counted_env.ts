/**
 * A server whose requests are counted, and a controller on it.
 *
 * @module
 */

import {
  changed,
  type Client,
  ConfigMap,
  createClient,
  defineController,
  type defineOperator,
  type Dialect,
  type RunningOperator,
  type RunOptions,
  Secret,
  silentLogger,
} from "../../mod.ts";
import { startTestServer, TEST_TOKEN, type TestServer } from "../../testing/api_server.ts";

/** A server and a client; what was asked can be counted. */
export class Env implements AsyncDisposable {
  readonly server: TestServer;
  readonly client: Client;
  readonly asked: string[];
  readonly #http: Deno.HttpClient;
  readonly #running: RunningOperator[] = [];

  private constructor(server: TestServer, client: Client, asked: string[], http: Deno.HttpClient) {
    this.server = server;
    this.client = client;
    this.asked = asked;
    this.#http = http;
  }

  static async start(dialect: Dialect = "kubernetes"): Promise<Env> {
    const server = await startTestServer({ dialect, uid: () => crypto.randomUUID() });
    const asked: string[] = [];
    const http = Deno.createHttpClient({});
    const client = await createClient({
      config: server.url,
      logger: silentLogger,
      transport: {
        fetch(request) {
          asked.push(`${request.method} ${new URL(request.url).pathname}`);
          const headers = new Headers(request.headers);
          headers.set("authorization", `Bearer ${TEST_TOKEN}`);
          return fetch(new Request(request, { headers, signal: request.signal }), { client: http });
        },
      },
    });
    return new Env(server, client, asked, http);
  }

  async run(operator: ReturnType<typeof defineOperator>, options: RunOptions = {}) {
    const running = await operator.run({ client: this.client, ...options });
    this.#running.push(running);
    return running;
  }

  /** Settles when an object is as wanted. */
  async until<K extends Parameters<Client["get"]>[0]>(
    kind: K,
    ref: string,
    is: (object: Awaited<ReturnType<Client["get"]>> | undefined) => boolean,
  ) {
    return await this.client.waitFor(kind, ref, is as never, { timeout: "120s" });
  }

  async [Symbol.asyncDispose]() {
    for (const running of this.#running) await running[Symbol.asyncDispose]();
    await this.client[Symbol.asyncDispose]();
    this.#http.close();
    await this.server[Symbol.asyncDispose]();
  }
}

/** Copies each config map with a label to a secret. */
export function copier(log: string[] = []) {
  return defineController({
    for: ConfigMap,
    name: "copier",
    owns: [Secret],
    when: changed("data", "metadata.labels"),
    async reconcile(map, ctx) {
      if (map.metadata.labels?.copy === undefined) return;
      log.push(ctx.causes.map(({ type, changed = [] }) => [type, ...changed].join(" ")).join("; "));
      await ctx.apply(Secret, {
        metadata: { name: map.metadata.name },
        stringData: map.data ?? {},
      });
    },
  });
}
