/**
 * Why a service leads nowhere.
 *
 * @module
 */

import { type Client, EndpointSlice, type ObjectOf, Service } from "../../toolkit/mod.ts";
import type { Explain } from "./facts.ts";
import { type LivePod, podFacts, podsOf } from "./pods.ts";

type LiveService = ObjectOf<typeof Service>;

export const explainService: Explain = async (client, place) => {
  const service = await client.get(Service, place);
  const { spec } = service;
  const { namespace, name } = place;
  if (spec.type === "ExternalName") {
    return {
      head: `Service ${namespace}/${name} is another name of ${spec.externalName}`,
      says: ["no pods are behind it, and no ports of it are looked at"],
    };
  }
  const ready = await readyEndpoints(client, service);
  const head = `Service ${namespace}/${name}: ${ready} addresses are ready behind it`;
  const says = spec.type === "LoadBalancer" && !service.status?.loadBalancer?.ingress?.length
    ? ["nobody has given it an address outside of the cluster yet"]
    : [];
  const selector = Object.entries(spec.selector ?? {});
  if (selector.length === 0) {
    return {
      head,
      says: [...says, "it has no selector: what is behind it somebody else has to say"],
    };
  }
  const pods = await podsOf(client, namespace, { matchLabels: { ...spec.selector } });
  if (pods.length === 0) {
    const labels = selector.map(([key, value]) => `${key}=${value}`).join(",");
    return { head, says: [...says, `no pod of its namespace has the labels ${labels}`] };
  }
  return { head, says: [...says, ...portFacts(service, pods), ...await podFacts(client, pods)] };
};

async function readyEndpoints(client: Client, { metadata }: LiveService): Promise<number> {
  const { namespace, name } = metadata;
  const labelSelector = { matchLabels: { [client.names.labelSliceServiceName]: name } };
  const ready = new Set<string>();
  for await (const slice of client.iterate(EndpointSlice, { namespace, labelSelector })) {
    for (const { addresses, conditions } of slice.endpoints ?? []) {
      // What says nothing of it is ready.
      if (conditions?.ready !== false) { for (const address of addresses) ready.add(address); }
    }
  }
  return ready.size;
}

/** Ports that lead to a port by a name that none of the pods has. */
function portFacts({ spec }: LiveService, pods: readonly LivePod[]): string[] {
  const names = new Set(
    pods.flatMap((pod) =>
      [...pod.spec.containers, ...pod.spec.initContainers ?? []]
        .flatMap(({ ports = [] }) => ports.map((one) => one.name))
    ),
  );
  return (spec.ports ?? []).flatMap(({ port, targetPort }) =>
    typeof targetPort === "string" && !/^\d+$/.test(targetPort) && !names.has(targetPort)
      ? [`its port ${port} leads to one called ${targetPort}, which no container of its pods has`]
      : []
  );
}
