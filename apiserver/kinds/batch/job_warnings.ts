/**
 * What people are told of what a job is to do, in a job and in what makes jobs.
 *
 * @module
 */

import type { JobSpec } from "../../../toolkit/api/batch_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { FieldPath } from "../../../toolkit/errors/mod.ts";
import { type PodPlace, templateAt } from "../pod/warnings/warnings.ts";
import { isOfNote, podNameWarnings, templateWarnings } from "../workloads/template_warnings.ts";

const MANY_COMPLETIONS = 100_000;
const MANY_PODS = 10_000;

/** Where the specification of a job stands. */
export interface JobPlace {
  readonly spec: FieldPath;
  readonly template: PodPlace;
}

/** That of a job at `spec`. */
export function jobAt(spec: FieldPath): JobPlace {
  return { spec, template: templateAt(spec.child("template")) };
}

/** What is said of an object that runs, or will run, jobs of `spec`. */
export function jobWarnings(
  object: JsonObject,
  old: JsonObject | undefined,
  spec: JobSpec | undefined,
  place: JobPlace,
): string[] {
  const warnings = podNameWarnings(object, old);
  if (spec === undefined || !isOfNote(object, old)) return warnings;
  const { completionMode, completions = 0, parallelism = 0 } = spec;
  const isLarge = completions > MANY_COMPLETIONS && parallelism > MANY_PODS;
  if (isLarge && completionMode === "Indexed") {
    warnings.push(
      `${place.spec}: In Indexed Jobs with a number of completions higher than 10^5 and a ` +
        "parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes " +
        "when a big number of indexes fail",
    );
  }
  return [...warnings, ...templateWarnings(object, old, spec.template, place.template)];
}
