/**
 * How the controller manager is.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { HealthCheck } from "../../toolkit/health/checks.ts";
import type { Lead } from "../../toolkit/mod.ts";

/** How long past its lease a leader may be without having renewed it, in milliseconds. */
const RENEWAL_GRACE_MS = 20_000;

/** The checks of a process, which come as its controllers do. */
export class ManagerHealth {
  /** Those that there are now. */
  readonly checks: HealthCheck[] = [];
  readonly #leads = new Set<Lead>();
  readonly #clock: Clock;
  #starting = 0;
  #isWaiting = false;
  #hasBegun = false;

  /** `name`: of the check that all has started; `problem`: what it says until then. */
  constructor(clock: Clock, name = "controllers", problem = "not all controllers have started") {
    this.#clock = clock;
    this.checks.push({
      name,
      readinessOnly: true,
      check: () => {
        if (!this.isReady) throw new Error(problem);
      },
    });
  }

  /** Whether all controllers that are to run have started, or another process leads. */
  get isReady(): boolean {
    return this.#hasBegun && this.#starting === 0;
  }

  /** Whether this process waits until it leads. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** A lock is waited for: that is all that is to be done now. */
  waits(): void {
    this.#isWaiting = true;
    this.#hasBegun = true;
  }

  /** There is an election: a leader that can't renew must not be taken for one that works. */
  elects(leaseMs: number): void {
    this.checks.unshift({
      name: "leaderElection",
      check: () => {
        for (const { renewedMs } of this.#leads) {
          if (this.#clock.monotonic() - renewedMs > leaseMs + RENEWAL_GRACE_MS) {
            throw new Error("the lease was not renewed in time");
          }
        }
      },
    });
  }

  /** This process leads, until what is returned is disposed of. */
  leads(lead: Lead): Disposable {
    this.#isWaiting = false;
    this.#leads.add(lead);
    return { [Symbol.dispose]: () => void this.#leads.delete(lead) };
  }

  /** Controllers begin; what is returned is called when all of them have started. */
  starts(): () => void {
    this.#hasBegun = true;
    this.#starting++;
    return () => void this.#starting--;
  }

  /** A controller is one of those that run. */
  runs(name: string): void {
    this.checks.push({ name, check() {} });
  }
}
