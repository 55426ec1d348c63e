/**
 * Names that are for what servers read from files, and not from the API.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { KindDeclaration, KindRules } from "../declaration.ts";

/** A kind's rules, and a warning of such names. */
export function withStaticNames(rules: KindRules): KindDeclaration {
  return ({ groupSuffix }: Names) => {
    const suffix = `.static.${groupSuffix}`;
    const warning = `metadata.name: names ending with ${quoteText(suffix)} are reserved for ` +
      "static manifest-based configurations and cannot be managed via the API";
    const warnings = (object: JsonObject) =>
      metadataOf(object).name?.endsWith(suffix) ? [warning] : [];
    return { ...rules, warnings };
  };
}
