/**
 * Ports for processes that are started a while after they were told one.
 *
 * @module
 */

/**
 * Systems take the port of a connection, and that of who asks for any, from higher ones, 32768 and up: one of those
 * may be another's before the process listens on it.
 */
const FIRST_PORT = 20_000;
const END_PORT = 32_768;
/** Where so many in a row are taken the system may choose. */
const TRIES = 100;

/** A port of an address that nobody listens on, and that no system gives away by itself. */
export function freePort(hostname: string, random: () => number = Math.random): number {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = FIRST_PORT + Math.floor(random() * (END_PORT - FIRST_PORT));
    if (isFree(hostname, port)) return port;
  }
  using listener = Deno.listen({ hostname, port: 0 });
  return listener.addr.port;
}

/** Throws where it is another reason that it can't be listened on. */
function isFree(hostname: string, port: number): boolean {
  try {
    Deno.listen({ hostname, port }).close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return false;
    throw error;
  }
}
