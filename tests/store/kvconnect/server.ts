/**
 * A small server of KV Connect over an embedded Deno KV, for tests: it answers what our client and
 * `Deno.openKv(URL)` send, and fails when told to.
 *
 * Keys and values are kept as the client encoded them. Not served: sums, minima and maxima, queues,
 * and expiry; they are refused.
 *
 * @module
 */

import {
  decodeAtomicWrite,
  decodeSnapshotRead,
  decodeWatch,
  encodeAtomicWriteOutput,
  encodeSnapshotReadOutput,
  encodeWatchOutput,
  type Entry,
  type ReadRange,
} from "./messages.ts";
import { freePort } from "../../../testing/free_port.ts";
import { type FrontOptions, TlsFront } from "./tls_front.ts";

/** What a request is. */
export type Action = "metadata" | "snapshot_read" | "atomic_write" | "watch";

/**
 * What happens to a request: it is refused, answered with an error after it was done, its connection
 * is cut before or after, it is never answered, or it is answered with something else.
 */
export type Fault = "refuse" | "fail after" | "cut" | "cut after" | "hang" | Response;

/** Options of {@link KvConnectServer.start}. */
export interface ServerOptions {
  /** The newest version of the protocol that it speaks. Default 3. */
  readonly version?: number;
  /** Certificates, where it is reached by TLS. */
  readonly tls?: FrontOptions;
}

/** The document that answers the exchange of metadata. */
export type MetadataDocument = Record<string, unknown>;

/** Largest request: an atomic operation has 800 KiB of data. */
const MAX_REQUEST_BYTES = 2 * 1024 * 1024;
const MAX_RANGES = 10;
const MAX_CHECKS = 10;
const MAX_MUTATIONS = 1000;
const MAX_WATCHED_KEYS = 10;
const MAX_LIMIT = 1000;

const SET = 1;
const DELETE = 2;
const DATABASE_ID = "6f1f9a52-6b7e-4c57-9d13-6f8f7a3c0b11";

/** A request that makes no sense, or asks for what is not served. */
class BadRequest extends Error {}

/** How many ports are tried. */
const PORTS_TRIED = 10;

/**
 * A KV Connect server on loopback with a database of its own, for `Deno.openKv(url)`. Tests set
 * `fault` to make requests fail; disposing of it deletes the data.
 */
export class KvConnectServer implements AsyncDisposable {
  /** The token that clients must have. */
  static readonly TOKEN = "a-token-for-tests-only";
  /** Asked before each request. */
  fault: (action: Action) => Fault | undefined | Promise<Fault | undefined> = () => undefined;
  /** Changes the metadata before it is sent. */
  metadata: (document: MetadataDocument) => unknown = (document) => document;
  /** The token that requests for data must have; the metadata says it. */
  dataToken = "a-data-token-for-tests-only";
  /** How often each request came, whatever became of it. */
  readonly requests: Record<Action, number> = {
    metadata: 0,
    snapshot_read: 0,
    atomic_write: 0,
    watch: 0,
  };
  readonly #kv: Deno.Kv;
  readonly #path: string;
  readonly #version: number;
  #front: TlsFront | undefined;
  readonly #watches = new Set<ReadableStreamDefaultReader<Deno.KvEntryMaybe<unknown>[]>>();
  #server: Deno.HttpServer<Deno.NetAddr>;
  #cut = new AbortController();
  #stopping = false;

  private constructor(kv: Deno.Kv, path: string, version: number) {
    this.#kv = kv;
    this.#path = path;
    this.#version = version;
    this.#server = this.#listenAnywhere();
  }

  /** Starts a server with an empty database. */
  static async start({ version = 3, tls }: ServerOptions = {}): Promise<KvConnectServer> {
    const path = await Deno.makeTempDir({ prefix: "orch-kvconnect-" });
    const server = new KvConnectServer(await Deno.openKv(`${path}/server.kv`), path, version);
    if (tls !== undefined) server.#front = await TlsFront.start(server.#server.addr.port, tls);
    return server;
  }

  /** What to give to `Deno.openKv`. */
  get url(): string {
    if (this.#front !== undefined) return `https://127.0.0.1:${this.#front.port}`;
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** Ends every watch, as a server does that goes down. */
  async endWatches(): Promise<void> {
    await Promise.all([...this.#watches].map((reader) => reader.cancel()));
  }

  /** Deletes everything. */
  async wipe(): Promise<void> {
    for await (const { key } of this.#kv.list({ prefix: [] })) await this.#kv.delete(key);
  }

  /** Goes away, and comes back at the same address after `meanwhile`. */
  async restart(meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    const { port } = this.#server.addr;
    await this.#stop();
    await meanwhile();
    this.#server = this.#listen(port);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#front?.close();
    await this.#stop();
    this.#kv.close();
    await Deno.remove(this.#path, { recursive: true });
  }

  async #stop(): Promise<void> {
    // A watch that came now would never end.
    this.#stopping = true;
    await this.endWatches();
    // At once: clients that were given up by their callers would keep their connections for ever.
    this.#cut.abort();
    await this.#server.finished;
  }

  /**
   * Whoever starts a program while a port is looked at has its listener for a moment, in the copy of this process that
   * becomes the program: then it is another port.
   */
  #listenAnywhere(): Deno.HttpServer<Deno.NetAddr> {
    for (let left = PORTS_TRIED;; left--) {
      try {
        return this.#listen(freePort());
      } catch (error) {
        if (!(error instanceof Deno.errors.AddrInUse) || left === 1) throw error;
      }
    }
  }

  /** At a port of {@link freePort}: one that a system gives away could be anybody's by the time of a restart. */
  #listen(port: number): Deno.HttpServer<Deno.NetAddr> {
    this.#stopping = false;
    this.#cut = new AbortController();
    const { signal } = this.#cut;
    const options = { hostname: "127.0.0.1", port, signal, onListen() {} };
    return Deno.serve(options, (request) => this.#answer(request));
  }

  async #answer(request: Request): Promise<Response> {
    try {
      const path = new URL(request.url).pathname;
      const action = path.split("/").at(-1) || "metadata";
      if (!isAction(action)) return new Response("no such request", { status: 404 });
      this.requests[action]++;
      const refused = this.#authorize(action, request);
      if (refused !== undefined) return refused;
      const fault = await this.fault(action);
      if (fault instanceof Response) return fault;
      if (fault === "refuse") return new Response("not now", { status: 503 });
      if (fault === "cut") return cutOff();
      if (fault === "hang") return await this.#hang(request);
      const response = await this.#do(action, request);
      if (fault === undefined) return response;
      await response.body?.cancel();
      return fault === "cut after" ? cutOff() : new Response("too late", { status: 503 });
    } catch (error) {
      if (error instanceof BadRequest) return new Response(error.message, { status: 400 });
      throw error;
    }
  }

  /** Refuses a request without the right token, or without the headers of its version. */
  #authorize(action: Action, { headers }: Request): Response | undefined {
    const token = action === "metadata" ? KvConnectServer.TOKEN : this.dataToken;
    if (headers.get("authorization") !== `Bearer ${token}`) {
      return new Response(`wrong token: ${headers.get("authorization")}`, { status: 401 });
    }
    if (action === "metadata") return undefined;
    const version = this.#version;
    const id = version === 1 ? "x-transaction-domain-id" : "x-denokv-database-id";
    if (headers.get(id) !== DATABASE_ID) throw new BadRequest(`a wrong ${id}`);
    const spoken = headers.get("x-denokv-version");
    if (spoken !== (version === 1 ? null : String(version))) {
      throw new BadRequest(`version ${spoken} in a request`);
    }
    return undefined;
  }

  /** Answers once the client is gone, or the server stops. */
  async #hang({ signal }: Request): Promise<Response> {
    const ended = AbortSignal.any([signal, this.#cut.signal]);
    if (!ended.aborted) {
      await new Promise((resolve) => ended.addEventListener("abort", resolve, { once: true }));
    }
    return new Response("nobody waits any more", { status: 503 });
  }

  async #do(action: Action, request: Request): Promise<Response> {
    if (request.method !== "POST") throw new BadRequest("only POST is served");
    const body = await request.bytes();
    if (body.length > MAX_REQUEST_BYTES) throw new BadRequest("the request is too large");
    switch (action) {
      case "metadata":
        return Response.json(this.metadata(this.#metadata(body)));
      case "snapshot_read":
        return protobuf(await this.#read(body));
      case "atomic_write":
        return protobuf(await this.#write(body));
      case "watch":
        if (this.#version < 3) return new Response("no such request", { status: 404 });
        return this.#watch(body);
    }
  }

  #metadata(body: Uint8Array): MetadataDocument {
    const { supportedVersions } = JSON.parse(new TextDecoder().decode(body));
    const version = this.#version;
    if (!supportedVersions.includes(version)) throw new BadRequest("no version in common");
    return {
      version,
      databaseId: DATABASE_ID,
      // In version 1 there are no relative ones.
      endpoints: [{ url: version === 1 ? `${this.url}/data` : "/data", consistency: "strong" }],
      token: this.dataToken,
      expiresAt: "2100-01-01T00:00:00Z",
    };
  }

  async #read(body: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const ranges = decodeSnapshotRead(body);
    if (ranges.length > MAX_RANGES) throw new BadRequest("too many ranges");
    // Single keys are read together, at one moment; a list comes alone.
    if (ranges.every(isSingleKey)) {
      const found = await this.#kv.getMany(ranges.map(({ start }) => [start.slice()]));
      return encodeSnapshotReadOutput(found.map((maybe) => entriesOf([maybe])), this.#version);
    }
    const lists: Entry[][] = [];
    for (const { start, end, limit, reverse } of ranges) {
      if (limit < 1 || limit > MAX_LIMIT) throw new BadRequest(`a limit of ${limit}`);
      const selector = { start: [start.slice()], end: [end.slice()] };
      lists.push(entriesOf(await Array.fromAsync(this.#kv.list(selector, { limit, reverse }))));
    }
    return encodeSnapshotReadOutput(lists, this.#version);
  }

  async #write(body: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const { checks, mutations, enqueues } = decodeAtomicWrite(body);
    if (checks.length > MAX_CHECKS) throw new BadRequest("too many checks");
    if (mutations.length > MAX_MUTATIONS) throw new BadRequest("too many mutations");
    if (enqueues > 0) throw new BadRequest("queues are not served");
    const atomic = this.#kv.atomic();
    for (const { key, versionstamp } of checks) {
      atomic.check({ key: [key.slice()], versionstamp: versionstamp.toHex() || null });
    }
    for (const { key, data, encoding, type, expireAtMs } of mutations) {
      if (expireAtMs !== 0) throw new BadRequest("expiry is not served");
      if (type === SET) atomic.set([key.slice()], wrap(data, encoding));
      else if (type === DELETE) atomic.delete([key.slice()]);
      else throw new BadRequest(`mutations of type ${type} are not served`);
    }
    const result = await atomic.commit();
    return encodeAtomicWriteOutput(result.ok ? Uint8Array.fromHex(result.versionstamp) : undefined);
  }

  #watch(body: Uint8Array): Response {
    const keys = decodeWatch(body);
    if (keys.length === 0 || keys.length > MAX_WATCHED_KEYS) {
      throw new BadRequest(`a watch of ${keys.length} keys`);
    }
    if (this.#stopping) return new Response("going away", { status: 503 });
    const reader = this.#kv.watch(keys.map((key) => [key.slice()])).getReader();
    this.#watches.add(reader);
    const forget = () => void this.#watches.delete(reader);
    return new Response(
      new ReadableStream<Uint8Array>({
        async pull(controller) {
          const { done, value } = await reader.read();
          if (done) {
            forget();
            return controller.close();
          }
          const message = encodeWatchOutput(value.map((maybe) => entriesOf([maybe])[0]));
          const framed = new Uint8Array(4 + message.length);
          new DataView(framed.buffer).setUint32(0, message.length, true);
          framed.set(message, 4);
          controller.enqueue(framed);
        },
        cancel() {
          forget();
          return reader.cancel();
        },
      }),
      { headers: { "content-type": "application/octet-stream" } },
    );
  }
}

function isAction(text: string): text is Action {
  return ["metadata", "snapshot_read", "atomic_write", "watch"].includes(text);
}

/** An answer with a message. */
export function protobuf(body: Uint8Array<ArrayBuffer>): Response {
  return new Response(body, { headers: { "content-type": "application/x-protobuf" } });
}

/** A response that breaks off. */
function cutOff(): Response {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new Error("cut off, as the test wants")),
  });
  return new Response(body, { headers: { "content-type": "application/x-protobuf" } });
}

/** Whether a range is what a client asks for that wants one key. */
function isSingleKey({ start, end }: ReadRange): boolean {
  return end.length === start.length + 1 && end.at(-1) === 0 &&
    start.every((byte, index) => byte === end[index]);
}

/** A value with its encoding in front. */
function wrap(data: Uint8Array, encoding: number): Uint8Array {
  const wrapped = new Uint8Array(1 + data.length);
  wrapped[0] = encoding;
  wrapped.set(data, 1);
  return wrapped;
}

function entriesOf(found: readonly Deno.KvEntryMaybe<unknown>[]): Entry[] {
  return found.flatMap(({ key, value, versionstamp }) => {
    if (versionstamp === null) return [];
    if (!(key[0] instanceof Uint8Array && value instanceof Uint8Array)) {
      throw new Error("the database holds what this server did not write");
    }
    return [{
      key: key[0],
      value: value.subarray(1),
      encoding: value[0] ?? 0,
      versionstamp: Uint8Array.fromHex(versionstamp),
    }];
  });
}
