/**
 * The processes of a local cluster, one declaration each.
 *
 * @module
 */

import { isIP } from "node:net";
import { type Dialect, NAMES } from "../../names.ts";
import { flagInDialect } from "../../flags/flag_names.ts";
import type { ChildDeclaration } from "./child.ts";
import { FRONT_PROXY, type Pki } from "./pki.ts";
import type { ClientConfigs } from "./client_configs.ts";
import { CLIENT_NICENESS } from "./niceness.ts";
import { httpProbe, httpsProbe, socketProbe } from "./probe.ts";
import { registerMetricsServer } from "./register_metrics_server.ts";
import { bindSimulatedNodes } from "./simulated_nodes_role.ts";

/** Addresses of services, and the one of the API server's own among them. */
const SERVICE_RANGE = "10.0.0.0/24";
const SERVICE_ADDRESS = "10.0.0.1";

export const LOOPBACK = "127.0.0.1";

/** Where the API server listens. */
export interface Listening {
  readonly bindAddress: string;
  readonly port: number;
}

/** What the processes are told. */
export interface ClusterSettings extends Listening {
  readonly dialect: Dialect;
  /** The flag that names the store, as it was spelled: its spelling has a meaning. */
  readonly storeFlag: string;
  readonly storeServers: readonly string[];
  readonly pki: Pki;
  readonly configs: Pick<
    ClientConfigs,
    "admin" | "controllerManager" | "scheduler" | "simulatedNodes" | "metricsServer"
  >;
  /** Where the controllers tell how they are, and the scheduler. */
  readonly controllersSocket: string;
  readonly schedulerSocket: string;
  readonly schedulerConfiguration: string;
  /** How many simulated nodes there are, and where they are reached. */
  readonly nodes: number;
  readonly agentPort: number;
  readonly agentHealthPort: number;
  readonly metricsPort: number;
  /** Flags of the API server besides. */
  readonly apiServerArgs: readonly string[];
  /** Whether whoever is known may do everything. */
  readonly open: boolean;
  /** The file that says how secrets are encrypted; undefined: they are not. */
  readonly encryptionFile: string | undefined;
  /** What of requests is recorded, and where. */
  readonly auditPolicy: string;
  readonly auditLog: string;
}

/** All processes, in the order of their start. */
export function childrenOf(settings: ClusterSettings): readonly ChildDeclaration[] {
  return [
    apiServer(settings),
    controllerManager(settings),
    scheduler(settings),
    ...settings.nodes === 0 ? [] : [simulatedNodes(settings)],
    // Without nodes, too: an APIService of an earlier run would lead nowhere.
    metricsServer(settings),
  ];
}

/** The flags that an API server gets from here, by their names in the orch dialect. */
export const OWN_API_SERVER_FLAGS: readonly string[] = [
  "api-dialect",
  "bind-address",
  "secure-port",
  "store-servers",
  "service-cluster-ip-range",
  "tls-cert-file",
  "tls-private-key-file",
  "client-ca-file",
];

function apiServer(settings: ClusterSettings): ChildDeclaration {
  const { dialect, pki, bindAddress, port } = settings;
  const url = urlOf(settings);
  const authority = pki.authorities.ca;
  const given = new Set(settings.apiServerArgs.map(flagNameOf));
  const standard = standardFlags(settings).filter(([name]) => !given.has(name));
  // Who names plugins names all that are not the process's own default.
  if (!given.has("enable-admission-plugins") && !given.has("disable-admission-plugins")) {
    standard.push(["enable-admission-plugins", "NodeRestriction"]);
  }
  const flags: [name: string, value: string][] = [
    ["api-dialect", dialect],
    ["bind-address", bindAddress],
    ["secure-port", String(port)],
    ["service-cluster-ip-range", SERVICE_RANGE],
    ["tls-cert-file", pki.apiServer.certificate],
    ["tls-private-key-file", pki.apiServer.key],
    ["client-ca-file", authority.certificate],
    ...standard,
  ];
  return {
    name: "apiserver",
    title: "API server",
    module: new URL("../../../apiserver/main.ts", import.meta.url),
    args: [
      ...flags.map(([name, value]) => `--${flagInDialect(name, dialect)}=${value}`),
      ...settings.storeServers.map((value) => `${settings.storeFlag}=${value}`),
      ...settings.apiServerArgs,
    ],
    after: [],
    address: url,
    probe: httpsProbe(`${url}/readyz`, authority.issuer.certificate),
  };
}

/** What the API server is told unless its user says otherwise: the safe way, as far as it is built. */
function standardFlags(settings: ClusterSettings): [name: string, value: string][] {
  const { dialect, pki, open, encryptionFile } = settings;
  const { serviceApiServer, serviceDomain } = NAMES[dialect];
  const proxies = pki.authorities["front-proxy-ca"].certificate;
  return [
    ["authorization-mode", open ? "AlwaysAllow" : "Node,RBAC"],
    ["service-account-issuer", `https://${serviceApiServer}.default.${serviceDomain}`],
    ["service-account-key-file", pki.serviceAccounts.certificate],
    ["service-account-signing-key-file", pki.serviceAccounts.key],
    ["requestheader-client-ca-file", proxies],
    ["requestheader-allowed-names", FRONT_PROXY],
    ["requestheader-username-headers", "X-Remote-User"],
    ["requestheader-group-headers", "X-Remote-Group"],
    ["requestheader-extra-headers-prefix", "X-Remote-Extra-"],
    ["proxy-client-cert-file", pki.frontProxyClient.certificate],
    ["proxy-client-key-file", pki.frontProxyClient.key],
    ["nodeagent-certificate-authority", pki.authorities["nodeagent-ca"].certificate],
    ["nodeagent-client-certificate", pki.nodeAgentClient.certificate],
    ["nodeagent-client-key", pki.nodeAgentClient.key],
    ["feature-gates", `ServiceAccountIssuerDiscovery=true,APIPriorityAndFairness=${!open}`],
    ["allow-privileged", "true"],
    ...encryptionFile === undefined
      ? []
      : [["encryption-provider-config", encryptionFile] as [string, string]],
    ...open ? [] : auditFlags(settings),
  ];
}

/** Who asked for what, in a file that stays bounded. */
function auditFlags({ auditPolicy, auditLog }: ClusterSettings): [name: string, value: string][] {
  return [
    ["audit-policy-file", auditPolicy],
    ["audit-log-path", auditLog],
    ["audit-log-maxsize", "100"],
    ["audit-log-maxbackup", "5"],
  ];
}

/** The name of a flag as it is written, in the orch dialect. */
export function flagNameOf(text: string): string {
  const name = /^--([^=]+)/.exec(text)?.[1]?.replaceAll("_", "-") ?? "";
  return flagInDialect(name, "orch");
}

/**
 * The controllers. There is one process of them for a state folder, so nobody is elected; the API server itself is
 * what limits how much it is asked.
 */
function controllerManager(settings: ClusterSettings): ChildDeclaration {
  const { dialect, configs, controllersSocket, pki } = settings;
  const flags: [name: string, value: string][] = [
    ["api-dialect", dialect],
    ["orchconfig", configs.controllerManager],
    ["use-service-account-credentials", "true"],
    ["leader-elect", "false"],
    ["secure-port", "0"],
    ["orch-api-qps", "-1"],
    ["root-ca-file", pki.authorities.ca.certificate],
    ["cluster-signing-cert-file", pki.authorities.ca.certificate],
    ["cluster-signing-key-file", pki.authorities.ca.key],
    ["status-socket", controllersSocket],
  ];
  return {
    name: "controller-manager",
    title: "controller manager",
    module: new URL("../../../controllers/main.ts", import.meta.url),
    args: flags.map(([name, value]) => `--${flagInDialect(name, dialect)}=${value}`),
    after: ["apiserver"],
    niceness: CLIENT_NICENESS,
    address: `unix:${controllersSocket}`,
    probe: socketProbe(controllersSocket, "/readyz"),
  };
}

/** The scheduler. */
function scheduler(
  { dialect, configs, schedulerSocket, schedulerConfiguration }: ClusterSettings,
): ChildDeclaration {
  const flags: [name: string, value: string][] = [
    ["api-dialect", dialect],
    ["orchconfig", configs.scheduler],
    ["config", schedulerConfiguration],
    // It is alone on this machine, and the socket says how it is.
    ["secure-port", "0"],
    ["status-socket", schedulerSocket],
  ];
  return {
    name: "scheduler",
    title: "scheduler",
    module: new URL("../../../controllers/scheduler/main.ts", import.meta.url),
    args: flags.map(([name, value]) => `--${flagInDialect(name, dialect)}=${value}`),
    after: ["apiserver"],
    niceness: CLIENT_NICENESS,
    address: `unix:${schedulerSocket}`,
    probe: socketProbe(schedulerSocket, "/readyz"),
  };
}

/** Nodes whose pods run without containers. */
function simulatedNodes(
  { dialect, configs, nodes, agentPort, agentHealthPort, pki, open }: ClusterSettings,
): ChildDeclaration {
  const flags: [name: string, value: string][] = [
    ["api-dialect", dialect],
    ["container-runtime", "simulated"],
    ["simulated-nodes", String(nodes)],
    ["simulated-events", "true"],
    ["orchconfig", configs.simulatedNodes],
    ["orch-api-qps", "1000"],
    ["orch-api-burst", "1000"],
    ["address", "127.0.0.1"],
    ["port", String(agentPort)],
    ["healthz-port", String(agentHealthPort)],
    ["client-ca-file", pki.authorities.ca.certificate],
    ["anonymous-auth", "false"],
    ["authentication-token-webhook", "true"],
    ["authorization-mode", open ? "AlwaysAllow" : "Webhook"],
    ["tls-cert-file", pki.nodeAgent.certificate],
    ["tls-private-key-file", pki.nodeAgent.key],
  ];
  return {
    name: "nodeagent",
    title: "simulated nodes",
    module: new URL("../../../nodeagent/main.ts", import.meta.url),
    args: flags.map(([name, value]) => `--${flagInDialect(name, dialect)}=${value}`),
    after: ["apiserver"],
    niceness: CLIENT_NICENESS,
    address: `https://127.0.0.1:${agentPort}`,
    probe: httpProbe(`http://127.0.0.1:${agentHealthPort}/healthz`),
    ...!open && { before: () => bindSimulatedNodes(configs.admin) },
  };
}

/** A few nodes are asked more often than many: whoever tries something waits for the answer. */
const FEW_NODES = 100;

/** What nodes and pods use, behind the API server. */
function metricsServer(
  { dialect, configs, nodes, metricsPort, pki }: ClusterSettings,
): ChildDeclaration {
  const { ca, "nodeagent-ca": agents } = pki.authorities;
  const flags: [name: string, value: string][] = [
    ["api-dialect", dialect],
    ["orchconfig", configs.metricsServer],
    ["metric-resolution", nodes <= FEW_NODES ? "5s" : "15s"],
    ["nodeagent-certificate-authority", agents.certificate],
    ["bind-address", LOOPBACK],
    ["secure-port", String(metricsPort)],
    ["tls-cert-file", pki.metricsServer.certificate],
    ["tls-private-key-file", pki.metricsServer.key],
  ];
  const url = `https://${LOOPBACK}:${metricsPort}`;
  return {
    name: "metrics-server",
    title: "metrics server",
    module: new URL("../../../metricsserver/main.ts", import.meta.url),
    args: flags.map(([name, value]) => `--${flagInDialect(name, dialect)}=${value}`),
    after: ["apiserver"],
    niceness: CLIENT_NICENESS,
    address: url,
    probe: httpsProbe(`${url}/readyz`, ca.issuer.certificate),
    before: () => registerMetricsServer(configs.admin, metricsPort, ca.issuer.certificate),
    isLate: true,
  };
}

/** Where clients on this machine find the API server. */
export function urlOf({ bindAddress, port }: Listening): string {
  const address = bindAddress === "0.0.0.0"
    ? "127.0.0.1"
    : bindAddress === "::"
    ? "::1"
    : bindAddress;
  return `https://${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
}

/** All names and addresses that clients may know the API server by. */
export function hostsOf(
  bindAddress: string,
  dialect: Dialect,
  machine: { readonly name: string; readonly addresses: readonly string[] },
): readonly string[] {
  const { serviceApiServer: service, serviceDomain } = NAMES[dialect];
  const isWildcard = bindAddress === "0.0.0.0" || bindAddress === "::";
  const namespace = `${service}.default`;
  return [
    ...new Set([
      "localhost",
      "127.0.0.1",
      "::1",
      machine.name,
      ...isWildcard ? machine.addresses : [bindAddress],
      service,
      namespace,
      `${namespace}.svc`,
      `${namespace}.${serviceDomain}`,
      SERVICE_ADDRESS,
    ]),
  ];
}
