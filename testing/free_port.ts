/**
 * Ports of the loopback for programs that must be told one.
 *
 * @module
 */

/** A port that was free a moment ago. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
