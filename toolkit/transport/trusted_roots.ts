/**
 * Bundles of roots, parsed once: the same bundle comes with every request.
 *
 * @module
 */

import { type Roots, rootsOfPem } from "../certificates/roots.ts";
import { transportError } from "./transport_error.ts";

/** Bundles that are kept. */
const MOST_BUNDLES = 256;

const parsed = new Map<string, Roots>();

/** The roots of a PEM text. Throws a {@link TransportError} where it holds none. */
export function trustedRoots(pem: string): Roots {
  const known = parsed.get(pem);
  if (known !== undefined) {
    // The one that was used longest ago goes first.
    parsed.delete(pem);
    parsed.set(pem, known);
    return known;
  }
  const roots = read(pem);
  if (parsed.size >= MOST_BUNDLES) {
    for (const oldest of parsed.keys()) {
      parsed.delete(oldest);
      break;
    }
  }
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
