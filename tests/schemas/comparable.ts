/**
 * Answers as they are compared.
 *
 * @module
 */

import { membersInOrder } from "../../testing/members_in_order.ts";
import type { AnyObject } from "../../toolkit/kinds/mod.ts";
import type { SchemaAnswer } from "./our_schemas.ts";

/** An answer without what every server sets in its own way, with what is wrong in one order. */
export function comparable({ definition, objects }: SchemaAnswer): SchemaAnswer {
  return {
    definition: inOneSpelling(definition),
    objects: objects.map(({ object, wrong, unknown }) => ({
      ...(object !== undefined && { object: withoutIdentity(object) }),
      wrong: inOneSpelling(wrong),
      unknown: [...unknown].sort(),
    })),
  };
}

/** What only one of both says, or each in words of its own. */
const LEFT_OPEN: readonly (readonly [RegExp, string])[] = [
  // A server says of what kind it could not be.
  [/^\S+ in version "v1" cannot be handled as a \S+: /, ""],
  // Values as they are pruned are shown there, here as they were sent.
  [/(?<=Invalid value: ).*(?=: must not have unknown fields$)/s, "…"],
  [/(?<=Unsupported value: ).*(?=: supported values: )/s, "…"],
  // What the decoder of either says of the metadata of an object inside.
  [
    /(?<=metadata: (FieldValueInvalid: )?Invalid value: ).*(json: |must be an object|parsing time).*/s,
    "no metadata",
  ],
];

function inOneSpelling(wrong: readonly string[]): string[] {
  return wrong
    .map((text) => LEFT_OPEN.reduce((said, [open, as]) => said.replace(open, as), text))
    // Large numbers have exponents there.
    .map((text) => text.replace(/\b\d(\.\d+)?e\+\d\d\b/g, (number) => String(Number(number))))
    .sort();
}

function withoutIdentity({ metadata, ...object }: AnyObject): AnyObject {
  const { name, namespace } = metadata!;
  return membersInOrder({ ...object, metadata: { name, namespace } }) as AnyObject;
}
