/**
 * One side of a scenario: sends its requests to one server, and writes down what it answered.
 *
 * @module
 */

import { PATCHES } from "../../testing/api_client.ts";
import { sleep, systemClock } from "../../toolkit/clock.ts";
import { rawText } from "../../toolkit/codec/mod.ts";
import type { Server, Side } from "./servers.ts";

/** An object of the API, or any other JSON object. */
// deno-lint-ignore no-explicit-any -- scenarios look into answers of every shape.
export type AnyObject = any;

/** What was asked. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** What was answered; a body that is cut off by the time limit has what came before. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The body as JSON; an empty object where it is none. */
  readonly json: AnyObject;
  /** Set where the request came to no answer. */
  readonly failure?: string;
}

/** A request with its answer. */
export interface Exchange {
  readonly request: Request;
  readonly answer: Answer;
  readonly view?: ((json: AnyObject) => unknown) | undefined;
}

/** What a request carries besides its path. */
export interface Options {
  readonly headers?: Readonly<Record<string, string>>;
  readonly accept?: string;
  readonly contentType?: string;
  /** What of an answer's JSON is compared. Default: all of it. */
  readonly view?: (json: AnyObject) => unknown;
}

/** How long a request may take, watches included. */
const LIMIT_MS = 30_000;

/** How often and at what distance an object is looked at that a server still works on. */
const SETTLING_ATTEMPTS = 60;
const SETTLING_MS = 50;

/** A side's view of a scenario: sends requests one after the other. */
export class Session {
  readonly side: Side;
  /** Different for each scenario: for names that it does not share with others. */
  readonly id: string;
  readonly exchanges: Exchange[] = [];
  readonly #server: Server;

  constructor(side: Side, server: Server, id: string) {
    this.side = side;
    this.#server = server;
    this.id = id;
  }

  /** Sends a request; objects go as JSON. */
  async request(
    method: string,
    path: string,
    body?: unknown,
    options: Options = {},
  ): Promise<Answer> {
    const request = toRequest(method, path, body, options);
    const { response, failure } = await this.#begin(request);
    const answer = response === undefined ? noAnswer(failure ?? "") : await wholeAnswer(response);
    this.exchanges.push({ request, answer, view: options.view });
    return answer;
  }

  get(path: string, options?: Options): Promise<Answer> {
    return this.request("GET", path, undefined, options);
  }

  post(path: string, body: unknown, options?: Options): Promise<Answer> {
    return this.request("POST", path, body, options);
  }

  put(path: string, body: unknown, options?: Options): Promise<Answer> {
    return this.request("PUT", path, body, options);
  }

  delete(path: string, body?: unknown, options?: Options): Promise<Answer> {
    return this.request("DELETE", path, body, options);
  }

  /** Patches; `type` is one of {@link PATCHES}. */
  patch(
    path: string,
    type: keyof typeof PATCHES,
    body: unknown,
    options?: Options,
  ): Promise<Answer> {
    return this.request("PATCH", path, body, { contentType: PATCHES[type], ...options });
  }

  /** Begins a watch, does what there is to see, and reads what came until the server ends it. */
  async watch(path: string, during: () => Promise<unknown>, options: Options = {}): Promise<void> {
    const request = toRequest("GET", path, undefined, options);
    const { response, failure } = await this.#begin(request);
    if (response === undefined) {
      this.exchanges.push({ request, answer: noAnswer(failure ?? "") });
      await during();
      return;
    }
    const [answer] = await Promise.all([wholeAnswer(response), during()]);
    this.exchanges.push({ request, answer });
  }

  /**
   * Waits until an object is as wanted, or for a while: for what a server does on its own in its own
   * time. What is asked meanwhile is not compared. With a body it is posted: a dry run.
   */
  async until(path: string, wanted: (answer: Answer) => boolean, body?: unknown): Promise<void> {
    await this.#repeat(toRequest(body === undefined ? "GET" : "POST", path, body, {}), wanted);
  }

  /** The same with a merge patch, which is a dry run. */
  async patchUntil(
    path: string,
    wanted: (answer: Answer) => boolean,
    body: unknown,
  ): Promise<void> {
    const options = { contentType: PATCHES.merge };
    await this.#repeat(toRequest("PATCH", `${path}?dryRun=All`, body, options), wanted);
  }

  async #repeat(request: Request, wanted: (answer: Answer) => boolean): Promise<void> {
    for (let attempt = 0; attempt < SETTLING_ATTEMPTS; attempt++) {
      const { response } = await this.#begin(request);
      if (response !== undefined && wanted(await wholeAnswer(response))) return;
      await sleep(systemClock, SETTLING_MS);
    }
  }

  /** Makes a namespace of the scenario's own, and returns its path. */
  async namespace(suffix = ""): Promise<string> {
    const name = `d${this.id}${suffix}`;
    await this.post("/api/v1/namespaces", { metadata: { name } });
    return `/api/v1/namespaces/${name}`;
  }

  async #begin(
    { method, path, headers, body }: Request,
  ): Promise<{ response?: Response; failure?: string }> {
    try {
      const response = await fetch(this.#server.url + path, {
        method,
        headers,
        client: this.#server.http,
        redirect: "manual",
        signal: AbortSignal.timeout(LIMIT_MS),
        ...(body !== undefined && { body }),
      });
      return { response };
    } catch (error) {
      return { failure: (error as Error).message.replaceAll(this.#server.url, "") };
    }
  }
}

function toRequest(
  method: string,
  path: string,
  body: unknown,
  { headers, accept, contentType }: Options,
): Request {
  const isText = typeof body === "string" || body instanceof Uint8Array;
  return {
    method,
    path,
    headers: {
      "user-agent": "differential/1.0",
      ...(accept !== undefined && { accept }),
      ...(contentType !== undefined
        ? { "content-type": contentType }
        : body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined
      ? undefined
      : isText
      ? body as string | Uint8Array<ArrayBuffer>
      : rawText(body),
  };
}

function noAnswer(failure: string): Answer {
  return { ...answerOf(0, new Headers(), new Uint8Array()), failure };
}

async function wholeAnswer(response: Response): Promise<Answer> {
  const chunks: Uint8Array[] = [];
  let failure: string | undefined;
  try {
    for await (const chunk of response.body ?? []) chunks.push(chunk);
  } catch (error) {
    failure = (error as Error).message;
  }
  const bytes = new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
  const answer = answerOf(response.status, response.headers, bytes);
  return failure === undefined ? answer : { ...answer, failure };
}

function answerOf(status: number, headers: Headers, bytes: Uint8Array): Answer {
  const text = new TextDecoder().decode(bytes);
  let json: AnyObject = {};
  try {
    json = JSON.parse(text) ?? {};
  } catch {
    // No JSON: a scenario that looks into it finds nothing, and the comparison shows why.
  }
  return { status, headers, bytes, text, json };
}
