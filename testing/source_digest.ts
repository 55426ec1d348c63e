/**
 * What a program is made of, as a short name that is another for other sources.
 *
 * @module
 */

/** How much of the digest is told apart. */
const DIGITS = 16;

/** The digest of the files of `folder` whose names `source` has. */
export async function sourceDigest(folder: string, source: RegExp): Promise<string> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(folder)) if (source.test(name)) names.push(name);
  return await digestOfFiles(folder, names);
}

/** The digest of these files, whose paths are below `folder`. */
export async function digestOfFiles(folder: string, names: readonly string[]): Promise<string> {
  let text = "";
  for (const name of names.toSorted()) {
    text += `${name}\n${await Deno.readTextFile(`${folder}/${name}`)}\n`;
  }
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex().slice(0, DIGITS);
}
