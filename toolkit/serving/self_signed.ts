/**
 * The certificate of a server that was given none: signed by an authority that is made for it and
 * then forgotten, which is appended so that clients can be told to trust it.
 *
 * @module
 */

import {
  certificatesOfPem,
  type KeyPair,
  makeAuthority,
  makeCertificate,
  parseCertificate,
  USAGE,
} from "../certificates/mod.ts";
import { fileProblem } from "../flags/mod.ts";
import { type Logger, silentLogger } from "../logger.ts";
import { checkedPair, readText } from "./key_pair.ts";

/** For whom, and where it is kept. */
export interface SelfSignedOptions {
  /** Names and addresses that clients use; the first is what it is called. */
  readonly hosts: readonly string[];
  /** Where the pair is kept and looked for; empty: nowhere, it is made anew at each start. */
  readonly folder: string;
  /** The files are called `NAME.crt` and `NAME.key`. */
  readonly baseName: string;
  readonly now: Date;
  readonly logger?: Logger;
}

/** Where the pair is, or the pair itself when it is kept nowhere. */
export type SelfSigned = { readonly certFile: string; readonly keyFile: string } | KeyPair;

/** The pair of the folder if it holds one that is still valid; otherwise a new one. */
export async function selfSigned(options: SelfSignedOptions): Promise<SelfSigned> {
  const { folder, baseName, now, logger = silentLogger } = options;
  if (folder === "") return await makePair(options);
  const files = { certFile: `${folder}/${baseName}.crt`, keyFile: `${folder}/${baseName}.key` };
  const [certificate, key] = await Promise.all([
    readText(files.certFile, "optional"),
    readText(files.keyFile, "optional"),
  ]);
  if ((certificate === undefined) !== (key === undefined)) {
    // Nobody knows what the lone file belongs to: it is not overwritten.
    const [there, missing] = certificate === undefined
      ? [files.keyFile, files.certFile]
      : [files.certFile, files.keyFile];
    throw new Error(`${there} is there, but ${missing} is not: a pair needs both`);
  }
  if (certificate !== undefined && key !== undefined) {
    checkedPair(certificate, key, files.certFile, files.keyFile);
    const [own] = certificatesOfPem(certificate, files.certFile).map(parseCertificate);
    if (own !== undefined && own.notAfter > now) return files;
    logger.warning("The self-signed certificate has expired, a new one is made", {
      file: files.certFile,
    });
  }
  const made = await makePair(options);
  try {
    await Deno.mkdir(folder, { recursive: true, mode: 0o755 });
    // The key first: with the certificate there, the pair is complete.
    await replaceFile(files.keyFile, made.key, 0o600);
    await replaceFile(files.certFile, made.certificate, 0o644);
  } catch (error) {
    throw new Error(
      `the self-signed certificate can't be kept in ${folder}, the folder of --cert-dir: ` +
        fileProblem(error),
    );
  }
  return files;
}

async function makePair({ hosts, now }: SelfSignedOptions): Promise<KeyPair> {
  const commonName = hosts[0] ?? "localhost";
  const stamp = Math.floor(now.getTime() / 1000);
  const authority = await makeAuthority(`${commonName}-ca@${stamp}`, now);
  const pair = await makeCertificate(
    { commonName: `${commonName}@${stamp}`, hosts: [...hosts], usages: [USAGE.server], now },
    authority,
  );
  return { certificate: pair.certificate + authority.certificate, key: pair.key };
}

/** Never half a file, and never one that others could read for a moment. */
async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const temporary = `${path}.${crypto.randomUUID()}`;
  try {
    await Deno.writeTextFile(temporary, text, { mode, createNew: true });
    await Deno.rename(temporary, path);
  } catch (error) {
    await Deno.remove(temporary).catch(() => {});
    throw error;
  }
}
