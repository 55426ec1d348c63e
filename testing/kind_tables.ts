/**
 * Tables of what a built-in kind refuses, fills in and keeps, run through the kind's own strategy
 * as the registry runs it, without a server.
 *
 * Each row is a change of a valid object: a JSON merge patch, in which null takes a field away.
 *
 * @module
 */

import { mergePatch } from "../apiserver/patch/mod.ts";
import { equalJson } from "../toolkit/values/json.ts";
import { metadataOf } from "../apiserver/resource/metadata.ts";
import { type Strategy, strategyErrors, type Writing } from "../apiserver/resource/strategy.ts";
import { rulesOf } from "../apiserver/kinds/declarations.ts";
import { DEFAULT_FEATURES, type Feature } from "../apiserver/flags/features.ts";
import { droppingOf } from "../apiserver/kinds/gated_fields.ts";
import { strategyOfObjects, strategyOfSubresource } from "../apiserver/kinds/strategies.ts";
import { canonicalObject, type JsonObject } from "../toolkit/codec/mod.ts";
import { assert, assertEquals } from "../toolkit/deps/assert.ts";
import { FieldPath } from "../toolkit/errors/mod.ts";
import { type Dialect, NAMES } from "../toolkit/names.ts";
import { type Resource, schemaOf, type StructType } from "../toolkit/schema/mod.ts";
import { runToEnd } from "../toolkit/time_slice.ts";
import { validateObjectMeta, validateObjectMetaUpdate } from "../toolkit/validation/mod.ts";

/** A change of the valid object, as a JSON merge patch. */
export type Change = Record<string, unknown>;

/** A row: what the case is, the change, and all causes as `field: message`, in order; none is fine. */
export type BadRow = readonly [name: string, change: Change, ...causes: string[]];

/** A row of an update, from the valid object with `from` to the same with `to`. */
export interface UpdateRow {
  readonly name: string;
  /** Default: none, the valid object itself. */
  readonly from?: Change;
  readonly to: Change;
  /** The subresource that is written through. Default: the object itself. */
  readonly through?: string;
  /** All causes, in order. Default: none. */
  readonly causes?: readonly string[];
  /** All warnings, in order. Default: not looked at. */
  readonly warnings?: readonly string[];
  /** What the outcome is at least. */
  readonly becomes?: Change;
}

/** A row of warnings: what the case is, the change, and all warnings of the new object, in order. */
export type WarnedRow = readonly [name: string, change: Change, ...warnings: string[]];

/** A row of defaults: what is sent in place of the valid object's fields, and what is made of it. */
export type DefaultRow = readonly [name: string, change: Change, becomes: Change];

/** All tables of a kind. */
export interface KindTables {
  readonly dialect?: Dialect;
  /** As of the reference; "" for the core group. */
  readonly group: string;
  /** Default `v1`. */
  readonly version?: string;
  readonly resource: string;
  /** Features that are off by default and on for these rows. Default: none. */
  readonly features?: readonly Feature[];
  /** An object that breaks no rule. Its name is `x` unless it says. */
  readonly valid: JsonObject;
  /** Changes that make it another valid object. */
  readonly good?: readonly (readonly [name: string, change: Change])[];
  readonly bad?: readonly BadRow[];
  readonly warned?: readonly WarnedRow[];
  readonly defaults?: readonly DefaultRow[];
  readonly updates?: readonly UpdateRow[];
  /** What a table shows of objects, wide columns among it; an age is not compared. */
  readonly rows?:
    readonly (readonly [name: string, change: Change, cells: Record<string, unknown>])[];
}

/** Whose writes the tables are, and when. */
const WRITING: Writing = {
  uid: () => "00000000-0000-4000-8000-000000000009",
  warn() {},
  user: { name: "writer", uid: "1", groups: ["writers"], extra: {} },
  time: () => "2026-01-01T00:00:00Z",
};

/** Where the kinds of the tables have what users want, so far as their generation is looked at. */
const INTENT = ["spec", "template"];

const METADATA = FieldPath.of("metadata");

/** Kinds that people write by hand every day: their rules are shown broken one by one. */
const MUCH_USED = new Set([
  "clusterrolebindings",
  "clusterroles",
  "configmaps",
  "cronjobs",
  "daemonsets",
  "deployments",
  "horizontalpodautoscalers v2",
  "ingresses",
  "jobs",
  "namespaces",
  "networkpolicies",
  "nodes",
  "persistentvolumeclaims",
  "persistentvolumes",
  "poddisruptionbudgets",
  "pods",
  "replicasets",
  "roles",
  "secrets",
  "services",
  "statefulsets",
]);
const MUCH_USED_BAD_ROWS = 12;
const BAD_ROWS = 4;

/** The names of all bad rows of this file, by kind. */
const badRows = new Map<string, Set<string>>();

/** Notes a kind's bad rows; a kind may have several tables in a file, and tables of other things. */
function noteRows({ resource, version = "v1", bad }: KindTables): void {
  if (bad === undefined) return;
  const kind = version === "v1" ? resource : `${resource} ${version}`;
  const known = badRows.get(kind);
  const rows = known ?? new Set();
  for (const [name] of bad) rows.add(name);
  if (known !== undefined) return;
  badRows.set(kind, rows);
  const least = MUCH_USED.has(kind) ? MUCH_USED_BAD_ROWS : BAD_ROWS;
  Deno.test(`${kind} are refused for at least ${least} reasons`, () => {
    assert(rows.size >= least, `only ${rows.size} are shown`);
  });
}

/** All tables that files imported so far declare. */
export const declaredTables: readonly KindTables[] = [];

/** Registers a test for each table of a kind. */
export function testKind(tables: KindTables): void {
  (declaredTables as KindTables[]).push(tables);
  const { resource } = tables;
  noteRows(tables);
  const kind = new KindUnderTest(tables);
  Deno.test(`${resource}: what is valid breaks no rule`, () => {
    for (const [name, change] of [["valid", {}] as const, ...tables.good ?? []]) {
      assertEquals(kind.create(change).causes, [], name);
    }
  });
  for (const [name, change, ...causes] of tables.bad ?? []) {
    Deno.test(`${resource} are refused: ${name}`, () => {
      assertEquals(kind.create(change).causes, causes);
    });
  }
  for (const [name, change, ...warnings] of tables.warned ?? []) {
    Deno.test(`${resource} are warned of: ${name}`, () => {
      assertEquals(kind.create(change).warnings, warnings);
    });
  }
  for (const [name, change, becomes] of tables.defaults ?? []) {
    Deno.test(`${resource} are filled in: ${name}`, () => {
      assertHas(kind.create(change).object, becomes);
    });
  }
  for (const row of tables.updates ?? []) {
    const { name, from = {}, to, through, causes = [], warnings, becomes } = row;
    Deno.test(`${resource} are updated: ${name}`, () => {
      const updated = kind.update(from, to, through);
      assertEquals(updated.causes, causes);
      if (warnings !== undefined) assertEquals(updated.warnings, warnings);
      if (becomes !== undefined) assertHas(updated.object, becomes);
    });
  }
  for (const [name, change, cells] of tables.rows ?? []) {
    Deno.test(`${resource} are shown: ${name}`, () => {
      const shown = kind.cells(change);
      assertEquals(
        Object.fromEntries(Object.entries(shown).filter(([column]) => column in cells)),
        cells,
      );
    });
  }
}

/** What an object has at least: a patch that changes nothing in it. Null stands for an absent field. */
function assertHas(object: JsonObject, becomes: Change): void {
  assertEquals(object, mergePatch(object, becomes) as JsonObject);
}

interface Outcome {
  readonly object: JsonObject;
  /** `field: message` of each error. */
  readonly causes: string[];
  readonly warnings: string[];
}

class KindUnderTest {
  readonly #tables: KindTables;
  readonly #resource: Resource;
  readonly #type: StructType;
  readonly #whole: Strategy;
  readonly #features: ReadonlySet<Feature>;
  readonly #rules: ReturnType<typeof rulesOf>;

  constructor(tables: KindTables) {
    const { dialect = "kubernetes", group, version = "v1", resource } = tables;
    const schema = schemaOf(dialect);
    const found = schema.resources.find((one) =>
      one.group === group && one.version === version && one.resource === resource
    );
    const type = found && schema.kind(group, version, found.kind);
    if (found === undefined || type === undefined) throw new Error(`no ${group} ${resource}`);
    this.#tables = tables;
    this.#resource = found;
    this.#type = type;
    this.#rules = rulesOf(type.package, resource, NAMES[dialect]);
    this.#features = new Set(tables.features ?? DEFAULT_FEATURES);
    const hasStatus = found.subresources.includes("status");
    this.#whole = strategyOfObjects(this.#rules, type, hasStatus, this.#features);
  }

  create(change: Change): Outcome {
    const object = this.#object(change);
    const { checkName } = this.#whole;
    this.#whole.prepareForCreate?.(object, WRITING);
    if (this.#whole.hasGeneration) metadataOf(object).generation = 1;
    const rules = { namespaced: this.#resource.namespaced, checkName };
    const warnings: string[] = [];
    const writing = { ...WRITING, warn: (text: string) => void warnings.push(text) };
    const errors = [
      ...validateObjectMeta(object.metadata as object, rules, METADATA),
      ...runToEnd(strategyErrors(this.#whole, object, undefined, writing)),
    ];
    warnings.push(...this.#whole.warnings?.(object, undefined) ?? []);
    if (errors.length === 0) this.#whole.canonicalize?.(object);
    return { object, causes: errors.map(String), warnings };
  }

  update(from: Change, to: Change, through?: string): Outcome {
    const strategy = this.#strategy(through);
    const old = this.#object(from);
    const object = this.#object(from, to);
    // What a subresource fills in comes on top.
    if (through !== undefined) strategy.setDefaults?.(object);
    for (const one of [old, object]) metadataOf(one).resourceVersion = "1";
    strategy.prepareForUpdate?.(object, old, WRITING);
    const changes = INTENT.some((field) => !equalJson(object[field], old[field]));
    if (strategy.hasGeneration && changes) metadataOf(object).generation = 2;
    const warnings: string[] = [];
    const writing = { ...WRITING, warn: (text: string) => void warnings.push(text) };
    const errors = [
      ...validateObjectMetaUpdate(object.metadata as object, old.metadata as object, METADATA),
      ...runToEnd(strategyErrors(strategy, object, old, writing)),
    ];
    warnings.push(...strategy.warnings?.(object, old) ?? []);
    if (errors.length === 0) strategy.canonicalize?.(object);
    return { object, causes: errors.map(String), warnings };
  }

  cells(change: Change): Record<string, unknown> {
    const { columns } = this.#rules;
    if (columns === undefined) throw new Error(`${this.#resource.resource} have no columns`);
    const cells = columns.cells(this.#object(change));
    return Object.fromEntries(columns.definitions.map(({ name }, index) => [name, cells[index]]));
  }

  #strategy(through: string | undefined): Strategy {
    if (through === undefined) return this.#whole;
    const part = this.#rules.subresources?.[through] ?? {};
    const { gated, takesBareFinalizers } = this.#rules;
    const dropGated = droppingOf(gated, this.#features);
    const more = { dropGated, takesBareFinalizers };
    return strategyOfSubresource(through, part, this.#whole, this.#type, more);
  }

  /** The valid object with these changes one after the other, as it is after its defaults. */
  #object(...changes: Change[]): JsonObject {
    let sent: unknown = this.#tables.valid;
    for (const change of changes) sent = mergePatch(sent, change);
    const object = canonicalObject(this.#type, structuredClone(sent));
    const metadata = metadataOf(object);
    metadata.name ??= "x";
    if (this.#resource.namespaced) metadata.namespace ??= "ns";
    this.#whole.setDefaults?.(object);
    return object;
  }
}
