/**
 * Labels and annotations of what services lead to.
 *
 * @module
 */

import type { Names } from "../../toolkit/names.ts";

/** What they are called in a dialect. */
export interface ServiceNames {
  /** Label of a slice: whose it is. */
  readonly service: string;
  /** Label of a slice: who writes it. */
  readonly managedBy: string;
  /** Label of endpoints: who writes them. */
  readonly endpointsManagedBy: string;
  /** Label of a service without an address of its own. */
  readonly headless: string;
  /** Label of endpoints that are not to be mirrored. */
  readonly skipMirror: string;
  /** Annotation: when the change was that this is the answer to. */
  readonly changeTime: string;
  /** Annotation of endpoints that were cut. */
  readonly overCapacity: string;
  /** Who writes the slices of services. */
  readonly sliceManager: string;
  /** Who writes the slices of mirrored endpoints. */
  readonly mirrorManager: string;
}

/** The names in a dialect. */
export function serviceNames({ domain, groupSuffix, ...names }: Names): ServiceNames {
  return {
    service: names.labelSliceServiceName,
    managedBy: names.labelSliceManager,
    endpointsManagedBy: `endpoints.${domain}/managed-by`,
    headless: `service.${domain}/headless`,
    skipMirror: `endpointslice.${domain}/skip-mirror`,
    changeTime: `endpoints.${domain}/last-change-trigger-time`,
    overCapacity: `endpoints.${domain}/over-capacity`,
    sliceManager: `endpointslice-controller.${groupSuffix}`,
    mirrorManager: `endpointslicemirroring-controller.${groupSuffix}`,
  };
}

/** Whether a service has no address of its own. */
export function isHeadless(
  { spec }: { readonly spec?: { readonly clusterIP?: string } },
): boolean {
  return !spec?.clusterIP || spec.clusterIP === "None";
}
