/**
 * What is asked for of a container's log.
 *
 * @module
 */

import type { PodLogOptions } from "../../toolkit/api/core_v1.ts";
import { FieldError, FieldPath } from "../../toolkit/errors/mod.ts";
import { NOT_NEGATIVE } from "../kinds/validation/numbers.ts";

const POSITIVE = "must be greater than 0";
/** What is wrong with several options at once has no path. */
const TOGETHER = FieldPath.of("");
const ALL = "All";
const STREAMS = [ALL, "Stderr", "Stdout"];

/** What is wrong with options; `choosesStream`: one of the two streams can be asked for. */
export function validateLogOptions(options: PodLogOptions, choosesStream: boolean): FieldError[] {
  const { tailLines, limitBytes, sinceSeconds, sinceTime, stream } = options;
  const errors: FieldError[] = [];
  const refuse = (name: string, value: number | bigint, why: string) =>
    errors.push(FieldError.invalid(FieldPath.of(name), value, why));
  if (tailLines !== undefined && tailLines < 0) refuse("tailLines", tailLines, NOT_NEGATIVE);
  if (limitBytes !== undefined && limitBytes < 1) refuse("limitBytes", limitBytes, POSITIVE);
  if (sinceSeconds !== undefined && sinceTime !== undefined) {
    const why = "at most one of `sinceTime` or `sinceSeconds` may be specified";
    errors.push(FieldError.forbidden(TOGETHER, why));
  } else if (sinceSeconds !== undefined && sinceSeconds < 1) {
    refuse("sinceSeconds", sinceSeconds, POSITIVE);
  }
  if (stream === undefined) return errors;
  if (!choosesStream) {
    errors.push(FieldError.forbidden(FieldPath.of("stream"), "may not be specified"));
    return errors;
  }
  if (!STREAMS.includes(stream)) {
    errors.push(FieldError.notSupported(FieldPath.of("stream"), stream, STREAMS));
  }
  if (stream !== ALL && tailLines !== undefined) {
    const why = "`tailLines` and specific `stream` are mutually exclusive for now";
    errors.push(FieldError.forbidden(TOGETHER, why));
  }
  return errors;
}

/** The same as the query of a node agent; `choosesStream`: it is told which stream is meant. */
export function logQuery(options: PodLogOptions, choosesStream: boolean): URLSearchParams {
  const { follow, limitBytes, previous, sinceSeconds, sinceTime, tailLines, timestamps } = options;
  const query = new URLSearchParams();
  const add = (name: string, value: string | number | bigint | boolean | undefined) => {
    if (value !== undefined && value !== false) query.append(name, String(value));
  };
  add("follow", follow);
  add("limitBytes", limitBytes);
  add("previous", previous);
  add("sinceSeconds", sinceSeconds);
  add("sinceTime", sinceTime);
  if (choosesStream) add("stream", options.stream ?? ALL);
  add("tailLines", tailLines);
  add("timestamps", timestamps);
  return query;
}
