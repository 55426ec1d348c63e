/**
 * Equal shares of all objects.
 *
 * @module
 */

/** One of so many shares, from 0. */
export interface Shard {
  readonly of: number;
  readonly at: number;
}

const OFFSET = 0xcbf29ce484222325n, PRIME = 0x100000001b3n;

/** The hash by which a server shares objects out, too: FNV-1a of 64 bits, of the uid. */
function shardHash(uid: string): bigint {
  let hash = OFFSET;
  for (const byte of new TextEncoder().encode(uid)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  }
  return hash;
}

/** Whether an object is in a share: those are ranges of the hash. */
export function isInShard(uid: string, { of, at }: Shard): boolean {
  return Number(shardHash(uid) * BigInt(of) >> 64n) === at;
}

/** Throws a RangeError for a share that there is not. */
export function checkShard({ of, at }: Shard): void {
  if (!Number.isSafeInteger(of) || of < 1 || !Number.isSafeInteger(at) || at < 0 || at >= of) {
    throw new RangeError(`the shard ${at} of ${of} does not exist: at goes from 0 to below of`);
  }
}
