/**
 * An object goes, and its children stay.
 *
 * @module
 */

import { type AnyKind, type Client, Pod, ReplicaSet } from "../../mod.ts";
import { NOBODY } from "./stage.ts";

const POD = { containers: [{ name: "c", image: "i" }] };
const LABELS = { last: "yes" };

/** Children for whom nobody does anything. */
const IDLE = new Map<AnyKind, object>([
  [Pod, POD],
  [ReplicaSet, {
    replicas: 0,
    selector: { matchLabels: LABELS },
    template: { metadata: { labels: LABELS }, spec: POD },
  }],
]);

/**
 * Deletes an object so that its children stay. A collector lets go of the children that it has heard of, and takes the
 * others away: so it is waited for until it has heard of all. News of a kind come in order, and a child of nobody that is
 * made after them is taken away as soon as the collector knows it.
 */
export async function orphan(
  client: Client,
  kind: AnyKind,
  name: string,
  children: AnyKind = Pod,
): Promise<void> {
  const last = `last-of-${name}`;
  const owner = { apiVersion: "v1", kind: "ConfigMap", name: "nobody", uid: NOBODY };
  await client.create(children, {
    metadata: { name: last, ownerReferences: [owner] },
    spec: IDLE.get(children),
  } as never);
  await client.waitFor(children, last, (one) => one === undefined, { timeout: "60s" });
  await client.delete(kind, name, { propagation: "Orphan" });
}
