/**
 * What containers write.
 *
 * @module
 */

import { Pod } from "../kinds/built_in.ts";
import { msOfSpan, placeOf, type Ref, type Span } from "../kinds/mod.ts";
import { failureOf, wholeBody } from "../wire/failure.ts";
import { CallSignal } from "./call_signal.ts";
import { streamOf } from "./fetch_over.ts";
import type { CallOptions } from "./reader.ts";
import { requestPath } from "./request_path.ts";
import type { ServerClient } from "./server_client.ts";

/** Which lines. */
export interface LogOptions extends CallOptions {
  /** Default: the only one, or the one that the pod names as its default. */
  readonly container?: string | undefined;
  /** Whether to go on until the container ends. Default false. */
  readonly follow?: boolean | undefined;
  /** Of the container before its last restart. Default false. */
  readonly previous?: boolean | undefined;
  /** Only so many, the last ones. Default: all. */
  readonly tailLines?: number | undefined;
  /** Only what was written in so long a time. In whole seconds. Default: all. */
  readonly since?: Span | undefined;
  /** Whether each line begins with its time. Default false. */
  readonly timestamps?: boolean | undefined;
}

/** See `Client.logs()`. The stream ends with the signal's reason where that aborts. */
export async function readLogs(
  client: ServerClient,
  pod: Ref,
  options: LogOptions = {},
): Promise<ReadableStream<Uint8Array>> {
  const { container, follow, previous, tailLines, since, timestamps } = options;
  const { sender, clock, dialect } = client.options;
  const { namespace, name } = placeOf(Pod, pod, options.namespace ?? client.namespace);
  const flag = (set: boolean | undefined) => set ? "true" : undefined;
  const path = requestPath(Pod, {
    namespace,
    name,
    subresource: "log",
    query: {
      container,
      follow: flag(follow),
      previous: flag(previous),
      timestamps: flag(timestamps),
      tailLines: tailLines === undefined ? undefined : String(tailLines),
      sinceSeconds: since === undefined
        ? undefined
        : String(Math.max(1, Math.ceil(msOfSpan(since, "since") / 1000))),
    },
  }, dialect);
  const call = new CallSignal(options, clock, client.http.ends);
  try {
    const response = await sender.send({
      method: "GET",
      path,
      headers: { accept: "*/*" },
      signal: call.signal,
    });
    if (response.status !== 200) {
      throw failureOf(await wholeBody(response.body), "GET", {
        code: response.status,
        retryAfter: response.headers["retry-after"],
        resource: { group: "", resource: "pods" },
        name,
      });
    }
    return streamOf(response.body, () => call[Symbol.dispose]());
  } catch (error) {
    call[Symbol.dispose]();
    throw error;
  }
}

/** A line without an end in sight is cut here. */
const LINE_LIMIT_CHARS = 1024 * 1024;

/**
 * The lines of a stream of UTF-8, without their ends; what is not UTF-8 is replaced. A line of over a
 * million characters comes in parts.
 */
export async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of stream) {
    const parts = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) yield line.endsWith("\r") ? line.slice(0, -1) : line;
    for (; rest.length > LINE_LIMIT_CHARS; rest = rest.slice(LINE_LIMIT_CHARS)) {
      yield rest.slice(0, LINE_LIMIT_CHARS);
    }
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}
