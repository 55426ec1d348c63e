/**
 * Resources that a pod asks its node for by name, as requests for devices.
 *
 * @module
 */

import type { coreV1, resourceV1 } from "../../../toolkit/mod.ts";
import { Quantity } from "../../../toolkit/mod.ts";

/** Requests, and which containers they are for. */
export interface ExtendedRequests {
  readonly requests: readonly resourceV1.DeviceRequest[];
  readonly mappings: readonly coreV1.ContainerExtendedResourceRequest[];
}

interface Asked {
  /** Undefined: what others have is enough. */
  readonly request: { readonly name: string; readonly count: number } | undefined;
  readonly mappings: coreV1.ContainerExtendedResourceRequest[];
}

/**
 * One request for each container that stays, and one for those that end before these begin, as far as they need more
 * than the later ones have. `classes`: the class of devices of each resource.
 */
export function extendedRequestsOf(
  { containers, initContainers = [] }: coreV1.PodSpec,
  classes: ReadonlyMap<string, string>,
): ExtendedRequests {
  const all = [...initContainers, ...containers];
  const ends = (at: number) => at < initContainers.length && all[at]!.restartPolicy !== "Always";
  const requests: resourceV1.DeviceRequest[] = [];
  const mappings: coreV1.ContainerExtendedResourceRequest[] = [];
  for (const resource of [...classes.keys()].sort()) {
    const deviceClassName = classes.get(resource)!;
    const staying = all.map((one, at) => ends(at) ? undefined : askedBy(one, at, resource, []));
    const ending = all.flatMap((one, at) =>
      ends(at)
        ? askedBy(one, at, resource, staying.slice(at).flatMap((each) => each?.request ?? []))
        : []
    );
    const most = ending.flatMap(({ request }) => request ?? [])
      .reduce<Asked["request"]>(
        (most, one) => most && most.count >= one.count ? most : one,
        undefined,
      );
    const own = new Set(ending.map(({ request }) => request?.name));
    for (const request of [most, ...staying.map((one) => one?.request)]) {
      if (request === undefined) continue;
      const { name, count } = request;
      requests.push({ name, exactly: { deviceClassName, allocationMode: "ExactCount", count } });
    }
    mappings.push(
      ...staying.flatMap((one) => one?.mappings ?? []),
      // Of those that end one is there at a time.
      ...ending.flatMap((one) =>
        one.mappings.map((each) =>
          own.has(each.requestName) ? { ...each, requestName: most!.name } : each
        )
      ),
    );
  }
  requests.sort((one, other) => one.name < other.name ? -1 : 1);
  return { requests, mappings };
}

/** `others`: requests that the container can use, as their own are not there yet. */
function askedBy(
  { name: containerName, resources }: coreV1.Container,
  at: number,
  resourceName: string,
  others: readonly { readonly name: string; readonly count: number }[],
): Asked {
  const asked = resources?.requests ?? {};
  const amount = Object.hasOwn(asked, resourceName)
    ? Number(Quantity.parse(asked[resourceName]!).value())
    : 0;
  const mappings: Asked["mappings"] = [];
  if (amount === 0) return { request: undefined, mappings };
  let had = 0;
  for (const { name: requestName, count } of others) {
    had += count;
    mappings.push({ containerName, resourceName, requestName });
    if (had >= amount) return { request: undefined, mappings };
  }
  const place = Object.keys(asked).sort().indexOf(resourceName);
  const requestName = `container-${at}-request-${place}`;
  mappings.push({ containerName, resourceName, requestName });
  return { request: { name: requestName, count: amount - had }, mappings };
}
