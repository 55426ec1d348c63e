/**
 * Writes toolkit/kinds/built_in.ts, each built-in kind as a value, and the list of their groups. All
 * are in one file, so that importing the toolkit loads one file for them and none for their types.
 *
 * @module
 */

import { GENERATED, namespaceOf, typeFile } from "./api_types.ts";
import { docComment, wordsOf } from "./doc_comments.ts";
import { type Facts, type Package, resourceOf } from "./facts.ts";

/** A row of kinds.tsv with the package that declares its type. */
interface BuiltIn {
  readonly pkg: Package;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

/** The text of toolkit/kinds/built_in.ts. */
export function builtInKindsText(facts: Facts): string {
  const packages = [...facts.packages.values()].filter(({ config }) => !config);
  const kinds = new Map(
    packages.map((pkg) => [pkg, kindsOf(facts, pkg)] as const).filter(([, own]) => own.length > 0),
  );
  const flat = flatKinds([...kinds.values()].flat());
  return [
    GENERATED,
    "/**",
    " * The built-in kinds as values, each under the name of its type: the newest stable version of each by",
    " * itself (`Deployment`), and all of them, with the other types of their API, by group version",
    " * (`appsV1.Deployment`).",
    " *",
    " * @module",
    " */",
    "",
    ...[...kinds.keys()].map((pkg) =>
      `import type { ${namespaceOf(pkg)} as ${pkg.file} } from "../api/${typeFile(pkg)}";`
    ),
    'import type { Kind } from "./kind.ts";',
    "",
    ...[...flat.values()].sort(byKind).flatMap(flatText),
    ...[...kinds].flatMap(([pkg, own]) => namespaceText(facts, pkg, own, flat)),
  ].join("\n");
}

/** The text of toolkit/kinds/built_in_groups.ts. */
export function builtInGroupsText(facts: Facts): string {
  const groups = [...facts.packages.values()].filter(({ config }) => !config)
    .flatMap(({ group }) => group ?? []).filter((group) => group.includes("."));
  return [
    GENERATED,
    "",
    "/** The built-in groups that each dialect has a name of its own for, as kinds spell them. */",
    "export const BUILT_IN_GROUPS: ReadonlySet<string> = new Set([",
    ...[...new Set(groups)].sort().map((group) => `  ${JSON.stringify(group)},`),
    "]);",
    "",
  ].join("\n");
}

function kindsOf(facts: Facts, pkg: Package): BuiltIn[] {
  return facts.declarations(pkg).flatMap(([kind]) => {
    const row = resourceOf(facts, pkg, kind);
    return row === undefined
      ? []
      : [{ pkg, kind, plural: row.plural!, namespaced: row.scope === "namespaced" }];
  });
}

function byKind({ kind: a }: BuiltIn, { kind: b }: BuiltIn): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Of each kind the newest stable version; one that has none is found by its group version alone. */
function flatKinds(kinds: readonly BuiltIn[]): Map<string, BuiltIn> {
  const flat = new Map<string, BuiltIn>();
  for (const one of kinds.filter(({ pkg }) => /^v\d+$/.test(pkg.version))) {
    const other = flat.get(one.kind);
    if (other === undefined || isNewer(one, other)) flat.set(one.kind, one);
  }
  return flat;
}

/** By version; of a kind that was split off the core group, the split one is newer. */
function isNewer({ pkg: a, kind }: BuiltIn, { pkg: b }: BuiltIn): boolean {
  if (a.group === b.group) return Number(a.version.slice(1)) > Number(b.version.slice(1));
  if (a.group === "" || b.group === "") return b.group === "";
  throw new Error(`${kind} is in two groups, ${a.group} and ${b.group}: which is the newer?`);
}

function value({ pkg, kind, plural, namespaced }: BuiltIn): string {
  const fields = Object.entries({
    group: pkg.group,
    version: pkg.version,
    kind,
    plural,
    namespaced,
  })
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `{ ${fields.join(", ")} }`;
}

function about({ pkg, plural, namespaced }: BuiltIn): string {
  const group = pkg.group === "" ? "the core group" : pkg.group;
  return `${plural} of ${group}, ${pkg.version}${namespaced ? "" : ", in no namespace"}`;
}

function flatText(one: BuiltIn): string[] {
  const type = `${one.pkg.file}.${one.kind}`;
  const words = wordsOf(one.pkg, one.kind, one.pkg.types.get(one.kind)!);
  return [
    docComment([words]) + `export type ${one.kind} = ${type};`,
    docComment([`The kind of ${about(one)}.`]) +
    `export const ${one.kind}: Kind<${type}> = ${value(one)};`,
    "",
  ];
}

/**
 * The types of a group version as a namespace, and beside it the values as an object of its name. The
 * namespace holds aliases, because one that is imported can't share its name with a value in a way that
 * `deno doc` bears: it runs for ever, or ends with a panic.
 */
function namespaceText(
  facts: Facts,
  pkg: Package,
  own: readonly BuiltIn[],
  flat: ReadonlyMap<string, BuiltIn>,
): string[] {
  const name = namespaceOf(pkg);
  return [
    `/** The types of ${pkg.key}. */`,
    `export declare namespace ${name} {`,
    ...facts.declarations(pkg).map(([type, declared]) =>
      docComment([wordsOf(pkg, type, declared)], "  ") + `  type ${type} = ${pkg.file}.${type};`
    ),
    "}",
    `/** The kinds of ${pkg.key}, beside their types of the same names. */`,
    `export const ${name}: {`,
    ...own.map(({ kind }) => `  readonly ${kind}: Kind<${pkg.file}.${kind}>;`),
    "} = {",
    ...own.map((one) =>
      flat.get(one.kind) === one ? `  ${one.kind},` : `  ${one.kind}: ${value(one)},`
    ),
    "};",
    "",
  ];
}
