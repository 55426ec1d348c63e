/**
 * Labels and taints as flags take them.
 *
 * @module
 */

import { checked, type Kind, settings } from "../../toolkit/flags/mod.ts";
import { checkLabelKey, checkLabelValue } from "../../toolkit/validation/mod.ts";

/** `key=value` or `key`, comma separated and repeatable. */
export const labels: Kind<Readonly<Record<string, string>>> = checked(
  settings,
  (all) => {
    for (const [key, value] of Object.entries(all)) {
      const [problem] = [...checkLabelKey(key), ...checkLabelValue(value)];
      if (problem !== undefined) return `${key}=${value}: ${problem}`;
    }
    return undefined;
  },
);

const EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"] as const;

/** A taint without the time that it was added at. */
export interface FlagTaint {
  readonly key: string;
  readonly value: string;
  readonly effect: typeof EFFECTS[number];
}

/** `key=value:effect` or `key:effect`, comma separated. The last occurrence of the flag counts. */
export const taints: Kind<readonly FlagTaint[]> = {
  name: "[]api.Taint",
  parse(text) {
    const all = text === "" ? [] : text.split(",").map(parseTaint);
    const seen = new Set<string>();
    for (const { key, effect } of all) {
      if (seen.size === seen.add(`${key}:${effect}`).size) {
        throw new Error(`duplicated taints with the same key and effect: ${key}:${effect}`);
      }
    }
    return all;
  },
  print: (all) => all.map(({ key, value, effect }) => `${key}=${value}:${effect}`).join(","),
};

function parseTaint(text: string): FlagTaint {
  const [key = "", value, effectText] = /^([^:=]*)(?:=([^:=]*))?:([^:]*)$/.exec(text)?.slice(1) ??
    [];
  if (effectText === undefined) throw new Error(`invalid taint spec: ${text}`);
  const effect = EFFECTS.find((known) => known === effectText);
  if (effect === undefined) {
    throw new Error(`invalid taint effect: ${effectText}, unsupported taint effect`);
  }
  const [problem] = [...checkLabelKey(key), ...checkLabelValue(value ?? "")];
  if (problem !== undefined) throw new Error(`invalid taint spec: ${text}, ${problem}`);
  return { key, value: value ?? "", effect };
}
