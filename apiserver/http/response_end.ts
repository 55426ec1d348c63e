/**
 * When an answer is over that lasts: a stream, or a connection that changed its protocol.
 *
 * @module
 */

import {
  type BodySink,
  type HttpResponse,
  isPushed,
  type PushBody,
  type Upgrade,
} from "../../toolkit/serving/mod.ts";

type Over = () => void | Promise<void>;

/** Whether an answer goes on after its head has been sent. */
export function lasts({ body, upgrade }: HttpResponse): boolean {
  return upgrade !== undefined || isStream(body) || isPushed(body);
}

function isStream(body: HttpResponse["body"]): body is AsyncIterable<Uint8Array> {
  return typeof body === "object" && Symbol.asyncIterator in body;
}

/**
 * The answer, with `over` called once when it has ended: sent to the end, failed, or given up by
 * whoever sends it, even before its first byte. An answer that does not last stays as it is.
 */
export function whenOver(response: HttpResponse, over: Over): HttpResponse {
  const { body, upgrade } = response;
  if (upgrade !== undefined) return { ...response, upgrade: upgradeUntil(upgrade, over) };
  if (isPushed(body)) return { ...response, body: new PushUntil(body, over) };
  return isStream(body) ? { ...response, body: streamUntil(body, over) } : response;
}

function upgradeUntil(upgrade: Upgrade, over: Over): Upgrade {
  const abandoned = () => {
    upgrade.abandoned?.();
    // Nobody is left to be told that it failed.
    Promise.resolve(over()).catch(() => {});
  };
  if (upgrade.kind === "raw") {
    const { run } = upgrade;
    return { kind: "raw", abandoned, run: (stream) => finishing(() => run(stream), over) };
  }
  const { run, options } = upgrade;
  return {
    kind: "webSocket",
    options,
    abandoned,
    run: (socket) => finishing(() => run(socket), over),
  };
}

async function finishing(run: () => Promise<void>, over: Over): Promise<void> {
  try {
    await run();
  } finally {
    await over();
  }
}

/** A pushed body; `over` has been called, and has settled, before the end of it is sent. */
class PushUntil implements PushBody, BodySink {
  readonly #body: PushBody;
  readonly #over: Over;
  #sink: BodySink | undefined;
  #ended = false;

  constructor(body: PushBody, over: Over) {
    this.#body = body;
    this.#over = over;
  }

  start(sink: BodySink): void {
    this.#sink = sink;
    this.#body.start(this);
  }

  cancel(): void {
    if (this.#ended) return;
    this.#body.cancel();
    // Nobody is left to be told that it failed.
    this.#end(() => {}, () => {});
  }

  write(piece: Uint8Array): boolean {
    return this.#sink!.write(piece);
  }

  onDrain(callback: () => void): void {
    this.#sink!.onDrain(callback);
  }

  end(): void {
    this.#end(() => this.#sink!.end(), (error) => this.#sink!.fail(error));
  }

  fail(error: unknown): void {
    const fail = () => this.#sink!.fail(error);
    this.#end(fail, fail);
  }

  #end(then: () => void, failed: (error: unknown) => void): void {
    if (this.#ended) return;
    this.#ended = true;
    finishing(() => Promise.resolve(), this.#over).then(then, failed);
  }
}

/** Not a generator: the `finally` of one that was never begun does not run. */
function streamUntil(body: AsyncIterable<Uint8Array>, over: Over): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const source = body[Symbol.asyncIterator]();
      let ended = false;
      const end = async () => {
        if (ended) return;
        ended = true;
        await over();
      };
      return {
        async next() {
          try {
            const result = await source.next();
            if (result.done) await end();
            return result;
          } catch (error) {
            await end();
            throw error;
          }
        },
        async return() {
          try {
            await source.return?.();
          } finally {
            await end();
          }
          return { done: true, value: undefined };
        },
      };
    },
  };
}
