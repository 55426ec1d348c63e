/**
 * A server of one kind, in the test's process, that does whatever servers, proxies and networks do to
 * those who list, watch and write: by a schedule of faults, one a request.
 *
 * @module
 */

import type { Transport } from "../toolkit/client/client.ts";
import type { Clock, Timer } from "../toolkit/clock.ts";
import {
  encodeEnvelope,
  encodeProtobuf,
  encodeUntypedJson,
  encodeWatchFrame,
} from "../toolkit/codec/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import { schemaOf, type StructType } from "../toolkit/schema/mod.ts";
import { type Place, type Plan, planned, Watch } from "./faulty_body.ts";

/** What happens to a request that reads. */
export const READ_FAULTS = [
  "none",
  /** An answer that is a failure, with and without when to come again. */
  "status",
  /** No connection. */
  "refuse",
  /** No answer at all. */
  "hang",
  /** An answer that comes late. */
  "slow",
  /** A page of somebody else's, with status 200. */
  "html",
  /** After some bytes: the connection breaks. */
  "cut",
  /** After some bytes: the answer ends as if it were whole. */
  "end",
  /** After some bytes: nothing more. */
  "silence",
  /** After some bytes: others than it should be. */
  "garbage",
  /** Of a list: as of an earlier moment that is still as new as was asked for. */
  "old",
  /** Of a list: older than what was asked for. Of a watch: an ERROR event. */
  "wrong",
  /** Of a watch: 410 in one of its forms. Of a list: its pages take too long. */
  "gone",
  /** Of a watch: what was told is told once more. */
  "repeat",
] as const;

/** What happens to a request that writes. */
export const WRITE_FAULTS = [
  "none",
  /** It is done, and the answer comes late. */
  "slow",
  /** It is not done, and there is no answer. */
  "refuse",
  /** It is done, and there is no answer. */
  "lose",
  /** It is not done, and is to be sent again. */
  "busy",
  /** It is not done, or is, and the server says that it has failed. */
  "fail",
] as const;

/** One of those; `n` decides what it leaves open. */
export interface Fault<F> {
  readonly how: F;
  readonly n: number;
}

/** An object, from one revision until the next of its key. */
export interface Version {
  readonly at: number;
  readonly key: string;
  readonly uid: string;
  /** As JSON has it, at this revision; of a deletion, as it was last. */
  readonly object: StoredMap;
  readonly exists: boolean;
  /** Whether it was written by a request. */
  readonly own: boolean;
}

/** A config map. */
export interface StoredMap {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly finalizers?: readonly string[];
    readonly deletionTimestamp?: string;
    readonly deletionGracePeriodSeconds?: number;
  };
  readonly data?: Readonly<Record<string, string>>;
}

/** What a {@link FaultyServer} is made with. */
export interface FaultyServerOptions {
  readonly clock: Clock;
  /** Whether revisions are integers. Default true. */
  readonly integers?: boolean;
}

const STATUSES = [302, 401, 403, 404, 429, 429, 500, 502, 503, 503, 504];
const PATH = /^\/api\/v1(?:\/namespaces\/([^/]+))?\/configmaps(?:\/([^/]+))?(?:\/([a-z]+))?$/;
const BOOKMARKS_MS = 60_000;
const encoder = new TextEncoder();

/** See above. All faults are over when {@link calm} is called. */
export class FaultyServer implements Transport, Disposable {
  readonly log: Version[] = [];
  reads: Fault<(typeof READ_FAULTS)[number]>[] = [];
  writes: Fault<(typeof WRITE_FAULTS)[number]>[] = [];
  revision = 1_000_000;
  compacted = 0;
  restores = 0;
  requests = 0;
  readonly #clock: Clock;
  readonly #integers: boolean;
  readonly #schema = schemaOf("kubernetes");
  readonly #watches = new Set<Watch>();
  /** By how much each change moves the revision on: less after each restore. */
  #step = 10_000;
  #uids = 0;
  #calm = false;
  #timer: Timer | undefined;

  constructor({ clock, integers = true }: FaultyServerOptions) {
    this.#clock = clock;
    this.#integers = integers;
    this.#bookmarks();
  }

  // What others do.

  /** The revision of a moment, as objects have it. */
  text(at: number): string {
    return this.#integers ? String(at) : `r${(at * 7919) % 1_000_003}-${at}`;
  }

  /** The moment of a revision. */
  at(text: string): number {
    return this.#integers ? Number(text) : Number(text.slice(text.indexOf("-") + 1));
  }

  /** What there is of a key, or was at a moment. */
  version(key: string, at = this.revision): Version | undefined {
    return this.log.findLast((version) => version.key === key && version.at <= at);
  }

  /** All objects at a moment. */
  state(at = this.revision): Version[] {
    const keys = [...new Set(this.log.map(({ key }) => key))].sort();
    return keys.map((key) => this.version(key, at)).filter((version) => version?.exists === true)
      .map((version) => version!);
  }

  /** Changes an object; undefined: it goes. Returns what there is now. */
  commit(
    key: string,
    change:
      | Partial<Pick<StoredMap, "data">> & { metadata?: Partial<StoredMap["metadata"]> }
      | undefined,
    own = false,
  ): Version {
    const before = this.version(key);
    const at = this.revision += this.#step;
    const [namespace = "", name = ""] = key.split("/");
    const uid = before?.exists ? before.uid : `uid-${this.#uids++}`;
    const last = before?.exists ? before.object : undefined;
    const metadata = {
      ...(last?.metadata ?? { creationTimestamp: "2026-01-01T00:00:00Z" }),
      ...change?.metadata,
      name,
      namespace,
      uid,
      resourceVersion: this.text(at),
    };
    const data = change?.data ?? last?.data ?? {};
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata, data };
    const version = { at, key, uid, object, exists: change !== undefined, own };
    this.log.push(version);
    if (this.#calm) this.deliver(Infinity);
    return version;
  }

  /** Forgets what happened before now. */
  compact(): void {
    this.compacted = this.revision;
  }

  /**
   * Is set back to how things were some changes ago, but not to before a deletion that was asked for:
   * nobody can tell that such an object is there again and is the same one.
   */
  restore(changes: number): void {
    if (this.restores === 2) return;
    const deleted = this.log.findLastIndex(({ own, exists }) => own && !exists);
    const kept = Math.max(this.log.length - changes, deleted + 1, 0);
    this.log.length = kept;
    this.revision = this.log.at(-1)?.at ?? 1_000_000 - 1;
    this.compacted = Math.min(this.compacted, this.revision);
    // So that it does not come to where it was within a test.
    this.#step = [10_000, 100, 1][++this.restores]!;
    for (const watch of this.#watches) watch.cut();
  }

  /** Tells those who watch of so many changes that they were not told of. */
  deliver(count: number): void {
    for (const watch of this.#watches) {
      for (let left = count; left > 0; left--) {
        const next = this.log.find(({ at }) => at > watch.at);
        if (next === undefined) break;
        watch.at = next.at;
        const event = this.#eventOf(next, watch);
        if (event !== undefined) watch.push(event);
        if (event !== undefined && watch.repeats) watch.push(event);
      }
    }
  }

  /** Nothing fails any more; connections that do are cut. */
  calm(): void {
    this.#calm = true;
    this.reads = [];
    this.writes = [];
    for (const watch of this.#watches) if (watch.faulty) watch.cut();
    this.deliver(Infinity);
  }

  /** Ends all connections, and sets no more timers. */
  [Symbol.dispose](): void {
    this.#timer?.cancel();
    for (const watch of this.#watches) watch.cut();
  }

  #bookmarks(): void {
    this.#timer = this.#clock.after(BOOKMARKS_MS, () => {
      for (const watch of this.#watches) watch.push(this.#bookmark(watch));
      this.#bookmarks();
    });
  }

  // What requests do.

  fetch(request: Request): Promise<Response> {
    this.requests++;
    const url = new URL(request.url);
    const [, namespace = "", name = "", subresource = ""] = PATH.exec(url.pathname) ?? [];
    const protobuf = request.headers.get("accept")?.includes("protobuf") ?? false;
    const place = { namespace, name, subresource, query: url.searchParams, protobuf };
    return request.method === "GET" ? this.#read(request, place) : this.#write(request, place);
  }

  async #read(request: Request, place: Place): Promise<Response> {
    const { how, n } = this.reads.shift() ?? { how: "none", n: 0 };
    const { signal } = request;
    switch (how) {
      case "refuse":
        throw new TypeError("no connection");
      case "hang":
        return await aborted(signal);
      case "status":
        return this.#failed(STATUSES[n % STATUSES.length]!, n % 3 > 0);
      case "html":
        return new Response("<html><body>Sign in</body></html>", {
          headers: { "content-type": "text/html" },
        });
    }
    const plan = { how, bytes: n * 37 };
    if (place.query.has("watch")) return this.#watch(place, how, n, plan, signal);
    if (place.name !== "") {
      const version = this.version(`${place.namespace}/${place.name}`);
      if (!version?.exists) return this.#failed(404);
      return this.#answer(200, version.object, place);
    }
    const answer = this.#list(place, how, n, plan, signal);
    // As things were when it was asked for.
    if (how === "slow") await this.#wait(100 * (n % 200), signal);
    return answer;
  }

  #list(place: Place, how: string, n: number, plan: Plan, signal: AbortSignal): Response {
    const { query } = place;
    const token = query.get("continue") ?? "";
    const asked = query.get("resourceVersion") ?? "";
    let at = this.revision;
    let after = "";
    if (token !== "") {
      const [tokenAt, tokenAfter] = JSON.parse(atob(token)) as [number, string];
      if (tokenAt < this.compacted || tokenAt > this.revision || how === "gone") {
        return this.#failed(410);
      }
      [at, after] = [tokenAt, tokenAfter];
    } else if (asked !== "") {
      const oldest = this.at(asked);
      if (oldest > at) {
        if (how !== "wrong") return this.#failed(504, true, TOO_LARGE);
      } else if (how === "old") at -= Math.floor((at - oldest) * (n % 10) / 10);
      else if (how === "wrong") at = Math.max(1, oldest - 1);
    }
    const limit = Number(query.get("limit") ?? Infinity);
    const found = this.state(at).filter((version) => isChosen(version, place));
    const rest = found.filter(({ key }) => key > after);
    const page = rest.slice(0, limit);
    const next = rest.length > page.length ? btoa(JSON.stringify([at, page.at(-1)!.key])) : "";
    const list = {
      apiVersion: "v1",
      kind: "ConfigMapList",
      metadata: { resourceVersion: this.text(at), ...(next && { continue: next }) },
      items: page.map(({ object }) => object),
    };
    const body = this.#encoded(list, place.protobuf);
    return new Response(planned(body, plan, signal), { headers: typeOf(place.protobuf) });
  }

  #watch(place: Place, how: string, n: number, plan: Plan, signal: AbortSignal): Response {
    const since = this.at(place.query.get("resourceVersion") ?? "");
    if (how === "wrong") return this.#errorEvent(500, place);
    if (since < this.compacted || how === "gone") {
      return n % 2 > 0 ? this.#failed(410) : this.#errorEvent(410, place);
    }
    if (since > this.revision && n % 3 > 0) {
      return n % 3 > 1 ? this.#failed(504, true, TOO_LARGE) : this.#failed(410);
    }
    const watch = new Watch(place, since, plan, (gone) => this.#watches.delete(gone));
    watch.repeats = how === "repeat";
    signal.addEventListener("abort", () => watch.cut(), { once: true });
    this.#watches.add(watch);
    if (since > this.revision) watch.push(this.#bookmark(watch));
    const seconds = Number(place.query.get("timeoutSeconds") ?? 300);
    watch.timer = this.#clock.after(seconds * 1000, () => watch.end());
    if (this.#calm) this.deliver(Infinity);
    return new Response(watch.body, { headers: typeOf(place.protobuf) });
  }

  async #write(request: Request, place: Place): Promise<Response> {
    const text = await request.text();
    const body = (text === "" ? {} : JSON.parse(text)) as StoredMap & { items?: unknown };
    const { how, n } = this.writes.shift() ?? { how: "none", n: 0 };
    if (how === "refuse") throw new TypeError("no connection");
    if (how === "busy") return this.#failed(429, true);
    if (how === "fail" && n % 2 > 0) return this.#failed(500);
    const answer = this.#done(request.method, body, place, n);
    if (how === "lose") throw new TypeError("the connection broke");
    if (how === "fail") return this.#failed(500);
    if (how === "slow") await this.#wait(100 * (n % 300), request.signal);
    return answer;
  }

  #done(method: string, body: Partial<StoredMap>, place: Place, n: number): Response {
    const name = place.name || body.metadata?.name;
    const key = `${place.namespace}/${name}`;
    const now = this.version(key);
    const { labels, finalizers, resourceVersion } = body.metadata ?? {};
    const change = {
      ...(body.data !== undefined && { data: body.data }),
      metadata: { ...(labels && { labels }), ...(finalizers !== undefined && { finalizers }) },
    };
    if (method === "POST") {
      if (now?.exists) return this.#failed(409);
      return this.#answer(201, this.commit(key, change, true).object, place);
    }
    if (!now?.exists) return this.#failed(404);
    if (method === "DELETE") return this.#deleted(now, place, n);
    if (resourceVersion !== undefined && resourceVersion !== now.object.metadata.resourceVersion) {
      return this.#failed(409);
    }
    if (
      JSON.stringify(change.data) === JSON.stringify(now.object.data) && finalizers === undefined
    ) {
      return this.#answer(200, now.object, place);
    }
    const { deletionTimestamp } = now.object.metadata;
    if (deletionTimestamp !== undefined && finalizers?.length === 0) {
      const gone = this.commit(key, undefined, true);
      const { metadata } = gone.object;
      return this.#answer(
        200,
        { ...gone.object, metadata: { ...metadata, finalizers: [] } },
        place,
      );
    }
    return this.#answer(200, this.commit(key, change, true).object, place);
  }

  #deleted(now: Version, place: Place, n: number): Response {
    const { key, uid, object } = now;
    if ((object.metadata.finalizers ?? []).length > 0) {
      const metadata = { deletionTimestamp: "2026-01-02T00:00:00Z", deletionGracePeriodSeconds: 0 };
      const last = object.metadata.deletionTimestamp === undefined
        ? this.commit(key, { metadata }, true)
        : now;
      return this.#answer(200, last.object, place);
    }
    const gone = this.commit(key, undefined, true);
    const details = { name: place.name, kind: "configmaps", uid };
    if (n % 3 === 0) return this.#answer(200, { ...SUCCESS, details }, place);
    // Some servers answer with the last state, some with the revision of the deletion.
    return this.#answer(200, n % 3 === 1 ? object : gone.object, place);
  }

  // How it is said.

  #eventOf(version: Version, watch: Watch): Uint8Array | undefined {
    const before = this.version(version.key, version.at - 1);
    const was = before?.exists === true && isChosen(before, watch.place);
    const is = version.exists && isChosen(version, watch.place);
    if (!was && !is) return undefined;
    const type = is ? was ? "MODIFIED" : "ADDED" : "DELETED";
    return this.#framed(type, version.object, watch.place);
  }

  #bookmark({ at, place }: Watch): Uint8Array {
    const isBehind = this.log.some((version) => version.at > at);
    const metadata = { resourceVersion: this.text(isBehind ? at : this.revision) };
    return this.#framed("BOOKMARK", { apiVersion: "v1", kind: "ConfigMap", metadata }, place);
  }

  #framed(type: string, object: Message, { protobuf }: Place): Uint8Array {
    if (protobuf) return encodeWatchFrame({ type, object: this.#encoded(object, true) });
    return encoder.encode(JSON.stringify({ type, object }) + "\n");
  }

  #encoded(object: Message, protobuf: boolean): Uint8Array<ArrayBuffer> {
    const { apiVersion, kind } = object;
    if (!protobuf) return encodeUntypedJson(object);
    const struct: StructType = kind === "ConfigMapList"
      ? this.#schema.struct("core/v1", "ConfigMapList")
      : this.#schema.kind("", "v1", kind)!;
    const raw = encodeProtobuf(struct, object);
    return encodeEnvelope({ apiVersion, kind, raw, contentEncoding: "", contentType: "" });
  }

  #answer(status: number, object: Message, { protobuf }: Place): Response {
    return new Response(this.#encoded(object, protobuf), { status, headers: typeOf(protobuf) });
  }

  #failed(code: number, retry = false, causes: readonly object[] = []): Response {
    const status = statusOf(code, causes);
    const headers = { ...typeOf(false), ...(retry && { "retry-after": "2" }) };
    return new Response(JSON.stringify(code === 302 ? {} : status), {
      status: code,
      headers: code === 302 ? { location: "http://elsewhere.invalid/" } : headers,
    });
  }

  #errorEvent(code: number, place: Place): Response {
    const frame = this.#framed("ERROR", statusOf(code, []), place);
    return new Response(new Uint8Array(frame), { headers: typeOf(place.protobuf) });
  }

  #wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      this.#clock.after(ms, resolve);
    });
  }
}

interface Message {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: unknown;
  readonly details?: unknown;
  readonly items?: unknown;
}

const TOO_LARGE = [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }];
const SUCCESS = { apiVersion: "v1", kind: "Status", metadata: {}, status: "Success" };
const REASONS: Readonly<Record<number, string>> = {
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  410: "Expired",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
  504: "Timeout",
};

function statusOf(code: number, causes: readonly object[]) {
  return {
    ...SUCCESS,
    status: "Failure",
    message: `failure ${code}`,
    reason: REASONS[code] ?? "",
    code,
    ...(causes.length > 0 && { details: { causes } }),
  };
}

function typeOf(protobuf: boolean): Record<string, string> {
  const type = protobuf ? NAMES.kubernetes.protobufMediaType : "application/json";
  return { "content-type": type };
}

function isChosen({ key, object }: Version, { namespace, query }: Place): boolean {
  if (namespace !== "" && object.metadata.namespace !== namespace) return false;
  const field = query.get("fieldSelector");
  if (field && `metadata.name=${key.slice(key.indexOf("/") + 1)}` !== field) return false;
  const [label, value] = (query.get("labelSelector") ?? "").split("=");
  return !label || object.metadata.labels?.[label] === value;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason), { once: true })
  );
}
