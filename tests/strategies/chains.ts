/**
 * Random writes of one object: it is made, then changed some times, in parts and as a whole.
 *
 * @module
 */

import type { KindTables } from "../../testing/kind_tables.ts";
import { mergePatch } from "../../apiserver/patch/mod.ts";
import type { ServedResource } from "../../apiserver/resource/served_resource.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { formatApiVersion } from "../../toolkit/schema/mod.ts";
import type { Random } from "../cel/generated_expressions.ts";
import { Choices } from "../decisions/choices.ts";
import { Mutations } from "./mutations.ts";
import type { Outcome } from "./outcome.ts";
import type { Strategies } from "./strategies.ts";
import { changesOf, type Words } from "./words.ts";

/** One write. */
export interface Write {
  /** The part that it goes through; "" for the object itself. */
  readonly through: string;
  readonly object: JsonObject;
  /** Whether nobody asks if the object breaks rules. Default false. */
  readonly unchecked?: boolean;
}

/** Writes of an object, and what became of them. */
export interface Chain {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly namespaced: boolean;
  readonly writes: readonly Write[];
  readonly ours: readonly Outcome[];
}

/** What is written through parts of objects. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  status: ["status"],
  approval: ["status"],
  finalize: ["spec"],
  resize: ["spec", "containers"],
  ephemeralcontainers: ["spec", "ephemeralContainers"],
};

/** Whose names are random where nobody says any. */
const NAMED_BY_IDS = "limitranges";

/** Kinds whose old objects may break rules that are newer than they, and how many of them do. */
const OLDER_THAN_RULES: Readonly<Record<string, number>> = { customresourcedefinitions: 0.3 };

const MOST_CHANGES = 3;
/** Changes of an object of which each is kept that is taken. */
const MOST_TRIED = 8;

/** Where an object goes: a part of one that is there, or nowhere yet. */
interface Place {
  readonly through: string;
  readonly there: JsonObject | undefined;
}

/** Makes and writes objects of a kind. */
export class Chains extends Choices {
  readonly #strategies: Strategies;
  readonly #resource: ServedResource;
  readonly #tables: readonly KindTables[];
  readonly #mutations: Mutations;

  constructor(
    random: Random,
    { strategies, resource, tables, words }: {
      readonly strategies: Strategies;
      readonly resource: ServedResource;
      /** Of the kind. */
      readonly tables: readonly KindTables[];
      readonly words: Words;
    },
  ) {
    super(random);
    this.#strategies = strategies;
    this.#resource = resource;
    this.#tables = tables;
    this.#mutations = new Mutations(random, words);
  }

  async next(): Promise<Chain> {
    const { group, version, resource, namespaced } = this.#resource;
    const writes: Write[] = [];
    const ours: Outcome[] = [];
    const table = this.one(this.#tables);
    let there: JsonObject | undefined;
    let through = "";
    let object = await this.#first(table);
    for (let left = 1 + this.below(MOST_CHANGES); left >= 0; left--) {
      const unchecked = there === undefined && resource in OLDER_THAN_RULES &&
        this.chance(OLDER_THAN_RULES[resource]!);
      writes.push({ through, object, ...unchecked && { unchecked } });
      const outcome = unchecked
        ? await this.#strategies.put(this.#resource, object)
        : await this.#strategies.write(this.#resource, there, through, object);
      ours.push(outcome);
      if (outcome.taken) there = outcome.answer;
      if (there === undefined) break;
      through = this.#part();
      object = await this.#changed(table, there, through);
    }
    if (there !== undefined) await this.#strategies.forget(this.#resource, there);
    return { group, version, resource, namespaced, writes, ours };
  }

  /** A new object. */
  async #first(table: KindTables): Promise<JsonObject> {
    const { group, version, kind } = this.#resource;
    const apiVersion = formatApiVersion(group, version);
    const { metadata: given = {} } = table.valid as { metadata?: JsonObject };
    const metadata = { ...given };
    let object: JsonObject = { apiVersion, kind, ...table.valid, metadata };
    if (metadata.name === undefined && metadata.generateName === undefined) metadata.name = "x";
    delete metadata.namespace;
    if (this.chance(0.5)) {
      object = await this.#grown(object, { through: "", there: undefined });
      return this.#mutated(object, this.below(2), { through: "", there: undefined });
    }
    for (let rows = this.below(3); rows > 0; rows--) object = this.#withRow(table, object);
    return this.#mutated(object, this.below(4), { through: "", there: undefined });
  }

  #part(): string {
    const parts = Object.keys(PARTS).filter((part) => this.#resource.subresources.has(part));
    return parts.length > 0 && this.chance(0.5) ? this.one(parts) : "";
  }

  async #changed(table: KindTables, there: JsonObject, through: string): Promise<JsonObject> {
    const place = { through, there };
    if (this.chance(0.3)) {
      return this.#mutated(await this.#grown(there, place), this.below(2), place);
    }
    const object = this.chance(0.25) ? this.#withRow(table, there) : there;
    return this.#mutated(object, 1 + this.below(4), place);
  }

  /** The object with as many changes as are taken: far from where it began, and right all the same. */
  async #grown(object: JsonObject, place: Place): Promise<JsonObject> {
    let grown = this.#mutated(object, 0, place);
    for (let tried = 0; tried < MOST_TRIED; tried++) {
      const { through, there } = place;
      const changed = this.#mutated(grown, 1, place);
      if (await this.#strategies.takes(this.#resource, there, through, changed)) grown = changed;
    }
    return grown;
  }

  #withRow(table: KindTables, object: JsonObject): JsonObject {
    const changes = changesOf(table);
    return changes.length === 0 ? object : mergePatch(object, this.one(changes)) as JsonObject;
  }

  #mutated(object: JsonObject, count: number, { through, there }: Place): JsonObject {
    const { type } = this.#resource;
    if (type === undefined) throw new Error(`${this.#resource.resource} have no type`);
    const isNew = there === undefined;
    const focus = PARTS[through] ?? [];
    const changed = this.#mutations.changed(object, count, { type, isNew, focus });
    const { metadata = {} } = changed as { metadata?: JsonObject };
    delete metadata.managedFields;
    delete metadata.namespace;
    const isNameless = this.#resource.resource !== NAMED_BY_IDS && this.chance(0.2);
    if (isNew && !metadata.name && !metadata.generateName && !isNameless) metadata.name = "x";
    if (there !== undefined) {
      const { name, uid, resourceVersion } = there.metadata as JsonObject;
      Object.assign(metadata, { name, uid, resourceVersion });
    }
    return { ...changed, metadata };
  }
}
