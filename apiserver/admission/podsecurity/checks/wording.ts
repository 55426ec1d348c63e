/**
 * How violations are worded.
 *
 * @module
 */

import { compareUtf8 } from "../../../../toolkit/codec/mod.ts";

/** The texts as a list of quoted ones. What is in them stays as it is. */
export function quoted(texts: Iterable<string>): string {
  return Array.from(texts, (text) => `"${text}"`).join(", ");
}

/** Texts in their order, each once. */
export function sorted(texts: Iterable<string>): string[] {
  return [...new Set(texts)].sort(compareUtf8);
}

/** A word, as it is used of one thing or of several. */
export function plural(count: number, one: string, several = `${one}s`): string {
  return count === 1 ? one : several;
}

/** `container "a"`, or `containers "a", "b"`. */
export function named(what: string, names: readonly string[]): string {
  return `${plural(names.length, what)} ${quoted(names)}`;
}

/** Who set something: the pod, some of its containers, or both. */
export function setters(isPod: boolean, containers: readonly string[]): string[] {
  return [
    ...isPod ? ["pod"] : [],
    ...containers.length > 0 ? [named("container", containers)] : [],
  ];
}

/** The same as one text. */
export function printSetters(isPod: boolean, containers: readonly string[]): string {
  return setters(isPod, containers).join(" and ");
}
