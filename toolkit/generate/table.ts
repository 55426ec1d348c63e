/**
 * Writes the tables of toolkit/schema/: every declaration as one short line of text, to be parsed when
 * its package is first asked for. `toolkit/schema/declarations.ts` reads these lines.
 *
 * @module
 */

import { NAMES } from "../names.ts";
import type { FactField, Facts, FactType, Package, TypeExpression } from "./facts.ts";

/** Markers of fields that a flag letter stands for. */
const FLAGS: Readonly<Record<string, string>> = {
  optional: "o",
  required: "r",
  nullable: "n",
  "listType=atomic": "a",
  "listType=set": "s",
  "listType=map": "m",
  "mapType=atomic": "A",
  "structType=atomic": "A",
  "mapType=granular": "G",
  "structType=granular": "G",
};

/** Markers that say again what another column says, or that only the reference's build reads. */
const REDUNDANT =
  /^(?:patchMergeKey|patchStrategy|genclient|protobuf(?!\.nullable)|k8s:prerelease|resourceName=)/;

/** Kinds in a package whose group version is another one: `[group, version]` of the kind. */
const ELSEWHERE: Readonly<Record<string, readonly [string, string]>> = {
  "apiserver.config/v1beta1.EgressSelectorConfiguration": [
    NAMES.kubernetes.configGroupEgressSelector,
    "v1beta1",
  ],
};

/** Kinds that are served under a second version in the same shape. */
const ALSO: Readonly<Record<string, string>> = {
  "leadermigration/v1.LeaderMigrationConfiguration": "v1alpha1",
  "apiserver.config/v1beta1.AuthenticationConfiguration": "v1alpha1",
  "apiserver.config/v1beta1.AuthorizationConfiguration": "v1alpha1",
  "apiserver.config/v1beta1.EgressSelectorConfiguration": "v1alpha1",
};

/** What every client reads, and few need more than: it has a table of its own. */
const CLIENT_CONFIG = "clientconfig/v1";

const HEADER = "// Made by `deno task generate` from toolkit/facts. Do not edit.";

/** The text of toolkit/schema/client_config_table.ts. */
export function clientConfigTableText(facts: Facts): string {
  const pkg = facts.packages.get(CLIENT_CONFIG)!;
  return [
    HEADER,
    "",
    "/** The declarations of client config files, in the form that declarations.ts reads. */",
    "export const CLIENT_CONFIG_PACKAGES: Readonly<Record<string, string>> = {",
    `  ${JSON.stringify(pkg.key)}: ${literal(packageLines(facts, pkg))},`,
    "};",
    "",
  ].join("\n");
}

/** The text of toolkit/schema/table.ts. */
export function tableText(facts: Facts): string {
  const packages = [...facts.packages.values()];
  const parts = [
    HEADER,
    "",
    'import { CLIENT_CONFIG_PACKAGES } from "./client_config_table.ts";',
    "",
    "/** The declarations of each package, in the form that declarations.ts reads. */",
    "export const PACKAGES: Readonly<Record<string, string>> = {",
  ];
  parts.push("  ...CLIENT_CONFIG_PACKAGES,");
  for (const pkg of packages.filter(({ key }) => key !== CLIENT_CONFIG)) {
    parts.push(`  ${JSON.stringify(pkg.key)}: ${literal(packageLines(facts, pkg))},`);
  }
  parts.push(
    "};",
    "",
    "/** The kinds: group, version, kind, package, and the type where it has another name. */",
    `export const KINDS = ${literal(packages.flatMap((pkg) => kindLines(facts, pkg)))};`,
    "",
    "/** The built-in resources: the columns of kinds.tsv without the group in the orch dialect. */",
    `export const RESOURCES = ${literal(facts.resources.map(resourceLine))};`,
    "",
  );
  return parts.join("\n");
}

function literal(lines: readonly string[]): string {
  const text = lines.join("\n").replace(/[\\`]|\$\{/g, "\\$&");
  return "`" + text + "`";
}

function resourceLine(row: Readonly<Record<string, string>>): string {
  return Object.entries(row).filter(([name]) => name !== "group_orch").map(([, value]) => value)
    .join("\t");
}

function kindLines(facts: Facts, pkg: Package): string[] {
  // The kinds of the meta package are legal in many groups: schema.ts knows where.
  if (pkg.group === undefined || pkg.key === "meta/v1") return [];
  const lines: string[] = [];
  for (const [name, type] of facts.declarations(pkg)) {
    const target = topLevel(facts, pkg, name, type);
    if (target === undefined) continue;
    const [group, version] = ELSEWHERE[`${pkg.key}.${name}`] ?? [pkg.group, pkg.version];
    const versions = [version, ALSO[`${pkg.key}.${name}`]].filter((each) => each !== undefined);
    for (const each of versions) lines.push([group, each, name, ...target].join("\t"));
  }
  return lines;
}

/** Where the struct of a kind is declared, or undefined for a type that is no kind. */
function topLevel(facts: Facts, pkg: Package, name: string, type: FactType): string[] | undefined {
  if (type.of !== undefined) {
    const target = facts.parse(type.of, pkg);
    if (target.is !== "declared" || target.package === pkg.key) return undefined;
    const other = facts.packages.get(target.package)!;
    const struct = other.types.get(target.name)!;
    return topLevel(facts, other, target.name, struct) && [target.package, target.name];
  }
  const fields = type.fields ?? [];
  const isKind = fields.some((field) => isTypeMeta(field) && name !== "TypeMeta") ||
    (fields.some((field) => field.name === "apiVersion") && name === "Config");
  return isKind ? [pkg.key] : undefined;
}

/** Whether a field is the inlined `kind` and `apiVersion` of a top-level object. */
export function isTypeMeta(field: FactField): boolean {
  return field.inline === true && /(?:^|\.)TypeMeta$/.test(field.type);
}

function packageLines(facts: Facts, pkg: Package): string[] {
  return facts.declarations(pkg).flatMap(([name, type]) => {
    const markers = (type.markers ?? []).filter((marker) => !REDUNDANT.test(marker));
    if (type.of !== undefined) {
      const of = expressionText(facts.parse(type.of, pkg), pkg);
      return [[`=${name}:${of}`, markers.join(","), ...type.values ?? []].join("\t").trimEnd()];
    }
    return [
      [`=${name}`, ...markers].join("\t"),
      ...(type.fields ?? []).map((field) => fieldLine(facts, pkg, field)),
    ];
  });
}

function fieldLine(facts: Facts, pkg: Package, field: FactField): string {
  const extras: string[] = [];
  let flags = (field.omitempty ? "e" : "") + (field.omitzero ? "z" : "") +
    (field.inline ? "i" : "");
  for (const strategy of field.patchStrategy?.split(",") ?? []) {
    flags += { merge: "M", retainKeys: "K", replace: "R" }[strategy] ?? unknownStrategy(strategy);
  }
  if (field.patchMergeKey !== undefined) extras.push(`mergeKey=${field.patchMergeKey}`);
  for (const marker of field.markers ?? []) {
    // The newer spelling of the same markers.
    const plain = marker.replace(/^k8s:(?=listType|listMapKey)/, "");
    if (REDUNDANT.test(plain)) continue;
    if (FLAGS[plain] === undefined) extras.push(plain);
    else if (!flags.includes(FLAGS[plain])) flags += FLAGS[plain];
  }
  const type = isTypeMeta(field)
    ? "meta/v1.TypeMeta"
    : expressionText(facts.parse(field.type, pkg), pkg);
  return [field.name ?? "", type, field.proto ?? "", flags, ...extras].join("\t").trimEnd();
}

function unknownStrategy(strategy: string): never {
  throw new Error(`unknown patch strategy ${strategy}`);
}

/** A type expression as text: a declared type of the same package has no package in front. */
function expressionText(type: TypeExpression, pkg: Package): string {
  switch (type.is) {
    case "scalar":
      return type.name;
    case "declared":
      return type.package === pkg.key ? type.name : `${type.package}.${type.name}`;
    case "pointer":
      return `*${expressionText(type.of, pkg)}`;
    case "list":
      return `[]${expressionText(type.of, pkg)}`;
    case "map":
      return `map[${expressionText(type.key, pkg)}]${expressionText(type.of, pkg)}`;
  }
}
