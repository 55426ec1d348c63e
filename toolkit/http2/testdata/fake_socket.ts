/**
 * A socket that is none.
 *
 * @module
 */

import { EventEmitter } from "node:events";
import { type Frame, FrameReader } from "../frame_reader.ts";

/** Takes what is written to it, as fast as it is told to. */
export class FakeSocket extends EventEmitter {
  readonly written: Uint8Array[] = [];
  writable = true;
  writableNeedDrain = false;
  destroyed = false;

  write(bytes: Uint8Array, done?: (error?: Error) => void): boolean {
    this.written.push(bytes.slice());
    done?.();
    return !this.writableNeedDrain;
  }

  /** The frames that were written since the last call; `preface`: bytes before them. */
  taken(preface = 0): Frame[] {
    const reader = new FrameReader(2 ** 24);
    for (const bytes of this.written.splice(0)) reader.add(bytes);
    reader.take(preface);
    const frames: Frame[] = [];
    for (let frame = reader.next(); frame !== undefined; frame = reader.next()) frames.push(frame);
    return frames;
  }

  resume(): void {}

  destroySoon(): void {
    this.destroy();
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.writable = false;
    this.emit("close");
  }
}
