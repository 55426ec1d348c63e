/**
 * One request of this process, from the caller to the handler, and the answer back.
 *
 * @module
 */

import type { Logger } from "../../logger.ts";
import {
  type TransportRequest,
  type TransportResponse,
  wholeBody,
} from "../../transport/exchange.ts";
import { bodiless, bytesOf, discard, isWhole, LazyAbort, plain, respond } from "../exchange.ts";
import { checkField } from "../fields.ts";
import type { Handler, Headers, HttpRequest, HttpResponse } from "../http.ts";
import type { ServingLimits } from "../limits.ts";
import type { Peer } from "../peer.ts";
import { headersOf, headProblem, parseTarget, type Target } from "../target.ts";
import { LastingBody } from "./lasting_body.ts";
import { RequestPieces } from "./request_pieces.ts";

/** What an exchange is made of. */
export interface ExchangeParts {
  readonly request: TransportRequest;
  readonly peer: Peer;
  readonly limits: ServingLimits;
  readonly logger: Logger;
  /** Called once, unless {@link fail} is. */
  answer(response: TransportResponse): void;
  /** There will be no answer. */
  fail(error: unknown): void;
  /** Called once: neither side has anything to do any more. */
  over(): void;
}

const NOTHING = new Uint8Array();

/** See the module. */
export class InProcessExchange implements HttpRequest {
  readonly method: string;
  readonly version = "1.1";
  readonly peer: Peer;
  readonly #parts: ExchangeParts;
  readonly #abort = new LazyAbort();
  #headers: Headers = {};
  #target: Target = { path: "", query: "" };
  #pieces: RequestPieces | undefined;
  /** An answer that lasts. */
  #lasting: LastingBody | undefined;
  /** Whether the caller has its answer, or knows that there is none. */
  #answered = false;
  #over = false;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
    this.method = parts.request.method;
    this.peer = parts.peer;
  }

  get path(): string {
    return this.#target.path;
  }

  get query(): string {
    return this.#target.query;
  }

  get headers(): Headers {
    return this.#headers;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  sentBy(_sender: string): void {}

  cancel(reason: unknown): void {
    this.#abort.cancel(reason);
  }

  body(): AsyncIterable<Uint8Array> {
    const { body } = this.#parts.request;
    return this.#pieces ??= new RequestPieces(body, this.#abort, (error) => this.cut(error));
  }

  /** Has the handler answer. */
  start(handler: Handler): void {
    const { request, limits, logger } = this.#parts;
    let problem: HttpResponse | undefined;
    try {
      problem = this.#readHead(request, limits);
    } catch (error) {
      return this.cut(error);
    }
    request.signal?.addEventListener("abort", this.#aborted, { once: true });
    if (problem !== undefined) return this.#send(problem);
    respond(
      { handler, logger },
      this,
      (response) => this.#send(response),
      () => this.#abort.gone,
    );
  }

  /** Ends it at once: the caller is told `error`, the handler that nobody is there any more. */
  cut(error: unknown): void {
    if (!this.#answered) this.#parts.fail(error);
    this.#answered = true;
    // First the reader: for the maker of a body it just ends.
    this.#lasting?.cut(error);
    this.#abort.abort();
    this.#end();
  }

  readonly #aborted = (): void => this.cut(this.#parts.request.signal?.reason);

  /** What a listener would answer to a head like this one; throws for what no client could send. */
  #readHead(request: TransportRequest, limits: ServingLimits): HttpResponse | undefined {
    const raw: string[] = [];
    for (const [name, values] of Object.entries(request.headers ?? {})) {
      for (const value of typeof values === "string" ? [values] : values) {
        checkField(name, value);
        raw.push(name, value);
      }
    }
    const { path } = request;
    const problem = headProblem(path, raw, limits);
    if (problem !== undefined) return plain(problem.status, problem.reason);
    const target = parseTarget(path);
    if (target === undefined) return plain(400, "malformed request target");
    this.#target = target;
    this.#headers = headersOf(raw);
    return undefined;
  }

  #send(response: HttpResponse): void {
    if (this.#answered) return discard(response);
    if (response.upgrade !== undefined) {
      throw new Error("an upgrade was answered to a request that asked for none");
    }
    const { status, body } = response;
    const headers = headersOfAnswer(response);
    const hasNone = this.method === "HEAD" || bodiless(status);
    if (isWhole(body)) {
      const bytes = body === undefined ? NOTHING : bytesOf(body);
      if (!bodiless(status)) headers["content-length"] ??= String(bytes.length);
      // The handler may have others to send it to, who are not to see what this caller does with it.
      const own = hasNone ? NOTHING : new Uint8Array(bytes);
      return this.#answer({ status, headers, body: wholeBody(own) }, true);
    }
    if (hasNone) {
      discard(response);
      return this.#answer({ status, headers, body: wholeBody(NOTHING) }, true);
    }
    const lasting = this.#lasting = new LastingBody(body, {
      logger: this.#parts.logger,
      given: () => this.#abort.abort(),
      over: () => this.#end(),
    });
    this.#answer({ status, headers, body: lasting }, false);
    lasting.start();
  }

  #answer(response: TransportResponse, isOver: boolean): void {
    this.#answered = true;
    this.#parts.answer(response);
    if (isOver) this.#end();
  }

  #end(): void {
    if (this.#over) return;
    this.#over = true;
    const { request, over } = this.#parts;
    request.signal?.removeEventListener("abort", this.#aborted);
    const { body } = request;
    // What nobody read is given up, so that who makes it is told.
    if (this.#pieces !== undefined) this.#pieces.giveUp();
    else if (body !== undefined && !(body instanceof Uint8Array)) {
      new RequestPieces(body, this.#abort, () => {}).giveUp();
    }
    over();
  }
}

function headersOfAnswer({ headers = {} }: HttpResponse): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [
      name.toLowerCase(),
      typeof values === "string" ? values : [...values],
    ]),
  );
}
