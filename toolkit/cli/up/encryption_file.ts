/**
 * The file that says how secrets of a local cluster are encrypted in its store. Its key is made once: who
 * loses it has lost the secrets.
 *
 * @module
 */

import { randomBytes } from "node:crypto";
import { encodeYaml } from "../../codec/mod.ts";
import { writePrivately } from "../../clientconfig/file.ts";
import { type Dialect, NAMES } from "../../names.ts";
import { UpError } from "./up_error.ts";

/** Where it is, and what it is to say. */
export interface EncryptionFileOptions {
  readonly path: string;
  readonly dialect: Dialect;
  /** Whether it is made where it is missing. */
  readonly isWanted: boolean;
  /** Whether an earlier start has had it. */
  readonly wasThere: boolean;
}

const KEY_BYTES = 32;

/**
 * Makes the file where it is missing and wanted; true if it did. What is there is its owner's, and stays. Throws where
 * it is lost: with a new key it would seem that nothing was.
 */
export async function openEncryptionFile(
  { path, dialect, isWanted, wasThere }: EncryptionFileOptions,
): Promise<boolean> {
  if (await isThere(path)) return false;
  if (wasThere) {
    throw new UpError(
      `${path} is missing: the secrets in the store can't be read without its key; ` +
        "put it back (orch reset begins anew)",
    );
  }
  if (!isWanted) return false;
  const secret = randomBytes(KEY_BYTES).toString("base64");
  await writePrivately(
    path,
    encodeYaml({
      kind: "EncryptionConfiguration",
      apiVersion: `${NAMES[dialect].configGroupApiServer}/v1`,
      resources: [{
        resources: ["secrets"],
        // What was stored before is read as it is.
        providers: [{ secretbox: { keys: [{ name: "key1", secret }] } }, { identity: {} }],
      }],
    }),
  );
  return true;
}

/** Whether there is such a file: a store that began encrypted can't be read without it. */
export async function isThere(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
