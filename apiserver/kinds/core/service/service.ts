/**
 * Services.
 *
 * @module
 */

import type { ServiceSpec } from "../../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../../toolkit/codec/mod.ts";
import type { Names } from "../../../../toolkit/names.ts";
import { checkNameIsLabel } from "../../../../toolkit/validation/mod.ts";
import type { KindRules } from "../../declaration.ts";
import { serviceColumns } from "./columns.ts";
import { setServiceDefaults } from "./defaults.ts";
import { dropInapplicable, joinAddresses, keepAllocated, settlePolicy } from "./keep.ts";
import { statusRules } from "./status.ts";
import { validateService } from "./validate.ts";
import { isExternalName, isLoadBalancer, serviceOf, specOf } from "./view.ts";
import { serviceWarnings } from "./warnings.ts";

/**
 * The rules for services. Their addresses and ports are chosen by `ServiceAllocator`, after
 * these hooks.
 */
export function serviceRules(names: Names): KindRules {
  return {
    checkName: checkNameIsLabel,
    createsOnUpdate: true,
    returnsDeleted: true,
    fields: { "spec.clusterIP": true, "spec.type": true },
    columns: serviceColumns,
    setDefaults: setServiceDefaults,
    prepareForCreate(object) {
      const spec = ownSpec(object);
      joinAddresses(spec);
      settlePolicy(spec);
    },
    prepareForUpdate(object, old) {
      const spec = ownSpec(object);
      const before = { ...specOf(old) };
      // One from before there were several may have only the one.
      joinAddresses(before);
      keepAllocated(spec, before);
      joinAddresses(spec, before);
      settlePolicy(spec, before);
      dropInapplicable(spec, before);
      // No balancer has anything to say of it any longer, even if it takes time to go.
      if (!isLoadBalancer(spec)) object.status = { ...serviceOf(object).status, loadBalancer: {} };
    },
    validate: (object) => validateService(serviceOf(object), names),
    validateUpdate: (object, old) => validateService(serviceOf(object), names, serviceOf(old)),
    warnings: (object) => serviceWarnings(serviceOf(object), names),
    canonicalize: dropInsideTraffic,
    // Stores may have it from before it was dropped.
    afterDecode: dropInsideTraffic,
    handlers: { proxy: "proxy" },
    subresources: { status: statusRules },
  };
}

/** What is no more than a name has no traffic inside the cluster; clients may say how it goes. */
function dropInsideTraffic(object: JsonObject): void {
  const spec = serviceOf(object).spec;
  if (spec !== undefined && isExternalName(spec)) delete spec.internalTrafficPolicy;
}

/** The spec, apart from what the client sent: that is looked at again should this write be late. */
function ownSpec(object: JsonObject): ServiceSpec {
  const spec = { ...specOf(object) };
  object.spec = spec;
  return spec;
}
