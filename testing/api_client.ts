/**
 * A client of the API, for tests.
 *
 * @module
 */

import { TestWatch } from "./api_watch.ts";

/** An object of the API, or any other JSON object. */
// deno-lint-ignore no-explicit-any -- tests look into answers of every shape.
export type AnyObject = any;

/** A whole answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The body as JSON. Throws where it is none. */
  readonly json: AnyObject;
}

/** What a request carries besides its path. */
export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly accept?: string;
  readonly contentType?: string;
  /** JSON of an object, or text or bytes as they are. */
  readonly body?: unknown;
}

/** Content types of patches. */
export const PATCHES = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
} as const;

/**
 * A small HTTP client for tests. It does not throw for an answer with an error status; `close` ends
 * its watches and connections.
 */
export class ApiClient {
  readonly url: string;
  readonly #token: string | undefined;
  readonly #userAgent: string;
  readonly #http: Deno.HttpClient;
  readonly #watches: TestWatch[] = [];

  constructor(
    url: string,
    options: { token?: string; http?: Deno.HttpClient; userAgent?: string } = {},
  ) {
    this.url = url;
    this.#token = options.token;
    this.#userAgent = options.userAgent ?? "test/1.0";
    this.#http = options.http ?? Deno.createHttpClient({});
  }

  /** Sends a request and reads its answer whole. */
  async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const response = await this.send(method, path, options);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const { status, headers } = response;
    const text = new TextDecoder().decode(bytes);
    return {
      status,
      headers,
      bytes,
      text,
      get json() {
        return JSON.parse(text);
      },
    };
  }

  /** Sends a request; the body of what comes back is the caller's to read. */
  async send(
    method: string,
    path: string,
    { headers, accept, contentType, body }: RequestOptions = {},
    signal?: AbortSignal,
  ): Promise<Response> {
    return await fetch(this.url + path, {
      method,
      client: this.#http,
      headers: {
        "user-agent": this.#userAgent,
        ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
        ...(accept !== undefined && { accept }),
        ...(contentType !== undefined
          ? { "content-type": contentType }
          : body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: bodyOf(body) }),
      ...(signal !== undefined && { signal }),
    });
  }

  get(path: string, options?: RequestOptions): Promise<Answer> {
    return this.request("GET", path, options);
  }

  post(path: string, body: unknown, options?: RequestOptions): Promise<Answer> {
    return this.request("POST", path, { ...options, body });
  }

  put(path: string, body: unknown, options?: RequestOptions): Promise<Answer> {
    return this.request("PUT", path, { ...options, body });
  }

  delete(path: string, body?: unknown, options?: RequestOptions): Promise<Answer> {
    return this.request("DELETE", path, { ...options, body });
  }

  /** Patches; `type` is one of {@link PATCHES}. */
  patch(
    path: string,
    type: keyof typeof PATCHES,
    body: unknown,
    options?: RequestOptions,
  ): Promise<Answer> {
    return this.request("PATCH", path, { ...options, contentType: PATCHES[type], body });
  }

  /** Begins a watch; throws unless it stands. */
  async watch(path: string, options?: RequestOptions): Promise<TestWatch> {
    const over = new AbortController();
    const response = await this.send("GET", path, options, over.signal);
    if (response.status !== 200 || response.body === null) {
      throw new Error(`the watch was refused: ${response.status} ${await response.text()}`);
    }
    const watch = new TestWatch(response.body, response.headers, over);
    this.#watches.push(watch);
    return watch;
  }

  /** Ends all watches and connections. */
  close(): void {
    for (const watch of this.#watches) watch.close();
    this.#http.close();
  }
}

function bodyOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>;
  return JSON.stringify(body);
}
