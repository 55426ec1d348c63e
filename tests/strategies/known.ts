/**
 * Where what becomes of a write may differ, and why.
 *
 * @module
 */

import { equalJson } from "../../toolkit/values/json.ts";
import { comparable, type Outcome } from "./outcome.ts";

/** What somebody else answers. */
export interface Theirs extends Outcome {
  /** Whether it was refused as it could not have the addresses and ports that it needs. */
  readonly lacks: boolean;
}

/** A write, and what becomes of it. */
export interface Compared {
  readonly resource: string;
  readonly ours: Outcome;
  readonly theirs: Theirs;
}

/** A difference that is no failure. */
export interface KnownDifference {
  /** Default: any. */
  readonly resource?: RegExp;
  readonly why: string;
  is(compared: Compared): boolean;
}

/** The errors that only one of both tells of. */
function onlyOne({ ours, theirs }: Compared): { ours: string[]; theirs: string[] } | undefined {
  if (ours.taken || theirs.taken) return undefined;
  const { errors: own = [], ...rest } = comparable(ours) as { errors?: string[] };
  const { errors: other = [], ...more } = comparable(theirs) as { errors?: string[] };
  if (!equalJson(rest, more)) return undefined;
  return {
    ours: own.filter((error) => !other.includes(error)),
    theirs: other.filter((error) => !own.includes(error)),
  };
}

/** Both refuse for the same, but for errors that these expressions fit; "": none. */
function butFor(ours: RegExp | "", theirs: RegExp | ""): KnownDifference["is"] {
  const fit = (errors: string[], form: RegExp | "") =>
    errors.every((error) => form !== "" && form.test(error));
  return (compared) => {
    const only = onlyOne(compared);
    return only !== undefined && fit(only.ours, ours) && fit(only.theirs, theirs);
  };
}

/** The first that fits counts. */
export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    why: "the reference looks at metadata only where all else is right, if a kind's rules do not",
    is: butFor(/^metadata\./, ""),
  },
  {
    resource: /^events$/,
    why: "a refused event is told with its group",
    is(compared) {
      const answer = structuredClone(compared.ours.answer) as { details?: { group?: string } };
      delete answer.details?.group;
      const ours = { ...compared.ours, answer };
      return equalJson(comparable(ours), comparable(compared.theirs)) ||
        butFor(/^metadata\./, "")({ ...compared, ours });
    },
  },
  {
    resource: /^services$/,
    why:
      "addresses and ports are chosen once all else is judged, where the reference has them first",
    is: ({ ours, theirs }) => theirs.lacks && !ours.taken,
  },
  {
    resource: /^services$/,
    why: "ports and addresses that a refused service would have had are not looked at",
    is: butFor("", /^spec\.(ports\[\d+\]\.nodePort: FieldValueDuplicate|clusterIPs: )/),
  },
  {
    why: "the reference breaks off: it divides by zero, or looks at what is not there",
    is: ({ theirs }) => "broken" in theirs.answer,
  },
];

/** Why a difference is no failure; undefined: it is one. */
export function whyKnown(compared: Compared): string | undefined {
  return KNOWN_DIFFERENCES.find(({ resource, is }) =>
    resource?.test(compared.resource) !== false && is(compared)
  )?.why;
}
