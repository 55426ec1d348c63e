/**
 * What several servers of a cluster say of one thing, in one text. Each adds what it believes: while authorities are
 * replaced some servers still have the old ones, and none may take away what another has said.
 *
 * @module
 */

import { certificatesOfPem, parseCertificate, toPem } from "../../toolkit/certificates/mod.ts";

/**
 * The certificates of two PEM texts, each once, but for those that are over: so an authority that is named no more is gone
 * at its end at the latest. What is no PEM counts for nothing; the server's own text stands where nothing is left.
 */
export function joinedAuthorities(known: string, own: string, nowMs: number): string {
  const blocks = [...certificatesIn(known), ...certificatesIn(own)]
    .filter((der) => isLasting(der, nowMs))
    .map((der) => toPem("CERTIFICATE", der));
  return blocks.length === 0 ? own : [...new Set(blocks)].join("");
}

/** The names of two JSON lists, each once, as a JSON list. */
export function joinedNames(known: string, own: readonly string[]): string {
  return JSON.stringify([...new Set([...namesIn(known), ...own])]);
}

function certificatesIn(pem: string): Uint8Array[] {
  try {
    return certificatesOfPem(pem, "it");
  } catch {
    return [];
  }
}

function isLasting(der: Uint8Array, nowMs: number): boolean {
  try {
    return parseCertificate(der).notAfter.getTime() > nowMs;
  } catch {
    return false;
  }
}

function namesIn(json: string): string[] {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}
