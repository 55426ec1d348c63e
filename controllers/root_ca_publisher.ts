/**
 * The root CA publisher: in every namespace pods find what they check the API server's certificate with.
 *
 * @module
 */

import { exponentialBuckets } from "../toolkit/metrics/buckets.ts";
import { ConfigMap, isNotFound, Namespace, StatusError } from "../toolkit/mod.ts";
import { NAMES, type Names } from "../toolkit/names.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import { isNamespaceEnding } from "./pods/mod.ts";
import type { ProcessController } from "./process_controller.ts";
import { rootAuthoritiesOf } from "./serviceaccount/root_authorities.ts";

/** What {@link createRootCaPublisher} is told. */
export interface RootCaPublisherOptions {
  /** The authorities, in PEM. */
  readonly authorities: string;
}

/** The key of the authorities among the data. */
const DATA_KEY = "ca.crt";

function descriptionIn({ processApiServer: server, serviceApiServer: service }: Names): string {
  return `Contains a CA bundle that can be used to verify the ${server} when using internal endpoints ` +
    `such as the internal service IP or ${service}.default.svc. No other usage is guaranteed across ` +
    "distributions of Kubernetes clusters.";
}

/** Keeps a config map with the authorities in each namespace, with nothing else in it. */
export function createRootCaPublisher(
  parts: LoopParts,
  { authorities }: RootCaPublisherOptions,
): Runnable {
  const { client, informers, clock } = parts;
  const synced = countedTurns(parts);
  const names = NAMES[client.dialect];
  const { configMapRootCa: name, domain } = names;
  const description = descriptionIn(names);
  const annotation = `${domain}/description`;
  const namespaces = informers.of(Namespace);
  const maps = informers.of(ConfigMap, [], { name });
  const data = { [DATA_KEY]: authorities };
  const publish = async (namespace: string, signal: AbortSignal): Promise<void> => {
    if (!namespaces.lister.has(namespace)) return;
    const map = maps.lister.get({ namespace, name });
    if (map === undefined) {
      try {
        const metadata = { namespace, name, annotations: { [annotation]: description } };
        await client.create(ConfigMap, { metadata, data }, { signal });
      } catch (error) {
        if (!isNotFound(error) && !isNamespaceEnding(error)) throw error;
      }
      return;
    }
    const { annotations = {} } = map.metadata;
    const isRight = map.data?.[DATA_KEY] === authorities && Object.keys(map.data).length === 1;
    if (isRight && annotations[annotation]) return;
    await client.replace(ConfigMap, {
      ...map,
      metadata: { ...map.metadata, annotations: { ...annotations, [annotation]: description } },
      data,
    }, { signal });
  };
  return keyedLoop(parts, {
    name: "root-ca-cert-publisher",
    queue: "root_ca_cert_publisher",
    workers: 1,
    listen: (wake) => [
      namespaces.subscribe(({ type, key, object }) => {
        if (type === "Added" || type === "Updated" && object.status?.phase === "Active") wake(key);
      }),
      maps.subscribe(({ object, initial }) => {
        // One that is told of as new may have been changed since it was made.
        if (!initial) wake(object.metadata.namespace ?? "");
      }),
    ],
    async sync(namespace, { signal }) {
      const began = clock.monotonic();
      try {
        await publish(namespace, signal);
      } catch (error) {
        signal.throwIfAborted();
        synced(error instanceof StatusError ? error.code : 500, clock.monotonic() - began);
        throw error;
      }
      synced(200, clock.monotonic() - began);
    },
  });
}

/** Counts turns by how they ended, with a status code. */
function countedTurns({ metrics }: LoopParts): (code: number, ms: number) => void {
  const turns = metrics.counter({
    name: "root_ca_cert_publisher_sync_total",
    help: "Number of turns of work on namespaces, by the status code that they ended with.",
    labels: ["code"],
    stability: "ALPHA",
  });
  const durations = metrics.histogram({
    name: "root_ca_cert_publisher_sync_duration_seconds",
    help: "How long turns of work on namespaces took.",
    labels: ["code"],
    buckets: exponentialBuckets(0.001, 2, 15),
    stability: "ALPHA",
  });
  return (code, ms) => {
    turns.with({ code: String(code) }).inc();
    durations.with({ code: String(code) }).observe(ms / 1000);
  };
}

/**
 * The controller of a process: of the authorities of a file, else of those by which the process itself knows the API
 * server. Without either there is nothing to publish.
 */
export const rootCaPublisher: ProcessController = {
  name: "root-ca-certificate-publisher-controller",
  aliases: ["root-ca-cert-publisher"],
  account: "root-ca-cert-publisher",
  flags: ["root-ca-file"],
  make(parts) {
    const authorities = rootAuthoritiesOf(parts.values["root-ca-file"]) ?? parts.authorities;
    return authorities === undefined ? undefined : createRootCaPublisher(parts, { authorities });
  },
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("root_ca_publisher", [rootCaPublisher]));
}
