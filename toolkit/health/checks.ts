/**
 * What the server's health is made of: checks by name.
 *
 * @module
 */

/** One check. */
export interface HealthCheck {
  readonly name: string;
  /** Throws, or rejects, when it fails; why is for the log only. */
  check(signal: AbortSignal): void | Promise<void>;
  /** Left out of `/livez`: a failure does not mean that a restart would help. */
  readonly readinessOnly?: boolean;
  /** Fails until the server has come up: `/livez` waits a while before it takes that for good. */
  readonly ofStart?: boolean;
}

/** Work after the start, in so many pieces, that must be done once before the server is ready. */
export class StartHook implements HealthCheck {
  readonly name: string;
  readonly ofStart = true;
  #pieces: number;
  readonly #finished = new Set<string>();

  constructor(name: string, pieces: number) {
    this.name = name;
    this.#pieces = pieces;
  }

  /** There is a piece more to be done. */
  expect(): void {
    this.#pieces++;
  }

  /** A piece of the work is done. */
  finish(piece: string): void {
    this.#finished.add(piece);
  }

  check(): void {
    if (this.#finished.size < this.#pieces) throw new Error("not finished");
  }
}

/** Whether the server is on its way out. */
export class ShutdownCheck implements HealthCheck {
  readonly name = "shutdown";
  readonly readinessOnly = true;
  #stopping = false;

  /** Balancers are to send no more. */
  begin(): void {
    this.#stopping = true;
  }

  check(): void {
    if (this.#stopping) throw new Error("process is shutting down");
  }
}
