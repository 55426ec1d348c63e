/**
 * Bodies that their makers push: on their way to a client, and as pieces for who asks for them.
 *
 * @module
 */

import type { Logger } from "../logger.ts";
import type { Connections, Wait } from "./connections.ts";
import type { BodySink, HttpResponse, PushBody } from "./http.ts";
import type { Pieces } from "./pieces.ts";

/** Whether a body is pushed. */
export function isPushed(body: HttpResponse["body"]): body is PushBody {
  return typeof body === "object" && "start" in body;
}

/** Sends what a body pushes, and does not wait for its client for ever. */
export class PushSender implements BodySink {
  readonly #body: PushBody;
  readonly #to: Pieces;
  readonly #serving: { readonly connections: Connections; readonly logger: Logger };
  #ended = false;
  /** Set while the client has to catch up. */
  #wait: Wait | undefined;

  constructor(
    body: PushBody,
    to: Pieces,
    serving: { readonly connections: Connections; readonly logger: Logger },
  ) {
    this.#body = body;
    this.#to = to;
    this.#serving = serving;
  }

  start(): void {
    this.#body.start(this);
  }

  /** The client is gone: the body's maker is told. */
  cancel(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#caughtUp();
    this.#body.cancel();
  }

  write(piece: Uint8Array): boolean {
    // An empty piece would be the end of a body in chunks.
    return this.#ended || piece.length === 0 || this.#to.write(piece);
  }

  onDrain(callback: () => void): void {
    this.#wait ??= this.#serving.connections.wait(() => {
      this.cancel();
      this.#to.reset();
    });
    this.#to.onDrain(() => {
      this.#caughtUp();
      if (!this.#ended) callback();
    });
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#caughtUp();
    this.#to.end();
  }

  fail(error: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#caughtUp();
    this.#serving.logger.error("A response broke off", error);
    this.#to.reset();
  }

  #caughtUp(): void {
    if (this.#wait === undefined) return;
    this.#serving.connections.done(this.#wait);
    this.#wait = undefined;
  }
}

/** What a body pushes, for who asks for one piece after the other; no more is made than is asked for. */
export async function* pulled(body: PushBody): AsyncGenerator<Uint8Array, void> {
  const pieces: Uint8Array[] = [];
  let over: { readonly error?: unknown } | undefined;
  let drained: (() => void) | undefined;
  let wake = () => {};
  body.start({
    write(piece) {
      pieces.push(piece);
      wake();
      return false;
    },
    onDrain: (callback) => drained = callback,
    end() {
      over = {};
      wake();
    },
    fail(error) {
      over = { error };
      wake();
    },
  });
  try {
    for (;;) {
      const piece = pieces.shift();
      if (piece !== undefined) {
        yield piece;
        continue;
      }
      if (over !== undefined) {
        if ("error" in over) throw over.error;
        return;
      }
      const caughtUp = drained;
      drained = undefined;
      caughtUp?.();
      if (pieces.length === 0 && over === undefined) {
        await new Promise<void>((resolve) => wake = resolve);
      }
    }
  } finally {
    if (over === undefined) body.cancel();
  }
}
