/**
 * Writes the launchers into a folder.
 *
 * @module
 */

import { join } from "node:path";
import { MARK } from "./launchers.ts";

/** Why launchers can't be written; its message says what to do. */
export class EnvtestError extends Error {
  override name = "EnvtestError";
}

/** Much more than a launcher has: what is larger is none. */
const LAUNCHER_LIMIT_BYTES = 64 * 1024;

/**
 * Writes `launchers`, by their names, into `folder`, which is made where there is none. Launchers that
 * are there are replaced, each at once, so that one that is just being started is whole. Throws an
 * {@link EnvtestError} where anything else has one of the names, before any is written.
 */
export async function writeLaunchers(
  folder: string,
  launchers: Readonly<Record<string, string>>,
): Promise<void> {
  try {
    await Deno.mkdir(folder, { recursive: true });
    for (const name of Object.keys(launchers)) await checkReplaceable(join(folder, name));
    for (const [name, text] of Object.entries(launchers)) {
      const made = join(folder, `.${name}.${crypto.randomUUID()}`);
      try {
        await Deno.writeTextFile(made, text, { createNew: true });
        // What is written is executable whatever the mask of new files.
        await Deno.chmod(made, 0o755);
        await Deno.rename(made, join(folder, name));
      } catch (error) {
        await Deno.remove(made).catch(() => {});
        throw error;
      }
    }
  } catch (error) {
    if (error instanceof EnvtestError) throw error;
    throw new EnvtestError(`launchers can't be written to ${folder}: ${(error as Error).message}`);
  }
}

async function checkReplaceable(path: string): Promise<void> {
  const info = await Deno.lstat(path).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  });
  if (info === undefined) return;
  const isLauncher = info.isFile && info.size <= LAUNCHER_LIMIT_BYTES &&
    (await Deno.readTextFile(path)).includes(`\n${MARK}\n`);
  if (isLauncher) return;
  throw new EnvtestError(
    `${path} is there already, and orch envtest did not write it: choose another folder, or delete it`,
  );
}
