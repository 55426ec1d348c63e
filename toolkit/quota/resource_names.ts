/**
 * What quotas call the resources that containers ask for.
 *
 * @module
 */

import type { Names } from "../names.ts";
import { checkLabelKey } from "../validation/mod.ts";

/** What stands before the name of a resource of which the requests are counted. */
export const REQUESTS = "requests.";

/** Whether a resource is the system's own, not that of some device. */
function isNative(name: string, { domain }: Names): boolean {
  return !name.includes("/") || name.includes(`${domain}/`);
}

/** What containers ask for by the name of a device class begins with. */
export function deviceClassPrefix({ domain }: Names): string {
  return `deviceclass.resource.${domain}/`;
}

/** Whether containers ask for a device by it, and quotas count that. */
export function isDeviceResource(name: string, names: Names): boolean {
  if (name.startsWith(deviceClassPrefix(names))) return true;
  return !isNative(name, names) && !name.startsWith(REQUESTS) &&
    checkLabelKey(REQUESTS + name).length === 0;
}

/** Whether a quota counts requests for a device by it. */
export function isDeviceRequest(name: string, names: Names): boolean {
  return name.startsWith(REQUESTS) &&
    (!isNative(name, names) || name.startsWith(REQUESTS + deviceClassPrefix(names)));
}
