/**
 * Whether an address can be listened on, found out before anything depends on it.
 *
 * @module
 */

import type { Listening } from "./children.ts";
import { freePort } from "./free_port.ts";
import { UpError } from "./up_error.ts";

/** The address, with a free port chosen where none is named. Throws, naming it, when it is taken. */
export function checkListening({ bindAddress, port }: Listening): Listening {
  try {
    if (port === 0) return { bindAddress, port: freePort(bindAddress) };
    Deno.listen({ hostname: bindAddress, port }).close();
    return { bindAddress, port };
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) {
      throw new UpError(
        `port ${port} of ${bindAddress} is taken by another program: choose another by --port, or ` +
          "any that is free by --port=0",
      );
    }
    if (error instanceof Deno.errors.AddrNotAvailable) {
      throw new UpError(
        `${bindAddress} is no address of this machine: choose another by --bind-address`,
      );
    }
    if (error instanceof Deno.errors.PermissionDenied) {
      throw new UpError(
        `port ${port} of ${bindAddress} may not be listened on by this user: choose one above 1023 by --port`,
      );
    }
    throw new UpError(`port ${port} of ${bindAddress} can't be listened on: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
