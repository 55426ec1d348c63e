/**
 * The contracts of reading, watching and writing over HTTP.
 *
 * @module
 */

import { CodecError } from "../codec/error.ts";
import { encodeUntypedJson } from "../codec/json.ts";
import { isConflict, isGone, isNotFound, isResourceExpired } from "../errors/mod.ts";
import type { Clock } from "../clock.ts";
import type { Dialect } from "../names.ts";
import type { TransportResponse } from "../transport/exchange.ts";
import { CallSignal, SharedSignal } from "./call_signal.ts";
import { retryOnConflict } from "./conflicts.ts";
import {
  type AnyKind,
  type Apply,
  type Draft,
  type JsonPatch,
  type MergePatch,
  type ObjectOf,
  placeOf,
  type Ref,
  type WriteOf,
} from "../kinds/mod.ts";
import type { CallOptions, ListOptions, ObjectList, Reader, SelectOptions } from "./reader.ts";
import { onServer } from "./on_server.ts";
import { APPLY_PATCH, deleteBody, patchType } from "./request_body.ts";
import { requestPath, type RequestPlace } from "./request_path.ts";
import { selectorTexts } from "./selection.ts";
import type { RequestSender } from "./sender.ts";
import {
  BodyBuffer,
  type BodyOptions,
  FAILURE_LIMIT_BYTES,
  failureOf,
  wholeBody,
} from "../wire/failure.ts";
import type { StreamEvent, Watcher, WatchOptions } from "./watcher.ts";
import { keyOf, type ReceivedEvent, type ReceivedPage, type WireForm } from "../wire/form.ts";
import { JSON_TYPE, WireForms } from "../wire/forms.ts";
import { trimObject, type TrimOptions } from "../wire/trim_object.ts";
import {
  type Answer,
  isOutcomeUnknown,
  tellOfAnswer,
  type WriteObservers,
} from "./write_observer.ts";
import type {
  ApplyOptions,
  DeleteAllOptions,
  DeleteOptions,
  Mutate,
  PatchOptions,
  WriteOptions,
  Writer,
} from "./writer.ts";

/** Objects a page of a list: the reference's own clients ask for as many. */
const PAGE_OBJECTS = 500;

const WITHOUT_OWNERS: TrimOptions = { keepManagers: new Set(), dropAnnotations: new Set() };

/** What a client is made with. */
export interface HttpClientOptions {
  /** Sends requests with the client's credentials to its server. */
  readonly sender: RequestSender;
  readonly dialect: Dialect;
  /** Of references and drafts that name none. Default `default`. */
  readonly namespace?: string | undefined;
  /** Who owns the fields of what is written. Default: what the server makes of the user agent. */
  readonly fieldManager?: string | undefined;
  /** Whether to ask for Protobuf of built-in kinds; what is sent is JSON. Default true. */
  readonly protobuf?: boolean | undefined;
  /** Whether answers of one object have their `managedFields`. Default true. */
  readonly keepManagedFields?: boolean | undefined;
  /** Whether all writes are dry runs. Default false. */
  readonly dryRun?: boolean | undefined;
  /** Are told of all writes. */
  readonly observers?: WriteObservers | undefined;
  /** Each ends every call. Default: none. */
  readonly signals?: readonly AbortSignal[] | undefined;
  readonly clock: Clock;
}

/** Options of {@link HttpClient.pages}. */
export interface PageOptions extends ListOptions {
  /** Where to go on, as a page said. Default: at the beginning. */
  readonly next?: string | undefined;
  /** Called whenever some of a page has come. */
  readonly heard?: (() => void) | undefined;
  /** Whether the caller deals with all failures: nothing is asked again by itself. Default false. */
  readonly once?: boolean | undefined;
  /** Whether all of a page is over when the next one is asked for: then its memory is. Default false. */
  readonly passing?: boolean | undefined;
}

/** Options of {@link HttpClient.events}. */
export interface EventOptions extends WatchOptions {
  /** As in `CallOptions`. */
  readonly metadataOnly?: boolean | undefined;
  /** As in {@link PageOptions}. */
  readonly once?: boolean | undefined;
  /** After how long the server is to end the watch. Default: as the server likes. */
  readonly timeoutSeconds?: number | undefined;
}

/** Where a request goes, and how. */
type SentRequest =
  & RequestPlace
  & Pick<PageOptions, "metadataOnly" | "once">
  & Pick<WriteOptions, "replayable">;

/** Speaks to an API server. */
export class HttpClient implements Reader, Watcher, Writer {
  readonly #options: HttpClientOptions;
  readonly #forms: WireForms;
  /** What all calls end with. */
  readonly ends: SharedSignal;
  /** What answers of one object are read without. */
  readonly #trim: TrimOptions | undefined;

  constructor(options: HttpClientOptions) {
    const { dialect, protobuf = true, keepManagedFields = true, signals = [] } = options;
    this.#options = options;
    this.#trim = keepManagedFields ? undefined : WITHOUT_OWNERS;
    this.ends = new SharedSignal(signals);
    this.#forms = new WireForms({ dialect, protobuf });
  }

  /** What reads the objects of a kind out of the bytes that a cache keeps. */
  decoder<K extends AnyKind>(
    kind: K,
    { metadataOnly }: Pick<PageOptions, "metadataOnly"> = {},
  ): Promise<(bytes: Uint8Array) => ObjectOf<K>> {
    return this.#forms.decoder(kind, metadataOnly);
  }

  async get<K extends AnyKind>(
    kind: K,
    ref: Ref,
    options: CallOptions = {},
  ): Promise<ObjectOf<K>> {
    return await this.#call(kind, "GET", this.#placed(kind, ref, options), options);
  }

  async list<K extends AnyKind>(
    kind: K,
    options: ListOptions = {},
  ): Promise<ObjectList<ObjectOf<K>>> {
    using call = this.#started(options);
    const { signal } = call;
    try {
      return await this.#whole(kind, { ...options, signal });
    } catch (error) {
      // The pages took longer than their version is kept: then all at once.
      if (!isResourceExpired(error) && !isGone(error)) throw error;
      return await this.#whole(kind, { ...options, signal, pageSize: 0 });
    }
  }

  async #whole<K extends AnyKind>(
    kind: K,
    options: ListOptions,
  ): Promise<ObjectList<ObjectOf<K>>> {
    const items: ObjectOf<K>[] = [];
    let resourceVersion = "";
    for await (const page of this.pages(kind, options)) {
      for (const item of page.items) items.push(item.take());
      resourceVersion = page.revision;
    }
    return { items, resourceVersion };
  }

  /**
   * The pages of a list, all of one moment, each asked for when it is taken; `timeout` is of one page.
   * Throws where the server no longer knows that moment (see `isResourceExpired`).
   */
  async *pages<K extends AnyKind>(
    kind: K,
    options: PageOptions = {},
  ): AsyncGenerator<ReceivedPage<ObjectOf<K>>, void> {
    const { pageSize = PAGE_OBJECTS, resourceVersion } = options;
    const first = {
      resourceVersion,
      resourceVersionMatch: resourceVersion ? "NotOlderThan" : undefined,
    };
    const buffer = options.passing ? new BodyBuffer() : undefined;
    let { next = "" } = options;
    do {
      const page = await this.#page(kind, { ...options, buffer }, {
        // A page of a version that may be any is not a page of that version.
        limit: pageSize > 0 && resourceVersion !== "0" ? String(pageSize) : undefined,
        continue: next,
        ...(next === "" && first),
      });
      yield page;
      if (page.next !== "" && page.next === next) {
        throw new CodecError("the server's page says that it is followed by itself");
      }
      next = page.next;
    } while (next !== "");
  }

  async #page<K extends AnyKind>(
    kind: K,
    options: PageOptions & Pick<BodyOptions, "buffer">,
    query: RequestPlace["query"],
  ): Promise<ReceivedPage<ObjectOf<K>>> {
    const { metadataOnly, heard, once, buffer } = options;
    using call = this.#started(options);
    const place = {
      namespace: this.#namespaceOf(options),
      query: { ...selectorTexts(options), ...query },
    };
    const response = await this.#send(kind, "GET", { ...place, metadataOnly, once }, call);
    const form = await this.#forms.ofAnswer<ObjectOf<K>>(kind, response, metadataOnly);
    return form.page(await wholeBody(response.body, { heard, buffer }));
  }

  async *watch<K extends AnyKind>(
    kind: K,
    options: WatchOptions,
  ): AsyncGenerator<StreamEvent<ObjectOf<K>>, void> {
    for await (const event of this.events(kind, options)) {
      yield event.type === "BOOKMARK"
        ? { type: event.type, resourceVersion: event.revision }
        : { type: event.type, object: event.object.take() };
    }
  }

  /** As {@link HttpClient.watch}, of objects as they came. */
  async *events<K extends AnyKind>(
    kind: K,
    options: EventOptions,
  ): AsyncGenerator<ReceivedEvent<ObjectOf<K>>, void> {
    const { resourceVersion, timeoutSeconds, metadataOnly, once } = options;
    const place = {
      namespace: this.#namespaceOf(options),
      query: {
        ...selectorTexts(options),
        watch: "1",
        resourceVersion,
        allowWatchBookmarks: "true",
        timeoutSeconds: timeoutSeconds === undefined ? undefined : String(timeoutSeconds),
      },
    };
    using call = this.#started({ signal: options.signal });
    try {
      const response = await this.#send(kind, "GET", { ...place, metadataOnly, once }, call);
      const form = await this.#forms.ofAnswer<ObjectOf<K>>(kind, response, metadataOnly);
      for await (const message of form.messages(response.body)) yield form.event(message);
    } catch (error) {
      // Who ends a watch has nothing to be told.
      if (call.signal?.aborted !== true) throw error;
    }
  }

  async create<K extends AnyKind>(
    kind: K,
    object: Draft<WriteOf<K>>,
    options: WriteOptions = {},
  ): Promise<ObjectOf<K>> {
    // A review has no metadata.
    const { metadata = {} } = object as { metadata?: { namespace?: string } };
    const { namespace = this.#namespaceOf(options) } = metadata;
    const place = {
      namespace: kind.namespaced ? namespace : "",
      query: this.#writeQuery(options),
    };
    return await this.#call(kind, "POST", place, options, this.#typed(kind, object));
  }

  async replace<K extends AnyKind>(
    kind: K,
    object: ObjectOf<K>,
    options: WriteOptions = {},
  ): Promise<ObjectOf<K>> {
    const place = this.#placed(kind, object as Ref, options, this.#writeQuery(options));
    return await this.#call(kind, "PUT", place, options, this.#typed(kind, object as object));
  }

  async update<K extends AnyKind>(
    kind: K,
    ref: Ref,
    change: Mutate<ObjectOf<K>>,
    options: WriteOptions = {},
  ): Promise<ObjectOf<K>> {
    using call = this.#started(options);
    const one = { ...options, signal: call.signal, timeout: undefined };
    return await retryOnConflict(
      async () => {
        const object = await this.get(kind, ref, one);
        return await this.replace(kind, await change(object) ?? object, one);
      },
      isConflict,
      call.signal,
    );
  }

  async patch<K extends AnyKind>(
    kind: K,
    ref: Ref,
    patch: MergePatch<WriteOf<K>> | JsonPatch,
    options: PatchOptions = {},
  ): Promise<ObjectOf<K>> {
    const type = patchType(patch as object, options);
    const place = this.#placed(kind, ref, options, this.#writeQuery(options));
    return await this.#call(kind, "PATCH", place, options, patch as object, type);
  }

  async apply<K extends AnyKind>(
    kind: K,
    configuration: Apply<WriteOf<K>>,
    options: ApplyOptions = {},
  ): Promise<ObjectOf<K>> {
    const { force = false } = options;
    const query = {
      fieldManager: "unknown",
      ...this.#writeQuery(options),
      force: force ? "true" : undefined,
    };
    const place = this.#placed(kind, configuration as Ref, options, query);
    const body = this.#typed(kind, configuration);
    return await this.#call(kind, "PATCH", place, options, body, APPLY_PATCH);
  }

  async delete(kind: AnyKind, ref: Ref, options: DeleteOptions = {}): Promise<void> {
    const place = this.#placed(kind, ref, options);
    const body = deleteBody({ ...options, dryRun: this.#isDryRun(options) });
    try {
      await this.#call(kind, "DELETE", place, options, body);
    } catch (error) {
      if (!options.ignoreNotFound || !isNotFound(error)) throw error;
    }
  }

  /** Deletes all objects that are chosen. */
  async deleteCollection(
    kind: AnyKind,
    options: DeleteAllOptions = {},
  ): Promise<void> {
    using call = this.#started(options);
    const place = { namespace: this.#namespaceOf(options), query: selectorTexts(options) };
    const body = deleteBody({ ...options, dryRun: this.#isDryRun(options) });
    const response = await this.#send(kind, "DELETE", place, call, body);
    const form = await this.#forms.ofAnswer(kind, response);
    const answer = await wholeBody(response.body);
    if (this.#isDryRun(options)) return;
    // It says what was there before, not what became of it.
    const observer = this.#options.observers?.of(kind);
    if (observer === undefined) return;
    for (const { key } of itemsOf(form, answer)) observer.lost(kind, key);
  }

  /** Posts to a part of an object: what is answered is what the server says of it. */
  async createSubresource(
    kind: AnyKind,
    ref: Ref,
    subresource: string,
    body: object,
    options: WriteOptions = {},
  ): Promise<object> {
    const place = this.#placed(kind, ref, { ...options, subresource }, this.#writeQuery(options));
    return await this.#call(kind, "POST", place, options, body);
  }

  /** Sends a request and reads its answer; who observes writes is told of them first. */
  async #call<T>(
    kind: AnyKind,
    method: string,
    place: RequestPlace,
    options: WriteOptions,
    body?: object,
    type = JSON_TYPE,
  ): Promise<T> {
    const isWrite = method !== "GET" && !this.#isDryRun(options);
    const observer = isWrite ? this.#options.observers?.of(kind) : undefined;
    using call = this.#started(options);
    // What a deletion answers is not always an object.
    const metadataOnly = options.metadataOnly && (method === "GET" || method === "PATCH");
    const named = body as { metadata?: { name?: string } } | undefined;
    const name = place.name ?? named?.metadata?.name;
    const key = name && keyOf(place.namespace, name);
    // What is told of a write may be more than its caller is shown.
    const isWhole = observer?.keepsOwners === true;
    let answer: Answer;
    try {
      const { replayable } = options;
      const sent = { ...place, metadataOnly, replayable };
      const response = await this.#send(kind, method, sent, call, body, type);
      const trim = isWhole ? undefined : this.#trim;
      answer = await this.#answerOf(kind, response, { metadataOnly, trim });
    } catch (error) {
      if (key && isOutcomeUnknown(error)) observer?.lost(kind, key);
      throw error;
    }
    if (observer !== undefined) tellOfAnswer(observer, kind, { method, key }, answer);
    const { object } = answer;
    return (isWhole && this.#trim !== undefined ? trimObject(object, this.#trim) : object) as T;
  }

  async #answerOf(
    kind: AnyKind,
    response: TransportResponse,
    { metadataOnly, trim }: {
      readonly metadataOnly: boolean | undefined;
      readonly trim: TrimOptions | undefined;
    },
  ): Promise<Answer> {
    const form = await this.#forms.ofAnswer(kind, response, metadataOnly);
    const body = await wholeBody(response.body);
    const object = form.other(body, trim) as Answer["object"];
    const isOwn = object.kind === kind.kind && object.apiVersion === this.#forms.apiVersion(kind);
    return { object, received: isOwn ? () => form.object(body) : undefined };
  }

  /** Sends a request; a failure is thrown as the status that the server says it is. */
  async #send(
    kind: AnyKind,
    method: string,
    { metadataOnly, once, replayable, ...place }: SentRequest,
    { signal }: Pick<CallSignal, "signal">,
    body?: object,
    type = JSON_TYPE,
  ): Promise<TransportResponse> {
    const { sender, dialect } = this.#options;
    const path = requestPath(kind, place, dialect);
    const response = await sender.send({
      method,
      path,
      headers: {
        accept: await this.#forms.accept(kind, metadataOnly),
        ...(body !== undefined && { "content-type": type }),
      },
      ...(body !== undefined && { body: encodeUntypedJson(body) }),
      signal,
      once,
      replayable,
    });
    if (response.status >= 200 && response.status < 300) return response;
    const form = await this.#forms.ofAnswer(kind, response);
    const failure = await wholeBody(response.body, { limitBytes: FAILURE_LIMIT_BYTES });
    throw failureOf(readable(form, failure), method, {
      code: response.status,
      retryAfter: response.headers["retry-after"],
      resource: { group: kind.group, resource: kind.plural },
      name: place.name ?? "",
    });
  }

  #placed(
    kind: AnyKind,
    ref: Ref,
    options: CallOptions,
    query?: RequestPlace["query"],
  ): RequestPlace {
    const place = placeOf(kind, ref, this.#namespaceOf(options));
    // Without one the request would be about all objects.
    if (!place.name) throw new TypeError(`a reference to a ${kind.kind} needs the object's name`);
    return { ...place, subresource: options.subresource, ...(query && { query }) };
  }

  #namespaceOf({ allNamespaces, namespace }: SelectOptions & Pick<CallOptions, "namespace">) {
    return allNamespaces ? "" : namespace ?? this.#options.namespace ?? "default";
  }

  #writeQuery(options: WriteOptions) {
    const { fieldManager = this.#options.fieldManager, fieldValidation } = options;
    return {
      ...(this.#isDryRun(options) && { dryRun: "All" }),
      ...(fieldManager !== undefined && { fieldManager }),
      ...(fieldValidation !== undefined && { fieldValidation }),
    };
  }

  #isDryRun({ dryRun = this.#options.dryRun ?? false }: WriteOptions): boolean {
    return dryRun;
  }

  #started(options: Pick<CallOptions, "signal" | "timeout">): CallSignal {
    return new CallSignal(options, this.#options.clock, this.ends);
  }

  #typed(kind: AnyKind, object: object): object {
    const { dialect } = this.#options;
    const typed = { ...object, apiVersion: this.#forms.apiVersion(kind), kind: kind.kind };
    return onServer(kind, typed, dialect);
  }
}

/** The items of a list, where a body is one. */
function itemsOf(form: WireForm<unknown>, body: Uint8Array): readonly { readonly key: string }[] {
  try {
    return [...form.page(body).items];
  } catch (error) {
    if (error instanceof CodecError) return [];
    throw error;
  }
}

/** The object in a body, or the body as it is where nobody can read it. */
function readable(form: WireForm<unknown>, body: Uint8Array): Uint8Array | object {
  try {
    return form.other(body);
  } catch (error) {
    if (error instanceof CodecError) return body;
    throw error;
  }
}
