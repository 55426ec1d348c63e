/**
 * The objects that a metrics server needs in a cluster.
 *
 * @module
 */

import type { Names } from "../names.ts";

/** The version of the metrics API. */
export const METRICS_API_VERSION = "v1beta1";

/** What the service and the account are called. */
const SERVICE_NAME = "metrics-server";

/** Where a metrics server is, and who it is. */
export interface Registration {
  /** Its user; "": its service account, which is among the objects. */
  readonly user: string;
  /** The host by which the API server reaches it; "": pods with the label `app=metrics-server`. */
  readonly host: string;
  readonly port: number;
  /** The authorities of its certificate, in PEM; "": the API server takes any certificate. */
  readonly authorities: string;
}

/** An object with its name. */
export interface RegisteredObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

/** Names that the server's certificate is asked for. */
export function serviceHosts({ namespaceSystem }: Names): readonly string[] {
  return [`${SERVICE_NAME}.${namespaceSystem}.svc`];
}

/**
 * The least that it needs: to follow nodes and pods, to read the metrics of nodes, to ask who somebody is and what
 * they may do; a service, and the APIService that passes requests on to it. Whoever may view a namespace may also see
 * what its pods use.
 */
export function registeredObjects(
  names: Names,
  { user, host, port, authorities }: Registration,
): readonly RegisteredObject[] {
  const rbac = names.group("rbac.authorization");
  const namespace = names.namespaceSystem;
  const group = names.groupMetrics;
  const own = "system:metrics-server";
  const roleVersion = `${rbac}/v1`;
  const subjects = user === ""
    ? [{ kind: "ServiceAccount", name: SERVICE_NAME, namespace }]
    : [{ apiGroup: rbac, kind: "User", name: user }];
  const binding = (name: string, role: string): RegisteredObject => ({
    apiVersion: roleVersion,
    kind: "ClusterRoleBinding",
    metadata: { name },
    roleRef: { apiGroup: rbac, kind: "ClusterRole", name: role },
    subjects,
  });
  return [
    ...user === ""
      ? [{
        apiVersion: "v1",
        kind: "ServiceAccount",
        metadata: { name: SERVICE_NAME, namespace },
      }]
      : [],
    {
      apiVersion: roleVersion,
      kind: "ClusterRole",
      metadata: {
        name: "system:aggregated-metrics-reader",
        labels: Object.fromEntries(
          ["view", "edit", "admin"].map((role) => [`${rbac}/aggregate-to-${role}`, "true"]),
        ),
      },
      rules: [{
        apiGroups: [group],
        resources: ["pods", "nodes"],
        verbs: ["get", "list", "watch"],
      }],
    },
    {
      apiVersion: roleVersion,
      kind: "ClusterRole",
      metadata: { name: own },
      rules: [
        { apiGroups: [""], resources: ["nodes/metrics"], verbs: ["get"] },
        { apiGroups: [""], resources: ["pods", "nodes"], verbs: ["get", "list", "watch"] },
      ],
    },
    binding(own, own),
    binding("metrics-server:system:auth-delegator", "system:auth-delegator"),
    {
      apiVersion: roleVersion,
      kind: "RoleBinding",
      metadata: { name: "metrics-server-auth-reader", namespace },
      roleRef: {
        apiGroup: rbac,
        kind: "Role",
        name: "extension-apiserver-authentication-reader",
      },
      subjects,
    },
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: SERVICE_NAME, namespace },
      spec: host === ""
        ? {
          selector: { app: SERVICE_NAME },
          ports: [{ name: "https", port: 443, protocol: "TCP", targetPort: port }],
        }
        : { type: "ExternalName", externalName: host },
    },
    {
      apiVersion: `${names.group("apiregistration")}/v1`,
      kind: "APIService",
      metadata: { name: `${METRICS_API_VERSION}.${group}` },
      spec: {
        group,
        version: METRICS_API_VERSION,
        groupPriorityMinimum: 100,
        versionPriority: 100,
        service: { name: SERVICE_NAME, namespace, port: host === "" ? 443 : port },
        ...(authorities === ""
          ? { insecureSkipTLSVerify: true }
          : { caBundle: new TextEncoder().encode(authorities).toBase64() }),
      },
    },
  ];
}
