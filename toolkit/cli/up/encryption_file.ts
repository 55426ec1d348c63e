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

/** Where it is, and what it is to say. */
export interface EncryptionFileOptions {
  readonly path: string;
  readonly dialect: Dialect;
}

const KEY_BYTES = 32;

/** Makes the file where it is missing; true if it did. What is there is its owner's, and stays. */
export async function openEncryptionFile(
  { path, dialect }: EncryptionFileOptions,
): Promise<boolean> {
  if (await isThere(path)) return false;
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
