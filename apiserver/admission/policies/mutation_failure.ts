/**
 * Mutations that can't be made, or what they make.
 *
 * @module
 */

import { shownText } from "../objects/shown_text.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import type { Change, Refusals } from "../objects/mod.ts";

/** A mutation that can't be made: the failure policy says what that means. */
export class MutationFailure extends Error {
  override readonly name = "MutationFailure";
}

/** What a mutation makes has to be an object of the same kind, and the same one. */
export const REFUSALS: Refusals = {
  strict: true,
  unusable: (why) => new MutationFailure(why),
  changed([first]) {
    const { field = "kind", from, to } = first ?? {};
    const change = `from ${quoteText(shownText(from))} to ${quoteText(shownText(to))}`;
    return new MutationFailure(`it changes ${PLACES[field]} of the object ${change}`);
  },
};

const PLACES: Readonly<Record<Change["field"], string>> = {
  kind: "kind",
  apiVersion: "apiVersion",
  name: "metadata.name",
  namespace: "metadata.namespace",
  uid: "metadata.uid",
};
