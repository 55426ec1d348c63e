/**
 * The row that says whose store this is.
 *
 * @module
 */

import { type Dialect, parseDialect } from "../../../toolkit/names.ts";
import { Corrupt, NewerFormat, WrongDialect } from "../errors.ts";
import type { KvDatabase } from "./database.ts";
import { encodeRevision, FORMAT, META_ROW, NEWEST_ROW } from "./layout.ts";
import { EMPTY_REVISION } from "./replica.ts";

interface Meta {
  readonly format: number;
  readonly dialect: Dialect;
}

/** Makes the database a store of `dialect` if it is empty; throws unless it is one already. */
export async function claimStore(kv: KvDatabase, dialect: Dialect, where: string): Promise<void> {
  for (;;) {
    const { value } = await kv.get(META_ROW);
    if (value !== null) return checkMeta(parseMeta(value, where), dialect, where);
    for await (const { key } of kv.list({ prefix: [] }, { limit: 1 })) {
      // The row of another process that claims it at this moment is no stranger's.
      if (key.length === 1 && (await kv.get(META_ROW)).value !== null) break;
      throw new Corrupt(`${where} holds data, but not of a store: refusing to write there`);
    }
    const meta: Meta = { format: FORMAT, dialect };
    await kv.atomic()
      .check({ key: META_ROW, versionstamp: null })
      .set(META_ROW, new TextEncoder().encode(JSON.stringify(meta)))
      .set(NEWEST_ROW, encodeRevision(EMPTY_REVISION))
      .commit();
  }
}

function parseMeta(value: unknown, where: string): { format: number; dialect: string } {
  try {
    if (!(value instanceof Uint8Array)) throw new Error("it is not text");
    const meta = JSON.parse(new TextDecoder().decode(value));
    if (!Number.isSafeInteger(meta?.format) || typeof meta.dialect !== "string") {
      throw new Error("it has no format and dialect");
    }
    return meta;
  } catch (error) {
    throw new Corrupt(`the description of ${where} can't be read: ${(error as Error).message}`);
  }
}

function checkMeta(meta: { format: number; dialect: string }, wanted: Dialect, where: string) {
  if (meta.format > FORMAT) throw new NewerFormat(where, meta.format, FORMAT);
  if (parseDialect(meta.dialect) !== wanted) throw new WrongDialect(where, meta.dialect, wanted);
}
