/**
 * What is said of each struct and field of the API: `explain` shows it, and editors show it at the
 * types in toolkit/api. The words are the same in every dialect.
 *
 * @module
 */

import { DIALECTS, NAMES } from "../names.ts";
import type { Field, StructType } from "../schema/mod.ts";
import { ADMISSION } from "./admission.ts";
import { ADMISSION_REGISTRATION } from "./admission_registration.ts";
import { API_DISCOVERY } from "./api_discovery.ts";
import { API_EXTENSIONS } from "./api_extensions.ts";
import { API_REGISTRATION } from "./api_registration.ts";
import { APPS } from "./apps.ts";
import { AUDIT } from "./audit.ts";
import { AUDIT_REGISTRATION } from "./audit_registration.ts";
import { AUTHENTICATION, REVIEWS } from "./authentication.ts";
import { AUTHORIZATION, AUTHORIZATION_BETA } from "./authorization.ts";
import { AUTOSCALING_V1, AUTOSCALING_V2 } from "./autoscaling.ts";
import { BATCH } from "./batch.ts";
import { CERTIFICATES } from "./certificates.ts";
import { CLIENT_CONFIG } from "./client_config.ts";
import { CONFIGURATION } from "./configuration.ts";
import { CONNECTIONS } from "./connections.ts";
import { CONTAINER_STATUSES } from "./container_statuses.ts";
import { CONTAINERS } from "./containers.ts";
import { COORDINATION } from "./coordination.ts";
import { DISCOVERY } from "./discovery.ts";
import { CORE_EVENTS, EVENTS } from "./events.ts";
import { metadataWords, sharedWords } from "./everywhere.ts";
import { FLOW_CONTROL } from "./flow_control.ts";
import { IMAGE_POLICY } from "./image_policy.ts";
import { INNER_TYPES } from "./inner_types.ts";
import { JSON_SCHEMAS } from "./json_schemas.ts";
import { META } from "./meta.ts";
import { CUSTOM_METRICS, EXTERNAL_METRICS, USAGE } from "./metrics.ts";
import { NAMESPACES } from "./namespaces.ts";
import { NETWORKING } from "./networking.ts";
import { NODE } from "./node.ts";
import { NODES } from "./nodes.ts";
import { PERSISTENT_VOLUMES } from "./persistent_volumes.ts";
import { POD_SECURITY } from "./pod_security.ts";
import { POD_SECURITY_POLICIES } from "./pod_security_policies.ts";
import { PODS } from "./pods.ts";
import { POLICY } from "./policy.ts";
import { PRESETS } from "./presets.ts";
import { RBAC } from "./rbac.ts";
import { REPLICATION_CONTROLLERS } from "./replication_controllers.ts";
import { REQUESTS } from "./requests.ts";
import { RESOURCE } from "./resource.ts";
import { SCALARS } from "./scalars.ts";
import { SCHEDULING } from "./scheduling.ts";
import { SERVICES } from "./services.ts";
import { STORAGE } from "./storage.ts";
import { VOLUME_SYSTEMS } from "./volume_systems.ts";
import { VOLUMES } from "./volumes.ts";
import type { FieldShape, StructWords, Words } from "./words.ts";

export { metadataWords, sharedWords };

/** The tables by package. No struct stands in two of them. */
export const TABLES: Readonly<Record<string, readonly Words[]>> = {
  "admission/v1": [ADMISSION],
  "admissionregistration/v1": [ADMISSION_REGISTRATION],
  "apidiscovery/v2": [API_DISCOVERY],
  "apiextensions/v1": [API_EXTENSIONS, JSON_SCHEMAS],
  "apiregistration/v1": [API_REGISTRATION],
  "apps/v1": [APPS],
  "audit/v1": [AUDIT],
  "auditregistration/v1alpha1": [AUDIT_REGISTRATION],
  "authentication/v1": [AUTHENTICATION],
  "authentication/v1beta1": [REVIEWS],
  "authorization/v1": [AUTHORIZATION],
  "authorization/v1beta1": [AUTHORIZATION_BETA],
  "autoscaling/v1": [AUTOSCALING_V1],
  "autoscaling/v2": [AUTOSCALING_V2],
  "batch/v1": [BATCH],
  "certificates/v1": [CERTIFICATES],
  "clientconfig/v1": [CLIENT_CONFIG],
  "coordination/v1": [COORDINATION],
  "core/v1": [
    PODS,
    CONTAINERS,
    CONTAINER_STATUSES,
    POD_SECURITY,
    VOLUMES,
    VOLUME_SYSTEMS,
    PERSISTENT_VOLUMES,
    SERVICES,
    NODES,
    NAMESPACES,
    CONFIGURATION,
    CORE_EVENTS,
    REPLICATION_CONTROLLERS,
    CONNECTIONS,
    INNER_TYPES,
  ],
  "custom_metrics/v1beta2": [CUSTOM_METRICS],
  "discovery/v1": [DISCOVERY],
  "events/v1": [EVENTS],
  "external_metrics/v1beta1": [EXTERNAL_METRICS],
  "flowcontrol/v1": [FLOW_CONTROL],
  "imagepolicy/v1alpha1": [IMAGE_POLICY],
  "meta/v1": [META, REQUESTS],
  "metrics/v1beta1": [USAGE],
  "networking/v1": [NETWORKING],
  "node/v1": [NODE],
  "policy/v1": [POLICY],
  "policy/v1beta1": [POD_SECURITY_POLICIES],
  "rbac/v1": [RBAC],
  "resource/v1": [RESOURCE],
  "scheduling/v1": [SCHEDULING],
  "settings/v1alpha1": [PRESETS],
  "storage/v1": [STORAGE],
};

/** What a struct is; undefined where nothing is said of it. */
export function describeStruct(struct: StructType): string | undefined {
  return structWords(struct.package, struct.name)?.[0] ??
    (struct.properties.has("items") ? listWords(struct.name) : undefined);
}

/** What a field of a struct, or of one inline in it, says; undefined where nothing is said. */
export function describeField(struct: StructType, field: Field): string | undefined {
  return wordsInside(struct, field) ?? sharedWords(struct.name, shapeOf(field));
}

/** What a type is that the schema knows as a scalar: `Quantity`. */
export function describeScalar(name: string): string | undefined {
  return SCALARS[name];
}

/** What the tables say of a struct and its fields. */
export function structWords(pkg: string, name: string): StructWords | undefined {
  return TABLES[pkg]?.find((each) => Object.hasOwn(each, name))?.[name];
}

/** What the tables say of a field of a struct, those inline in it left out. */
export function ownWords(pkg: string, struct: string, field: string): string | undefined {
  const fields = structWords(pkg, struct)?.[1];
  const key = descriptionKey(field);
  return fields !== undefined && Object.hasOwn(fields, key) ? fields[key] : undefined;
}

/** What a list of objects is, by its name: `PodList`. */
export function listWords(name: string): string | undefined {
  if (!name.endsWith("List")) return undefined;
  return `A list of ${name.slice(0, -"List".length)} objects.`;
}

function wordsInside(struct: StructType, field: Field): string | undefined {
  const own = ownWords(struct.package, struct.name, field.name);
  if (own !== undefined) return own;
  for (const { inline, type } of struct.fields) {
    if (!inline || type.kind !== "struct" || type.properties.get(field.name) !== field) continue;
    const words = wordsInside(type, field);
    if (words !== undefined) return words;
  }
  return undefined;
}

function shapeOf({ name, type }: Field): FieldShape {
  const structs = type.kind === "list" && type.element.kind === "struct";
  const holds = type.kind === "struct" ? "struct" : structs ? "list of structs" : "other";
  return { name, of: type.name, holds };
}

/** The name of a field in the tables: what begins as a dialect has it begins with `x-`. */
export function descriptionKey(name: string): string {
  const prefix = DIALECTS.map((dialect) => NAMES[dialect].definitionExtensionPrefix)
    .find((each) => name.startsWith(each));
  return prefix === undefined ? name : `x-${name.slice(prefix.length)}`;
}
