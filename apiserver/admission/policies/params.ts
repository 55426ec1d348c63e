/**
 * The parameters that a policy is bound with: objects of any kind that is served.
 *
 * @module
 */

import type { ParamKind, ParamRef } from "../../../toolkit/api/admissionregistration_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { formatApiVersion, parseApiVersion } from "../../../toolkit/schema/mod.ts";
import { type Selector, SelectorError, selectorOf } from "../../../toolkit/selectors/mod.ts";
import { openStorage } from "../../resource/open_storage.ts";
import { objectOf } from "../../resource/object_coder.ts";
import type { ResourceSource } from "../../resource/resource_source.ts";
import type { ResourceStorage } from "../../resource/resource_storage.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import { refuseUnreadable } from "../../resource/unreadable.ts";
import { type CachedObject, derivedForms, derivedValue } from "../../storage/cache/mod.ts";

/** A policy or a binding that can't be used as it is; its message says why. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

/** The resource whose objects are of a kind; undefined while none is served. */
export function resourceOfKind(
  source: Pick<ResourceSource, "all">,
  { apiVersion = "", kind }: ParamKind,
): ServedResource | undefined {
  const { group, version } = parseApiVersion(apiVersion);
  return source.all().find((one) =>
    one.kind === kind && one.group === group && one.version === version &&
    !one.isVirtual
  );
}

/** Where parameters are, compiled once for each state of a binding. */
export class Params {
  readonly #ref: ParamRef;
  readonly #selector: Selector | string | undefined;

  constructor(ref: ParamRef) {
    this.#ref = ref;
    this.#selector = ref.selector && compiled(ref.selector);
  }

  /**
   * The parameters for a request in `namespace`, by their names; none where that is no mistake.
   * Throws a ConfigurationError.
   */
  async find(
    resource: ServedResource,
    namespace: string,
    signal: AbortSignal,
  ): Promise<readonly JsonObject[]> {
    const place = this.#namespace(resource, namespace);
    const storage = await opened(resource, signal);
    const entries = await this.#entries(resource, storage, place, signal);
    if (entries.length === 0 && this.#ref.parameterNotFoundAction !== "Allow") {
      throw new ConfigurationError(
        "no params found for policy binding with `Deny` parameterNotFoundAction",
      );
    }
    return await shown(entries, resource, signal);
  }

  /** The namespace to look in; "" for things in none. */
  #namespace({ namespaced }: ServedResource, requested: string): string {
    const { namespace = "" } = this.#ref;
    if (!namespaced) {
      if (namespace === "") return "";
      throw new ConfigurationError(
        "paramRef.namespace must not be provided for a cluster-scoped `paramKind`",
      );
    }
    if (namespace === "" && requested === "") {
      throw new ConfigurationError(
        "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources",
      );
    }
    return namespace || requested;
  }

  /** Throws a StatusError where one of those that may be meant can't be read. */
  async #entries(
    resource: ServedResource,
    storage: ResourceStorage,
    namespace: string,
    signal: AbortSignal,
  ): Promise<readonly CachedObject[]> {
    const { name } = this.#ref;
    if (name) {
      const key = storage.key(namespace, name);
      let entry = storage.cache.get(key);
      if (entry === undefined) {
        // It may just have been made.
        await storage.waitUntilFresh(signal);
        entry = storage.cache.get(key);
      }
      refuseUnreadable(resource, storage, storage.prefix, key);
      return entry === undefined ? [] : [entry];
    }
    const selector = this.#selector;
    if (selector === undefined) {
      throw new ConfigurationError("one of name or selector must be provided");
    }
    if (typeof selector === "string") throw new ConfigurationError(selector);
    const prefix = storage.namespacePrefix(namespace);
    const filter = ({ labels }: CachedObject) => selector.matches(labels);
    let { entries } = await storage.cache.list({ prefix, filter });
    if (entries.length === 0) {
      await storage.waitUntilFresh(signal);
      ({ entries } = await storage.cache.list({ prefix, filter }));
    }
    refuseUnreadable(resource, storage, prefix);
    return entries;
  }
}

function compiled(selector: NonNullable<ParamRef["selector"]>): Selector | string {
  try {
    return selectorOf(selector);
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    return error.message;
  }
}

/** Where parameters are. Throws a ConfigurationError where nobody can tell what there is. */
async function opened(resource: ServedResource, signal: AbortSignal): Promise<ResourceStorage> {
  const { group, version, kind } = resource;
  const fail = (why: string, cause?: unknown) => {
    const shown = `'${formatApiVersion(group, version)}, Kind=${kind}'`;
    const message = `failed to read resource referenced by paramKind: ${shown}: ${why}`;
    return new ConfigurationError(message, { cause });
  };
  try {
    const storage = await openStorage(resource);
    if (storage !== undefined) return storage;
  } catch (error) {
    signal.throwIfAborted();
    // What exactly is wrong with the store is not everybody's business.
    throw fail("the store can't be read now", error);
  }
  throw fail("it is not a resource whose objects are stored");
}

const storedParam = derivedValue((entry: CachedObject) => objectOf(entry));
const shownParams = derivedForms<CachedObject, JsonObject>("param");

/** Objects in the version that the policy names. They are kept, and nobody may change them. */
async function shown(
  entries: readonly CachedObject[],
  { converter, group, version }: ServedResource,
  signal: AbortSignal,
): Promise<readonly JsonObject[]> {
  const stored = entries.map((entry) => storedParam(entry));
  if (converter === undefined) return stored;
  if (converter.manyFromStored !== undefined) return await converter.manyFromStored(stored, signal);
  return entries.map((entry) =>
    shownParams.of(entry, `${group}/${version}`, () => converter.fromStored(objectOf(entry)))
  );
}
