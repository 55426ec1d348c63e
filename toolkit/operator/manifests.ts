/**
 * What has to be in a cluster for an operator to run there.
 *
 * @module
 */

import type { JsonObject, rbacV1 } from "../api/mod.ts";
import {
  ClusterRole,
  ClusterRoleBinding,
  Deployment,
  Namespace,
  Role,
  RoleBinding,
  Service,
  ServiceAccount,
} from "../kinds/built_in.ts";
import { type AnyKind, groupOnServer } from "../kinds/mod.ts";
import type { Dialect } from "../names.ts";
import type { DefinedOperator, ManifestOptions } from "./operator.ts";
import { needsConversion, resourcesOf, servesWebhooks } from "./resources.ts";
import { announcementRules, grantsOf, joined, ownMetadata, ownRules } from "./roles.ts";
import { CONVERSION_PATH, SERVICE_PORT, WEBHOOK_PORT } from "../webhook/configurations.ts";

/** Where an operator answers its probes when it runs in a cluster. */
export const STATUS_PORT = 8080;

/** The definitions of the resources that an operator names. */
export function definitionsOf(
  operator: DefinedOperator,
  dialect: Dialect,
  namespace: string,
): JsonObject[] {
  // Whom to trust there is added by the operator, once it leads.
  const service = { name: operator.name, namespace, path: CONVERSION_PATH, port: SERVICE_PORT };
  return resourcesOf(operator).map((one) =>
    one.definition(dialect, needsConversion(one) ? { service } : undefined) as unknown as JsonObject
  );
}

/** The account of an operator, and what it may do: by role in each of its namespaces, or everywhere. */
export function rolesOf(
  operator: DefinedOperator,
  dialect: Dialect,
  namespace: string,
): JsonObject[] {
  const { name, options: { namespaces } } = operator;
  const typed = (kind: AnyKind, object: object) => typedOn(dialect, kind, object);
  const subjects = [{ kind: ServiceAccount.kind, name, namespace }];
  const apiGroup = groupOnServer(Role.group, dialect);
  const bound = (kind: AnyKind, role: string) => ({
    roleRef: { apiGroup, kind: kind.kind, name: role },
    subjects,
  });
  const grants = grantsOf(operator, dialect);
  const announced = announcementRules(operator, dialect);
  const role = (own: string, rules: readonly rbacV1.PolicyRule[], place?: string) => {
    if (rules.length === 0) return [];
    const [kind, binding] = place === undefined
      ? [ClusterRole, ClusterRoleBinding]
      : [Role, RoleBinding];
    const metadata = ownMetadata(own, place);
    return [typed(kind, { metadata, rules }), typed(binding, { metadata, ...bound(kind, own) })];
  };
  return [
    typed(ServiceAccount, { metadata: ownMetadata(name, namespace) }),
    ...(namespaces === undefined ? role(name, [...joined(grants), ...announced]) : [
      ...namespaces.flatMap((place) =>
        role(name, joined(grants.filter(({ inNamespace }) => inNamespace)), place)
      ),
      ...role(`${name}-cluster`, joined(grants.filter(({ inNamespace }) => !inNamespace))),
      ...role(`${name}-webhooks`, announced),
    ]),
    ...role(`${name}-own`, ownRules(operator, dialect), namespace),
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
    ...definitionsOf(operator, dialect, namespace),
    typedOn(dialect, Namespace, { metadata: ownMetadata(namespace) }),
    ...rolesOf(operator, dialect, namespace),
    ...(servesWebhooks(operator)
      ? [typedOn(dialect, Service, webhookService(name, namespace))]
      : []),
    ...(image === undefined
      ? []
      : [typedOn(dialect, Deployment, deployment(operator, namespace, image))]),
  ];
}

function typedOn(dialect: Dialect, { group, version, kind }: AnyKind, object: object): JsonObject {
  const own = groupOnServer(group, dialect);
  return { apiVersion: own === "" ? version : `${own}/${version}`, kind, ...object };
}

/** How servers reach the webhooks. */
function webhookService(name: string, namespace: string) {
  return {
    metadata: ownMetadata(name, namespace),
    spec: {
      selector: { app: name },
      ports: [{ name: "webhooks", port: SERVICE_PORT, targetPort: WEBHOOK_PORT }],
    },
  };
}

/** Two processes: one works, the other takes over with warm caches. */
function deployment(operator: DefinedOperator, namespace: string, image: string) {
  const { name } = operator;
  const labels = { app: name };
  const webhooks = servesWebhooks(operator)
    ? [{ name: "webhooks", containerPort: WEBHOOK_PORT }]
    : [];
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
            args: [
              "run",
              "--leader-elect",
              `--namespace=${namespace}`,
              `--listen=:${STATUS_PORT}`,
            ],
            ports: [{ name: "status", containerPort: STATUS_PORT }, ...webhooks],
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
