/**
 * One quota as charges go by it.
 *
 * @module
 */

import type { ResourceList, ResourceQuota } from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { Live } from "../../../toolkit/kinds/mod.ts";
import { type QuotaEvaluator, type Scope, scopesOf } from "../../../toolkit/quota/mod.ts";
import { Quantity } from "../../../toolkit/values/mod.ts";

/** What of a quota an evaluator counts. */
interface Counted {
  /** Of the evaluator, when this was found out. */
  readonly generation: number;
  readonly names: ReadonlySet<string>;
  /** Those of them of which nobody has said yet how much is used. */
  readonly unknown: readonly string[];
}

/**
 * A quota in one version. What counts is its status: the limits in it are those for which somebody has
 * found out how much is used.
 */
export class KnownQuota {
  /** As it is stored. Not to be changed. */
  readonly object: Live<ResourceQuota>;
  readonly name: string;
  readonly uid: string;
  readonly revision: number;
  readonly scopes: readonly Scope[];
  readonly #hard: ResourceList;
  readonly #used: ResourceList;
  readonly #counted = new WeakMap<QuotaEvaluator, Counted>();

  constructor(object: Live<ResourceQuota>) {
    const { name = "", uid = "", resourceVersion } = object.metadata ?? {};
    this.object = object;
    this.name = name;
    this.uid = uid;
    this.revision = Number(resourceVersion);
    this.scopes = scopesOf(object.spec);
    this.#hard = object.status?.hard ?? {};
    this.#used = object.status?.used ?? {};
  }

  /** How much there may be; undefined: as much as anybody likes. */
  hard(name: string): Quantity | undefined {
    return amountIn(this.#hard, name);
  }

  /** How much is used, as far as is known. */
  used(name: string): Quantity | undefined {
    return amountIn(this.#used, name);
  }

  /** What it limits of what an evaluator counts. */
  namesFor(evaluator: QuotaEvaluator): ReadonlySet<string> {
    return this.#for(evaluator).names;
  }

  /** What of that nobody has counted yet. */
  unknownFor(evaluator: QuotaEvaluator): readonly string[] {
    return this.#for(evaluator).unknown;
  }

  /** Whether an object that an evaluator knows is counted in this quota. */
  counts(evaluator: QuotaEvaluator, object: JsonObject): boolean {
    return this.namesFor(evaluator).size > 0 &&
      this.scopes.every((scope) => evaluator.isIn(scope, object));
  }

  #for(evaluator: QuotaEvaluator): Counted {
    const { generation } = evaluator;
    let counted = this.#counted.get(evaluator);
    if (counted?.generation !== generation) {
      const names = Object.keys(this.#hard).filter((name) => evaluator.counts(name));
      const unknown = names.filter((name) => !Object.hasOwn(this.#used, name));
      counted = { generation, names: new Set(names), unknown };
      this.#counted.set(evaluator, counted);
    }
    return counted;
  }
}

function amountIn(list: ResourceList, name: string): Quantity | undefined {
  const text = Object.hasOwn(list, name) ? list[name] : undefined;
  return text === undefined ? undefined : Quantity.parse(text);
}
