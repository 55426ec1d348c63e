/**
 * The authorities that accounts and namespaces are told of.
 *
 * @module
 */

import { certificatesOfPem, parseCertificate } from "../../toolkit/certificates/mod.ts";

/**
 * The text of the file of `--root-ca-file`; undefined: none is named. Throws, naming the flag, where it holds no
 * certificate, or one that can't be read: it would be handed to everybody, and nobody could use it.
 */
export function rootAuthoritiesOf(path: string): string | undefined {
  if (path === "") return undefined;
  try {
    const text = Deno.readTextFileSync(path);
    certificatesOfPem(text, path).forEach(parseCertificate);
    return text;
  } catch (error) {
    throw new Error(`--root-ca-file: ${(error as Error).message}`, { cause: error });
  }
}
