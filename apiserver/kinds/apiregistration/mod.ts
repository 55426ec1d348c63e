/**
 * The kinds of the group apiregistration.
 *
 * @module
 */

import type { APIService } from "../../../toolkit/api/apiregistration_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { GroupDeclarations, KindRules } from "../declaration.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../rules/column.ts";

const view = (object: JsonObject) => object as unknown as APIService;

function availability(object: JsonObject): string {
  const found = view(object).status?.conditions?.find(({ type }) => type === "Available");
  if (found === undefined) return "Unknown";
  return found.status === "True" ? "True" : `${found.status} (${found.reason ?? ""})`;
}

/** Who serves a version of a group. */
const apiServiceRules: KindRules = {
  columns: columnsOf(
    NAME_COLUMN,
    {
      name: "Service",
      description: "The service that serves it",
      cell(object) {
        const service = view(object).spec?.service;
        return service === undefined ? "Local" : `${service.namespace ?? ""}/${service.name ?? ""}`;
      },
    },
    { name: "Available", description: "Whether it is served", cell: availability },
    AGE_COLUMN,
  ),
  setDefaults(object) {
    const service = view(object).spec?.service;
    if (service !== undefined) service.port ??= 443;
  },
};

/** See the module's comment. */
export const apiregistrationKinds: GroupDeclarations = { apiservices: apiServiceRules };
