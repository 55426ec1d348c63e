/**
 * Reads the facts and brings them into one model: packages of declarations whose types are parsed
 * and whose references are resolved. What the facts hold of the reference's own machinery (its
 * interfaces, its writers) is left out here, by name.
 *
 * @module
 */

import { NAMES } from "../names.ts";

const FACTS = new URL("../facts/", import.meta.url);

/** A field, an alias or a struct as the facts write it. */
export interface FactField {
  readonly name?: string;
  readonly type: string;
  readonly omitempty?: boolean;
  readonly omitzero?: boolean;
  readonly inline?: boolean;
  readonly proto?: number;
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
  readonly markers?: readonly string[];
}

/** A declaration of the facts. */
export interface FactType {
  readonly is: "struct" | "alias";
  readonly of?: string;
  readonly values?: readonly string[];
  readonly markers?: readonly string[];
  readonly fields?: readonly FactField[];
}

/** A type expression: pointers, lists and maps around a scalar or a declared type. */
export type TypeExpression =
  | { readonly is: "scalar"; readonly name: string }
  | { readonly is: "declared"; readonly package: string; readonly name: string }
  | { readonly is: "pointer" | "list"; readonly of: TypeExpression }
  | { readonly is: "map"; readonly key: TypeExpression; readonly of: TypeExpression };

/** All declarations of one group version, or of one configuration file type. */
export interface Package {
  /** `core/v1`, `apiserver.config/v1`. */
  readonly key: string;
  /** `core_v1`: the file in facts/ and in api/. */
  readonly file: string;
  readonly config: boolean;
  /** The API group, in the kubernetes dialect; undefined for a package that has no kinds. */
  readonly group: string | undefined;
  readonly version: string;
  readonly types: ReadonlyMap<string, FactType>;
}

const group = NAMES.kubernetes.group;

/** Groups of packages that kinds.tsv does not mention. A package of shared parts has none. */
const GROUPS: Readonly<Record<string, string | undefined>> = {
  admission: group("admission"),
  apidiscovery: group("apidiscovery"),
  audit: group("audit"),
  "custom_metrics": group("custom.metrics"),
  "external_metrics": group("external.metrics"),
  imagepolicy: group("imagepolicy"),
  meta: group("meta"),
  metrics: group("metrics"),
  "apiserver.config": group("apiserver.config"),
  clientconfig: "",
  "cloudcontrollermanager.config": group("cloudcontrollermanager.config"),
  "component.config": undefined,
  "controllermanager.config": group("controllermanager.config"),
  credentialprovider: NAMES.kubernetes.configGroupNodeAgent.replace(
    /^(\w+)\.config/,
    "credentialprovider.$1",
  ),
  leadermigration: group("controllermanager.config"),
  logs: undefined,
  "nodeagent.config": NAMES.kubernetes.configGroupNodeAgent,
  podsecurity: group("pod-security.admission.config"),
  "scheduler.config": NAMES.kubernetes.configGroupScheduler,
  "scheduler.extender": undefined,
  stats: undefined,
  tracing: undefined,
};

/** Declarations that are not data but parts of the reference's programs. */
const NOT_DATA = new Set([
  "meta/v1.Common",
  "meta/v1.FieldsV1Reader",
  "meta/v1.InternalEvent",
  "meta/v1.ListInterface",
  "meta/v1.ListMetaAccessor",
  "meta/v1.Object",
  "meta/v1.ObjectMetaAccessor",
  "meta/v1.Patch",
  "meta/v1.ShardedListInterface",
  "meta/v1.Timestamp",
  "meta/v1.Type",
  "logs/v1.LogFormatFactory",
  "logs/v1.LoggingOptions",
  "logs/v1.ReapplyHandlingType",
  "logs/v1.RuntimeControl",
]);

/** Declared types whose JSON form is a scalar or a union of its own. */
const SPECIAL: Readonly<Record<string, string>> = {
  "meta/v1.Time": "time",
  "meta/v1.MicroTime": "microTime",
  "meta/v1.Duration": "duration",
  "meta/v1.FieldsV1": "raw",
  "apiextensions/v1.JSON": "raw",
  "apiextensions/v1.JSONSchemaPropsOrArray": "schemaOrArray",
  "apiextensions/v1.JSONSchemaPropsOrBool": "schemaOrBool",
  "apiextensions/v1.JSONSchemaPropsOrStringArray": "schemaOrStrings",
  "logs/v1.TimeOrMetaDuration": "durationOrNanoseconds",
};

/** What type names without a package mean. */
const SCALARS: Readonly<Record<string, string>> = {
  string: "string",
  bool: "bool",
  int: "int64",
  int32: "int32",
  int64: "int64",
  uint32: "uint32",
  uint64: "uint64",
  float32: "float32",
  float64: "float64",
  any: "any",
  Quantity: "quantity",
  QuantityValue: "quantity",
  IntOrString: "intOrString",
  RawExtension: "raw",
  "pkg/runtime.Unknown": "raw",
};

/** Types that no table describes: configuration which no process reads from a file. Kept untyped. */
const UNDESCRIBED = new Set([
  "config/v1alpha1.GenericControllerManagerConfiguration",
  "config/v1alpha1.NodeControllerConfiguration",
  "config/v1alpha1.ServiceControllerConfiguration",
]);

/** Package names by which the facts refer to configuration parts in several files. */
const AMBIGUOUS = /^(?:config|api)\/(v\w+)$/;

/** The facts as one model. */
export class Facts {
  readonly packages: ReadonlyMap<string, Package>;
  /** The rows of kinds.tsv, as records by column name. */
  readonly resources: readonly Readonly<Record<string, string>>[];

  constructor(
    packages: readonly Package[],
    resources: readonly Readonly<Record<string, string>>[],
  ) {
    this.packages = new Map(packages.map((pkg) => [pkg.key, pkg]));
    this.resources = resources;
  }

  /** The names of a package's declarations that stand for data with a name of its own. */
  declarations(pkg: Package): [name: string, type: FactType][] {
    return [...pkg.types].filter(([name]) => {
      const reference = `${pkg.key}.${name}`;
      return !NOT_DATA.has(reference) && SPECIAL[reference] === undefined;
    });
  }

  /** Parses a type as a field of `pkg` writes it; throws for a name that nothing declares. */
  parse(text: string, pkg: Package): TypeExpression {
    if (text.startsWith("*")) return { is: "pointer", of: this.parse(text.slice(1), pkg) };
    if (text === "[]byte") return { is: "scalar", name: "bytes" };
    if (text.startsWith("[]")) return { is: "list", of: this.parse(text.slice(2), pkg) };
    const map = /^map\[([^\]]+)\](.+)$/.exec(text);
    if (map) {
      return { is: "map", key: this.parse(map[1]!, pkg), of: this.parse(map[2]!, pkg) };
    }
    if (pkg.types.has(text)) return named(pkg.key, text);
    if (SCALARS[text] !== undefined) return { is: "scalar", name: SCALARS[text] };
    if (UNDESCRIBED.has(text)) return { is: "scalar", name: "any" };
    const dot = text.lastIndexOf(".");
    return this.#foreign(text.slice(0, dot), text.slice(dot + 1), pkg);
  }

  #foreign(key: string, name: string, from: Package): TypeExpression {
    const pkg = this.packages.get(key);
    if (pkg?.types.has(name)) return named(key, name);
    const version = AMBIGUOUS.exec(key)?.[1];
    const candidates = [...this.packages.values()].filter((candidate) =>
      candidate.config && candidate.version === version && candidate.types.has(name)
    );
    // A package of shared parts wins over one that declares a kind of the same name.
    const shared = candidates.filter((candidate) => candidate.group === undefined);
    const found = shared.length > 0 ? shared : candidates;
    if (found.length !== 1) {
      throw new Error(`${from.key} refers to ${key}.${name}: ${found.length} declarations of it`);
    }
    return named(found[0]!.key, name);
  }
}

/** The row of kinds.tsv that serves objects of a package's type; undefined for what is no resource. */
export function resourceOf(
  facts: Facts,
  pkg: Package,
  kind: string,
): Readonly<Record<string, string>> | undefined {
  return facts.resources.find((row) =>
    row.group_kubernetes === pkg.group && row.version === pkg.version && row.kind === kind
  );
}

function named(key: string, name: string): TypeExpression {
  const special = SPECIAL[`${key}.${name}`];
  return special === undefined
    ? { is: "declared", package: key, name }
    : { is: "scalar", name: special };
}

/** Reads toolkit/facts. */
export async function readFacts(): Promise<Facts> {
  const resources = await readResources();
  const packages: Package[] = [];
  for (const folder of ["api", "config"]) {
    const files: string[] = [];
    for await (const entry of Deno.readDir(new URL(`${folder}/`, FACTS))) files.push(entry.name);
    for (const file of files.sort()) {
      const text = await Deno.readTextFile(new URL(`${folder}/${file}`, FACTS));
      packages.push(packageOf(file.replace(/\.json$/, ""), folder === "config", text, resources));
    }
  }
  return new Facts(packages, resources);
}

function packageOf(
  file: string,
  config: boolean,
  text: string,
  resources: Facts["resources"],
): Package {
  const cut = file.lastIndexOf("_");
  const [name, version] = [file.slice(0, cut), file.slice(cut + 1)];
  return {
    key: `${name}/${version}`,
    file,
    config,
    group: name in GROUPS ? GROUPS[name] : groupOfResources(name, resources),
    version,
    types: new Map(Object.entries(JSON.parse(text) as Record<string, FactType>)),
  };
}

/** A file of facts is named after the first label of its group. */
function groupOfResources(name: string, resources: Facts["resources"]): string {
  if (name === "core") return "";
  const row = resources.find((row) => row.group_kubernetes!.split(".")[0] === name);
  if (row === undefined) throw new Error(`no group is known for the package ${name}`);
  return row.group_kubernetes!;
}

async function readResources(): Promise<Record<string, string>[]> {
  const text = await Deno.readTextFile(new URL("kinds.tsv", FACTS));
  const [header, ...rows] = text.trimEnd().split("\n").map((line) => line.split("\t"));
  return rows.map((row) => Object.fromEntries(header!.map((name, i) => [name, row[i] ?? ""])));
}
