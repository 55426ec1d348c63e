/**
 * What expressions are about: one request.
 *
 * @module
 */

import { type Activation, ofJson, type Value } from "../../../toolkit/cel/mod.ts";
import type { Clock } from "../../../toolkit/clock.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { Authorizer } from "../../authorization/authorizer.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import type { AdmissionRequest } from "../admission.ts";
import type { Versions } from "../objects/mod.ts";
import { authorizerVariables } from "./questions.ts";
import { TimeSlice } from "../../../toolkit/time_slice.ts";

/** What seeing takes. */
export interface SubjectOptions {
  /** Whom expressions may ask. */
  readonly authorizer: Authorizer;
  readonly clock: Clock;
}

/**
 * The request that expressions are about, as their variables. All expressions about a request share
 * one, whoever wrote them, so that a question to the authorizer is asked once.
 */
export class Subject {
  readonly slice: TimeSlice;
  readonly #request: AdmissionRequest;
  readonly #versions: Versions;
  readonly #authorizer: Authorizer;
  #questions: ReturnType<typeof authorizerVariables> | undefined;

  /** `versions`: the request's objects as they are now. */
  constructor(
    request: AdmissionRequest,
    versions: Versions,
    { authorizer, clock }: SubjectOptions,
  ) {
    this.#request = request;
    this.#versions = versions;
    this.#authorizer = authorizer;
    this.slice = new TimeSlice(clock, request.signal);
  }

  /** The variables of expressions about it as a request on `resource`. */
  async on(resource: ServedResource): Promise<Activation> {
    return requestActivation({
      ...await this.#versions.in(resource),
      facts: () => this.#versions.facts(resource),
      // A question is asked once, whoever asks.
      authorizer: () => this.#questions ??= authorizerVariables(this.#request, this.#authorizer),
    });
  }
}

/** What expressions can read of a request. */
export interface Readable {
  readonly object: JsonObject | undefined;
  readonly old: JsonObject | undefined;
  facts(): JsonObject;
  /** Made when the first expression asks. */
  authorizer(): Readonly<Record<string, Value>>;
}

/** The variables of expressions about a request. */
export function requestActivation({ object, old, facts, authorizer }: Readable): Activation {
  let request: Value | undefined;
  let questions: Readonly<Record<string, Value>> | undefined;
  return {
    resolve(name) {
      switch (name) {
        case "object":
          return ofJson(object ?? null);
        case "oldObject":
          return ofJson(old ?? null);
        case "request":
          return request ??= ofJson(facts());
        case "authorizer":
        case "authorizer.requestResource":
          return (questions ??= authorizer())[name];
        default:
          return undefined;
      }
    },
  };
}
