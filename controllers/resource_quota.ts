/**
 * The resource quota controller: quotas say how much there may be, and how much is used.
 *
 * @module
 */

import {
  type Client,
  isConflict,
  isNotFound,
  type ObjectOf,
  ResourceQuota,
} from "../toolkit/mod.ts";
import { type Amounts, amountsOf, scopesOf } from "../toolkit/quota/mod.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";
import { CountedResources } from "./resource_quota/counted_resources.ts";
import { writeStatus } from "./write_status.ts";

/** What {@link createResourceQuotaController} is told. */
export interface ResourceQuotaControllerOptions {
  /** How many quotas are counted at once. Default 5. */
  readonly workers?: number;
  /** How often all are counted although nothing happened, in milliseconds; 0: never. Default 5 minutes. */
  readonly everyMs?: number;
}

const WORKERS = 5;
const EVERY_MS = 5 * 60_000;
/** What was admitted but not stored when it was counted is there so soon. */
const STORED_MS = 10_000;
/** Of a burst of changes most are counted together. */
const GATHER_MS = 20;
/** So many times as long as counting takes, nothing is counted again. */
const REST = 4;
const MOST_REST_MS = 5000;

type Quota = ObjectOf<typeof ResourceQuota>;

/**
 * Counts what is used of what quotas limit: when a quota is new or has other limits, and when something went
 * or changed. What comes is charged by the server as it is let in; it is counted as well for a while after
 * quotas were counted, as it may not have been there yet.
 */
export function createResourceQuotaController(
  parts: LoopParts,
  { workers = WORKERS, everyMs = EVERY_MS }: ResourceQuotaControllerOptions = {},
): Runnable {
  const { client, informers, clock } = parts;
  const quotas = informers.of(ResourceQuota);
  const resources = new CountedResources(parts);
  const countedAt = new Map<string, number>();
  /** By key: the version of a quota that is no longer the newest. */
  const outdated = new Map<string, string>();
  let restMs = GATHER_MS;
  const loop = keyedLoop(parts, {
    name: "resourcequota-controller",
    queue: "resourcequota_primary",
    workers,
    listen(wake) {
      const views = quotas.lister.derive(viewOf);
      return [
        ...resources.listen(({ namespace, evaluator, differs }) => {
          const counting = views.list({ namespace })
            .filter(({ names }) => names.some((name) => evaluator.counts(name)));
          const what = counting.length === 0 ? undefined : differs();
          for (const { key } of counting) {
            const isFresh = clock.monotonic() - (countedAt.get(key) ?? -Infinity) < STORED_MS;
            if (what === "other") wake(key, restMs);
            else if (what === "more" && isFresh) wake(key, STORED_MS);
          }
        }),
        quotas.subscribe(({ type, key, object, previous, initial, resync }) => {
          if (type === "Deleted") {
            countedAt.delete(key);
            outdated.delete(key);
          }
          const isOther = initial || resync || previous === undefined ||
            !saysTheSame(object.spec?.hard, previous.spec?.hard);
          if (type !== "Deleted" && isOther) wake(key);
        }),
      ];
    },
    async sync(key, { signal, doubts }) {
      const quota = quotas.lister.get(key);
      if (quota === undefined) return;
      const names = Object.keys(quota.spec?.hard ?? {});
      const missingMs = await resources.follow(names, signal);
      const began = clock.monotonic();
      countedAt.set(key, began);
      const usage = resources.usage(
        quota.metadata.namespace ?? "",
        scopesOf(quota.spec ?? {}),
        names,
      );
      restMs = Math.min(MOST_REST_MS, GATHER_MS + REST * (clock.monotonic() - began));
      try {
        await writeUsage(client, quota, usage);
        outdated.delete(key);
      } catch (error) {
        if (isNotFound(error)) return;
        if (!isConflict(error)) throw error;
        // It was charged meanwhile: it is counted anew beside that, once that has been heard of.
        const { resourceVersion } = quota.metadata;
        if (outdated.get(key) === resourceVersion) doubts.raise(key, quotas, quota.metadata);
        outdated.set(key, resourceVersion);
        return GATHER_MS;
      }
      const next = Math.min(missingMs ?? Infinity, everyMs || Infinity);
      return next === Infinity ? undefined : next;
    },
  });
  return {
    ...loop,
    async run(started) {
      await using _ = resources;
      await loop.run(started);
    },
  };
}

/** Writes what a quota limits, and what is used of it, where it does not say so already. */
async function writeUsage(client: Client, quota: Quota, usage: Amounts): Promise<void> {
  const { hard = {} } = quota.spec ?? {};
  const before = quota.status?.used ?? {};
  const used = Object.fromEntries(
    Object.keys(hard).flatMap((name) => {
      const amount = usage.get(name)?.toString() ?? before[name];
      return amount === undefined ? [] : [[name, amount] as const];
    }),
  );
  const isKnown = quota.status?.hard !== undefined && quota.status.used !== undefined;
  if (isKnown && saysTheSame(quota.status?.hard, hard) && saysTheSame(before, used)) return;
  await writeStatus(client, ResourceQuota, quota, {
    hard: replacing(quota.status?.hard, hard),
    used: replacing(before, used),
  });
}

/** What is looked at of a quota when something in its namespace changes. */
function viewOf({ metadata: { namespace = "", name }, spec }: Quota) {
  return { key: `${namespace}/${name}`, names: Object.keys(spec?.hard ?? {}) };
}

/** Whether two lists have the same amounts, however they are written. */
function saysTheSame(
  one: Readonly<Record<string, string>> = {},
  other: Readonly<Record<string, string>> = {},
): boolean {
  const [these, those] = [amountsOf(one), amountsOf(other)];
  return these.size === those.size &&
    [...these].every(([name, amount]) => those.get(name)?.compare(amount) === 0);
}

/** A merge patch that makes one list of another. */
function replacing(
  before: Readonly<Record<string, string>> = {},
  after: Readonly<Record<string, string>>,
): Record<string, string | null> {
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  return { ...Object.fromEntries(gone.map((name) => [name, null])), ...after };
}

/** The controller of a process. */
export const resourceQuotaController: ProcessController = {
  name: "resourcequota-controller",
  aliases: ["resourcequota"],
  account: "resourcequota-controller",
  flags: ["concurrent-resource-quota-syncs", "resource-quota-sync-period"],
  make: (parts) =>
    createResourceQuotaController(parts, {
      workers: parts.values["concurrent-resource-quota-syncs"],
      everyMs: parts.values["resource-quota-sync-period"],
    }),
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("resource_quota", [resourceQuotaController]));
}
