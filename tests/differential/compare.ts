/**
 * What differs between two answers, field by field.
 *
 * @module
 */

import { type Json, PAIRED_TOKENS, type Shown } from "./normalize.ts";

/** One field that differs; a side that lacks it has undefined. */
export interface Difference {
  /** `answer` (its status or kind), `header warning`, `body .spec.replicas`, `order of body .spec`. */
  readonly where: string;
  readonly ours: Json | undefined;
  readonly reference: Json | undefined;
}

/**
 * Which value of one side's choice stands for which of the other's: what was paired once has to be
 * paired ever after. A pair that breaks is told once, and the new one counts from then on.
 */
export class Pairs {
  readonly #theirs = new Map<string, string>();
  readonly #ours = new Map<string, string>();

  /** Whether two texts are the same but for values that are pairs. */
  same(ours: string, reference: string): boolean {
    if (ours === reference && !ours.includes("<")) return true;
    const [ourParts, theirParts] = [ours, reference].map((text) => text.split(PAIRED_TOKENS));
    if (ourParts!.length !== theirParts!.length) return false;
    if (ourParts!.some((part, index) => part !== theirParts![index])) return false;
    const ourTokens = ours.match(PAIRED_TOKENS) ?? [];
    const theirTokens = reference.match(PAIRED_TOKENS) ?? [];
    let fits = true;
    for (const [index, our] of ourTokens.entries()) {
      fits = this.#pair(our, theirTokens[index]!) && fits;
    }
    return fits;
  }

  #pair(our: string, their: string): boolean {
    if (our.split(" ")[0] !== their.split(" ")[0]) return false;
    const [known, back] = [this.#theirs.get(our), this.#ours.get(their)];
    this.#theirs.set(our, their);
    this.#ours.set(their, our);
    return (known ?? their) === their && (back ?? our) === our;
  }
}

/** All that differs between two answers. */
export function differences(
  ours: Shown,
  reference: Shown,
  pairs: Pairs = new Pairs(),
): Difference[] {
  const found: Difference[] = [];
  // Of answers of different kinds nothing else is alike: one line says it better than thirty.
  if (ours.status !== reference.status || kindOf(ours) !== kindOf(reference)) {
    return [{ where: "answer", ours: gist(ours), reference: gist(reference) }];
  }
  for (const name of new Set([...Object.keys(ours.headers), ...Object.keys(reference.headers)])) {
    compare(`header ${name}`, ours.headers[name], reference.headers[name], found, pairs);
  }
  const ordered = inOneOrder(ours.body, reference.body);
  if (ordered === undefined) compare("body ", ours.body, reference.body, found, pairs);
  else {
    // The message repeats the causes in their order.
    const where = "order of body .details.causes";
    found.push({ where, ours: causesOf(ours.body)!, reference: causesOf(reference.body)! });
    compare("body .details.causes", ordered.ours, ordered.reference, found, pairs);
  }
  return found;
}

/**
 * The causes of two refusals in one order, where they are about the same fields in different orders,
 * or the same causes altogether.
 */
function inOneOrder(ours: Json, reference: Json): { ours: Json; reference: Json } | undefined {
  const [our, their] = [causesOf(ours), causesOf(reference)];
  if (our === undefined || their === undefined) return undefined;
  for (const keyOf of [fieldOf, (cause: Json) => JSON.stringify(cause)]) {
    const [ourKeys, theirKeys] = [our.map(keyOf), their.map(keyOf)];
    if (ourKeys.join() === theirKeys.join()) continue;
    if (ourKeys.toSorted().join() !== theirKeys.toSorted().join()) return undefined;
    const byKey = (a: Json, b: Json) => keyOf(a) < keyOf(b) ? -1 : 1;
    return { ours: our.toSorted(byKey), reference: their.toSorted(byKey) };
  }
  return undefined;
}

/** What a cause is about. */
function fieldOf(cause: Json): string {
  if (isPlain(cause) || Array.isArray(cause)) return "";
  const { field = "", reason = "" } = cause;
  return `${field} ${reason}`;
}

function causesOf(body: Json): Json[] | undefined {
  if (isPlain(body) || Array.isArray(body)) return undefined;
  const { details = null } = body;
  if (isPlain(details) || Array.isArray(details)) return undefined;
  return Array.isArray(details.causes) ? details.causes : undefined;
}

function kindOf({ body }: Shown): Json | undefined {
  return isPlain(body) || Array.isArray(body) ? undefined : body.kind;
}

/** An answer in a line. */
function gist({ status, body }: Shown): Json {
  if (isPlain(body) || Array.isArray(body)) return `${status} ${JSON.stringify(body)}`;
  return `${status} ${JSON.stringify(body.message ?? body.kind ?? body.text ?? body)}`;
}

function compare(
  where: string,
  ours: Json | undefined,
  reference: Json | undefined,
  found: Difference[],
  pairs: Pairs,
): void {
  if (ours === reference && typeof ours !== "string") return;
  if (typeof ours === "string" && typeof reference === "string") {
    if (!pairs.same(ours, reference)) found.push({ where, ours, reference });
    return;
  }
  if (isPlain(ours) || isPlain(reference)) {
    found.push({ where, ours, reference });
    return;
  }
  if (Array.isArray(ours) || Array.isArray(reference)) {
    if (!Array.isArray(ours) || !Array.isArray(reference)) {
      found.push({ where, ours, reference });
    } else compareLists(where, ours, reference, found, pairs);
    return;
  }
  const names = new Set([...Object.keys(ours), ...Object.keys(reference)]);
  const before = found.length;
  for (const name of names) {
    compare(`${where}.${name}`, field(ours, name), field(reference, name), found, pairs);
  }
  if (found.length > before) return;
  const [ourOrder, theirOrder] = [Object.keys(ours), Object.keys(reference)];
  if (ourOrder.some((name, index) => name !== theirOrder[index])) {
    found.push({ where: `order of ${where}`, ours: ourOrder, reference: theirOrder });
  }
}

/**
 * Lists of another length are shown by what stands in only one of them; of the events of watches the
 * first ones are the same, and the rest is shown.
 */
function compareLists(
  where: string,
  ours: Json[],
  reference: Json[],
  found: Difference[],
  pairs: Pairs,
): void {
  if (ours.length === reference.length) {
    for (const [index, item] of ours.entries()) {
      compare(`${where}[${index}]`, item, reference[index], found, pairs);
    }
    return;
  }
  if (where.endsWith(".events")) {
    const common = Math.min(ours.length, reference.length);
    compareLists(where, ours.slice(0, common), reference.slice(0, common), found, pairs);
    found.push({
      where: `${where}[]`,
      ours: ours.slice(common),
      reference: reference.slice(common),
    });
    return;
  }
  const [ourTexts, theirTexts] = [ours, reference].map((list) =>
    list.map((item) => JSON.stringify(item).replaceAll(PAIRED_TOKENS, "<>"))
  );
  found.push({
    where: `${where}[]`,
    ours: ours.filter((_, index) => !theirTexts!.includes(ourTexts![index]!)),
    reference: reference.filter((_, index) => !ourTexts!.includes(theirTexts![index]!)),
  });
}

type Plain = null | boolean | number | string | undefined;

function isPlain(value: Json | undefined): value is Plain {
  return value === null || typeof value !== "object";
}

function field(object: { [name: string]: Json }, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
