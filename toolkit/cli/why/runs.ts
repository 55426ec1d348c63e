/**
 * What a running operator says of its last runs for an object.
 *
 * @module
 */

import { decodeUntypedJson } from "../../codec/json.ts";
import { CodecError } from "../../codec/error.ts";
import type { SaidObject } from "../said_object.ts";
import { isObject, type JsonObject } from "../../values/json.ts";
import { wholeBody } from "../../wire/failure.ts";
import { type Call, CommandError } from "../command.ts";
import { fetchProblem } from "../fetch_problem.ts";

/** Where operators answer, and what they are asked. */
export interface Question extends SaidObject {
  readonly operator: URL;
  readonly namespace: string;
  readonly signal: AbortSignal;
}

/** Runs as they came, or why the operator does not know of which kind they are to be. */
export type Answer =
  | { readonly runs: readonly JsonObject[] }
  | { readonly unknownKind: string };

/** More of an answer is not taken in: twenty runs with all their causes and writes are far less. */
const BODY_LIMIT_BYTES = 16 * 1024 * 1024;
/** Characters of a message that are shown. */
const MESSAGE_LIMIT = 2048;

/** Asks an operator. Throws a {@link CommandError} for what is no answer of one. */
export async function askOperator(
  { operator, kind, name, namespace, signal }: Question,
  fetch: Call<unknown>["fetch"],
): Promise<Answer> {
  const url = new URL("why", operator.href.endsWith("/") ? operator : `${operator}/`);
  url.search = String(new URLSearchParams({ kind, namespace, name }));
  const failed = (why: string) =>
    new CommandError(
      `the operator that would know, at ${operator}, can't be asked: ${why}; --operator says where one answers, as ` +
        `its own --listen does. What the cluster itself says of it: kubectl describe ${kind} ${name}` +
        ` -n ${namespace}`,
    );
  let response: Response;
  try {
    // Nobody else answers in an operator's name.
    response = await fetch(url, { signal, redirect: "manual" });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw failed(fetchProblem(error));
  }
  let body: Uint8Array;
  try {
    body = await wholeBody(response.body ?? empty(), { limitBytes: BODY_LIMIT_BYTES });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw failed(fetchProblem(error));
  }
  if (response.status === 400) return { unknownKind: messageIn(body) };
  if (response.status !== 200) throw failed(`it answers ${response.status} ${messageIn(body)}`);
  const runs = runsIn(body);
  if (runs === undefined) throw failed("what answers there is no operator");
  return { runs };
}

async function* empty(): AsyncGenerator<Uint8Array> {}

function messageIn(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, 4 * MESSAGE_LIMIT)).trim()
    .slice(0, MESSAGE_LIMIT);
}

/** Undefined: it is something else. */
function runsIn(body: Uint8Array): readonly JsonObject[] | undefined {
  try {
    const value = decodeUntypedJson(body);
    return Array.isArray(value) && value.every(isObject) ? value : undefined;
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}
