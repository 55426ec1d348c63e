/**
 * What may be used only where a quota says how much of it: the plugin's configuration.
 *
 * @module
 */

import type { Names } from "../../../toolkit/names.ts";
import type { Scope } from "../../../toolkit/quota/mod.ts";
import { Fields, type PluginConfiguration, readTypeMeta } from "../configuration/mod.ts";

/** What is limited of one resource. */
export interface LimitedResource {
  readonly group: string;
  readonly resource: string;
  /** What is in the names of what quotas count: `requests.storage`. */
  readonly matchContains: readonly string[];
  readonly matchScopes: readonly Scope[];
}

const OPERATORS: readonly Scope["operator"][] = ["In", "NotIn", "Exists", "DoesNotExist"];
const SCOPES: readonly Scope["scopeName"][] = [
  "Terminating",
  "NotTerminating",
  "BestEffort",
  "NotBestEffort",
  "PriorityClass",
  "CrossNamespacePodAffinity",
  "VolumeAttributesClass",
];

/** Reads the configuration: without one, nothing is limited. Throws, naming the field that is wrong. */
export function readLimitedResources(
  configuration: PluginConfiguration | undefined,
  names: Names,
): readonly LimitedResource[] {
  if (configuration === undefined) return [];
  const fields = new Fields(configuration.value, configuration.where);
  const old = names.group("resourcequota.admission");
  readTypeMeta(fields, [
    { apiVersion: `${names.configGroupApiServer}/v1`, kind: "ResourceQuotaConfiguration" },
    { apiVersion: `${old}/v1beta1`, kind: "Configuration" },
    { apiVersion: `${old}/v1alpha1`, kind: "Configuration" },
  ]);
  const limited = fields.list("limitedResources").map((item, index) =>
    readLimited(new Fields(item, `${fields.where}: limitedResources[${index}]`))
  );
  fields.end();
  return limited;
}

function readLimited(fields: Fields): LimitedResource {
  const [group, resource] = [fields.text("apiGroup"), fields.text("resource")];
  if (resource === "") throw fields.wrong("resource", "must name the resource that is limited");
  const matchContains = textsIn(fields, "matchContains");
  const matchScopes = fields.list("matchScopes").map((item, index) =>
    readScope(new Fields(item, `${fields.where}.matchScopes[${index}]`))
  );
  fields.end();
  return { group, resource, matchContains, matchScopes };
}

function readScope(fields: Fields): Scope {
  const scopeName = oneOf(fields, "scopeName", SCOPES);
  const operator = oneOf(fields, "operator", OPERATORS);
  const values = textsIn(fields, "values");
  const hasValues = operator === "In" || operator === "NotIn";
  if (hasValues !== values.length > 0) {
    throw fields.wrong("values", `must ${hasValues ? "not " : ""}be empty for ${operator}`);
  }
  fields.end();
  return { scopeName, operator, ...(hasValues && { values }) };
}

function oneOf<T extends string>(fields: Fields, name: string, known: readonly T[]): T {
  const given = fields.text(name);
  const found = known.find((one) => one === given);
  if (found !== undefined) return found;
  throw fields.wrong(name, `is ${JSON.stringify(given)}: must be one of ${known.join(", ")}`);
}

function textsIn(fields: Fields, name: string): string[] {
  return fields.list(name).map((item, index) => {
    if (typeof item !== "string") throw fields.wrong(`${name}[${index}]`, "must be a text");
    return item;
  });
}
