/**
 * Selection of requests by the labels of their objects, and of the namespaces of those.
 *
 * @module
 */

import type { LabelSelector } from "../../../toolkit/api/meta_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { internalError } from "../../../toolkit/errors/mod.ts";
import {
  type LabelMap,
  type Selector,
  SelectorError,
  selectorOf,
} from "../../../toolkit/selectors/mod.ts";
import type { ResourceSource } from "../../resource/resource_source.ts";
import type { AdmissionRequest } from "../admission.ts";
import { isNamespaces, namespaceEntry } from "../../resource/namespaces.ts";

/** What of a request selectors look at. */
export type Selected = Pick<
  AdmissionRequest,
  "operation" | "resource" | "subresource" | "namespace" | "name" | "object" | "old" | "signal"
>;

/** Finds the labels of namespaces. */
export class NamespaceLabels {
  readonly #source: Pick<ResourceSource, "find">;

  constructor(source: Pick<ResourceSource, "find">) {
    this.#source = source;
  }

  /** The labels that count for a request: of a namespace that is written, those that it will have. */
  async of(request: Selected): Promise<LabelMap> {
    const { operation, resource, subresource, namespace, name, object, signal } = request;
    const own = isNamespaces(resource);
    const written = operation === "CREATE" || operation === "UPDATE";
    if (own && subresource === "" && written) return labelsOf(object);
    const entry = await namespaceEntry(this.#source, own ? name : namespace, signal);
    return entry?.labels ?? {};
  }
}

/** The selectors of a webhook or a policy, compiled. */
export class Selectors {
  /** Undefined: all; a text: why it can't be read. */
  readonly #namespaces: Selector | string | undefined;
  readonly #objects: Selector | string | undefined;

  constructor(namespaces: LabelSelector | undefined, objects: LabelSelector | undefined) {
    this.#namespaces = compiled(namespaces);
    this.#objects = compiled(objects);
  }

  /** Whether both select a request. Throws a 404 for a namespace that is not there. */
  async select(request: Selected, labels: NamespaceLabels): Promise<boolean> {
    return this.#selectsObject(request) && await this.#selectsNamespace(request, labels);
  }

  /** Whether it has nothing to look at. */
  get selectsAll(): boolean {
    return this.#namespaces === undefined && this.#objects === undefined;
  }

  #selectsObject({ object, old }: Selected): boolean {
    const selector = usable(this.#objects);
    if (selector === undefined) return true;
    return [object, old].some((one) => one !== undefined && selector.matches(labelsOf(one)));
  }

  async #selectsNamespace(request: Selected, labels: NamespaceLabels): Promise<boolean> {
    const selector = usable(this.#namespaces);
    if (selector === undefined) return true;
    // What is in no namespace is left out by none.
    if (request.namespace === "" && !isNamespaces(request.resource)) return true;
    return selector.matches(await labels.of(request));
  }
}

function compiled(selector: LabelSelector | undefined): Selector | string | undefined {
  try {
    const made = selectorOf(selector ?? {});
    return made.matchesEverything ? undefined : made;
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    return error.message;
  }
}

function usable(selector: Selector | string | undefined): Selector | undefined {
  if (typeof selector === "string") throw internalError(selector);
  return selector;
}

function labelsOf(object: JsonObject | undefined): LabelMap {
  const { labels } = (object?.metadata ?? {}) as { labels?: LabelMap };
  return labels ?? {};
}
