/**
 * The file of `--egress-selector-config-file`: which proxies lead to which network.
 *
 * @module
 */

import type { apiserverConfigV1beta1 } from "../../toolkit/api/config/apiserver_config_v1beta1.ts";
import { FieldError, FieldPath } from "../../toolkit/errors/mod.ts";
import { type Dialect, NAMES } from "../../toolkit/names.ts";
import {
  readConfiguration,
  refuseConfiguration,
} from "../../toolkit/process/configuration_text.ts";

type Selection = apiserverConfigV1beta1.EgressSelection;
type TransportSettings = apiserverConfigV1beta1.Transport;
type Tls = apiserverConfigV1beta1.TLSConfig;

/** Whom the server connects to: others that run it, the nodes with what is on them, and its store. */
export type ClusterNetwork = "controlplane" | "cluster" | "etcd";

/** A proxy that is asked to connect, as the file says it. */
export type ProxySettings =
  | { readonly socketPath: string }
  | {
    readonly host: string;
    readonly port: number;
    /** Absent: it is spoken to without TLS. */
    readonly tls?: ProxyTlsFiles | undefined;
  };

/** Names of files, but for the name of the server. */
export interface ProxyTlsFiles {
  /** Absent: the authorities of the machine. */
  readonly authorities?: string | undefined;
  readonly certificate: string;
  readonly key: string;
  readonly serverName: string;
}

/** By network; "direct": without a proxy. What has none is reached directly too. */
export type EgressSelections = ReadonlyMap<ClusterNetwork, ProxySettings | "direct">;

const NETWORKS: readonly string[] = ["cluster", "controlplane", "etcd"] satisfies ClusterNetwork[];
const PROTOCOLS = ["Direct", "HTTPConnect", "GRPC"];
/** Where the errors of all selections are, as the reference has it. */
const CONNECTION = FieldPath.of("service").child("connection");

/** Reads the text of a file. Throws an error with all that is wrong. */
export function readEgressSelections(text: string, dialect: Dialect): EgressSelections {
  const { object } = readConfiguration(text, {
    dialect,
    group: NAMES[dialect].configGroupEgressSelector,
    versions: ["v1beta1", "v1alpha1"],
    kind: "EgressSelectorConfiguration",
  });
  const { egressSelections = [] } =
    object as unknown as apiserverConfigV1beta1.EgressSelectorConfiguration;
  refuseConfiguration([
    ...egressSelections.flatMap(connectionErrors),
    ...nameErrors(egressSelections),
  ]);
  return new Map(
    egressSelections.map(({ name, connection: { transport } }) => [
      name.toLowerCase() as ClusterNetwork,
      transport === undefined ? "direct" : settingsOf(transport),
    ]),
  );
}

function nameErrors(selections: readonly Selection[]): FieldError[] {
  const seen = new Set<string>();
  return selections.flatMap(({ name }, index) => {
    const network = name.toLowerCase();
    if (seen.has(network)) return [FieldError.duplicate(CONNECTION.index(index), network)];
    seen.add(network);
    return NETWORKS.includes(network)
      ? []
      : [FieldError.notSupported(CONNECTION, network, NETWORKS)];
  });
}

function connectionErrors({ connection }: Selection): FieldError[] {
  const { proxyProtocol, transport } = connection;
  const at = CONNECTION.child("transport");
  switch (proxyProtocol) {
    case "Direct":
      return transport === undefined
        ? []
        : [FieldError.invalid(at, "direct", "config must be absent for direct connect")];
    case "HTTPConnect":
      return transport === undefined
        ? [FieldError.required(at, "transport must be set for HTTPConnect")]
        : transportErrors(transport);
    case "GRPC":
      return [
        FieldError.invalid(
          CONNECTION.child("protocol"),
          proxyProtocol,
          "tunnels over gRPC are not built: have the proxy listen in its mode http-connect, and " +
            "use HTTPConnect",
        ),
      ];
    default:
      return [FieldError.notSupported(CONNECTION.child("protocol"), proxyProtocol, PROTOCOLS)];
  }
}

function transportErrors({ tcp, uds }: TransportSettings): FieldError[] {
  if (tcp !== undefined && uds !== undefined) {
    return [
      FieldError.invalid(CONNECTION.child("tcp"), tcp, "TCP and UDS cannot both be set"),
    ];
  }
  if (uds !== undefined) {
    return uds.udsName ? [] : [
      FieldError.invalid(
        CONNECTION.child("udsName"),
        "nil",
        "must be present for UDS connections",
      ),
    ];
  }
  if (tcp === undefined) {
    return [FieldError.required(CONNECTION.child("tcp"), "One of TCP or UDS must be set")];
  }
  const { url = "", tlsConfig } = tcp;
  const problem = /^https?:\/\//.test(url) ? urlProblem(url) : SCHEMES;
  if (problem !== undefined) {
    return [FieldError.invalid(CONNECTION.child("url"), url, problem)];
  }
  if (url.startsWith("https://")) return tlsErrors(tlsConfig);
  return tlsConfig === undefined ? [] : [
    FieldError.invalid(
      CONNECTION.child("tlsConfig"),
      "nil",
      "config must not be present when using HTTP",
    ),
  ];
}

const SCHEMES = "supported connection protocols are http:// and https://";

function urlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null) return "it is no URL";
  const hasMore = url.username !== "" || url.password !== "" || url.search !== "" ||
    url.hash !== "" || url.pathname !== "/";
  return hasMore ? "must have a host and a port, and nothing else" : undefined;
}

function tlsErrors(tls: Tls | undefined): FieldError[] {
  const at = CONNECTION.child("tlsConfig");
  if (tls === undefined) {
    return [FieldError.required(at, "TLSConfig must be present when using HTTPS")];
  }
  const absent = (field: "clientCert" | "clientKey", why: string) =>
    tls[field] ? [] : [FieldError.invalid(at.child(field), "nil", why)];
  return [
    ...absent("clientCert", "Using TLS requires clientCert"),
    ...absent("clientKey", "Using TLS requires requires clientKey"),
  ];
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

function settingsOf({ tcp, uds }: TransportSettings): ProxySettings {
  if (uds !== undefined) return { socketPath: uds.udsName ?? "" };
  const { protocol, hostname, port } = new URL(tcp?.url ?? "");
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const tls = tcp?.tlsConfig;
  return {
    host,
    port: port === "" ? DEFAULT_PORTS[protocol]! : Number(port),
    ...(tls !== undefined && {
      tls: {
        authorities: tls.caBundle || undefined,
        certificate: tls.clientCert ?? "",
        key: tls.clientKey ?? "",
        serverName: tls.tlsServerName || host,
      },
    }),
  };
}
