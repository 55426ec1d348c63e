/**
 * Charges several requests of one namespace to its quotas, each quota by one write.
 *
 * @module
 */

import type { Writer } from "../../../toolkit/client/mod.ts";
import type { Clock } from "../../../toolkit/clock.ts";
import { isConflict, isNotFound } from "../../../toolkit/errors/mod.ts";
import { ResourceQuota } from "../../../toolkit/kinds/built_in.ts";
import { excessOf } from "../../../toolkit/quota/mod.ts";
import { TimeSlice } from "../../../toolkit/time_slice.ts";
import { refused } from "../refusal.ts";
import { type Charge, chargesOf } from "./charge.ts";
import type { KnownQuota } from "./known_quota.ts";
import type { KnownQuotas } from "./known_quotas.ts";
import type { LimitedResource } from "./limited_resources.ts";
import { Tally } from "./tally.ts";
import { CHARGE_TIMEOUT_MS, type Waiter } from "./waiter.ts";

/** What requests are charged with. */
export interface SettleOptions {
  readonly quotas: KnownQuotas;
  readonly limited: readonly LimitedResource[];
  readonly client: Pick<Writer, "replace">;
  readonly clock: Clock;
  /** Aborts when the server stops. */
  readonly signal: AbortSignal;
  /** Settles once the quotas that are known are as new as all that was acknowledged before. */
  catchUp(signal: AbortSignal): Promise<void>;
}

/** A request whose charges are to be written. */
interface Charged {
  readonly waiter: Waiter;
  readonly charges: readonly Charge[];
}

/** A request for which there is no room, by the quotas as they were known. */
interface Refused {
  readonly waiter: Waiter;
  readonly error: unknown;
}

/**
 * Answers all that wait. A quota is written over the very version by which requests were judged: where
 * somebody else was faster, they are judged anew, so that no quota is ever charged past its limit,
 * whatever number of servers there are. Nor is a request refused by a quota that is out of date.
 */
export async function settle(
  namespace: string,
  waiters: readonly Waiter[],
  options: SettleOptions,
): Promise<void> {
  const { quotas, signal, catchUp } = options;
  let open = waiters;
  for (;;) {
    open = open.filter(({ isOver }) => !isOver);
    if (open.length === 0) return;
    const known = quotas.in(namespace);
    const { tallies, charged, refused } = await judge(open, known, options);
    const written = new Map<KnownQuota, KnownQuota | undefined>();
    const isDone = await writeAll(namespace, tallies, charged, written, options);
    if (!isDone || refused.length > 0) await catchUp(signal);
    // What quotas say that nobody else has changed meanwhile is the last word.
    const expected = known.map((quota) => written.get(quota) ?? quota);
    const isLast = isDone && isSame(expected, quotas.in(namespace));
    if (isLast) { for (const { waiter, error } of refused) waiter.fail(error); }
    open = waiters;
  }
}

/** Judges requests one after another, each beside those before it. */
async function judge(
  waiters: readonly Waiter[],
  known: readonly KnownQuota[],
  { limited, clock, signal }: SettleOptions,
) {
  const tallies = new Map(known.map((quota) => [quota, new Tally(quota)]));
  const charged: Charged[] = [];
  const refused: Refused[] = [];
  const slice = new TimeSlice(clock, signal);
  for (const waiter of waiters) {
    try {
      const charges = chargeIn(tallies, waiter, chargesOf(waiter.asked, known, limited));
      if (charges.length === 0) waiter.succeed();
      else charged.push({ waiter, charges });
    } catch (error) {
      refused.push({ waiter, error });
    }
    const pause = slice.yieldIfOver();
    if (pause !== undefined) await pause;
  }
  return { tallies: [...tallies.values()], charged, refused };
}

/** Adds a request's charges where there is room in all quotas; throws the refusal where there is none. */
function chargeIn(
  tallies: ReadonlyMap<KnownQuota, Tally>,
  waiter: Waiter,
  whole: readonly Charge[],
): readonly Charge[] {
  const { request } = waiter.asked;
  const charges = whole.map(({ quota, amounts }) => ({
    quota,
    amounts: excessOf(amounts, waiter.paidTo(quota.uid)),
  })).filter(({ amounts }) => amounts.size > 0);
  // What a status says has happened: that it is too much does not undo it.
  if (request.subresource !== "status") {
    for (const { quota, amounts } of charges) {
      const why = tallies.get(quota)?.exceededBy(amounts);
      if (why !== undefined) throw refused(request, why);
    }
  }
  if (!waiter.isCharged) return [];
  for (const { quota, amounts } of charges) tallies.get(quota)?.add(amounts);
  return charges;
}

/**
 * Writes what has changed, and says yes to whom all quotas have charged. Returns whether all of it was
 * written; `written` has the quotas that were, as they are now.
 */
async function writeAll(
  namespace: string,
  tallies: readonly Tally[],
  charged: readonly Charged[],
  written: Map<KnownQuota, KnownQuota | undefined>,
  { quotas, client, signal }: SettleOptions,
): Promise<boolean> {
  for (const tally of tallies) {
    if (!tally.isChanged) continue;
    const { quota } = tally;
    const concerned = charged.filter(({ charges }) => charges.some((one) => one.quota === quota));
    try {
      const object = await client.replace(ResourceQuota, tally.changed(), {
        namespace,
        subresource: "status",
        signal,
        timeout: CHARGE_TIMEOUT_MS,
      });
      written.set(quota, quotas.wrote(object));
    } catch (error) {
      // Somebody else was faster: what was to come is judged anew, beside what is new.
      if (isConflict(error) || isNotFound(error)) return false;
      for (const { waiter } of concerned) waiter.fail(error);
      return false;
    }
    for (const { waiter, charges } of concerned) {
      for (const { amounts } of charges.filter((one) => one.quota === quota)) {
        waiter.pay(quota.uid, amounts);
      }
      if (charges.every((one) => written.has(one.quota))) waiter.succeed();
    }
  }
  return true;
}

function isSame(one: readonly KnownQuota[], other: readonly KnownQuota[]): boolean {
  return one.length === other.length && one.every((quota, index) => quota === other[index]);
}
