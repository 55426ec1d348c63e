/**
 * One of several processes leads: it holds a lease, and renews it.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import { ServerClient } from "../client/server_client.ts";
import { type Clock, sleep } from "../clock.ts";
import { isAlreadyExists, isConflict, isNotFound } from "../errors/mod.ts";
import { Lease } from "../kinds/built_in.ts";
import { msOfSpan, placeOf, type Ref, type Span } from "../kinds/mod.ts";
import type { Logger } from "../logger.ts";
import { printMicroTime, timeOfMs } from "../values/mod.ts";
import {
  type LeaderRecord,
  type Lock,
  type LockObject,
  lockOf,
  type LockState,
  type LockType,
} from "./lock.ts";

/** How a lease is held. */
export interface LeadOptions {
  /** For how long others leave it alone that was not renewed. Default 15 s. */
  readonly lease?: Span | undefined;
  /** For how long renewing is tried before the lead is given up. Default 10 s. */
  readonly renew?: Span | undefined;
  /** How often it is renewed, and looked at by those who wait. Default 2 s. */
  readonly retry?: Span | undefined;
  /** What this process is called. Default: the host's name, if it may be read, and a random id. */
  readonly identity?: string | undefined;
  /** What the lock is. Default `leases`. */
  readonly lock?: LockType | undefined;
  /** Is told of the lock's objects: this process leads, leads on though they were changed, leads no more. */
  readonly told?:
    | ((
      what: "became leader" | "leads on" | "stopped leading",
      objects: readonly LockObject[],
    ) => void)
    | undefined;
  /** Gives up waiting; afterwards, the lead. */
  readonly signal?: AbortSignal | undefined;
  /** Default: the client's. */
  readonly clock?: Clock | undefined;
}

/** The lead, until it is disposed of or lost. */
export interface Lead extends AsyncDisposable {
  /** Aborts when another process may lead: what is under way has to stop at once. */
  readonly lost: AbortSignal;
  /** When it was renewed last, on the clock's monotonic scale. */
  readonly renewedMs: number;
}

/** The numbers of an election, in milliseconds. */
interface Times {
  readonly leaseMs: number;
  readonly renewMs: number;
  readonly retryMs: number;
}

/**
 * Settles once this process leads; disposing hands the lead over at once. Whoever waits goes by how long
 * the lease has not changed as he sees it, not by what its times say: clocks differ. Rejects with the
 * signal's reason; everything else is tried again.
 */
export async function lead(client: Client, lease: Ref, options: LeadOptions = {}): Promise<Lead> {
  if (!(client instanceof ServerClient)) {
    throw new TypeError("lead: the client was not made by createClient()");
  }
  const { clock = client.options.clock, identity = defaultIdentity(), signal } = options;
  const times = timesOf(options);
  const place = placeOf(Lease, lease, client.namespace);
  const { lock = "leases", told = () => {} } = options;
  const election = new Election(client, await lockOf(client, lock, place), {
    ...times,
    identity,
    clock,
    signal,
    told,
    name: `${place.namespace}/${place.name}`,
  });
  await election.won();
  return election;
}

function timesOf({ lease = "15s", renew = "10s", retry = "2s" }: LeadOptions): Times {
  const times = {
    leaseMs: msOfSpan(lease, "lease"),
    renewMs: msOfSpan(renew, "renew"),
    retryMs: msOfSpan(retry, "retry"),
  };
  const { leaseMs, renewMs, retryMs } = times;
  if (leaseMs < 1000 || leaseMs <= renewMs || renewMs <= retryMs * JITTER || retryMs <= 0) {
    throw new TypeError(
      `the lease is ${lease}, renew ${renew}, retry ${retry}: each has to be longer than the next, ` +
        "and the lease a second at least",
    );
  }
  return times;
}

/** Waits are so many times as long at most, so that processes don't ask in step. */
const JITTER = 1.2;

/** A name that no other process has. */
export function defaultIdentity(): string {
  const id = crypto.randomUUID();
  const mayRead = Deno.permissions.querySync({ name: "sys", kind: "hostname" }).state === "granted";
  return mayRead ? `${Deno.hostname()}_${id}` : id;
}

interface ElectionOptions extends Times {
  readonly identity: string;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly told: NonNullable<LeadOptions["told"]>;
  /** Of the lock, for the log. */
  readonly name: string;
}

const NEVER = new AbortController().signal;

/** A process that wants to lead, waits, leads, and ends. */
class Election implements Lead {
  readonly #client: ServerClient;
  readonly #lock: Lock;
  readonly #options: ElectionOptions;
  readonly #logger: Logger;
  readonly #lost = new AbortController();
  readonly #stop = new AbortController();
  #renewing: Promise<void> = Promise.resolve();
  /** The lock as it was seen last, and when that was. */
  #seen: { readonly version: string; readonly at: number } | undefined;
  #held: LockState | undefined;
  #renewedAt = -Infinity;

  constructor(client: ServerClient, lock: Lock, options: ElectionOptions) {
    this.#client = client;
    this.#lock = lock;
    this.#options = options;
    this.#logger = client.options.logger.with({ lease: options.name });
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  get renewedMs(): number {
    return this.#renewedAt;
  }

  /** Settles when the lock is this process's, and keeps it from then on. */
  async won(): Promise<void> {
    const { signal = NEVER, clock, identity, told } = this.#options;
    for (;;) {
      signal.throwIfAborted();
      this.#renewedAt = clock.monotonic();
      try {
        if (await this.#taken(signal)) break;
      } catch (error) {
        signal.throwIfAborted();
        this.#logger.warning("The lease can't be had", { error: String(error) });
      }
      await this.#rest(signal);
    }
    this.#logger.info("This process leads", { identity });
    told("became leader", this.#held?.objects ?? []);
    this.#renewing = this.#keep();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new DOMException("the lead was handed over", "AbortError"));
    await this.#renewing;
  }

  /** Hands the lead over at once, instead of letting others wait until the lease is old. */
  async #release(): Promise<void> {
    if (this.#lost.signal.aborted || this.#held === undefined) return;
    this.#lose(this.#stop.signal.reason);
    try {
      const record = { ...this.#held.record, holderIdentity: "", leaseDurationSeconds: 1 };
      await this.#lock.replace(this.#held, record, { timeout: "5s" });
    } catch (error) {
      this.#logger.warning("The lease was not released", { error: String(error) });
    }
  }

  #lose(reason: unknown): void {
    this.#lost.abort(reason);
    this.#options.told("stopped leading", this.#held?.objects ?? []);
  }

  /** Takes the lock where nobody has it, or whoever has it has not renewed it for too long. */
  async #taken(signal: AbortSignal): Promise<boolean> {
    const { clock, identity, leaseMs, renewMs } = this.#options;
    const call = { signal, timeout: Math.max(1, renewMs / 2) };
    const current = await this.#lock.find(call);
    if (current === undefined) {
      this.#held = await this.#lock.create(this.#record(undefined), call).catch((error) => {
        if (isAlreadyExists(error)) return undefined;
        throw error;
      });
      return this.#held !== undefined;
    }
    const { version, record: { holderIdentity, leaseDurationSeconds } } = current;
    if (this.#seen?.version !== version) this.#seen = { version, at: clock.monotonic() };
    const heldMs = leaseDurationSeconds ? leaseDurationSeconds * 1000 : leaseMs;
    const isOthers = holderIdentity !== "" && holderIdentity !== identity;
    if (isOthers && clock.monotonic() - this.#seen.at < heldMs) return false;
    try {
      this.#held = await this.#lock.replace(current, this.#record(current.record), call);
      return true;
    } catch (error) {
      if (isConflict(error) || isNotFound(error) || isAlreadyExists(error)) return false;
      throw error;
    }
  }

  /** Renews until it is told to stop, or has failed for too long: then the lead is lost. */
  async #keep(): Promise<void> {
    const { clock, renewMs, signal = NEVER } = this.#options;
    const stop = this.#stop.signal;
    const abort = () => this.#stop.abort(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    try {
      while (!stop.aborted) {
        await this.#rest(stop).catch(() => {});
        if (stop.aborted) return;
        const began = clock.monotonic();
        const leftMs = Math.max(1, this.#renewedAt + renewMs - began);
        try {
          // One answer that does not come must not take all the time that there is.
          await this.#renewed(Math.min(leftMs, Math.max(1, renewMs / 2)));
          this.#renewedAt = began;
        } catch (error) {
          const isOther = isConflict(error) || isNotFound(error) || isAlreadyExists(error);
          const isTaken = isOther && !await this.#isStillOurs();
          if (!isTaken && clock.monotonic() - this.#renewedAt < renewMs) continue;
          if (stop.aborted) return;
          this.#logger.error("The lead is lost", error);
          this.#lose(new Error("this process no longer leads", { cause: error }));
          return;
        }
      }
    } finally {
      signal.removeEventListener("abort", abort);
      await this.#release();
    }
  }

  async #renewed(timeout: number): Promise<void> {
    const held = this.#held as LockState;
    this.#held = await this.#lock.replace(held, this.#record(held.record), {
      timeout,
      signal: this.#stop.signal,
    });
  }

  /**
   * The lock is not as it was: whether somebody else changed something, but not who leads. Where it was deleted,
   * whoever makes it first leads.
   */
  async #isStillOurs(): Promise<boolean> {
    const { retryMs, identity, told } = this.#options;
    const call = { timeout: retryMs };
    try {
      const current = await this.#lock.find(call) ??
        await this.#lock.create(this.#record(this.#held?.record), call);
      if (current.record.holderIdentity !== identity) return false;
      this.#held = current;
      told("leads on", current.objects);
      return true;
    } catch {
      return true;
    }
  }

  #record(before: LeaderRecord | undefined): LeaderRecord {
    const { clock, identity, leaseMs } = this.#options;
    const now = printMicroTime(timeOfMs(clock.now()));
    const { holderIdentity, leaderTransitions = 0, acquireTime } = before ?? {};
    const isOurs = holderIdentity === identity;
    return {
      holderIdentity: identity,
      leaseDurationSeconds: Math.ceil(leaseMs / 1000),
      acquireTime: isOurs && acquireTime ? acquireTime : now,
      renewTime: now,
      leaderTransitions: isOurs || before === undefined ? leaderTransitions : leaderTransitions + 1,
    };
  }

  async #rest(signal: AbortSignal): Promise<void> {
    const { clock, retryMs } = this.#options;
    const { random } = this.#client.options;
    await sleep(clock, retryMs * (1 + (JITTER - 1) * random()), signal);
  }
}
