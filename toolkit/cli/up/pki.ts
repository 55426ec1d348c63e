/**
 * The keys and certificates of a local cluster. The first start makes all of them, also what nothing
 * uses yet; later ones keep them, and make anew, by the kept authorities, what does not do any more.
 *
 * @module
 */

import { createPrivateKey, createPublicKey, generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { join } from "node:path";
import {
  certificatesOfPem,
  type Issuer,
  issuerOf,
  type KeyPair,
  makeAuthority,
  makeCertificate,
  parseCertificate,
  USAGE,
} from "../../certificates/mod.ts";
import { writePrivately } from "../../clientconfig/file.ts";
import { type Dialect, NAMES } from "../../names.ts";
import { whyRenew } from "./kept_certificate.ts";
import { UpError } from "./up_error.ts";

/** Who signs: for servers and clients of the API, for its front proxy, for servers of node agents. */
export type AuthorityName = "ca" | "front-proxy-ca" | "nodeagent-ca";

const AUTHORITIES: readonly AuthorityName[] = ["ca", "front-proxy-ca", "nodeagent-ca"];

/** Members may do everything. */
export const GROUP_MASTERS = "system:masters";

/** What the API server calls itself towards extension servers. */
export const FRONT_PROXY = "front-proxy-client";

/** The metrics server, and the service that it is behind. */
const METRICS_SERVER = "metrics-server";

/** Where node agents on this machine are reached. */
const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "::1"];

/** What the certificates are made for. */
export interface PkiOptions {
  readonly folder: string;
  readonly dialect: Dialect;
  /** Names and addresses of the API server. */
  readonly hosts: readonly string[];
  readonly now: Date;
}

/** Files of a key pair. */
export interface PairFiles {
  readonly certificate: string;
  readonly key: string;
}

/** All that there is. */
export interface Pki {
  readonly authorities: Readonly<Record<AuthorityName, PairFiles & { readonly issuer: Issuer }>>;
  readonly apiServer: PairFiles;
  /** Of node agents on this machine. */
  readonly nodeAgent: PairFiles;
  /** Of the metrics server, for the API server. */
  readonly metricsServer: PairFiles;
  /** With which the API server calls node agents. */
  readonly nodeAgentClient: PairFiles;
  /** With which the API server calls the servers of extensions. */
  readonly frontProxyClient: PairFiles;
  /** With which tokens of service accounts are signed; `certificate` is the public key. */
  readonly serviceAccounts: PairFiles;
  /** How many pairs were made for the first time. */
  readonly made: number;
  readonly renewed: readonly Renewed[];
}

/** A file that was made anew. */
export interface Renewed {
  readonly file: string;
  /** What the one before was like. */
  readonly why: string;
}

/** What a start has done. */
interface Account {
  made: number;
  readonly renewed: Renewed[];
}

/** Reads what the folder holds, and makes what it lacks. Throws on what can't be made anew. */
export async function openPki(options: PkiOptions): Promise<Pki> {
  const { folder, dialect, hosts, now } = options;
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const names = NAMES[dialect];
  const account: Account = { made: 0, renewed: [] };
  const [serviceAccounts, ...opened] = await all([
    openServiceAccountKeys(folder, account),
    ...AUTHORITIES.map((name) => openAuthority(folder, name, options, account)),
  ]);
  const authorities = Object.fromEntries(
    AUTHORITIES.map((name, at) => [name, opened[at]]),
  ) as Record<AuthorityName, Authority>;
  const leaf = (file: string, by: AuthorityName, more: LeafOptions): Promise<PairFiles> =>
    openLeaf(filesOf(folder, file), { ...more, now }, authorities[by].issuer, account);
  const [apiServer, nodeAgent, metricsServer, nodeAgentClient, frontProxyClient] = await all([
    leaf("apiserver", "ca", {
      commonName: names.processApiServer,
      hosts,
      usages: [USAGE.server],
    }),
    leaf("nodeagent", "nodeagent-ca", {
      commonName: names.processNodeAgent,
      hosts: LOOPBACK,
      usages: [USAGE.server],
    }),
    leaf(METRICS_SERVER, "ca", {
      commonName: METRICS_SERVER,
      hosts: [...LOOPBACK, `${METRICS_SERVER}.${names.namespaceSystem}.svc`],
      usages: [USAGE.server],
    }),
    leaf("apiserver-nodeagent-client", "ca", {
      commonName: `${names.processApiServer}-${names.processNodeAgent}-client`,
      organizations: [GROUP_MASTERS],
      usages: [USAGE.client],
    }),
    leaf(FRONT_PROXY, "front-proxy-ca", {
      commonName: FRONT_PROXY,
      usages: [USAGE.client],
    }),
  ]);
  return {
    authorities,
    apiServer,
    nodeAgent,
    metricsServer,
    nodeAgentClient,
    frontProxyClient,
    serviceAccounts,
    ...account,
  };
}

/** As `Promise.all`, but none of them is still at work when it fails. */
async function all<const T extends readonly Promise<unknown>[]>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(promises);
  return await Promise.all(promises);
}

type Authority = PairFiles & { readonly issuer: Issuer };
type LeafOptions = Omit<Parameters<typeof makeCertificate>[0], "now">;

function filesOf(folder: string, name: string): PairFiles {
  return { certificate: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) };
}

async function openAuthority(
  folder: string,
  name: AuthorityName,
  { dialect, now }: PkiOptions,
  account: Account,
): Promise<Authority> {
  const files = filesOf(folder, name);
  const kept = await readPair(files);
  if (kept.certificate === undefined) {
    const commonName = name === "ca" ? `${NAMES[dialect].clusterName}-ca` : name;
    const issuer = await makeAuthority(commonName, now);
    await writePair(files, issuer);
    account.made++;
    return { ...files, issuer };
  }
  // Everything hangs on an authority: it is not replaced behind the back of those who trust it.
  if (kept.key === undefined) {
    throw new UpError(
      `${files.key} is missing: ${files.certificate} can't sign without it (orch reset begins anew)`,
    );
  }
  let issuer: Issuer;
  try {
    issuer = await issuerOf({ certificate: kept.certificate, key: kept.key }, name);
  } catch (error) {
    throw new UpError(
      `${files.certificate} can't be used: ${(error as Error).message} (orch reset begins anew)`,
      { cause: error },
    );
  }
  const { notAfter } = parseCertificate(certificatesOfPem(issuer.certificate, name)[0]!);
  if (notAfter <= now) {
    throw new UpError(
      `${files.certificate} has expired on ${notAfter.toISOString().slice(0, 10)}: ` +
        "orch reset begins anew",
    );
  }
  return { ...files, issuer };
}

async function openLeaf(
  files: PairFiles,
  wanted: Parameters<typeof makeCertificate>[0],
  issuer: Issuer,
  account: Account,
): Promise<PairFiles> {
  const { certificate, key } = await readPair(files);
  if (certificate === undefined || key === undefined) {
    account.made++;
  } else {
    const why = whyRenew({ certificate, key }, wanted, issuer);
    if (why === undefined) return files;
    account.renewed.push({ file: files.certificate, why });
  }
  await writePair(files, await makeCertificate(wanted, issuer));
  return files;
}

async function openServiceAccountKeys(folder: string, account: Account): Promise<PairFiles> {
  const files = {
    certificate: join(folder, "service-account.pub"),
    key: join(folder, "service-account.key"),
  };
  const kept = await readPair(files);
  let key = kept.key;
  if (key === undefined) {
    const { privateKey } = await promisify(generateKeyPair)("ec", { namedCurve: "P-256" });
    key = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
    await writePrivately(files.key, key);
    account.made++;
  }
  const public_ = publicKeyOf(key, files.key);
  if (kept.certificate !== public_) await writePrivately(files.certificate, public_);
  return files;
}

function publicKeyOf(key: string, file: string): string {
  try {
    const publicKey = createPublicKey(createPrivateKey(key) as never);
    return publicKey.export({ type: "spki", format: "pem" }) as string;
  } catch (error) {
    throw new UpError(
      `${file} holds no private key; tokens that it signed are lost (orch reset begins anew)`,
      { cause: error },
    );
  }
}

async function readPair(files: PairFiles): Promise<Partial<KeyPair>> {
  const [certificate, key] = await Promise.all([
    readIfPresent(files.certificate),
    readIfPresent(files.key),
  ]);
  return {
    ...(certificate !== undefined && { certificate }),
    ...(key !== undefined && { key }),
  };
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw new UpError(`${path} can't be read: ${(error as Error).message}`);
  }
}

/** The key first: with the certificate there, the pair is complete. */
async function writePair(files: PairFiles, pair: KeyPair): Promise<void> {
  await writePrivately(files.key, pair.key);
  await writePrivately(files.certificate, pair.certificate);
}
