/**
 * The parameters that a policy is bound with: objects of any kind that is served.
 *
 * @module
 */

import type { ParamKind, ParamRef } from "../../../toolkit/api/admissionregistration_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { parseApiVersion } from "../../../toolkit/schema/mod.ts";
import { type Selector, SelectorError, selectorOf } from "../../../toolkit/selectors/mod.ts";
import { objectOf } from "../../registry/object_coder.ts";
import type { ResourceSource } from "../../registry/resource_source.ts";
import type { ResourceStorage } from "../../registry/resource_storage.ts";
import type { ServedResource } from "../../registry/served_resource.ts";
import { type Entry, formOf } from "../../storage/cache/mod.ts";

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
    (one.storage ?? one.open) !== undefined
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
    const storage = resource.storage ?? await resource.open?.();
    if (storage === undefined) throw new ConfigurationError("the params can't be read");
    const entries = await this.#entries(storage, place, signal);
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

  async #entries(
    storage: ResourceStorage,
    namespace: string,
    signal: AbortSignal,
  ): Promise<readonly Entry[]> {
    const { name } = this.#ref;
    if (name) {
      const key = storage.key(namespace, name);
      let entry = storage.cache.get(key);
      if (entry === undefined) {
        // It may just have been made.
        await storage.fresh(signal);
        entry = storage.cache.get(key);
      }
      return entry === undefined ? [] : [entry];
    }
    const selector = this.#selector;
    if (selector === undefined) {
      throw new ConfigurationError("one of name or selector must be provided");
    }
    if (typeof selector === "string") throw new ConfigurationError(selector);
    const options = {
      prefix: storage.namespacePrefix(namespace),
      filter: ({ labels }: Entry) => selector.matches(labels),
    };
    const { entries } = await storage.cache.list(options);
    if (entries.length > 0) return entries;
    await storage.fresh(signal);
    return (await storage.cache.list(options)).entries;
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

/** Objects in the version that the policy names. They are kept, and nobody may change them. */
async function shown(
  entries: readonly Entry[],
  { view, group, version }: ServedResource,
  signal: AbortSignal,
): Promise<readonly JsonObject[]> {
  const stored = entries.map((entry) => formOf(entry, "param", objectOf));
  if (view === undefined) return stored;
  if (view.manyFromStored !== undefined) return await view.manyFromStored(stored, signal);
  const form = `param as ${group}/${version}`;
  return entries.map((entry) => formOf(entry, form, () => view.fromStored(objectOf(entry))));
}
