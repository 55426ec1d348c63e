/**
 * One step towards the end of a namespace.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import { type Client, isNotFound, Namespace, type ObjectOf } from "../../toolkit/mod.ts";
import { conditionsOf, withConditions } from "./conditions.ts";
import { deleteContent } from "./delete_content.ts";

/** What works on namespaces. */
export interface NamespaceWork {
  readonly client: Client;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

type Live = ObjectOf<typeof Namespace>;

/**
 * Deletes what is in a namespace that is being deleted, and lets the namespace go when that is nothing
 * any more. Settles with in how many milliseconds to look again where content takes its time; rejects
 * with all that went wrong. It does nothing to a namespace that is not being deleted.
 */
export async function endNamespace(
  { client, clock, signal }: NamespaceWork,
  name: string,
): Promise<number | void> {
  const found = await client.find(Namespace, name);
  if (found === undefined || !isEnding(found)) return;
  const { uid, deletionTimestamp = "" } = found.metadata;
  let namespace = found;
  if (namespace.status?.phase !== "Terminating") {
    const marked = await changeStatus(client, namespace, (status) => {
      status.phase = "Terminating";
    });
    if (marked === undefined) return;
    namespace = marked;
  }
  // Our finalizer is off, or was never set: those of others are taken off by others.
  if ((namespace.spec.finalizers ?? []).length === 0) return;

  const outcome = await deleteContent({
    client,
    namespace: name,
    signal,
    now: () => clock.now(),
    deletedAt: Date.parse(deletionTimestamp),
    async isStillEnding() {
      const now = await client.find(Namespace, name);
      return now?.metadata.uid === uid && isEnding(now);
    },
  });
  if (outcome === "another namespace") return;
  const wanted = conditionsOf(outcome, client.dialect);
  const now = new Date(clock.now()).toISOString().replace(/\.\d+Z$/, "Z");
  if (withConditions(namespace.status?.conditions, wanted, now) !== undefined) {
    const told = await changeStatus(client, namespace, (status) => {
      status.conditions = withConditions(status.conditions, wanted, now) ?? status.conditions ?? [];
    });
    if (told === undefined) return;
    namespace = told;
  }
  const errors = outcome.errors;
  if (errors.length > 0) {
    throw new AggregateError(errors, `content of namespace ${name} is left: ${errors.join("; ")}`);
  }
  if (outcome.estimateSeconds > 0) return (outcome.estimateSeconds / 2 + 1) * 1000;
  await release(client, namespace);
}

function isEnding({ metadata }: Live): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** Changes the status of this very namespace; undefined where it is gone. */
async function changeStatus(
  client: Client,
  { metadata: { name, uid } }: Live,
  edit: (status: NonNullable<Live["status"]>) => void,
): Promise<Live | undefined> {
  try {
    return await client.update(Namespace, name, (object) => {
      if (object.metadata.uid !== uid) throw new AnotherNamespace();
      edit(object.status ??= {});
    }, { subresource: "status" });
  } catch (error) {
    if (error instanceof AnotherNamespace || isNotFound(error)) return undefined;
    throw error;
  }
}

/** A namespace of the same name has come since. */
class AnotherNamespace extends Error {}

/** Takes our finalizer off; those of others stay. Rejects where the namespace has changed since. */
async function release(client: Client, namespace: Live): Promise<void> {
  const { finalizerNamespaceContent } = client.names;
  const finalizers = (namespace.spec.finalizers ?? [])
    .filter((one) => one !== finalizerNamespaceContent).sort();
  try {
    await client.replace(
      Namespace,
      { ...namespace, spec: { ...namespace.spec, finalizers } },
      { subresource: "finalize" },
    );
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
