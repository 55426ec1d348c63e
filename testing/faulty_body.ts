/**
 * Bodies of answers to which something happens: they break off, end early, fall silent, or turn to garbage.
 *
 * @module
 */

/** What a request is about. */
export interface Place {
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
  readonly query: URLSearchParams;
  readonly protobuf: boolean;
}

/** What happens to a body after some bytes. */
export interface Plan {
  readonly how: string;
  readonly bytes: number;
}

const BREAKS: ReadonlySet<string> = new Set(["cut", "end", "silence", "garbage"]);
const GARBAGE = Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0xff, 0x0a, 0x00, 0x0a, 0xc3, 0x28);

/** A body to which happens what is planned. */
export function planned(body: Uint8Array, { how, bytes }: Plan, signal: AbortSignal): BodyInit {
  if (!BREAKS.has(how) || bytes >= body.length - GARBAGE.length) return new Uint8Array(body);
  return new ReadableStream({
    start(controller) {
      controller.enqueue(body.subarray(0, bytes));
      if (how === "end") controller.close();
      else if (how === "cut") controller.error(new TypeError("the connection broke"));
      else if (how === "garbage") {
        controller.enqueue(GARBAGE);
        controller.close();
      } else {
        signal.addEventListener("abort", () => {
          try {
            controller.error(signal.reason);
          } catch {
            // It was given up before.
          }
        }, { once: true });
      }
    },
  });
}

/** A stream of events. */
export class Watch {
  readonly place: Place;
  readonly body: ReadableStream<Uint8Array>;
  /** All up to here was told. */
  at: number;
  timer: { cancel(): void } | undefined;
  repeats = false;
  readonly #how: string;
  readonly #over: (watch: Watch) => void;
  #left: number;
  #broken = false;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(place: Place, since: number, { how, bytes }: Plan, over: (watch: Watch) => void) {
    this.place = place;
    this.at = since;
    this.#how = BREAKS.has(how) ? how : "";
    this.#left = bytes;
    this.#over = over;
    this.body = new ReadableStream({
      start: (controller) => void (this.#controller = controller),
      cancel: () => this.#close(),
    });
    if (this.#how !== "" && bytes === 0) this.#break(new Uint8Array());
  }

  /** Whether it will never say anything more although it is open. */
  get faulty(): boolean {
    return this.#how !== "";
  }

  push(bytes: Uint8Array): void {
    if (this.#controller === undefined || this.#broken) return;
    if (this.#how === "" || bytes.length <= this.#left) {
      this.#left -= bytes.length;
      this.#controller.enqueue(bytes);
    } else this.#break(bytes);
  }

  #break(bytes: Uint8Array): void {
    this.#broken = true;
    const controller = this.#controller;
    // What is garbled is never a message by chance: that is for the connection to see.
    const left = Math.min(this.#left, bytes.length - GARBAGE.length - 1);
    if (left > 0) controller?.enqueue(bytes.subarray(0, left));
    if (this.#how === "cut") this.cut();
    else if (this.#how === "end") this.end();
    else if (this.#how === "garbage") controller?.enqueue(GARBAGE);
  }

  /** The connection breaks. */
  cut(): void {
    const controller = this.#controller;
    this.#close();
    controller?.error(new TypeError("the connection broke"));
  }

  /** The server ends it. */
  end(): void {
    const controller = this.#controller;
    this.#close();
    controller?.close();
  }

  #close(): void {
    this.#controller = undefined;
    this.timer?.cancel();
    this.#over(this);
  }
}
