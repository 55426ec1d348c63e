/**
 * Informers of a server that answers what a test says, on a clock that a test moves.
 *
 * @module
 */

import { FaultyServer } from "./faulty_server.ts";
import { drained, VirtualClock } from "./virtual_clock.ts";
import type { Client, ClientOptions } from "../toolkit/client/client.ts";
import { createClient } from "../toolkit/client/create_client.ts";
import { encodeUntypedJson } from "../toolkit/codec/json.ts";
import { assert, assertEquals } from "../toolkit/deps/assert.ts";
import type { AnyKind, ObjectOf } from "../toolkit/kinds/mod.ts";
import { silentLogger } from "../toolkit/logger.ts";
import {
  createInformer,
  type Informer,
  type InformerOptions,
  RunningInformer,
} from "../toolkit/informer/mod.ts";

/** What a test runs in: a clock, what was logged, and what to be disposed of. */
export class Setting implements AsyncDisposable {
  readonly clock = new VirtualClock();
  readonly errors: string[] = [];
  readonly warnings: string[] = [];
  readonly servers: FaultyServer[] = [];
  readonly #end = new AbortController();

  async client(
    fetch: (request: Request) => Promise<Response>,
    options: ClientOptions = {},
  ): Promise<Client> {
    const logger = {
      ...silentLogger,
      error: (text: string, error: unknown) => void this.errors.push(`${text}: ${error}`),
      warning: (_: string, pairs?: { error?: unknown }) =>
        void this.warnings.push(String(pairs?.error)),
      with: () => logger,
    };
    return await createClient({
      transport: { fetch },
      dialect: "kubernetes",
      clock: this.clock,
      random: () => 0.5,
      protobuf: false,
      logger,
      signal: this.#end.signal,
      ...options,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort(new Error("the test is over"));
    for (const server of this.servers) server[Symbol.dispose]();
    await drained();
    assertEquals(this.clock.pending, 0, "no timer is left");
  }
}

interface Meta {
  readonly name?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/** A config map. */
export function map(name: string, revision: string, data: Record<string, string> = {}) {
  const metadata: Meta = { name, namespace: "n", uid: `uid-${name}`, resourceVersion: revision };
  return { apiVersion: "v1", kind: "ConfigMap", metadata, data };
}

/** An answer. */
export const json = (value: unknown, init: ResponseInit = {}) =>
  new Response(encodeUntypedJson(value), {
    headers: { "content-type": "application/json" },
    ...init,
  });

/** A list of config maps. */
export const listOf = (items: unknown, resourceVersion = "10", more: object = {}) =>
  json({ apiVersion: "v1", kind: "ConfigMapList", metadata: { resourceVersion, ...more }, items });

/** Whether a request is a watch. */
export const isWatch = (request: Request) => new URL(request.url).searchParams.has("watch");

/** A watch that says these, and then nothing. */
export function watchOf(...events: readonly (object | Uint8Array)[]): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    start(controller) {
      for (const event of events) {
        const isBytes = event instanceof Uint8Array;
        controller.enqueue(isBytes ? event : encoder.encode(JSON.stringify(event) + "\n"));
      }
    },
  });
  return new Response(body, { headers: { "content-type": "application/json" } });
}

/** The keys that an informer has, in order. */
export const keysOf = (informer: Informer<unknown>) => [...informer.lister.keys()].sort().join();

/** An informer whose start is nobody's business. */
export function begun<K extends AnyKind>(
  client: Client,
  kind: K,
  options: InformerOptions<ObjectOf<K>> = {},
): RunningInformer<ObjectOf<K>> {
  const informer = createInformer(client, kind, options);
  assert(informer instanceof RunningInformer);
  informer.start().catch(() => {});
  return informer;
}

export const MINUTES = 60_000;

/** A server that works, with some objects. */
export async function working(setting: Setting, names: readonly string[] = ["a", "b", "c"]) {
  const server = new FaultyServer({ clock: setting.clock });
  setting.servers.push(server);
  for (const name of names) server.commit(`n/${name}`, { data: { v: name } });
  server.calm();
  const client = await setting.client((request) => server.fetch(request), { namespace: "n" });
  return { server, client };
}
