/**
 * Prepares a local cluster.
 *
 * @module
 */

import { basename, join } from "node:path";
import type { Clock } from "../../clock.ts";
import type { Dialect } from "../../names.ts";
import type { ChildDeclaration } from "./child.ts";
import { childrenOf, hostsOf, type Listening, LOOPBACK, urlOf } from "./children.ts";
import { openAuditPolicy } from "./audit_policy.ts";
import { openClientConfigs } from "./client_configs.ts";
import { isThere, openEncryptionFile } from "./encryption_file.ts";
import { freePort } from "./free_port.ts";
import { checkListening } from "./listening.ts";
import { openPki, type Renewed } from "./pki.ts";
import { openSchedulerConfiguration } from "./scheduler_configuration.ts";
import type { Progress } from "./progress.ts";
import type { StatePaths } from "./state_folder.ts";

/** What a cluster is made of. */
export interface ClusterOptions extends Listening {
  readonly dialect: Dialect;
  /** The flag that names the store as it was spelled, with its values; undefined: the folder's own. */
  readonly store: { readonly flag: string; readonly servers: readonly string[] } | undefined;
  readonly apiServerArgs: readonly string[];
  /** Whether whoever is known may do everything. */
  readonly open: boolean;
  /** How many simulated nodes there are. */
  readonly nodes: number;
  /** Where the controllers tell how they are, and the scheduler. */
  readonly controllersSocket: string;
  readonly schedulerSocket: string;
}

/** A cluster that can be started. */
export interface PreparedCluster {
  readonly children: readonly ChildDeclaration[];
  /** Where the API server will be. */
  readonly url: string;
  /** The client config of who may do everything. */
  readonly adminConfig: string;
  readonly storeServers: readonly string[];
  /** Whether whoever is known may do everything. */
  readonly open: boolean;
  /** How many simulated nodes there are. */
  readonly nodes: number;
}

/**
 * Makes what the processes of a local cluster need, or finds it from an earlier run: the address to
 * listen on, certificates, client configs. What is about to expire is renewed, and each step is
 * shown.
 */
export async function prepareCluster(
  paths: StatePaths,
  options: ClusterOptions,
  progress: Progress,
  clock: Clock,
): Promise<PreparedCluster> {
  const { dialect, apiServerArgs, open } = options;
  const listening = checkListening(options);
  const url = urlOf(listening);
  const now = new Date(clock.now());
  const machine = { name: Deno.hostname().toLowerCase(), addresses: ownAddresses() };
  progress.line(`State folder ${paths.folder}`);

  const certificates = progress.begin("certificates");
  const pki = await openPki({
    folder: paths.pki,
    dialect,
    hosts: hostsOf(listening.bindAddress, dialect, machine),
    now,
  });
  const encryptionFile = paths.encryption;
  const isNew = await openEncryptionFile({
    path: encryptionFile,
    dialect,
    isWanted: !open,
    // What only a start makes that has made the key before.
    wasThere: await isThere(paths.auditPolicy),
  });
  certificates.done(outcome(pki.made + (isNew ? 1 : 0), pki.renewed));
  explain(pki.renewed, progress);

  const clientConfigs = progress.begin("client configs");
  const configs = await openClientConfigs({
    folder: paths.config,
    dialect,
    url,
    authority: pki.authorities.ca.issuer,
    nodeName: machine.name,
    now,
  });
  const auditPolicy = paths.auditPolicy;
  const isPolicyNew = !open && await openAuditPolicy({ path: auditPolicy, dialect });
  const { schedulerConfiguration } = paths;
  const isSchedulerNew = await openSchedulerConfiguration({
    path: schedulerConfiguration,
    dialect,
  });
  const made = configs.made + Number(isPolicyNew) + Number(isSchedulerNew);
  clientConfigs.done(outcome(made, configs.renewed));
  explain(configs.renewed, progress);

  const store = options.store ?? { flag: "--store-servers", servers: [fileUrl(paths.store)] };
  const [agentPort, agentHealthPort, metricsPort] = otherPorts(listening.port);
  const children = childrenOf({
    dialect,
    ...listening,
    storeFlag: store.flag,
    storeServers: store.servers,
    pki,
    configs,
    controllersSocket: options.controllersSocket,
    schedulerSocket: options.schedulerSocket,
    schedulerConfiguration,
    nodes: options.nodes,
    agentPort,
    agentHealthPort,
    metricsPort,
    apiServerArgs,
    open,
    auditPolicy,
    auditLog: join(paths.logs, "audit.log"),
    // A store that has encrypted secrets can't be read without it.
    encryptionFile: await isThere(encryptionFile) ? encryptionFile : undefined,
  });
  const { nodes } = options;
  return { children, url, adminConfig: configs.admin, storeServers: store.servers, open, nodes };
}

/** Three ports of the loopback; none is another, nor the one given. */
function otherPorts(port: number): [number, number, number] {
  const other = (...ports: readonly number[]): number => {
    const found = freePort(LOOPBACK);
    return ports.includes(found) ? other(...ports) : found;
  };
  const first = other(port);
  const second = other(port, first);
  return [first, second, other(port, first, second)];
}

/** What came of looking after some files. */
function outcome(made: number, renewed: readonly Renewed[]): string {
  const parts = [
    ...made > 0 ? [`${made} made`] : [],
    ...renewed.length > 0 ? [`${renewed.length} made anew`] : [],
  ];
  return parts.join(", ") || "kept";
}

/** Says why files were made anew, those of one reason together. */
function explain(renewed: readonly Renewed[], progress: Progress): void {
  for (const [why, files] of Map.groupBy(renewed, ({ why }) => why)) {
    const names = files.map(({ file }) => basename(file)).sort().join(", ");
    progress.line(`  made anew: ${names} (${why})`);
  }
}

/** Addresses of this machine that others can use. */
function ownAddresses(): readonly string[] {
  return Deno.networkInterfaces().map(({ address }) => address)
    .filter((address) => !/^fe80:/i.test(address) && !address.includes("%"));
}

/** The URL of a store in a file; commas would end it in a list. */
function fileUrl(path: string): string {
  return `file:${path.split("/").map(encodeURIComponent).join("/")}`;
}
