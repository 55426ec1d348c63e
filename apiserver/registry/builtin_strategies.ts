/**
 * The strategies of built-in kinds, as far as all of them have them in common: metadata, and a status
 * that is the server's own side of the object.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { Dialect } from "../../toolkit/names.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { Resource, StructType } from "../../toolkit/schema/mod.ts";
import {
  checkNameIsLabel,
  checkNameIsLabel1035,
  checkNameIsSubdomain,
  checkPathSegmentName,
  checkPathSegmentPrefix,
  type NameCheck,
} from "../../toolkit/validation/mod.ts";
import { setSchemaDefaults } from "./schema_defaults.ts";
import type { Strategy } from "./strategy.ts";

/** Names that may be anything that fits into a path: those of roles. */
const checkNameIsSegment: NameCheck = (name, options) =>
  options?.prefix ? checkPathSegmentPrefix(name) : checkPathSegmentName(name);

/** What kinds have that others have not, by resource. */
interface Traits {
  readonly checkName?: NameCheck;
  readonly createsOnUpdate?: true;
  readonly updatesUnconditionally?: false;
  readonly returnsDeleted?: true;
  readonly hasGeneration?: true;
  readonly orphansByDefault?: true;
}

const TRAITS: Readonly<Record<string, Traits>> = {
  namespaces: { checkName: checkNameIsLabel },
  services: { checkName: checkNameIsLabel1035, returnsDeleted: true },
  events: { createsOnUpdate: true },
  limitranges: { createsOnUpdate: true },
  endpoints: { createsOnUpdate: true },
  leases: { createsOnUpdate: true, updatesUnconditionally: false },
  endpointslices: { hasGeneration: true },
  persistentvolumeclaims: { returnsDeleted: true },
  persistentvolumes: { returnsDeleted: true },
  podtemplates: { returnsDeleted: true, hasGeneration: true },
  pods: { returnsDeleted: true, hasGeneration: true },
  serviceaccounts: { returnsDeleted: true },
  resourcequotas: { returnsDeleted: true },
  replicationcontrollers: { hasGeneration: true, orphansByDefault: true },
  deployments: { hasGeneration: true },
  daemonsets: { hasGeneration: true },
  replicasets: { hasGeneration: true },
  statefulsets: { hasGeneration: true },
  jobs: { hasGeneration: true, orphansByDefault: true },
  cronjobs: { hasGeneration: true },
  ingresses: { hasGeneration: true },
  ingressclasses: { hasGeneration: true },
  networkpolicies: { hasGeneration: true },
  poddisruptionbudgets: { hasGeneration: true },
  priorityclasses: { hasGeneration: true },
  customresourcedefinitions: { hasGeneration: true },
  flowschemas: { hasGeneration: true, createsOnUpdate: true },
  prioritylevelconfigurations: { hasGeneration: true, createsOnUpdate: true },
  mutatingwebhookconfigurations: { hasGeneration: true },
  validatingwebhookconfigurations: { hasGeneration: true },
  validatingadmissionpolicies: { hasGeneration: true },
  validatingadmissionpolicybindings: { hasGeneration: true },
  mutatingadmissionpolicies: { hasGeneration: true },
  mutatingadmissionpolicybindings: { hasGeneration: true },
  resourceslices: { hasGeneration: true },
  roles: { checkName: checkNameIsSegment, createsOnUpdate: true },
  rolebindings: { checkName: checkNameIsSegment, createsOnUpdate: true },
  clusterroles: { checkName: checkNameIsSegment, createsOnUpdate: true },
  clusterrolebindings: { checkName: checkNameIsSegment, createsOnUpdate: true },
  csidrivers: { returnsDeleted: true, hasGeneration: true },
  csinodes: { returnsDeleted: true },
  storageclasses: { returnsDeleted: true },
  volumeattachments: { returnsDeleted: true },
};

/** The strategy of a resource's objects. */
export function strategyOfObjects(
  resource: Resource,
  type: StructType,
  dialect: Dialect,
): Strategy {
  const traits = TRAITS[resource.resource] ?? {};
  const hasStatus = resource.subresources.includes("status");
  const strategy: Strategy = {
    checkName: traits.checkName ?? checkNameIsSubdomain,
    createsOnUpdate: traits.createsOnUpdate ?? false,
    updatesUnconditionally: traits.updatesUnconditionally ?? true,
    returnsDeleted: traits.returnsDeleted ?? false,
    hasGeneration: traits.hasGeneration ?? false,
    defaultPropagation: traits.orphansByDefault ? "orphan" : "background",
    resetFields: hasStatus ? [["status"]] : [],
    setDefaults: (object) => setSchemaDefaults(type, object),
    ...(hasStatus && {
      prepareForCreate: (object: JsonObject) => void delete object.status,
      prepareForUpdate: keepStatus,
    }),
  };
  return resource.group === "" && resource.resource === "namespaces"
    ? namespaceStrategy(strategy, dialect)
    : strategy;
}

function keepStatus(object: JsonObject, old: JsonObject): void {
  if (old.status === undefined) delete object.status;
  else object.status = old.status;
}

/** The strategy of writes to the status of objects: everything else stays as it is. */
export function strategyOfStatus(strategy: Strategy): Strategy {
  return partStrategy(strategy, ["status"], [["spec"], ["metadata", "resourceVersion"]]);
}

/** A strategy that leaves all but some of an object's fields, and its metadata, as they are. */
function partStrategy(
  { checkName, returnsDeleted, defaultPropagation, updatesUnconditionally }: Strategy,
  names: readonly string[],
  resetFields: Strategy["resetFields"],
): Strategy {
  return {
    checkName,
    returnsDeleted,
    defaultPropagation,
    updatesUnconditionally,
    createsOnUpdate: false,
    hasGeneration: false,
    resetFields,
    prepareForUpdate(object, old) {
      for (const name of new Set([...Object.keys(object), ...Object.keys(old)])) {
        if (name === "metadata" || names.includes(name)) continue;
        if (old[name] === undefined) delete object[name];
        else object[name] = old[name];
      }
    },
  };
}

/** A namespace goes when whoever is in charge of its content says that it is empty. */
function namespaceStrategy(strategy: Strategy, dialect: Dialect): Strategy {
  const names = NAMES[dialect];
  const specOf = (object: JsonObject) => (object.spec ??= {}) as { finalizers?: string[] };
  return {
    ...strategy,
    setDefaults(object) {
      const metadata = object.metadata as { name?: string; labels?: Record<string, string> };
      if (metadata.name) (metadata.labels ??= {})[names.labelNamespaceName] = metadata.name;
    },
    prepareForCreate(object) {
      object.status = { phase: "Active" };
      const spec = specOf(object);
      const { finalizerNamespaceContent } = names;
      if (!spec.finalizers?.includes(finalizerNamespaceContent)) {
        spec.finalizers = [...spec.finalizers ?? [], finalizerNamespaceContent];
      }
    },
    prepareForUpdate(object, old) {
      // Only `finalize` changes them.
      object.spec = old.spec;
      object.status = old.status;
    },
    holdsDeletion: (object) => (specOf(object).finalizers?.length ?? 0) > 0,
    whileDeleting(object) {
      object.status = { ...object.status as object, phase: "Terminating" };
    },
  };
}

/** The strategy of `finalize`, by which a namespace's content loses its hold on it. */
export function strategyOfFinalize(strategy: Strategy): Strategy {
  return partStrategy(strategy, ["spec"], []);
}
