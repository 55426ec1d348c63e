/**
 * The client configs of a local cluster: one for the person at the keyboard, one for each process
 * that will call the API server.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { join } from "node:path";
import {
  type CertificateOptions,
  type Issuer,
  type KeyPair,
  makeCertificate,
  privateKeyOfItsKind,
  USAGE,
} from "../../certificates/mod.ts";
import {
  type ClientConfig,
  ClientConfigError,
  emptyClientConfig,
  parseClientConfig,
  printClientConfig,
  writeClientConfig,
} from "../../clientconfig/mod.ts";
import { type Dialect, NAMES, type Names } from "../../names.ts";
import { whyRenew } from "./kept_certificate.ts";
import { GROUP_MASTERS, type Renewed } from "./pki.ts";
import { METRICS_SERVER_USER } from "./register_metrics_server.ts";
import { SIMULATED_NODES } from "./simulated_nodes_role.ts";

/** All node agents. */
const GROUP_NODES = "system:nodes";

/** What a config calls the cluster, and itself: told apart from other clusters of the same person. */
const CLUSTER = "orch";

/** What the configs are made for. */
export interface ClientConfigOptions {
  readonly folder: string;
  readonly dialect: Dialect;
  /** Where the API server is. */
  readonly url: string;
  /** Who signed the server's certificate, and signs those of clients. */
  readonly authority: Issuer;
  /** What this machine is called as a node. */
  readonly nodeName: string;
  readonly now: Date;
}

/** Where the configs are, and what has happened to them. */
export interface ClientConfigs {
  readonly admin: string;
  readonly controllerManager: string;
  readonly scheduler: string;
  readonly nodeAgent: string;
  /** Of a process whose nodes are simulated. */
  readonly simulatedNodes: string;
  readonly metricsServer: string;
  /** How many were written for the first time. */
  readonly made: number;
  readonly renewed: readonly Renewed[];
}

type Subject = Pick<CertificateOptions, "commonName" | "organizations">;

/** Who calls by which config. */
function callers(names: Names, nodeName: string) {
  return {
    admin: { commonName: `${names.clusterName}-admin`, organizations: [GROUP_MASTERS] },
    controllerManager: { commonName: names.userControllerManager },
    scheduler: { commonName: names.userScheduler },
    nodeAgent: { commonName: names.userNodePrefix + nodeName, organizations: [GROUP_NODES] },
    simulatedNodes: { commonName: SIMULATED_NODES },
    metricsServer: { commonName: METRICS_SERVER_USER },
  } satisfies Record<string, Subject>;
}

const FILES = {
  admin: "admin.yaml",
  controllerManager: "controller-manager.yaml",
  scheduler: "scheduler.yaml",
  nodeAgent: "nodeagent.yaml",
  simulatedNodes: "simulated-nodes.yaml",
  metricsServer: "metrics-server.yaml",
} as const;

/** Writes the configs that are missing, and brings those up to date that are there. */
export async function openClientConfigs(options: ClientConfigOptions): Promise<ClientConfigs> {
  await Deno.mkdir(options.folder, { recursive: true, mode: 0o700 });
  const account = { made: 0, renewed: [] as Renewed[] };
  const entries = Object.entries(callers(NAMES[options.dialect], options.nodeName));
  const opened = await Promise.all(entries.map(async ([name, subject]) => {
    const path = join(options.folder, FILES[name as keyof typeof FILES]);
    const outcome = await openConfig(path, subject, options);
    if (outcome === "made") account.made++;
    else if (outcome !== undefined) account.renewed.push({ file: path, why: outcome });
    return [name, path];
  }));
  return { ...Object.fromEntries(opened), ...account };
}

/** `made`, why it was changed, or undefined where it is as it was. */
async function openConfig(
  path: string,
  subject: Subject,
  options: ClientConfigOptions,
): Promise<string | undefined> {
  const { authority, now, url } = options;
  const kept = await readConfig(path);
  const before = kept.config ?? emptyClientConfig();
  let why = kept.why;
  const wanted = { ...subject, usages: [USAGE.client], now };
  const user = before.users.find((entry) => entry.name === subject.commonName)?.user;
  const pair = {
    certificate: decoded(user?.["client-certificate-data"]),
    key: decoded(user?.["client-key-data"]),
  };
  const renewal = kept.why ?? whyRenew(pair, wanted, authority);
  const useful = renewal === undefined ? pair : await makeCertificate(wanted, authority);
  why ??= renewal;
  // fabric8 has no other way to tell kinds than the label.
  const key = privateKeyOfItsKind(useful.key);
  if (why === undefined && key !== pair.key) why = "did not tell the kind of its key";
  const config = withCaller(before, { subject, pair: { ...useful, key }, url, authority });
  if (why === undefined && printClientConfig(config) !== printClientConfig(before)) {
    why = "was for another address or authority";
  }
  if (why !== undefined) await writeClientConfig(path, config);
  return why;
}

async function readConfig(path: string): Promise<{ config?: ClientConfig; why?: string }> {
  try {
    return { config: parseClientConfig(await Deno.readTextFile(path)) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { why: "made" };
    if (error instanceof ClientConfigError) return { why: "was damaged" };
    throw error;
  }
}

/** What the config is to say of somebody; the rest is its owner's: a namespace, other clusters. */
function withCaller(
  config: ClientConfig,
  { subject, pair, url, authority }: {
    readonly subject: Subject;
    readonly pair: KeyPair;
    readonly url: string;
    readonly authority: Issuer;
  },
): ClientConfig {
  const user = subject.commonName;
  return {
    ...config,
    clusters: put(config.clusters, CLUSTER, ({ cluster }) => ({
      cluster: {
        ...cluster,
        server: url,
        "certificate-authority-data": encoded(authority.certificate),
      },
    })),
    users: put(config.users, user, (entry) => ({
      user: {
        ...entry.user,
        "client-certificate-data": encoded(pair.certificate),
        "client-key-data": encoded(pair.key),
      },
    })),
    contexts: put(config.contexts, CLUSTER, ({ context }) => ({
      context: { ...context, cluster: CLUSTER, user },
    })),
    "current-context": config["current-context"] || CLUSTER,
  };
}

/** The list with the entry of that name changed, or added at its end. */
function put<T extends { readonly name: string }>(
  list: readonly T[],
  name: string,
  change: (entry: Partial<T>) => Omit<T, "name">,
): T[] {
  const found = list.find((entry) => entry.name === name);
  const changed = { ...change(found ?? {}), name } as T;
  return found === undefined
    ? [...list, changed]
    : list.map((entry) => entry === found ? changed : entry);
}

function encoded(text: string): string {
  return Buffer.from(text).toString("base64");
}

function decoded(data: string | undefined): string {
  return Buffer.from(data ?? "", "base64").toString();
}
