/**
 * What people are told of volumes some of whose files stand where others do.
 *
 * @module
 */

import type {
  PodCertificateProjection,
  Volume,
  VolumeProjection,
} from "../../../../toolkit/api/core_v1.ts";
import { quoteText } from "../../../../toolkit/values/mod.ts";
import { ENOUGH } from "../../validation/enough.ts";
import { Nesting } from "../../validation/nesting.ts";

/** What a volume, or one of its sources, shows the content of. */
interface Source {
  readonly kind: string;
  readonly name?: string | undefined;
}

interface File {
  readonly path: string;
  /** Where the volume has several sources, the file's own. */
  readonly source: Source | undefined;
}

/** Warns of files of one volume that overlap, one of which nobody will see. */
export function warnOfFiles(warnings: string[], volume: Volume): void {
  const { configMap, secret, downwardAPI, projected } = volume;
  if (configMap?.items !== undefined) {
    const source = { kind: "ConfigMap", name: configMap.name ?? "" };
    warnOfOverlaps(warnings, volume, source, [filesOf(configMap.items)]);
  }
  if (secret?.items !== undefined) {
    const source = { kind: "Secret", name: secret.secretName ?? "" };
    warnOfOverlaps(warnings, volume, source, [filesOf(secret.items)]);
  }
  if (downwardAPI?.items !== undefined) {
    warnOfOverlaps(warnings, volume, DOWNWARD, [filesOf(downwardAPI.items)]);
  }
  if (!projected?.sources) return;
  const sources = projected.sources.map((one) => isEmpty(one) ? undefined : projectedFiles(one));
  warnOfOverlaps(warnings, volume, PROJECTED, sources);
}

const DOWNWARD: Source = { kind: "DownwardAPI" };
const PROJECTED: Source = { kind: "Projected" };
const TOKEN: Source = { kind: "ServiceAccountToken" };

function filesOf(items: readonly { readonly path: string }[], source?: Source): File[] {
  return items.map(({ path }) => ({ path, source }));
}

function isEmpty(source: object): boolean {
  for (const _ in source) return false;
  return true;
}

/** The files of a projected volume's source; of several in one, the first is meant. */
function projectedFiles(source: VolumeProjection): File[] {
  const { configMap, secret, downwardAPI, serviceAccountToken, clusterTrustBundle } = source;
  if (configMap?.items !== undefined) {
    return filesOf(configMap.items, { kind: "ConfigMap", name: configMap.name ?? "" });
  }
  if (secret?.items !== undefined) {
    return filesOf(secret.items, { kind: "Secret", name: secret.name ?? "" });
  }
  if (downwardAPI?.items !== undefined) return filesOf(downwardAPI.items, DOWNWARD);
  if (serviceAccountToken !== undefined) return filesOf([serviceAccountToken], TOKEN);
  if (clusterTrustBundle !== undefined) {
    const { name, signerName = "" } = clusterTrustBundle;
    return filesOf([clusterTrustBundle], { kind: "ClusterTrustBundle", name: name ?? signerName });
  }
  return source.podCertificate === undefined ? [] : certificateFiles(source.podCertificate);
}

function certificateFiles(certificate: PodCertificateProjection): File[] {
  const { certificateChainPath, keyPath, credentialBundlePath } = certificate;
  const all: readonly (readonly [path: string | undefined, what: string])[] = [
    [certificateChainPath, "chain"],
    [keyPath, "key"],
    [credentialBundlePath, "credential bundle"],
  ];
  return all.flatMap(([path, what]) =>
    path ? [{ path, source: { kind: `PodCertificate ${what}` } }] : []
  );
}

/**
 * Warns of each file of the volume's sources that is the same as one before it, or one of which is a
 * folder on the way to the other; and of each source that is none at all.
 */
function warnOfOverlaps(
  warnings: string[],
  volume: Volume,
  whole: Source,
  sources: readonly (readonly File[] | undefined)[],
): void {
  const files = sources.flatMap((one) => one ?? []).map(withoutSlash);
  const overlaps = overlapsOf(files);
  if (overlaps === undefined && !sources.includes(undefined)) return;
  const where = `volume ${quoteText(volume.name)} (${shownSource(whole)})`;
  let index = 0;
  for (const source of sources) {
    if (warnings.length >= ENOUGH) return;
    if (source === undefined) warnings.push(`${where} has no sources provided`);
    for (let left = source?.length ?? 0; left > 0; left--, index++) {
      const file = files[index]!;
      for (const other of overlaps?.(index) ?? []) {
        if (warnings.length >= ENOUGH) return;
        const both = `${shownFile(file)} with ${shownFile(files[other]!)}`;
        warnings.push(`${where}: overlapping paths: ${both}`);
      }
    }
  }
}

function withoutSlash(file: File): File {
  const { path } = file;
  return path.endsWith("/") ? { ...file, path: path.replace(/(?<!\/)\/+$/, "") } : file;
}

/** The most files that are compared one by one. */
const FEW = 8;

/** Tells which files before one overlap it; undefined where few files do not. */
function overlapsOf(files: readonly File[]): ((index: number) => number[]) | undefined {
  // A folder's files begin with its path and a slash.
  const paths = files.map(({ path }) => `${path}/`);
  if (paths.length <= FEW && !hasOverlaps(paths)) return undefined;
  const nesting = new Nesting(paths, paths);
  return (index) => {
    if (paths[index] === "/") return [];
    const before = [...nesting.beginningsOf(index, index), ...nesting.wholesWith(index, index)];
    return [...new Set(before)].filter((other) => paths[other] !== "/").sort((a, b) => a - b);
  };
}

function hasOverlaps(paths: readonly string[]): boolean {
  return paths.some((path, index) =>
    paths.some((other, place) => place !== index && path.startsWith(other))
  );
}

function shownFile({ path, source }: File): string {
  return source === undefined ? quoteText(path) : `${quoteText(path)} (${shownSource(source)})`;
}

function shownSource({ kind, name }: Source): string {
  return name === undefined ? kind : `${kind} ${quoteText(name)}`;
}
