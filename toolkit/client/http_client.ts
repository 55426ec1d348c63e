/**
 * The contracts of reading, watching and writing over HTTP.
 *
 * @module
 */

import { decodeUntypedJson, encodeUntypedJson } from "../codec/json.ts";
import type { JsonObject } from "../codec/json_read.ts";
import { isConflict, isGone, isResourceExpired } from "../errors/mod.ts";
import type { Dialect } from "../names.ts";
import { retryOnConflict } from "./conflicts.ts";
import {
  type AnyKind,
  type Apply,
  type Draft,
  groupOnServer,
  type JsonPatch,
  type MergePatch,
  type ObjectOf,
  placeOf,
  type Ref,
  type WriteOf,
} from "../kinds/mod.ts";
import type { CallOptions, ListOptions, ObjectList, Reader, SelectOptions } from "./reader.ts";
import { requestPath, type RequestPlace } from "./request_path.ts";
import { failureOf, type RequestSender, wholeBody } from "./sender.ts";
import { linesOf } from "./watch_lines.ts";
import type { Watcher, WatchEvent, WatchOptions } from "./watcher.ts";
import type { ApplyOptions, DeleteOptions, Mutate, WriteOptions, Writer } from "./writer.ts";

const JSON_TYPE = "application/json";
const MERGE_PATCH = "application/merge-patch+json";
const JSON_PATCH = "application/json-patch+json";
const APPLY_PATCH = "application/apply-patch+yaml";

/** Objects a page of a list: the reference's own clients ask for as many. */
const PAGE_OBJECTS = 500;

/** What a client is made with. */
export interface HttpClientOptions {
  /** Sends requests with the client's credentials to its server. */
  readonly sender: RequestSender;
  readonly dialect: Dialect;
  /** Of references and drafts that name none. Default `default`. */
  readonly namespace?: string | undefined;
  /** Who owns the fields of what is written. Default: what the server makes of the user agent. */
  readonly fieldManager?: string | undefined;
}

/** Speaks to an API server. */
export class HttpClient implements Reader, Watcher, Writer {
  readonly #options: HttpClientOptions;

  constructor(options: HttpClientOptions) {
    this.#options = options;
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
    try {
      return await this.#pages(kind, options, PAGE_OBJECTS);
    } catch (error) {
      // The pages took longer than their version is kept: then all at once.
      if (!isResourceExpired(error) && !isGone(error)) throw error;
      return await this.#pages(kind, options, 0);
    }
  }

  async #pages<K extends AnyKind>(
    kind: K,
    options: ListOptions,
    limit: number,
  ): Promise<ObjectList<ObjectOf<K>>> {
    const items: ObjectOf<K>[] = [];
    let next = "";
    for (;;) {
      const list: JsonObject = await this.#call(kind, "GET", {
        namespace: this.#namespaceOf(options),
        query: {
          ...selectors(options),
          // A page of a version that may be any is not a page of that version.
          limit: limit > 0 && options.resourceVersion !== "0" ? String(limit) : undefined,
          continue: next,
          resourceVersion: next === "" ? options.resourceVersion : undefined,
          resourceVersionMatch: next === "" && options.resourceVersion ? "NotOlderThan" : undefined,
        },
      }, options);
      const metadata = list.metadata as { resourceVersion?: string; continue?: string };
      const type = { apiVersion: this.#apiVersion(kind), kind: kind.kind };
      for (const item of list.items as ObjectOf<K>[] | null ?? []) items.push({ ...type, ...item });
      next = metadata.continue ?? "";
      if (next === "") return { items, resourceVersion: metadata.resourceVersion ?? "" };
    }
  }

  async *watch<K extends AnyKind>(
    kind: K,
    options: WatchOptions,
  ): AsyncGenerator<WatchEvent<ObjectOf<K>>, void> {
    const { resourceVersion, signal } = options;
    const place = {
      namespace: this.#namespaceOf(options),
      query: {
        ...selectors(options),
        watch: "1",
        resourceVersion,
        allowWatchBookmarks: "true",
      },
    };
    try {
      const response = await this.#send(kind, "GET", place, { signal });
      for await (const line of linesOf(response.body)) {
        const { type, object } = decodeUntypedJson(line) as { type: string; object: JsonObject };
        if (type === "ERROR") throw failureOf(object, "GET");
        if (type === "BOOKMARK") {
          const metadata = object.metadata as { resourceVersion?: string } | undefined;
          yield { type, resourceVersion: metadata?.resourceVersion ?? "" };
        } else {
          yield { type: type as "ADDED" | "MODIFIED" | "DELETED", object: object as ObjectOf<K> };
        }
      }
    } catch (error) {
      // Who ends a watch has nothing to be told.
      if (signal?.aborted !== true) throw error;
    }
  }

  async create<K extends AnyKind>(
    kind: K,
    object: Draft<WriteOf<K>>,
    options: WriteOptions = {},
  ): Promise<ObjectOf<K>> {
    const { namespace = this.#namespaceOf(options) } = object.metadata as { namespace?: string };
    const place = { namespace, query: this.#writeQuery(options) };
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

  update<K extends AnyKind>(
    kind: K,
    ref: Ref,
    change: Mutate<ObjectOf<K>>,
    options: WriteOptions = {},
  ): Promise<ObjectOf<K>> {
    const attempt = async () => {
      const object = await this.get(kind, ref, options);
      return await this.replace(kind, await change(object) ?? object, options);
    };
    return retryOnConflict(attempt, isConflict, options.signal);
  }

  async patch<K extends AnyKind>(
    kind: K,
    ref: Ref,
    patch: MergePatch<WriteOf<K>> | JsonPatch,
    options: WriteOptions = {},
  ): Promise<ObjectOf<K>> {
    const place = this.#placed(kind, ref, options, this.#writeQuery(options));
    const type = Array.isArray(patch) ? JSON_PATCH : MERGE_PATCH;
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
    const { propagation, gracePeriodSeconds, uid, resourceVersion, dryRun } = options;
    const preconditions = {
      ...(uid !== undefined && { uid }),
      ...(resourceVersion !== undefined && { resourceVersion }),
    };
    await this.#call(kind, "DELETE", this.#placed(kind, ref, options), options, {
      kind: "DeleteOptions",
      apiVersion: "v1",
      ...(propagation !== undefined && { propagationPolicy: propagation }),
      ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
      ...(Object.keys(preconditions).length > 0 && { preconditions }),
      ...(dryRun && { dryRun: ["All"] }),
    });
  }

  async #call<T>(
    kind: AnyKind,
    method: string,
    place: RequestPlace,
    options: CallOptions,
    body?: object,
    type = JSON_TYPE,
  ): Promise<T> {
    const response = await this.#send(kind, method, place, options, body, type);
    return decodeUntypedJson(await wholeBody(response.body)) as T;
  }

  /** Sends a request; a failure is thrown as the status that the server says it is. */
  async #send(
    kind: AnyKind,
    method: string,
    place: RequestPlace,
    { signal }: CallOptions,
    body?: object,
    type = JSON_TYPE,
  ) {
    const { sender, dialect } = this.#options;
    const response = await sender.send({
      method,
      path: requestPath(kind, place, dialect),
      headers: {
        accept: JSON_TYPE,
        ...(body !== undefined && { "content-type": type }),
      },
      ...(body !== undefined && { body: encodeUntypedJson(body) }),
      signal,
    });
    if (response.status >= 200 && response.status < 300) return response;
    throw failureOf(await wholeBody(response.body), method, {
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
    return { ...place, subresource: options.subresource, ...(query && { query }) };
  }

  #namespaceOf({ allNamespaces, namespace }: SelectOptions & Pick<CallOptions, "namespace">) {
    return allNamespaces ? "" : namespace ?? this.#options.namespace ?? "default";
  }

  #writeQuery({ dryRun, fieldManager = this.#options.fieldManager }: WriteOptions) {
    return {
      ...(dryRun && { dryRun: "All" }),
      ...(fieldManager !== undefined && { fieldManager }),
    };
  }

  #typed(kind: AnyKind, object: object): object {
    return { ...object, apiVersion: this.#apiVersion(kind), kind: kind.kind };
  }

  #apiVersion({ group, version }: AnyKind): string {
    const own = groupOnServer(group, this.#options.dialect);
    return own === "" ? version : `${own}/${version}`;
  }
}

function selectors({ labelSelector, fieldSelector }: SelectOptions) {
  return { labelSelector, fieldSelector };
}
