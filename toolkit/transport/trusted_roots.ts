/**
 * Bundles of roots, parsed once: the same bundle comes with every request.
 *
 * @module
 */

import { type Roots, rootsOfPem } from "../certificates/roots.ts";
import { RecentMap } from "../recent_map.ts";
import { transportError } from "./transport_error.ts";

/** Bundles that are kept: those that were used last. */
const parsed = new RecentMap<string, Roots>(256);

/** The roots of a PEM text. Throws a {@link TransportError} where it holds none. */
export function trustedRoots(pem: string): Roots {
  const roots = parsed.get(pem) ?? read(pem);
  parsed.set(pem, roots);
  return roots;
}

function read(pem: string): Roots {
  try {
    return rootsOfPem(pem, "the bundle of authorities");
  } catch (error) {
    throw transportError(error);
  }
}
