/**
 * Ports of the loopback for programs that must be told one.
 *
 * @module
 */

import { tmpdir } from "node:os";

/**
 * Below those that systems take for connections and for who asks for any: however long a program takes until it listens,
 * none of the other tests is given its port meanwhile.
 */
const FIRST_PORT = 10_000;
const PORTS = 10_000;

/** Where this user's tests note how far they are, whatever process and worker they run in. */
const NOTE = `${tmpdir()}/orch-test-port-${Deno.uid()}`;

/** A port that nobody listens on; all others are given away before it is again. */
export function freePort(): number {
  using file = Deno.openSync(NOTE, { read: true, write: true, create: true });
  file.lockSync(true);
  const note = new DataView(new ArrayBuffer(2));
  // A new note is empty.
  file.readSync(new Uint8Array(note.buffer));
  let at = note.getUint16(0);
  do at = (at + 1) % PORTS; while (!isFree(FIRST_PORT + at));
  note.setUint16(0, at);
  file.seekSync(0, Deno.SeekMode.Start);
  file.writeSync(new Uint8Array(note.buffer));
  return FIRST_PORT + at;
}

function isFree(port: number): boolean {
  try {
    Deno.listen({ hostname: "127.0.0.1", port }).close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return false;
    throw error;
  }
}
