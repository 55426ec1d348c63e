/**
 * A watch, for tests.
 *
 * @module
 */

import type { AnyObject } from "./api_client.ts";

/** One event. */
export interface WatchEvent {
  readonly type: string;
  readonly object: AnyObject;
}

/** A watch, read event by event. Throws when the stream ends within an event. */
export class TestWatch {
  readonly headers: Headers;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #over: AbortController;
  #rest = new Uint8Array();

  constructor(body: ReadableStream<Uint8Array>, headers: Headers, over: AbortController) {
    this.headers = headers;
    this.#reader = body.getReader();
    this.#over = over;
  }

  /** The next event; undefined at the end. */
  async next(): Promise<WatchEvent | undefined> {
    for (;;) {
      const end = this.#rest.indexOf(0x0a);
      if (end >= 0) {
        const line = this.#take(end + 1);
        return JSON.parse(new TextDecoder().decode(line));
      }
      if (!await this.#more()) {
        if (this.#rest.length > 0) throw new Error("the watch ended within an event");
        return undefined;
      }
    }
  }

  /** The next so many events, each as `TYPE name` or whatever `show` makes of it. */
  async take<T = string>(
    count: number,
    show: (event: WatchEvent) => T = shortly as (event: WatchEvent) => T,
  ): Promise<T[]> {
    const events: T[] = [];
    while (events.length < count) {
      const event = await this.next();
      if (event === undefined) throw new Error(`the watch ended after ${events.length} events`);
      events.push(show(event));
    }
    return events;
  }

  /** All events until the watch ends by itself. */
  async rest(): Promise<WatchEvent[]> {
    const events: WatchEvent[] = [];
    for (let event = await this.next(); event !== undefined; event = await this.next()) {
      events.push(event);
    }
    return events;
  }

  /** The next frame of a watch that is no text: what follows its length; undefined at the end. */
  async frame(): Promise<Uint8Array | undefined> {
    const header = 4;
    while (this.#rest.length < header) if (!await this.#more()) return undefined;
    const { buffer, byteOffset } = this.#rest;
    const length = new DataView(buffer, byteOffset).getUint32(0);
    while (this.#rest.length < header + length) {
      if (!await this.#more()) throw new Error("the watch ended within a frame");
    }
    return this.#take(header + length).subarray(header);
  }

  /** Ends it from this side. */
  close(): void {
    // Where it has ended already, cancelling says so again.
    this.#reader.cancel().catch(() => {});
    this.#over.abort();
  }

  #take(length: number): Uint8Array {
    const taken = this.#rest.slice(0, length);
    this.#rest = this.#rest.slice(length);
    return taken;
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#reader.read();
    if (done || value === undefined) return false;
    const longer = new Uint8Array(this.#rest.length + value.length);
    longer.set(this.#rest);
    longer.set(value, this.#rest.length);
    this.#rest = longer;
    return true;
  }
}

/** An event in a few words: what happened to which object, or how far the watch is. */
export function shortly({ type, object }: WatchEvent): string {
  if (type === "BOOKMARK") return `BOOKMARK ${object.metadata.resourceVersion}`;
  if (type === "ERROR") return `ERROR ${object.code} ${object.reason}`;
  return `${type} ${object.metadata.name}`;
}
