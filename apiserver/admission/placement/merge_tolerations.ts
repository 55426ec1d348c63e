/**
 * Tolerations of pods: which says as much as another, and lists of them put together. A client may send
 * lists of any length, so that none is compared with each of the others.
 *
 * @module
 */

import type { Toleration } from "../../../toolkit/api/core_v1.ts";

/** Both lists without what others of them say already. Of those that say the same the first stays. */
export function mergeTolerations(
  first: readonly Toleration[],
  second: readonly Toleration[],
): Toleration[] {
  const all = [...first, ...second].map(placeOf);
  const later = new KnownTolerations();
  const needless = new Set<Place>();
  for (const one of all.toReversed()) {
    if (later.sayMore(one)) needless.add(one);
    later.add(one);
  }
  const merged = new KnownTolerations();
  return all.filter((one) => {
    if (merged.sayAsMuch(one) || needless.has(one)) return false;
    merged.add(one);
    return true;
  }).map(({ toleration }) => toleration);
}

/** Whether each toleration is within one that is allowed; an empty list allows all. */
export function isWithin(
  tolerations: readonly Toleration[],
  allowed: readonly Toleration[],
): boolean {
  if (allowed.length === 0) return true;
  const known = new KnownTolerations();
  for (const one of allowed) known.add(placeOf(one));
  return tolerations.every((one) => known.sayAsMuch(placeOf(one)));
}

type Seconds = Toleration["tolerationSeconds"];

/** A toleration among others. */
interface Place {
  readonly toleration: Toleration;
  /** All that it says. */
  readonly text: string;
  readonly seconds: Seconds;
  /** With whom it is told apart by its seconds alone; undefined: nobody else is within it. */
  readonly own: string | undefined;
  /** Of whom it may be a part, as {@link own} has it; `isTimed`: by whose seconds it depends. */
  readonly wholes: readonly { readonly own: string; readonly isTimed: boolean }[];
}

function placeOf(toleration: Toleration): Place {
  const { key = "", operator = "", value = "", effect = "", tolerationSeconds } = toleration;
  // No operator is Equal to who tolerates, but nothing to who is to be tolerated as well.
  const said = operator === "Exists"
    ? ""
    : operator === "Equal" || operator === ""
    ? `=${value}`
    : undefined;
  const wholes = [...new Set([effect, ""])].flatMap((ofWhole) => {
    const isTimed = ofWhole === "NoExecute";
    const names = [nameOf(key, ofWhole, ""), nameOf("", ofWhole, "")];
    if (operator === "Equal") names.push(nameOf(key, ofWhole, `=${value}`));
    return names.map((own) => ({ own, isTimed }));
  });
  return {
    toleration,
    text: nameOf(key, effect, nameOf(operator, String(tolerationSeconds), value)),
    seconds: tolerationSeconds,
    own: said === undefined ? undefined : nameOf(key, effect, said),
    wholes,
  };
}

/** Three texts as one that no other three make: whatever is in them. */
function nameOf(first: string, second: string, third: string): string {
  return `${first.length} ${first}${second.length} ${second}${third}`;
}

/** Tolerations of which it is asked what they say. */
class KnownTolerations {
  readonly #texts = new Set<string>();
  /** Of those that only their seconds tell apart the two that last longest: the second where the first is asked about. */
  readonly #longest = new Map<string, readonly Place[]>();

  add(one: Place): void {
    this.#texts.add(one.text);
    if (one.own === undefined) return;
    const known = this.#longest.get(one.own) ?? [];
    if (known.some(({ text }) => text === one.text)) return;
    const sorted = [...known, one].sort((a, b) =>
      Number(lastsLonger(b.seconds, a.seconds)) - Number(lastsLonger(a.seconds, b.seconds))
    );
    this.#longest.set(one.own, sorted.slice(0, 2));
  }

  /** Whether one of them tolerates all that another does. */
  sayAsMuch(one: Place): boolean {
    return this.#texts.has(one.text) || this.sayMore(one);
  }

  /** The same of those that do not say just the same. */
  sayMore(one: Place): boolean {
    return one.wholes.some(({ own, isTimed }) =>
      this.#longest.get(own)?.some(({ text, seconds }) =>
        text !== one.text && !(isTimed && lastsLonger(one.seconds, seconds))
      )
    );
  }
}

/** Whether a toleration for so many seconds lasts longer than one for others; without any it does not end. */
function lastsLonger(one: Seconds, other: Seconds): boolean {
  return other !== undefined && (one === undefined || one > other);
}
