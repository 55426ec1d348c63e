/**
 * The leases by which others know which API servers there are: each keeps its own as long as it runs, and takes away those of
 * servers that ended without a word.
 *
 * @module
 */

import { repeatedly } from "../../toolkit/backoff.ts";
import { type Clock, sleep } from "../../toolkit/clock.ts";
import { isConflict, isNotFound } from "../../toolkit/errors/mod.ts";
import type { Logger } from "../../toolkit/logger.ts";
import type { Lease } from "../../toolkit/api/coordination_v1.ts";
import type { AnyObject, Kind } from "../../toolkit/kinds/mod.ts";
import { NAMES, type Names } from "../../toolkit/names.ts";
import type { Runnable, Running } from "../../toolkit/runnable.ts";
import { checkLabelValue } from "../../toolkit/validation/mod.ts";
import { printMicroTime, timeOfMs } from "../../toolkit/values/mod.ts";
import type { Feature } from "../flags/features.ts";
import { kindOf } from "../resource/own_objects.ts";
import type { StartHooks } from "../health/start_hooks.ts";
import type { ServerContext } from "../server_context.ts";
import { serverIdentity } from "./server_identity.ts";

/** How long a server counts as there that renews its lease no more. */
const DURATION_S = 3600;
export const RENEWAL_INTERVAL_MS = 10_000;
export const COLLECTION_INTERVAL_MS = 3_600_000;
const RETRY_MS = 1000;
/** How long a store that does not answer holds up the end: others see the lease end anyway. */
const LEAVE_MS = 3000;

/** What keeping it takes. */
export interface IdentityLeaseOptions {
  readonly server: ServerContext;
  /** What the machine is called: a server that is started there anew has the same lease. */
  readonly hostName: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly hooks: StartHooks;
}

/** Whether a lease tells of a server. */
export function isTold(
  features: ReadonlySet<Feature>,
  settings: { readonly hostName?: string } | undefined,
): boolean {
  return settings?.hostName !== undefined && features.has("APIServerIdentity");
}

/** Keeps the lease of this server, and collects those of others. */
export class IdentityLease implements Runnable {
  readonly name = "identity lease";
  readonly #options: IdentityLeaseOptions;
  readonly #place: { readonly namespace: string; readonly name: string };
  readonly #labels: Readonly<Record<string, string>>;
  readonly #holder: string;
  /** Whether the lease that is there is one that this process has made. */
  #isOwn = false;

  constructor(options: IdentityLeaseOptions) {
    const { server, hostName } = options;
    const names = NAMES[server.dialect];
    const name = serverIdentity(hostName, names);
    this.#options = options;
    this.#place = { namespace: names.namespaceSystem, name };
    this.#holder = `${name}_${server.uid()}`;
    this.#labels = {
      [identityLabel(names)]: names.processApiServer,
      ...(checkLabelValue(hostName).length === 0 && { [names.labelHostName]: hostName }),
    };
  }

  async run({ signal }: Running): Promise<void> {
    const { clock, logger, hooks } = this.#options;
    // Nobody waits for it: who admits leases may be in a pod that starts only once the server is ready.
    hooks.finish("identity lease", "identity leases of others");
    const kind = this.#kind;
    // Where there are no leases nothing can be told.
    if (kind === undefined) return;
    const common = { clock, signal, retryMs: RETRY_MS };
    await Promise.all([
      repeatedly(() => this.#renew(kind, signal), {
        ...common,
        intervalMs: RENEWAL_INTERVAL_MS,
        failed: (error) =>
          logger.error("The lease of this server can't be renewed; retrying", error),
      }),
      repeatedly(() => this.#collect(kind, signal), {
        ...common,
        intervalMs: COLLECTION_INTERVAL_MS,
        failed: (error) =>
          logger.error("Leases of ended servers can't be collected; retrying", error),
      }),
    ]);
    const over = new AbortController();
    const late = sleep(clock, LEAVE_MS, over.signal).catch(() => {});
    await Promise.race([this.#leave(kind), late]);
    over.abort();
  }

  get #kind(): Kind<AnyObject> | undefined {
    const { source, dialect } = this.#options.server;
    const resource = source.find(NAMES[dialect].group("coordination"), "v1", "leases");
    return resource?.storage && kindOf(resource);
  }

  /** Makes the lease, in the place of one that a server before this one has left, or says that the server is still there. */
  async #renew(kind: Kind<AnyObject>, signal: AbortSignal): Promise<void> {
    const { server: { client }, clock } = this.#options;
    const renewTime = printMicroTime(timeOfMs(clock.now()));
    if (!this.#isOwn) {
      await client.delete(kind, this.#place, { ignoreNotFound: true, signal });
      this.#isOwn = true;
    }
    try {
      await client.patch(kind, this.#place, { spec: { renewTime } } as never, { signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await client.create(kind, {
        metadata: { ...this.#place, labels: this.#labels },
        spec: { holderIdentity: this.#holder, leaseDurationSeconds: DURATION_S, renewTime },
      }, { signal });
    }
  }

  /** Takes away the leases of servers that have not renewed them for as long as they hold. */
  async #collect(kind: Kind<AnyObject>, signal: AbortSignal): Promise<void> {
    const { server: { client, dialect }, clock } = this.#options;
    const names = NAMES[dialect];
    const { items } = await client.list(kind, {
      namespace: names.namespaceSystem,
      labelSelector: { [identityLabel(names)]: names.processApiServer },
      signal,
    });
    for (const { metadata: { name, namespace, uid, resourceVersion }, spec } of items) {
      if (endOf(spec as Lease["spec"]) >= clock.now()) continue;
      try {
        // One that was renewed meanwhile is another version.
        const only = { uid, resourceVersion, ignoreNotFound: true, signal };
        await client.delete(kind, { name, namespace }, only);
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
    }
  }

  /** Whoever asks after the end finds nothing of this server. Never rejects. */
  async #leave(kind: Kind<AnyObject>): Promise<void> {
    const { server: { client }, logger } = this.#options;
    if (!this.#isOwn) return;
    try {
      await client.delete(kind, this.#place, { ignoreNotFound: true });
    } catch (error) {
      logger.warning("The lease of this server could not be deleted", { error });
    }
  }
}

/** When a lease is over, in milliseconds since 1970: one that does not say it is over already. */
function endOf(spec: Lease["spec"]): number {
  const { renewTime, leaseDurationSeconds } = spec ?? {};
  const end = Date.parse(renewTime ?? "") + Number(leaseDurationSeconds) * 1000;
  return Number.isNaN(end) ? -Infinity : end;
}

function identityLabel({ domain }: Names): string {
  return `apiserver.${domain}/identity`;
}
