/**
 * Asks a scheduler that runs where a pod is in its queue.
 *
 * @module
 */

import { type Call, CommandError } from "../../../toolkit/cli/command.ts";
import { fetchProblem } from "../../../toolkit/cli/fetch_problem.ts";
import { CodecError } from "../../../toolkit/codec/error.ts";
import { decodeUntypedJson } from "../../../toolkit/codec/json.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import { wholeBody } from "../../../toolkit/wire/failure.ts";
import { QUEUE_PATH } from "../serve_queue.ts";
import type { QueueState } from "../queue/queue_state.ts";

/** More of an answer is not taken in: it is some names and numbers. */
const BODY_LIMIT_BYTES = 64 * 1024;

/** What a scheduler says; null where it knows nothing of the pod. Throws a {@link CommandError} for anything else. */
export async function askScheduler(
  scheduler: URL,
  place: { readonly namespace: string; readonly name: string },
  { fetch, signal }: Pick<Call<unknown>, "fetch"> & { readonly signal: AbortSignal },
): Promise<QueueState | null> {
  const isSocket = scheduler.protocol === "unix:";
  using client = isSocket ? socketClient(scheduler) : undefined;
  const url = new URL(QUEUE_PATH, isSocket ? "http://scheduler" : scheduler);
  url.search = String(new URLSearchParams(place));
  const failed = (why: string) =>
    new CommandError(
      `the scheduler at ${scheduler} can't be asked: ${why}; --scheduler says where one answers, ` +
        "as its own --status-port or --status-socket does",
    );
  let response: Response;
  let body: Uint8Array;
  try {
    // Nobody else answers in its name.
    response = await fetch(url, { signal, redirect: "manual", ...(client && { client }) });
    body = await wholeBody(response.body ?? empty(), { limitBytes: BODY_LIMIT_BYTES });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw failed(fetchProblem(error));
  }
  if (response.status !== 200) throw failed(`it answers ${response.status}`);
  const state = stateIn(body);
  if (state === undefined) throw failed("what answers there is no scheduler");
  return state;
}

/** Whatever is fetched by it is asked of who listens there. */
function socketClient({ pathname }: URL): Deno.HttpClient {
  return Deno.createHttpClient({
    proxy: { transport: "unix", path: decodeURIComponent(pathname) },
  });
}

async function* empty(): AsyncGenerator<Uint8Array> {}

/** Undefined: it is something else. */
function stateIn(body: Uint8Array): QueueState | null | undefined {
  try {
    const value = decodeUntypedJson(body);
    if (value === null) return null;
    return isObject(value) && typeof value.place === "string"
      ? value as unknown as QueueState
      : undefined;
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}
