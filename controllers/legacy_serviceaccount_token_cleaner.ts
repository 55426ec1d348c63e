/**
 * The cleaner of tokens in secrets that nobody uses any more.
 *
 * @module
 */

import { sleep } from "../toolkit/clock.ts";
import {
  ConfigMap,
  defineIndex,
  isConflict,
  type ObjectOf,
  Pod,
  Secret,
  ServiceAccount,
} from "../toolkit/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import { needsOfPod } from "../toolkit/pods/pod_needs.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import type { LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";
import { type CachedSecret, isOwner, ownerOf } from "./serviceaccount/token_secrets.ts";

const DAY_MS = 24 * 60 * 60_000;
/** A token that was not used for so long is marked, and deleted when it was marked for so long. */
const UNUSED_MS = 8760 * 60 * 60_000;

const podsBySecret = defineIndex(
  Pod,
  "secret",
  (pod: ObjectOf<typeof Pod>) =>
    [...needsOfPod(pod)].flatMap(([sort, name]) =>
      sort === "secret" ? [`${pod.metadata.namespace ?? ""}/${name}`] : []
    ),
);

/** A day, as labels have it. */
function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function isDay(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && dayOf(ms) === text;
}

/**
 * Looks once a day. A token that was made for an account, that no pod mounts, and that nobody has shown for a
 * year, as far as the server has noted it for a year, is marked, which makes it invalid; after another year it is
 * deleted. Tokens that somebody has made by hand stay.
 */
export function createLegacyTokenCleaner(parts: LoopParts): Runnable {
  const { client, informers, clock, logger } = parts;
  const names = NAMES[client.dialect];
  const lastUsed = `${names.domain}/legacy-token-last-used`;
  const invalidSince = `${names.domain}/legacy-token-invalid-since`;
  const secrets = informers.of(Secret, [], { type: names.secretTypeServiceAccountToken });
  const accounts = informers.of(ServiceAccount);
  const pods = informers.of(Pod, [podsBySecret]);
  const tracking = { namespace: names.namespaceSystem, name: names.configMapTokenTracking };

  /** Whether a token was made for an account by itself, and nothing says that it is used since a day. */
  const isUnused = (secret: CachedSecret, sinceMs: number): boolean => {
    const { metadata } = secret;
    const { namespace = "", name, labels = {} } = metadata;
    if (metadata.deletionTimestamp !== undefined) return false;
    if (!(Date.parse(metadata.creationTimestamp ?? "") < sinceMs)) return false;
    const used = labels[lastUsed];
    // A day that can't be read says nothing.
    if (used !== undefined && (!isDay(used) || used >= dayOf(sinceMs))) return false;
    const owner = ownerOf(secret, names);
    const account = owner && accounts.lister.get({ namespace, name: owner.name });
    if (owner === undefined || account === undefined || !isOwner(owner, account)) return false;
    if (account.secrets?.some((one) => one.name === name) !== true) return false;
    return pods.lister.by(podsBySecret, `${namespace}/${name}`).length === 0;
  };
  const clean = async (secret: CachedSecret, nowMs: number, signal: AbortSignal) => {
    const { namespace = "", name, uid, resourceVersion, labels = {} } = secret.metadata;
    const since = labels[invalidSince];
    if (!isDay(since)) {
      const patch = { metadata: { uid, labels: { [invalidSince]: dayOf(nowMs) } } } as never;
      await client.patch(Secret, { namespace, name }, patch, { signal });
      logger.info("A token that nobody uses was made invalid", { namespace, secret: name });
    } else if (since < dayOf(nowMs - UNUSED_MS)) {
      const options = { resourceVersion, ignoreNotFound: true, signal };
      await client.delete(Secret, { namespace, name }, options);
      logger.info("A token that nobody uses was deleted", { namespace, secret: name });
    }
  };
  const look = async (signal: AbortSignal) => {
    const nowMs = clock.now();
    const since = (await client.find(ConfigMap, tracking, { signal }))?.data?.since;
    if (!isDay(since)) throw new Error(`the config map ${tracking.name} has no day in "since"`);
    // Of the first day only a part was noted.
    if (nowMs < Date.parse(since) + DAY_MS + UNUSED_MS) return;
    for (const secret of secrets.lister.list()) {
      if (!isUnused(secret, nowMs - UNUSED_MS)) continue;
      try {
        await clean(secret, nowMs, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (isConflict(error)) continue;
        const { namespace, name } = secret.metadata;
        logger.error("A token could not be cleaned up", error, { namespace, secret: name });
      }
    }
  };
  return {
    name: "legacy-serviceaccount-token-cleaner-controller",
    announcesStart: true,
    async run({ signal, started }) {
      await informers.start(signal);
      started();
      while (!signal.aborted) {
        await look(signal).catch((error) => {
          if (!signal.aborted) logger.error("Tokens could not be looked at", error);
        });
        await sleep(clock, DAY_MS, signal).catch(() => {});
      }
    },
  };
}

/** The controller of a process. */
export const legacyTokenCleaner: ProcessController = {
  name: "legacy-serviceaccount-token-cleaner-controller",
  aliases: ["legacy-service-account-token-cleaner"],
  account: "legacy-service-account-token-cleaner",
  flags: [],
  make: createLegacyTokenCleaner,
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("legacy_serviceaccount_token_cleaner", [legacyTokenCleaner]));
}
