/**
 * The row that says whose store this is.
 *
 * @module
 */

import { type Expected, formatOf, newDescription } from "../description.ts";
import { Corrupt } from "../errors.ts";
import type { KvDatabase } from "./database.ts";
import { encodeRevision, META_ROW, NEWEST_ROW } from "./layout.ts";
import { EMPTY_REVISION } from "./replica.ts";

/** Makes the database a store if it is empty; throws unless it is the expected one already. */
export async function claimStore(kv: KvDatabase, expected: Expected): Promise<void> {
  for (;;) {
    const { value } = await kv.get(META_ROW);
    if (value !== null) return void formatOf(value, expected);
    for await (const { key } of kv.list({ prefix: [] }, { limit: 1 })) {
      // The row of another process that claims it at this moment is no stranger's.
      if (key.length === 1 && (await kv.get(META_ROW)).value !== null) break;
      throw new Corrupt(
        `${expected.where} holds data that is not of a store: refusing to write there`,
      );
    }
    await kv.atomic()
      .check({ key: META_ROW, versionstamp: null })
      .set(META_ROW, newDescription(expected))
      .set(NEWEST_ROW, encodeRevision(EMPTY_REVISION))
      .commit();
  }
}
