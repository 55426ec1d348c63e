/**
 * Services that lead to a program on this machine instead of to pods, as whoever runs one beside a cluster without a network
 * makes them.
 *
 * @module
 */

import { isObject } from "../../../toolkit/values/json.ts";

/** What this says of an object of a manifest. */
interface Service {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec: { readonly ports: readonly { readonly name?: string }[] };
}

/** Objects with the services of these names (and the ports they lead to) behind an address of this machine. */
export function withOwnServices(
  objects: readonly object[],
  ports: ReadonlyMap<string, number>,
): object[] {
  const address = ownAddress();
  return objects.flatMap((object) => {
    const port = isService(object) ? ports.get(object.metadata.name) : undefined;
    if (port === undefined || !isService(object)) return [object];
    const { selector: _, ...spec } = object.spec as { selector?: unknown };
    const { name, namespace } = object.metadata;
    return [{ ...object, spec }, {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: { name, namespace, labels: { "kubernetes.io/service-name": name } },
      addressType: "IPv4",
      endpoints: [{ addresses: [address], conditions: { ready: true } }],
      ports: object.spec.ports.map(({ name = "" }) => ({ name, port, protocol: "TCP" })),
    }];
  });
}

function isService(object: object): object is Service {
  return isObject(object) && object.kind === "Service";
}

/** No slice may have one of the loopback. */
function ownAddress(): string {
  const own = Deno.networkInterfaces().find(({ family, address }) =>
    family === "IPv4" && !address.startsWith("127.")
  );
  if (own === undefined) throw new Error("this machine has no address that services may lead to");
  return own.address;
}
