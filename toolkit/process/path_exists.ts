/**
 * Whether there is something at a path.
 *
 * @module
 */

/** True for a file or a folder, also behind a link. Throws where nobody may look. */
export async function pathExists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
