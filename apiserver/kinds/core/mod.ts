/**
 * The kinds of the core group.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { COMPONENT_STATUS_COLUMNS } from "./component_status.ts";
import { configMapRules } from "./config_map.ts";
import { endpointsRules } from "./endpoints.ts";
import { eventRules } from "./event.ts";
import { limitRangeRules } from "./limit_range.ts";
import { namespaceRules } from "./namespace.ts";
import { nodeRules } from "./node.ts";
import { persistentVolumeRules } from "./persistent_volume.ts";
import { persistentVolumeClaimRules } from "./persistent_volume_claim.ts";
import { podRules } from "../pod/pod.ts";
import { podTemplateRules } from "./pod_template.ts";
import { replicationControllerRules } from "./replication_controller.ts";
import { resourceQuotaRules } from "./resource_quota.ts";
import { secretRules } from "./secret.ts";
import { serviceRules } from "./service/service.ts";
import { serviceAccountRules } from "./service_account.ts";

/**
 * The rules of each resource of the core group, by its plural name, with those that only answer
 * requests (bindings and component statuses).
 */
export const coreKinds: GroupDeclarations = {
  bindings: { handlers: { "": "binding" } },
  componentstatuses: {
    handlers: { "": "component status" },
    columns: COMPONENT_STATUS_COLUMNS,
    deprecation: "v1 ComponentStatus is deprecated in v1.19+",
  },
  configmaps: configMapRules,
  endpoints: endpointsRules,
  events: eventRules,
  limitranges: limitRangeRules,
  namespaces: namespaceRules,
  nodes: nodeRules,
  persistentvolumeclaims: persistentVolumeClaimRules,
  persistentvolumes: persistentVolumeRules,
  pods: podRules,
  podtemplates: podTemplateRules,
  replicationcontrollers: replicationControllerRules,
  resourcequotas: resourceQuotaRules,
  secrets: secretRules,
  serviceaccounts: serviceAccountRules,
  services: serviceRules,
};
