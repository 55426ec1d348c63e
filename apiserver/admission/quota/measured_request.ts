/**
 * A request as quotas see it.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { Amounts, QuotaEvaluator } from "../../../toolkit/quota/mod.ts";
import type { AdmissionRequest } from "../admission.ts";

/** A request, who measures its objects, and how much they use: measured once. */
export class MeasuredRequest {
  readonly request: AdmissionRequest;
  readonly evaluator: QuotaEvaluator;
  /** The object as it will be stored. */
  readonly object: JsonObject;
  #usage: Amounts | undefined;
  #oldUsage: Amounts | undefined;

  constructor(request: AdmissionRequest, evaluator: QuotaEvaluator, object: JsonObject) {
    this.request = request;
    this.evaluator = evaluator;
    this.object = object;
  }

  /** What the object uses. */
  get usage(): Amounts {
    return this.#usage ??= this.evaluator.usage(this.object);
  }

  /** What is used already by the object that this one replaces. */
  get oldUsage(): Amounts {
    const { old } = this.request;
    return this.#oldUsage ??= old === undefined ? new Map() : this.evaluator.usage(old);
  }
}
