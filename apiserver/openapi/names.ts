/**
 * Names of definitions and operations, in the style of the reference: generated clients are made
 * from them.
 *
 * @module
 */

import { type Dialect, NAMES } from "../../toolkit/names.ts";
import type { StructType } from "../../toolkit/schema/mod.ts";

/** `example.com` as definitions begin with it: `com.example`. */
function reversed(domain: string): string {
  return domain.split(".").toReversed().join(".");
}

/** Where the reference declares the types of a package, where that is not with the others. */
function homeOf(pkg: string, dialect: Dialect): string {
  const aggregator = NAMES[dialect].clusterRoleAggregator.split(":")[1] ?? "";
  switch (pkg.split("/")[0]) {
    case "meta":
      return "apimachinery.pkg.apis";
    case "apiextensions":
      return "apiextensions-apiserver.pkg.apis";
    case "apiregistration":
      return `${aggregator}.pkg.apis`;
    default:
      return "api";
  }
}

/** The name of a built-in type's definition. */
export function definitionName({ package: pkg, name }: StructType, dialect: Dialect): string {
  return inPackage(`${homeOf(pkg, dialect)}.${pkg.replaceAll("/", ".")}`, name, dialect);
}

/** The name of the definition of a type that the schema knows as a scalar: `Quantity`. */
export function inPackage(home: string, name: string, dialect: Dialect): string {
  return `${reversed(NAMES[dialect].groupSuffix)}.${home}.${name}`;
}

/** The name of the definition of every patch. */
export function patchDefinitionName(dialect: Dialect): string {
  return inPackage("apimachinery.pkg.apis.meta.v1", "Patch", dialect);
}

/** The name of a custom kind's definition: never one of a built-in type's, whatever the group is called. */
export function customDefinitionName(
  { group, version }: { readonly group: string; readonly version: string },
  kind: string,
  dialect: Dialect,
): string {
  const name = `${reversed(group)}.${version}.${kind}`;
  const root = reversed(NAMES[dialect].groupSuffix);
  const homes = ["", "meta", "apiextensions", "apiregistration"].map((pkg) =>
    homeOf(pkg, dialect).split(".")[0]
  );
  return homes.some((home) => name.startsWith(`${root}.${home}.`)) ? `${name}_v2` : name;
}

/** A group version as operations name it: `CoreV1`, `RbacAuthorizationV1`. */
export function groupVersionName(group: string, version: string, dialect: Dialect): string {
  return groupName(group, dialect).map(capitalized).join("") + capitalized(version);
}

/** A group version as a tag: `core_v1`, `rbacAuthorization_v1`. */
export function tagOf(group: string, version: string, dialect: Dialect): string {
  const [first = "", ...rest] = groupName(group, dialect);
  return [first, ...rest.map(capitalized)].join("") + (version === "" ? "" : `_${version}`);
}

function groupName(group: string, dialect: Dialect): string[] {
  if (group === "") return ["core"];
  const suffix = `.${NAMES[dialect].groupSuffix}`;
  return (group.endsWith(suffix) ? group.slice(0, -suffix.length) : group).split(/[.-]/);
}

/** With a capital first letter. */
export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
