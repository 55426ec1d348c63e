/**
 * The progress of `orch up`.
 *
 * @module
 */

import type { Clock, Timer } from "../../clock.ts";
import type { Terminal } from "../../process/terminal.ts";

/** A step under way. */
export interface Step {
  /** It is done; `outcome` says what came of it. */
  done(outcome: string): void;
  /** It failed; why is said elsewhere. */
  failed(): void;
}

/** Where and how progress is shown. */
export interface ProgressOptions {
  readonly terminal: Terminal;
  readonly clock: Clock;
  /** Whether a terminal may be sent colours. */
  readonly color: boolean;
}

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 100;
const NAME_WIDTH = 20;
const OUTCOME_WIDTH = 34;
const CLEAR_LINE = "\r\u001b[K";

/**
 * Shows the steps of `orch up`: on a terminal a line that moves until the step is done, anywhere
 * else a line when it is.
 */
export class Progress {
  readonly #options: ProgressOptions;
  readonly #live: boolean;
  readonly #active = new Map<string, number>();
  #timer: Timer | undefined;
  #frame = 0;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#live = options.terminal.columns > 0;
  }

  /** Begins a step; steps may overlap. */
  begin(name: string): Step {
    const { clock } = this.#options;
    const started = clock.monotonic();
    this.#active.set(name, started);
    this.#show();
    const end = (mark: string, outcome: string) => {
      if (!this.#active.delete(name)) return;
      const ms = clock.monotonic() - started;
      this.#print(
        `${mark} ${name.padEnd(NAME_WIDTH)}${outcome.padEnd(OUTCOME_WIDTH)}${seconds(ms)}`,
      );
    };
    return {
      done: (outcome) => end(this.#paint("32", this.#live ? "✓" : "-"), outcome),
      failed: () => end(this.#paint("31", this.#live ? "✗" : "-"), "failed"),
    };
  }

  /** A line of its own; several with line breaks. */
  line(text: string): void {
    this.#print(text);
  }

  /** The text, in bold where that can be. */
  strong(text: string): string {
    return this.#paint("1", text);
  }

  /** Leaves the last line as it is: nothing moves any more. */
  close(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    if (this.#live && this.#active.size > 0) this.#write(CLEAR_LINE);
    this.#active.clear();
  }

  #print(text: string): void {
    const clear = this.#live ? CLEAR_LINE : "";
    this.#write(`${clear}${text}\n`);
    this.#show();
  }

  /** Draws the moving line, and sees to it that it is drawn again. */
  #show(): void {
    if (!this.#live) return;
    this.#timer?.cancel();
    this.#timer = undefined;
    const [first] = this.#active;
    if (first === undefined) return;
    const { terminal, clock } = this.#options;
    const names = [...this.#active.keys()].join(", ");
    const text = `${FRAMES[this.#frame++ % FRAMES.length]} ${names} … ${
      seconds(clock.monotonic() - first[1])
    }`;
    this.#write(CLEAR_LINE + text.slice(0, Math.max(1, terminal.columns - 1)));
    this.#timer = clock.after(FRAME_MS, () => this.#show());
  }

  #write(text: string): void {
    try {
      this.#options.terminal.out(text);
    } catch {
      // The terminal is gone, and with it whoever looked: what is shown is not what keeps things running.
    }
  }

  #paint(style: string, text: string): string {
    return this.#live && this.#options.color ? `\u001b[${style}m${text}\u001b[0m` : text;
  }
}

/** A time as `0.12 s`. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
