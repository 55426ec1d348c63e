/**
 * The kinds of the core group.
 *
 * @module
 */

import { checkNameIsLabel1035 } from "../../../toolkit/validation/mod.ts";
import type { GroupDeclarations } from "../declaration.ts";
import { at } from "../fields.ts";
import { namespaceRules } from "./namespace.ts";

/** See the module's comment. */
export const coreKinds: GroupDeclarations = {
  endpoints: { createsOnUpdate: true },
  events: {
    createsOnUpdate: true,
    fields: {
      "involvedObject.kind": true,
      "involvedObject.namespace": true,
      "involvedObject.name": true,
      "involvedObject.uid": true,
      "involvedObject.apiVersion": true,
      "involvedObject.resourceVersion": true,
      "involvedObject.fieldPath": true,
      "reason": true,
      "reportingComponent": true,
      "source": (object) => at(object, "source.component") || at(object, "reportingComponent"),
      "type": true,
    },
  },
  limitranges: { createsOnUpdate: true },
  namespaces: namespaceRules,
  nodes: {
    fields: { "spec.unschedulable": (object) => at(object, "spec.unschedulable") === true },
  },
  persistentvolumeclaims: { returnsDeleted: true },
  persistentvolumes: { returnsDeleted: true },
  pods: {
    returnsDeleted: true,
    hasGeneration: true,
    fields: {
      "spec.nodeName": true,
      "spec.restartPolicy": true,
      "spec.schedulerName": true,
      "spec.serviceAccountName": true,
      "spec.hostNetwork": (object) => at(object, "spec.hostNetwork") === true,
      "status.phase": true,
      "status.podIP": true,
      "status.podIPs": (object) =>
        ((at(object, "status.podIPs") ?? []) as { ip: string }[]).map(({ ip }) => ip).join(","),
      "status.nominatedNodeName": true,
    },
    indexed: ["spec.nodeName"],
  },
  podtemplates: { returnsDeleted: true, hasGeneration: true },
  replicationcontrollers: {
    hasGeneration: true,
    defaultPropagation: "orphan",
    fields: { "status.replicas": (object) => at(object, "status.replicas") ?? 0 },
  },
  resourcequotas: { returnsDeleted: true },
  secrets: { fields: { "type": true } },
  serviceaccounts: { returnsDeleted: true },
  services: {
    checkName: checkNameIsLabel1035,
    returnsDeleted: true,
    fields: { "spec.clusterIP": true, "spec.type": true },
  },
};
