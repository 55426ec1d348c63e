/**
 * Holds objects against the rules of their kind.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { FieldError } from "../../toolkit/errors/mod.ts";
import { runInSlices } from "../../toolkit/time_slice.ts";
import { strategyErrors } from "../resource/strategy.ts";
import { strategyOf, type WriteRequest, writingOf } from "./write_request.ts";

/** What breaks the rules of the kind, in a new object or in one that takes the place of `old`. */
export function validateObject(
  request: WriteRequest,
  object: JsonObject,
  old: JsonObject | undefined,
): Promise<FieldError[]> {
  const { target, slice } = request;
  // Whoever was asked meanwhile had time of their own.
  slice.restart();
  return runInSlices(strategyErrors(strategyOf(target), object, old, writingOf(request)), slice);
}
