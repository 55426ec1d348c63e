/**
 * Groups of the dialect itself: their definitions say in an annotation who approved of them.
 *
 * @module
 */

import type { Names } from "../../toolkit/names.ts";
import { quoteText } from "../../toolkit/values/mod.ts";

/** What the annotation says: the address of an approval, that there is none, nothing, or neither. */
export type ApprovalState = "approved" | "bypassed" | "missing" | "invalid";

/** What a definition says of its approval. */
export interface Approval {
  readonly state: ApprovalState;
  /** The name of the annotation. */
  readonly key: string;
  /** Its value; "" where there is none. */
  readonly text: string;
}

/** What a definition in a group says of its approval; undefined: the group needs none. */
export function approvalOf(
  { groupSuffix, domain }: Pick<Names, "groupSuffix" | "domain">,
  group: string,
  annotations: Readonly<Record<string, string>> = {},
): Approval | undefined {
  const isProtected = [groupSuffix, domain].some((suffix) =>
    group === suffix || group.endsWith(`.${suffix}`)
  );
  if (!isProtected) return undefined;
  const key = `api-approved.${domain}`;
  const { [key]: text = "" } = annotations;
  return { state: stateOf(text), key, text };
}

function stateOf(text: string): ApprovalState {
  if (text === "") return "missing";
  if (text.startsWith("unapproved")) return "bypassed";
  return /^[a-zA-Z][a-zA-Z0-9+.-]*:\/\/[^/]/.test(text) && URL.canParse(text)
    ? "approved"
    : "invalid";
}

/** What people are told of it. */
export function aboutApproval({ state, key, text }: Approval): string {
  if (state === "approved") return `approved in ${text}`;
  if (state === "bypassed") return `not approved: ${quoteText(text)}`;
  const why = `protected groups must have approval annotation ${quoteText(key)}`;
  if (state === "missing") return why;
  return `${why} with either a URL or a reason starting with "unapproved"`;
}
