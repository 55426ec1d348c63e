/**
 * Which way the server's own connections go: straight, or through the proxy of a network.
 *
 * @module
 */

import { certificatesOfPem } from "../../toolkit/certificates/mod.ts";
import type { Environment } from "../../toolkit/clientconfig/mod.ts";
import type { Clock } from "../../toolkit/clock.ts";
import { readFlagFile } from "../../toolkit/flags/mod.ts";
import type { Registry } from "../../toolkit/metrics/mod.ts";
import type { Dialect } from "../../toolkit/names.ts";
import { checkedPair } from "../../toolkit/serving/mod.ts";
import { environmentProxies } from "../../toolkit/transport/environment_proxies.ts";
import type { Proxy, ProxyChoice, ProxyObserver, ServerTls } from "../../toolkit/transport/mod.ts";
import {
  type ClusterNetwork,
  type ProxySettings,
  type ProxyTlsFiles,
  readEgressSelections,
} from "./configuration.ts";

export type { ClusterNetwork } from "./configuration.ts";

/** Says how a network is reached. */
export interface Egress {
  /** The proxy that leads there; null: there is none on the way. */
  proxyTo(network: ClusterNetwork): Proxy | null;
  /** Whether it was said how the network is reached, be it directly. */
  isChosen(network: ClusterNetwork): boolean;
  /** The proxies that the environment names. Absent: it names none. */
  readonly ofEnvironment?: ProxyChoice | undefined;
}

/** Everything is reached without a proxy. */
export const DIRECTLY: Egress = { proxyTo: () => null, isChosen: () => false };

/**
 * The way to addresses that somebody wrote down, of webhooks and of issuers: through the proxy of the control plane's
 * network, or else through one that the environment names.
 */
export function proxyToUrls(egress: Egress): ProxyChoice | undefined {
  return egress.proxyTo("controlplane") ?? egress.ofEnvironment;
}

/** What it is opened with. */
export interface EgressOptions {
  /** The file of `--egress-selector-config-file`; "": none. */
  readonly path: string;
  /** Where proxies may be named, too (`HTTPS_PROXY`, `NO_PROXY`). */
  readonly environment: Environment;
  readonly dialect: Dialect;
  readonly metrics: Registry;
  readonly clock: Clock;
}

const FLAG = "egress-selector-config-file";

/** Reads the file and those that it names. Rejects, naming the flag, where one can't be used. */
export async function openEgress(options: EgressOptions): Promise<Egress> {
  const { path, dialect } = options;
  const ofEnvironment = environmentProxies(options.environment);
  if (path === "") return { ...DIRECTLY, ofEnvironment };
  const text = await readFlagFile(FLAG, path);
  try {
    const selections = readEgressSelections(text, dialect);
    const observers = observersOf(options);
    const proxies = new Map<ClusterNetwork, Proxy | null>();
    for (const [network, settings] of selections) {
      const proxy = settings === "direct" ? null : await proxyOf(settings, observers);
      proxies.set(network, proxy);
    }
    return {
      proxyTo: (network) => proxies.get(network) ?? null,
      isChosen: (network) => proxies.has(network),
      ofEnvironment,
    };
  } catch (error) {
    throw new Error(`--${FLAG}: ${path}: ${(error as Error).message}`, { cause: error });
  }
}

async function proxyOf(
  settings: ProxySettings,
  observers: Readonly<Record<"tcp" | "uds", ProxyObserver>>,
): Promise<Proxy> {
  if ("socketPath" in settings) {
    const { socketPath } = settings;
    return { host: "", port: 0, socketPath, tunnels: true, observer: observers.uds };
  }
  const { host, port, tls } = settings;
  return {
    host,
    port,
    tunnels: true,
    observer: observers.tcp,
    ...(tls !== undefined && { tls: await tlsOf(tls) }),
  };
}

async function tlsOf(files: ProxyTlsFiles): Promise<ServerTls> {
  const { authorities, certificate, key, serverName } = files;
  const [certificatePem, keyPem, roots] = await Promise.all([
    contentOf("clientCert", certificate),
    contentOf("clientKey", key),
    authorities === undefined ? undefined : contentOf("caBundle", authorities),
  ]);
  if (roots !== undefined && certificatesOfPem(roots, authorities!).length === 0) {
    throw new Error(`caBundle: ${authorities} holds no certificate`);
  }
  const identity = checkedPair(certificatePem, keyPem, certificate, key);
  return { serverName, roots, identity: () => identity };
}

async function contentOf(field: string, path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    throw new Error(`${field}: ${(error as Error).message}`, { cause: error });
  }
}

const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 12.5];
const STAGES = { "proxy unreachable": "connect", "proxy refused": "proxy" } as const;

function observersOf({ metrics, clock }: EgressOptions) {
  const begun = metrics.counter({
    name: "apiserver_egress_dialer_dial_start_total",
    help: "Number of connections through proxies of the egress selection that were begun.",
    stability: "ALPHA",
    labels: ["protocol", "transport"],
  });
  const durations = metrics.histogram({
    name: "apiserver_egress_dialer_dial_duration_seconds",
    help: "How long it took to connect through a proxy of the egress selection, in seconds.",
    stability: "ALPHA",
    labels: ["protocol", "transport"],
    buckets: BUCKETS,
  });
  const failures = metrics.counter({
    name: "apiserver_egress_dialer_dial_failure_count",
    help: "Number of connections through proxies of the egress selection that failed, by stage.",
    stability: "ALPHA",
    labels: ["protocol", "transport", "stage"],
  });
  const observer = (transport: "tcp" | "uds"): ProxyObserver => {
    const labels = { protocol: "http_connect", transport };
    return {
      begun() {
        begun.with(labels).inc();
        const at = clock.monotonic();
        return (end) => {
          if (end === "connected") durations.with(labels).observe((clock.monotonic() - at) / 1000);
          else failures.with({ ...labels, stage: STAGES[end] }).inc();
        };
      },
    };
  };
  return { tcp: observer("tcp"), uds: observer("uds") };
}
