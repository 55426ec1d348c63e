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
}

/** Work after the start that must be done once before the server is ready. */
export class StartHook implements HealthCheck {
  readonly name: string;
  #done = false;

  constructor(name: string) {
    this.name = `poststarthook/${name}`;
  }

  /** The work is done. */
  finish(): void {
    this.#done = true;
  }

  get done(): boolean {
    return this.#done;
  }

  check(): void {
    if (!this.#done) throw new Error("not finished");
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
