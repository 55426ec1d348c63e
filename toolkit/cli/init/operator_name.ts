/**
 * The names in a new operator, all of which follow from its own.
 *
 * @module
 */

import { FlagError } from "../../flags/mod.ts";
import { pluralOf } from "../../resource/checked_resource.ts";
import { checkDns1123Subdomain } from "../../validation/dns.ts";

/** What things are called in a new operator. */
export interface OperatorNames {
  /** `website-operator`. */
  readonly operator: string;
  /** Of its resource: `Website`. */
  readonly kind: string;
  readonly plural: string;
  /** What its files begin with: `website`. */
  readonly file: string;
  readonly group: string;
}

/** Longer ones leave too little room for names that are made of it. */
const NAME = /^[a-z](?:[a-z0-9-]{0,38}[a-z0-9])?$/;
/** What the files of a new operator import, or the runtime has. */
const TAKEN: ReadonlySet<string> = new Set(["Deno", "Deployment", "Type"]);

/** Throws a {@link FlagError} that says what a name may be. */
export function operatorNames(name: string, group: string): OperatorNames {
  if (!NAME.test(name)) {
    throw new FlagError(
      `an operator can't be called ${JSON.stringify(name)}: write lower-case letters, digits and ` +
        "dashes, a letter first and no dash last, 40 at most, as website-operator",
    );
  }
  const problems = checkDns1123Subdomain(group);
  if (problems.length > 0 || !group.includes(".")) {
    throw new FlagError(
      `--group is ${JSON.stringify(group)}: write a domain of yours in lower case, as example.com`,
    );
  }
  const words = name.replace(/(.)-operator$/, "$1").split("-").filter((word) => word !== "");
  const kind = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
  if (TAKEN.has(kind)) {
    throw new FlagError(
      `an operator can't be called ${
        JSON.stringify(name)
      }: its resource would be a ${kind}, which ` +
        "is the name of something that its files use; choose another one",
    );
  }
  return { operator: name, kind, plural: pluralOf(kind), file: words.join("_"), group };
}
