/**
 * What has to be in a cluster for an operator to run there.
 *
 * @module
 */

import type { JsonObject } from "../api/mod.ts";
import { isDefined } from "../controller/mod.ts";
import {
  ClusterRole,
  ClusterRoleBinding,
  Deployment,
  Namespace,
  Role,
  RoleBinding,
  ServiceAccount,
} from "../kinds/built_in.ts";
import { type AnyKind, groupOnServer } from "../kinds/mod.ts";
import type { Dialect } from "../names.ts";
import { declaredKinds, type DefinedOperator, type ManifestOptions } from "./operator.ts";
import { leaseRules, ownMetadata, rulesOf } from "./roles.ts";

/** Where an operator answers its probes when it runs in a cluster. */
export const STATUS_PORT = 8080;

/** The definitions of the resources that an operator's controllers name. */
export function definitionsOf(operator: DefinedOperator, dialect: Dialect): JsonObject[] {
  return declaredKinds(operator.controllers).flatMap(({ kind }) =>
    isDefined(kind) ? [kind.definition(dialect) as unknown as JsonObject] : []
  );
}

/** The account of an operator, and what it may do: by role in each of its namespaces, or everywhere. */
export function rolesOf(
  operator: DefinedOperator,
  dialect: Dialect,
  namespace: string,
): JsonObject[] {
  const { name, controllers, options: { namespaces } } = operator;
  const typed = (kind: AnyKind, object: object) => typedOn(dialect, kind, object);
  const subjects = [{ kind: ServiceAccount.kind, name, namespace }];
  const apiGroup = groupOnServer(Role.group, dialect);
  const bound = (kind: AnyKind, role: string) => ({
    roleRef: { apiGroup, kind: kind.kind, name: role },
    subjects,
  });
  const rules = rulesOf(controllers, dialect);
  const working = namespaces === undefined
    ? [
      typed(ClusterRole, { metadata: ownMetadata(name), rules }),
      typed(ClusterRoleBinding, { metadata: ownMetadata(name), ...bound(ClusterRole, name) }),
    ]
    : namespaces.flatMap((own) => [
      typed(Role, { metadata: ownMetadata(name, own), rules }),
      typed(RoleBinding, { metadata: ownMetadata(name, own), ...bound(Role, name) }),
    ]);
  const lease = `${name}-lease`;
  return [
    typed(ServiceAccount, { metadata: ownMetadata(name, namespace) }),
    ...working,
    typed(Role, { metadata: ownMetadata(lease, namespace), rules: leaseRules(dialect) }),
    typed(RoleBinding, { metadata: ownMetadata(lease, namespace), ...bound(Role, lease) }),
  ];
}

/** See `Operator.manifests()`. */
export function manifestsOf(
  operator: DefinedOperator,
  options: ManifestOptions = {},
): JsonObject[] {
  const { name } = operator;
  const { dialect = "kubernetes", image, namespace = name } = options;
  return [
    ...definitionsOf(operator, dialect),
    typedOn(dialect, Namespace, { metadata: ownMetadata(namespace) }),
    ...rolesOf(operator, dialect, namespace),
    ...(image === undefined
      ? []
      : [typedOn(dialect, Deployment, deployment(name, namespace, image))]),
  ];
}

function typedOn(dialect: Dialect, { group, version, kind }: AnyKind, object: object): JsonObject {
  const own = groupOnServer(group, dialect);
  return { apiVersion: own === "" ? version : `${own}/${version}`, kind, ...object };
}

/** Two processes: one works, the other takes over with warm caches. */
function deployment(name: string, namespace: string, image: string) {
  const labels = { app: name };
  const probe = (path: string) => ({
    httpGet: { path, port: STATUS_PORT },
    periodSeconds: 10,
    failureThreshold: 3,
  });
  return {
    metadata: ownMetadata(name, namespace),
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          serviceAccountName: name,
          securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
          containers: [{
            name: "operator",
            image,
            args: ["run", "--leader-elect", `--listen=0.0.0.0:${STATUS_PORT}`],
            ports: [{ name: "status", containerPort: STATUS_PORT }],
            livenessProbe: probe("/livez"),
            readinessProbe: probe("/readyz"),
            resources: { requests: { cpu: "10m", memory: "128Mi" } },
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ["ALL"] },
            },
          }],
        },
      },
    },
  };
}
