/**
 * What people are told of volumes some of whose files stand where others do.
 *
 * @module
 */

import type {
  PodCertificateProjection,
  Volume,
  VolumeProjection,
} from "../../../../../toolkit/api/core_v1.ts";
import { quoteText } from "../../../../../toolkit/values/mod.ts";

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
    warnOfOverlaps(warnings, volume, source, filesOf(configMap.items));
  }
  if (secret?.items !== undefined) {
    const source = { kind: "Secret", name: secret.secretName ?? "" };
    warnOfOverlaps(warnings, volume, source, filesOf(secret.items));
  }
  if (downwardAPI?.items !== undefined) {
    warnOfOverlaps(warnings, volume, DOWNWARD, filesOf(downwardAPI.items));
  }
  if (!projected?.sources) return;
  const files: File[] = [];
  for (const source of projected.sources) {
    if (isEmpty(source)) {
      warnings.push(`volume ${quoteText(volume.name)} (Projected) has no sources provided`);
    } else warnOfOverlaps(warnings, volume, PROJECTED, projectedFiles(source), files);
  }
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

/** Warns of each of `files` that overlaps one of those before it, `known` first, and adds it there. */
function warnOfOverlaps(
  warnings: string[],
  volume: Volume,
  whole: Source,
  files: readonly File[],
  known: File[] = [],
): void {
  for (const sent of files) {
    const file = sent.path.endsWith("/") ? { ...sent, path: sent.path.replace(/\/+$/, "") } : sent;
    for (const other of known) {
      if (!overlap(file.path, other.path)) continue;
      warnings.push(
        `volume ${quoteText(volume.name)} (${shownSource(whole)}): overlapping paths: ` +
          `${shownFile(file)} with ${shownFile(other)}`,
      );
    }
    known.push(file);
  }
}

/** Whether two paths are the same, or one is a folder on the way to the other. */
function overlap(one: string, other: string): boolean {
  if (one.length < other.length) return overlap(other, one);
  return other !== "" && one.startsWith(other) &&
    (one.length === other.length || one[other.length] === "/");
}

function shownFile({ path, source }: File): string {
  return source === undefined ? quoteText(path) : `${quoteText(path)} (${shownSource(source)})`;
}

function shownSource({ kind, name }: Source): string {
  return name === undefined ? kind : `${kind} ${quoteText(name)}`;
}
