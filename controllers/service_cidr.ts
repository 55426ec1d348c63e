/**
 * The controller of the ranges of services' addresses: one that is in use stays.
 *
 * @module
 */

import { IPAddress, type ObjectOf, ServiceCIDR } from "../toolkit/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { type IpRange, parseCidrSloppy, parseIpSloppy } from "../toolkit/validation/mod.ts";
import { Recorder } from "../toolkit/events/recorder.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";
import { addFinalizer, protectionOf, removeFinalizer } from "./protection/finalizers.ts";

const WORKERS = 5;
const MOST_RETRIES = 15;
/** All API servers have heard of a deletion by then, and give no address of the range any more. */
const GRACE_MS = 10_000;
const NAME = "service-cidr-controller";

type CachedRange = ObjectOf<typeof ServiceCIDR>;
type CachedAddress = ObjectOf<typeof IPAddress>;
type Condition = Pick<
  NonNullable<NonNullable<CachedRange["status"]>["conditions"]>[number],
  "status" | "reason" | "message"
>;

/** What decides about a range. */
interface Known {
  /** What other ranges have, but those that are being deleted. */
  readonly others: readonly IpRange[];
  readonly addresses: readonly CachedAddress[];
}

const READY: Condition = {
  status: "True",
  reason: "",
  message: "Kubernetes Service CIDR is ready",
};
const IN_USE: Condition = {
  status: "False",
  reason: "Terminating",
  message:
    "There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR",
};

const rangesOf = ({ spec }: CachedRange): IpRange[] =>
  (spec?.cidrs ?? []).flatMap((text) => parseCidrSloppy(text) ?? []);

const isIn = (inner: IpRange, outer: IpRange) =>
  outer.bits <= inner.bits && outer.contains(inner.first);

/**
 * Says of each range that it is ready. One that is deleted goes when others have all its addresses, or when no
 * service has one of them that only this range has; until then it says what it waits for.
 */
export function createServiceCidrController(parts: LoopParts): Runnable {
  const { client, informers, clock, logger } = parts;
  const names = NAMES[client.dialect];
  const finalizer = names.finalizerServiceCidr;
  const recorder = new Recorder({ client, component: NAME, clock, logger });
  const objects = informers.of(ServiceCIDR);
  const addresses = informers.of(IPAddress);
  const rangesByName = objects.derive(rangesOf);
  const readRanges = ({ metadata }: CachedRange) => rangesByName.get(metadata.name) ?? [];
  const isOfService = ({ metadata: { labels = {} } }: CachedAddress) =>
    labels[names.labelAddressManager] === names.managerOfServiceAddresses;
  /** The ranges besides this one, but those that are being deleted. */
  const othersThan = (self: CachedRange, all: readonly CachedRange[]) =>
    all.filter(({ metadata }) =>
      metadata.name !== self.metadata.name && metadata.deletionTimestamp === undefined
    );
  const mayGo = (range: CachedRange, { others, addresses }: Known): boolean => {
    const own = readRanges(range);
    const loose = own.filter((one) => !others.some((other) => isIn(one, other)));
    if (loose.length === 0) return true;
    return !addresses.some((address) => {
      const ip = isOfService(address) ? parseIpSloppy(address.metadata.name) : undefined;
      return ip !== undefined && loose.some((one) => one.contains(ip)) &&
        !others.some((other) => other.contains(ip));
    });
  };
  const cached = (range: CachedRange): Known => ({
    others: othersThan(range, objects.lister.list()).flatMap(readRanges),
    addresses: addresses.lister.list(),
  });
  /** What the server has now: however late watches are, a range does not go under a service. */
  const live = async (range: CachedRange, signal: AbortSignal): Promise<Known> => {
    const [ranges, addresses] = await Promise.all([
      client.list(ServiceCIDR, { signal }),
      client.list(IPAddress, { signal }),
    ]);
    return {
      others: othersThan(range, ranges.items).flatMap(rangesOf),
      addresses: addresses.items,
    };
  };
  const say = async (range: CachedRange, condition: Condition, signal: AbortSignal) => {
    const { name } = range.metadata;
    const before = range.status?.conditions?.find(({ type }) => type === "Ready");
    const isSaid = (["status", "reason", "message"] as const).every((key) =>
      (before?.[key] ?? "") === condition[key]
    );
    if (isSaid) return;
    const lastTransitionTime = new Date(clock.now()).toISOString().replace(/\.\d+/, "");
    await client.apply(ServiceCIDR, {
      metadata: { name },
      status: { conditions: [{ type: "Ready", ...condition, lastTransitionTime }] },
    }, { fieldManager: NAME, force: true, subresource: "status", signal });
  };
  return keyedLoop(parts, {
    name: NAME,
    queue: "ipaddresses",
    workers: WORKERS,
    mostRetries: MOST_RETRIES,
    listen: (wake) => [
      objects.subscribe(({ type, key, object }) => {
        if (type !== "Deleted") wake(key);
        if (type === "Updated") return;
        // Other ranges may go, or have to stay, now that this one has come or gone.
        const ranges = rangesOf(object);
        for (const other of objects.lister.list()) {
          const meets = readRanges(other).some((one) =>
            ranges.some((range) => isIn(one, range) || isIn(range, one))
          );
          if (meets) wake(other.metadata.name);
        }
      }),
      addresses.subscribe(({ type, object, initial }) => {
        if (type === "Updated" || initial || !isOfService(object)) return;
        const ip = parseIpSloppy(object.metadata.name);
        if (ip === undefined) return;
        for (const one of objects.lister.list()) {
          if (one.metadata.deletionTimestamp === undefined) continue;
          if (readRanges(one).some((range) => range.contains(ip))) wake(one.metadata.name);
        }
      }),
    ],
    async sync(name, { signal }) {
      const range = objects.lister.get(name);
      if (range === undefined) return;
      const protection = protectionOf(range, finalizer);
      const { deletionTimestamp } = range.metadata;
      if (deletionTimestamp !== undefined) {
        if (protection === undefined) return;
        if (!mayGo(range, cached(range))) return await say(range, IN_USE, signal);
        const left = Date.parse(deletionTimestamp) + GRACE_MS - clock.now();
        if (left > 0) return left;
        if (!mayGo(range, await live(range, signal))) {
          await say(range, IN_USE, signal);
          // What is not known here may be over before it is heard of.
          return GRACE_MS;
        }
        return await removeFinalizer(client, ServiceCIDR, range, finalizer);
      }
      if (protection === "missing") {
        await addFinalizer(client, ServiceCIDR, range, finalizer);
      }
      try {
        await say(range, READY, signal);
      } catch (error) {
        const what = "The ServiceCIDR Status can not be set to Ready=True";
        recorder.warning(range, "KubernetesServiceCIDRError", what);
        throw error;
      }
    },
  });
}

/** The controller of a process. */
export const serviceCidrController: ProcessController = {
  name: NAME,
  account: "service-cidrs-controller",
  flags: [],
  make: createServiceCidrController,
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("service_cidr", [serviceCidrController]));
}
