/**
 * The server as a client of itself: what runs beside the requests reads, watches and writes as
 * everybody else does, admission included, but without a connection.
 *
 * @module
 */

import type {
  ApplyOptions,
  CallOptions,
  DeleteOptions,
  ListOptions,
  Mutate,
  ObjectList,
  PatchOptions,
  Reader,
  SelectOptions,
  StreamEvent,
  Watcher,
  WatchOptions,
  WriteOptions,
  Writer,
} from "../../toolkit/client/mod.ts";
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
} from "../../toolkit/kinds/mod.ts";
import { decodeUntypedJson, encodeUntypedJson, type JsonObject } from "../../toolkit/codec/mod.ts";
import { CallSignal } from "../../toolkit/client/call_signal.ts";
import { patchType, secondsOfGrace } from "../../toolkit/client/request_body.ts";
import { selectorTexts } from "../../toolkit/client/selection.ts";
import { isNotFound, statusErrorFromObject } from "../../toolkit/errors/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { formatApiVersion } from "../../toolkit/schema/mod.ts";
import { pulled } from "../../toolkit/serving/mod.ts";
import { TimeSlice } from "../../toolkit/time_slice.ts";
import { GROUP_AUTHENTICATED, GROUP_MASTERS } from "../../toolkit/authentication/user.ts";
import { openStorage } from "../resource/open_storage.ts";
import { canonicalForm } from "../resource/canonical_form.ts";
import { PLAIN } from "../bodies/form.ts";
import {
  convertForResponse,
  convertToVersion,
  type Representation,
} from "../bodies/representation.ts";
import { WatchFrames } from "../bodies/watch_frames.ts";
import { noSuchPath } from "../endpoints/find_target.ts";
import type { EndpointContext } from "../endpoints/endpoint_context.ts";
import { applyObject } from "../registry/apply.ts";
import { createObject } from "../registry/create.ts";
import { deleteObject } from "../registry/delete.ts";
import { getObject } from "../registry/get.ts";
import { listObjects } from "../registry/list.ts";
import { equalJson } from "../../toolkit/values/json.ts";
import { metadataOf } from "../resource/metadata.ts";
import { objectOf } from "../resource/object_coder.ts";
import { updateManagedFields } from "../registry/ownership.ts";
import { patchObject } from "../registry/patch.ts";
import { replaceObject } from "../registry/replace.ts";
import { parseRevision } from "../resource/resource_version.ts";
import { selectionOf } from "../resource/selection.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import type { Target } from "../resource/target.ts";
import { updateObject } from "../registry/update.ts";
import { watchObjects } from "../registry/watch.ts";
import { strategyOf, type WriteRequest } from "../registry/write_request.ts";

/** Nobody waits: the call ends with what it does. */
const NEVER = new AbortController().signal;

/** Does what `endpoint` can do, in the server's own name. */
export class LoopbackClient implements Reader, Watcher, Writer {
  readonly #endpoint: EndpointContext;

  constructor(endpoint: EndpointContext) {
    this.#endpoint = endpoint;
  }

  async get<K extends AnyKind>(
    kind: K,
    ref: Ref,
    options: CallOptions = {},
  ): Promise<ObjectOf<K>> {
    using call = this.#call(options);
    const { signal = NEVER } = call;
    const place = placeOf(kind, ref, options.namespace);
    const target = await this.#target(kind, place, { ...options, signal });
    return await responseObject(
      target,
      await getObject(target, { is: "newest" }, { signal }),
      signal,
    );
  }

  async list<K extends AnyKind>(
    kind: K,
    options: ListOptions = {},
  ): Promise<ObjectList<ObjectOf<K>>> {
    using call = this.#call(options);
    const { signal = NEVER } = call;
    const { resourceVersion = "" } = options;
    const target = await this.#collection(kind, { ...options, signal });
    const { resource } = target;
    const content = await listObjects(target, {
      selection: selectionIn(resource, options),
      resourceVersion,
      resourceVersionMatch: "",
      limit: 0,
      continue: "",
    }, signal);
    await convertForResponse(resource, content.entries, signal);
    return {
      items: content.entries.map((entry) =>
        objectOf(convertToVersion(resource, entry)) as ObjectOf<K>
      ),
      resourceVersion: content.metadata.resourceVersion ?? "",
    };
  }

  async *watch<K extends AnyKind>(
    kind: K,
    { signal = NEVER, resourceVersion, ...options }: WatchOptions,
  ): AsyncGenerator<StreamEvent<ObjectOf<K>>, void> {
    const { clock } = this.#endpoint.tools;
    const target = await this.#collection(kind, options);
    const { resource, storage } = target;
    const look = { include: "Metadata", now: () => clock.now() } as const;
    const frames = new WatchFrames(resource, PLAIN, look, storage.measures.watches(resource));
    const faults: unknown[] = [];
    const pieces = watchObjects(target, {
      selection: selectionIn(target.resource, options),
      since: parseRevision(resourceVersion) ?? 0,
      notOlderThan: undefined,
      bookmarks: true,
      endOfInitial: undefined,
      timeoutMs: MAX_WATCH_MS,
      clock,
      arrived: clock.now(),
      signal,
      onFault: (error) => void faults.push(error),
    }, frames);
    for await (const piece of pulled(pieces)) {
      for (const line of decoder.decode(piece).split("\n")) {
        if (line === "") continue;
        const { type, object } = decodeUntypedJson(line) as { type: string; object: JsonObject };
        if (type === "ERROR") throw statusErrorFromObject(object) ?? faults[0];
        if (type === "BOOKMARK") {
          yield { type, resourceVersion: metadataOf(object).resourceVersion ?? "" };
        } else {
          yield { type: type as "ADDED" | "MODIFIED" | "DELETED", object: object as ObjectOf<K> };
        }
      }
    }
  }

  async create<K extends AnyKind>(
    kind: K,
    object: Draft<WriteOf<K>>,
    options: WriteOptions = {},
  ): Promise<ObjectOf<K>> {
    const { namespace = options.namespace, name = "" } = metadataOf(object as JsonObject);
    using call = this.#call(options);
    const request = await this.#request(
      "create",
      kind,
      { name, namespace: namespace ?? "" },
      options,
      call,
    );
    const representation = await createObject(request, canonical(request.target.resource, object));
    return await responseObject(request.target, representation, request.signal);
  }

  async replace<K extends AnyKind>(
    kind: K,
    object: ObjectOf<K>,
    options: WriteOptions = {},
  ): Promise<ObjectOf<K>> {
    const place = placeOf(kind, object as Ref, options.namespace);
    using call = this.#call(options);
    const request = await this.#request("update", kind, place, options, call);
    const { representation } = await replaceObject(
      request,
      canonical(request.target.resource, object),
    );
    return await responseObject(request.target, representation, request.signal);
  }

  async update<K extends AnyKind>(
    kind: K,
    ref: Ref,
    change: Mutate<ObjectOf<K>>,
    options: WriteOptions = {},
  ): Promise<ObjectOf<K>> {
    using call = this.#call(options);
    const request = await this.#request(
      "update",
      kind,
      placeOf(kind, ref, options.namespace),
      options,
      call,
    );
    const { target } = request;
    const { representation } = await updateObject(request, {
      async compute(current) {
        const copy = structuredClone(current) as ObjectOf<K>;
        const changed = await change(copy) ?? copy;
        if (equalJson(changed, current)) return current;
        const updated = canonical(target.resource, changed);
        strategyOf(target).setDefaults?.(updated);
        return updateManagedFields(request, current, updated);
      },
    });
    return await responseObject(target, representation, request.signal);
  }

  async patch<K extends AnyKind>(
    kind: K,
    ref: Ref,
    patch: MergePatch<WriteOf<K>> | JsonPatch,
    options: PatchOptions = {},
  ): Promise<ObjectOf<K>> {
    using call = this.#call(options);
    const request = await this.#request(
      "patch",
      kind,
      placeOf(kind, ref, options.namespace),
      options,
      call,
    );
    const mediaType = patchType(patch, options);
    const { representation } = await patchObject(request, mediaType, encodeUntypedJson(patch));
    return await responseObject(request.target, representation, request.signal);
  }

  async apply<K extends AnyKind>(
    kind: K,
    configuration: Apply<WriteOf<K>>,
    { force = false, ...options }: ApplyOptions = {},
  ): Promise<ObjectOf<K>> {
    const place = placeOf(kind, configuration as Ref, options.namespace);
    using call = this.#call(options);
    const request = await this.#request("patch", kind, place, options, call);
    const said = structuredClone(configuration) as JsonObject;
    const { group, version, kind: word } = request.target.resource;
    const configured = { apiVersion: formatApiVersion(group, version), kind: word, ...said };
    const { representation } = await applyObject(request, configured, force);
    return await responseObject(request.target, representation, request.signal);
  }

  async delete(kind: AnyKind, ref: Ref, options: DeleteOptions = {}): Promise<void> {
    using call = this.#call(options);
    const request = await this.#request(
      "delete",
      kind,
      placeOf(kind, ref, options.namespace),
      options,
      call,
    );
    const { propagation: propagationPolicy, uid, resourceVersion } = options;
    const gracePeriodSeconds = secondsOfGrace(options);
    try {
      await deleteObject(request, { propagationPolicy, gracePeriodSeconds, uid, resourceVersion });
    } catch (error) {
      if (!options.ignoreNotFound || !isNotFound(error)) throw error;
    }
  }

  #call(options: CallOptions): CallSignal {
    return new CallSignal(options, this.#endpoint.tools.clock);
  }

  /** Where objects of a kind are. Throws a 404 for one that is not served. */
  async #target(
    kind: AnyKind,
    { namespace, name }: { readonly namespace: string; readonly name: string },
    { subresource = "", signal }: CallOptions,
  ): Promise<Target> {
    signal?.throwIfAborted();
    const { source, dialect } = this.#endpoint;
    const group = groupOnServer(kind.group, dialect);
    const resource = source.find(group, kind.version, kind.plural);
    const storage = resource && await openStorage(resource);
    if (resource === undefined || storage === undefined) throw noSuchPath();
    const part = resource.subresources.get(subresource);
    if (subresource !== "" && part === undefined) throw noSuchPath();
    return { resource, storage, namespace, name, subresource: part };
  }

  #collection(
    kind: AnyKind,
    { allNamespaces = false, namespace = "", signal }: SelectOptions & CallOptions,
  ): Promise<Target> {
    const chosen = kind.namespaced && !allNamespaces ? namespace : "";
    return this.#target(kind, { namespace: chosen, name: "" }, { signal });
  }

  async #request(
    verb: string,
    kind: AnyKind,
    place: { readonly namespace: string; readonly name: string },
    options: WriteOptions,
    { signal = NEVER }: Pick<CallSignal, "signal">,
  ): Promise<WriteRequest> {
    const { tools, dialect } = this.#endpoint;
    const names = NAMES[dialect];
    const { dryRun = false, fieldManager = names.processApiServer } = options;
    const { fieldValidation = "Ignore" } = options;
    return {
      target: await this.#target(kind, place, { ...options, signal }),
      tools,
      user: {
        name: names.userApiServer,
        uid: "",
        groups: [GROUP_MASTERS, GROUP_AUTHENTICATED],
        extra: {},
      },
      verb,
      dryRun,
      fieldManager,
      fieldValidation,
      warnings: [],
      annotations: {},
      // The server may do everything.
      authorizeCreation: () => Promise.resolve(),
      signal,
      slice: new TimeSlice(tools.clock, signal),
    };
  }
}

/** As long as a timer can wait. */
const MAX_WATCH_MS = 2 ** 31 - 1;

const decoder = new TextDecoder();

async function responseObject<R>(
  { resource }: Target,
  representation: Representation,
  signal: AbortSignal,
): Promise<R> {
  await convertForResponse(resource, [representation], signal);
  return objectOf(convertToVersion(resource, representation)) as R;
}

function selectionIn(
  resource: ServedResource,
  options: SelectOptions,
) {
  const { labelSelector = "", fieldSelector = "" } = selectorTexts(options);
  return selectionOf(resource, labelSelector, fieldSelector);
}

/** A copy in the form in which objects of the resource are. */
function canonical(resource: ServedResource, object: object): JsonObject {
  const { kind, group, version } = resource;
  return canonicalForm(resource, { ...object, kind, apiVersion: formatApiVersion(group, version) });
}
