/**
 * Endpoints and slices as they can be compared: in one order, without the time of their change.
 *
 * @module
 */

import type { AnyObject } from "../../mod.ts";

const CHANGE_TIME = "endpoints.kubernetes.io/last-change-trigger-time";

const inOrder = (list: readonly unknown[] | null | undefined) =>
  (list ?? []).map((one) => JSON.stringify(sorted(one))).sort().map((text) => JSON.parse(text));

/** What controllers have a say in. */
export function serviceInShort({ kind, metadata, ...object }: AnyObject): AnyObject {
  const { name, namespace, generateName, uid, labels, annotations, ownerReferences } = metadata!;
  const { [CHANGE_TIME]: _, ...others } = annotations ?? {};
  const isMirror = ownerReferences?.[0]?.kind === "Endpoints";
  const subsets = object.subsets as AnyObject[] | undefined;
  return {
    kind,
    metadata: {
      name,
      namespace,
      // The reference forgets how a slice that mirrors was named when it writes it again.
      generateName: isMirror ? undefined : generateName,
      uid,
      labels,
      annotations: others,
      ownerReferences,
    },
    ...(kind === "Endpoints"
      ? {
        subsets: inOrder(
          subsets?.map(({ addresses, notReadyAddresses, ports }) => ({
            addresses: inOrder(addresses),
            notReadyAddresses: inOrder(notReadyAddresses),
            ports: inOrder(ports),
          })),
        ),
      }
      : {
        addressType: object.addressType,
        ports: inOrder(object.ports),
        endpoints: inOrder(object.endpoints),
      }),
  } as unknown as AnyObject;
}

/** With the fields of objects in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1).map(([k, v]) => [k, sorted(v)]),
  );
}
