/**
 * The objects of one request in the versions in which those who are asked want to see them.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import type { AdmissionRequest } from "../admission.ts";
import { convertObject } from "./convert.ts";
import { requestFacts } from "./facts.ts";

/** The objects of a request in one version. */
export interface Objects {
  readonly object: JsonObject | undefined;
  readonly old: JsonObject | undefined;
}

/** Each version is made once. */
export class Versions {
  readonly #request: AdmissionRequest;
  readonly #optionsGroup: string;
  /** The object where it was changed last, and all versions of it as it is now. */
  #origin: { readonly resource: ServedResource; readonly object: JsonObject | undefined };
  #objects = new Map<ServedResource, Promise<JsonObject | undefined>>();
  readonly #olds = new Map<ServedResource, Promise<JsonObject | undefined>>();
  readonly #facts = new Map<ServedResource, JsonObject>();

  /** `optionsGroup`: of the kinds of options. */
  constructor(request: AdmissionRequest, optionsGroup: string) {
    this.#request = request;
    this.#optionsGroup = optionsGroup;
    this.#origin = { resource: request.resource, object: request.object };
  }

  /** The object as it is now, in the version where it was changed last. */
  get current(): JsonObject | undefined {
    return this.#origin.object;
  }

  /** The objects as a resource shows them. */
  async in(resource: ServedResource): Promise<Objects> {
    const { resource: from, object } = this.#origin;
    const { resource: own, old } = this.#request;
    return {
      object: await this.#kept(this.#objects, object, from, resource),
      old: await this.#kept(this.#olds, old, own, resource),
    };
  }

  /** What is told of the request as one on a resource. */
  facts(resource: ServedResource): JsonObject {
    let facts = this.#facts.get(resource);
    if (facts === undefined) {
      facts = requestFacts(this.#request, resource, this.#optionsGroup);
      this.#facts.set(resource, facts);
    }
    return facts;
  }

  /** Takes in a changed object, as a resource shows it. */
  change(resource: ServedResource, object: JsonObject): void {
    this.#origin = { resource, object };
    this.#objects = new Map();
  }

  #kept(
    known: Map<ServedResource, Promise<JsonObject | undefined>>,
    object: JsonObject | undefined,
    from: ServedResource,
    to: ServedResource,
  ): Promise<JsonObject | undefined> {
    let made = known.get(to);
    if (made === undefined) known.set(to, made = this.#converted(object, from, to));
    return made;
  }

  async #converted(
    object: JsonObject | undefined,
    from: ServedResource,
    to: ServedResource,
  ): Promise<JsonObject | undefined> {
    // What is no object of the resource is the same in all of its versions.
    const { kind, resource, signal } = this.#request;
    if (object === undefined || from === to || kind !== resource) return object;
    return await convertObject(object, from, to, signal);
  }
}
