/**
 * One of several processes leads: it holds a lease, and renews it.
 *
 * @module
 */

import type { coordinationV1 } from "../kinds/built_in.ts";
import type { Client } from "../client/client.ts";
import { ServerClient } from "../client/server_client.ts";
import { type Clock, sleep } from "../clock.ts";
import { isAlreadyExists, isConflict, isNotFound } from "../errors/mod.ts";
import { Lease } from "../kinds/built_in.ts";
import { msOfSpan, placeOf, type Ref, type Span } from "../kinds/mod.ts";
import type { Logger } from "../logger.ts";
import { printMicroTime, timeOfMs } from "../values/mod.ts";

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
  /** Gives up waiting; afterwards, the lead. */
  readonly signal?: AbortSignal | undefined;
  /** Default: the client's. */
  readonly clock?: Clock | undefined;
}

/** The lead, until it is disposed of or lost. */
export interface Lead extends AsyncDisposable {
  /** Aborts when another process may lead: what is under way has to stop at once. */
  readonly lost: AbortSignal;
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
  const election = new Election(client, place, { ...times, identity, clock, signal });
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
}

const NEVER = new AbortController().signal;

/** A process that wants to lead, waits, leads, and ends. */
class Election implements Lead {
  readonly #client: ServerClient;
  readonly #place: { readonly namespace: string; readonly name: string };
  readonly #options: ElectionOptions;
  readonly #logger: Logger;
  readonly #lost = new AbortController();
  readonly #stop = new AbortController();
  #renewing: Promise<void> = Promise.resolve();
  /** The lease as it was seen last, and when that was. */
  #seen: { readonly version: string; readonly at: number } | undefined;
  #held: coordinationV1.Lease | undefined;

  constructor(
    client: ServerClient,
    place: { readonly namespace: string; readonly name: string },
    options: ElectionOptions,
  ) {
    this.#client = client;
    this.#place = place;
    this.#options = options;
    this.#logger = client.options.logger.with({ lease: `${place.namespace}/${place.name}` });
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Settles when the lease is this process's, and keeps it from then on. */
  async won(): Promise<void> {
    const { signal = NEVER, clock, identity } = this.#options;
    let renewedAt = clock.monotonic();
    for (;;) {
      signal.throwIfAborted();
      renewedAt = clock.monotonic();
      try {
        if (await this.#taken(signal)) break;
      } catch (error) {
        signal.throwIfAborted();
        this.#logger.warning("The lease can't be had", { error: String(error) });
      }
      await this.#rest(signal);
    }
    this.#logger.info("This process leads", { identity });
    this.#renewing = this.#keep(renewedAt);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new DOMException("the lead was handed over", "AbortError"));
    await this.#renewing;
  }

  /** Hands the lead over at once, instead of letting others wait until the lease is old. */
  async #release(): Promise<void> {
    if (this.#lost.signal.aborted || this.#held === undefined) return;
    this.#lost.abort(this.#stop.signal.reason);
    try {
      const spec = { ...this.#held.spec, holderIdentity: "", leaseDurationSeconds: 1 };
      await this.#client.replace(Lease, { ...this.#held, spec } as never, { timeout: "5s" });
    } catch (error) {
      this.#logger.warning("The lease was not released", { error: String(error) });
    }
  }

  /** Takes the lease where nobody has it, or whoever has it has not renewed it for too long. */
  async #taken(signal: AbortSignal): Promise<boolean> {
    const { clock, identity, leaseMs } = this.#options;
    const current = await this.#client.find(Lease, this.#place, { signal });
    if (current === undefined) {
      this.#held = await this.#client.create(Lease, {
        metadata: this.#place,
        spec: this.#spec(undefined),
      }, { signal }).catch((error) => {
        if (isAlreadyExists(error)) return undefined;
        throw error;
      });
      return this.#held !== undefined;
    }
    const version = current.metadata.resourceVersion;
    if (this.#seen?.version !== version) this.#seen = { version, at: clock.monotonic() };
    const { holderIdentity = "", leaseDurationSeconds } = current.spec;
    const heldMs = leaseDurationSeconds ? leaseDurationSeconds * 1000 : leaseMs;
    const isOthers = holderIdentity !== "" && holderIdentity !== identity;
    if (isOthers && clock.monotonic() - this.#seen.at < heldMs) return false;
    try {
      this.#held = await this.#client.replace(Lease, { ...current, spec: this.#spec(current) }, {
        signal,
      });
      return true;
    } catch (error) {
      if (isConflict(error) || isNotFound(error)) return false;
      throw error;
    }
  }

  /** Renews until it is told to stop, or has failed for too long: then the lead is lost. */
  async #keep(renewedAt: number): Promise<void> {
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
        const leftMs = Math.max(1, renewedAt + renewMs - began);
        try {
          await this.#renewed(leftMs);
          renewedAt = began;
        } catch (error) {
          const isTaken = isConflict(error) && !await this.#isStillOurs();
          if (!isTaken && clock.monotonic() - renewedAt < renewMs) continue;
          this.#logger.error("The lead is lost", error);
          this.#lost.abort(new Error("this process no longer leads", { cause: error }));
          return;
        }
      }
    } finally {
      signal.removeEventListener("abort", abort);
      await this.#release();
    }
  }

  async #renewed(timeout: number): Promise<void> {
    const held = this.#held as coordinationV1.Lease;
    this.#held = await this.#client.replace(
      Lease,
      { ...held, spec: this.#spec(held) } as never,
      { timeout, signal: this.#stop.signal },
    );
  }

  /** After a conflict: whether somebody else changed something, but not who leads. */
  async #isStillOurs(): Promise<boolean> {
    const { retryMs, identity } = this.#options;
    try {
      const current = await this.#client.get(Lease, this.#place, { timeout: retryMs });
      if (current.spec.holderIdentity !== identity) return false;
      this.#held = current;
      return true;
    } catch (error) {
      return !isNotFound(error);
    }
  }

  #spec(before: coordinationV1.Lease | undefined): coordinationV1.LeaseSpec {
    const { clock, identity, leaseMs } = this.#options;
    const now = printMicroTime(timeOfMs(clock.now()));
    const { holderIdentity, leaseTransitions = 0, acquireTime } = before?.spec ?? {};
    const isOurs = holderIdentity === identity;
    return {
      holderIdentity: identity,
      leaseDurationSeconds: Math.ceil(leaseMs / 1000),
      acquireTime: isOurs && acquireTime ? acquireTime : now,
      renewTime: now,
      leaseTransitions: isOurs || before === undefined ? leaseTransitions : leaseTransitions + 1,
    };
  }

  async #rest(signal: AbortSignal): Promise<void> {
    const { clock, retryMs } = this.#options;
    const { random } = this.#client.options;
    await sleep(clock, retryMs * (1 + (JITTER - 1) * random()), signal);
  }
}
