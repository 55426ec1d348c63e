/**
 * The namespace controller: what is in a namespace that is deleted goes, and then the namespace.
 *
 * @module
 */

import { type Clock, systemClock } from "../toolkit/clock.ts";
import { type Logger, silentLogger } from "../toolkit/logger.ts";
import type { Registry } from "../toolkit/metrics/mod.ts";
import { type Client, createInformer, Namespace, type Span } from "../toolkit/mod.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { WorkQueue } from "../toolkit/workqueue/mod.ts";
import type { ProcessController } from "./process_controller.ts";
import { endNamespace } from "./namespace/end_namespace.ts";
import { logFailures, runWorkers } from "../toolkit/workqueue/workers.ts";

/** What {@link createNamespaceController} is told. */
export interface NamespaceControllerOptions {
  /** How many namespaces end at once. Default 10. */
  readonly workers?: number | undefined;
  /** How often all that are being deleted are looked at again; 0: never. Default 5 minutes. */
  readonly resync?: Span | undefined;
  /**
   * How long after a change a namespace is looked at, in milliseconds: all API servers must have heard
   * that it is being deleted, so that none lets anything more in. Default 5 seconds.
   */
  readonly delayMs?: number | undefined;
  /** Where the queue is counted. Default: nowhere. */
  readonly metrics?: Registry | undefined;
  /** Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** Numbers from 0 up to 1. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Default: silent. */
  readonly logger?: Logger | undefined;
}

const BACKOFF = { base: 5, max: 60_000 };

/**
 * Deletes all that is in namespaces that are being deleted, tells in their conditions what holds them,
 * and lets them go when they are empty. It has started when it knows all namespaces.
 */
export function createNamespaceController(
  client: Client,
  options: NamespaceControllerOptions = {},
): Runnable {
  const { workers = 10, resync = "5m", delayMs = 5000, logger = silentLogger } = options;
  const { metrics, clock = systemClock, random = Math.random } = options;
  return {
    name: "namespace-controller",
    announcesStart: true,
    async run({ signal, started }) {
      const own = client.with({ signal });
      using queue = new WorkQueue({
        name: "namespace",
        backoff: BACKOFF,
        clock,
        random,
        ...(metrics && { metrics }),
      });
      await using informer = createInformer(own, Namespace, { resync });
      using _ = informer.subscribe(({ type, key, object }) => {
        if (type === "Deleted" || object.metadata.deletionTimestamp === undefined) return;
        queue.add(key, { after: delayMs });
      });
      await informer.start(signal);
      started();
      await runWorkers(queue, (name) => endNamespace({ client: own, clock, signal }, name), {
        workers,
        signal,
        failed: logFailures(logger, "A namespace does not end yet"),
      });
    },
  };
}

/** The controller of a process. */
export const namespaceController: ProcessController = {
  name: "namespace-controller",
  aliases: ["namespace"],
  account: "namespace-controller",
  flags: ["concurrent-namespace-syncs", "namespace-sync-period"],
  make: ({ client, values, ...parts }) =>
    createNamespaceController(client, {
      ...parts,
      workers: values["concurrent-namespace-syncs"],
      resync: values["namespace-sync-period"],
    }),
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("namespace", [namespaceController]));
}
