/**
 * What endpoints should be, beside what they are.
 *
 * @module
 */

import type { coreV1, Endpoints, ObjectOf } from "../../toolkit/mod.ts";
import { equalJson } from "../../toolkit/values/json.ts";
import { type CachedService, isHeadless, packSubsets, type ServiceNames } from "../services/mod.ts";
import { cutAddresses } from "./capacity.ts";

/** Endpoints as they are known. */
export type CachedEndpoints = ObjectOf<typeof Endpoints>;

/** Who tells of endpoints, and writes them. */
export const ENDPOINTS_MANAGER = "endpoint-controller";

const TRUNCATED = "truncated";

/** What the endpoints of a service should say. */
export interface WantedEndpoints {
  readonly service: CachedService;
  readonly subsets: readonly coreV1.EndpointSubset[];
  /** When that came to be, if it is told. */
  readonly time: string | undefined;
}

/** Whether nothing has to be written. */
export function isRight(
  { metadata: { labels = {}, annotations = {} }, subsets }: CachedEndpoints,
  { service, subsets: wanted }: WantedEndpoints,
  { endpointsManagedBy, headless, overCapacity }: ServiceNames,
): boolean {
  const { [endpointsManagedBy]: manager, [headless]: _, ...others } = labels;
  const fitting = cutAddresses(wanted);
  return manager === ENDPOINTS_MANAGER &&
    equalJson(others, service.metadata.labels ?? {}) &&
    annotations[overCapacity] === (fitting === wanted ? undefined : TRUNCATED) &&
    equalJson(packSubsets((subsets ?? []).map(withoutVersions)), packSubsets(fitting));
}

/** The endpoints to write: new ones, or `current` made right. */
export function endpointsDraft(
  current: CachedEndpoints | undefined,
  { service, subsets, time }: WantedEndpoints,
  { endpointsManagedBy, headless, overCapacity, changeTime }: ServiceNames,
) {
  const { namespace = "", name, labels = {} } = service.metadata;
  const { [headless]: _, ...own } = labels;
  const { [changeTime]: __, [overCapacity]: ___, ...kept } = current?.metadata.annotations ?? {};
  const fitting = cutAddresses(subsets);
  return {
    ...current,
    metadata: {
      ...(current?.metadata ?? { namespace, name }),
      labels: {
        ...own,
        ...(isHeadless(service) && { [headless]: "" }),
        [endpointsManagedBy]: ENDPOINTS_MANAGER,
      },
      annotations: {
        ...kept,
        ...(time !== undefined && { [changeTime]: time }),
        ...(fitting !== subsets && { [overCapacity]: TRUNCATED }),
      },
    },
    subsets: [...fitting],
  };
}

/** Without the versions of the pods: each of their changes would be one of the endpoints'. */
function withoutVersions(
  { addresses, notReadyAddresses, ...subset }: coreV1.EndpointSubset,
): coreV1.EndpointSubset {
  const stripped = (list: readonly coreV1.EndpointAddress[]) =>
    list.map(({ targetRef, ...address }) => {
      if (targetRef === undefined) return address;
      const { resourceVersion: _, ...reference } = targetRef;
      return { ...address, targetRef: reference };
    });
  return {
    ...subset,
    ...(addresses && { addresses: stripped(addresses) }),
    ...(notReadyAddresses && { notReadyAddresses: stripped(notReadyAddresses) }),
  };
}
