/**
 * A conversion that a definition declares in an annotation: checked when it is written.
 *
 * @module
 */

import type { CustomResourceDefinition } from "../../../toolkit/api/apiextensions_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { conversionAnnotation, DeclaredConversion } from "../../customresources/conversion/mod.ts";
import { metadataOf } from "../../resource/metadata.ts";

const ANNOTATIONS = FieldPath.of("metadata", "annotations");

/** Adds what is wrong with the conversion that a definition declares, if it declares one. */
export function validateDeclaredConversion(
  errors: FieldError[],
  names: Names,
  object: JsonObject,
): void {
  const key = conversionAnnotation(names.group("apiextensions"));
  const text = metadataOf(object).annotations?.[key];
  if (text === undefined) return;
  const at = ANNOTATIONS.key(key);
  const { versions = [], conversion } = (object as unknown as CustomResourceDefinition).spec ?? {};
  if (conversion?.strategy === "Webhook") {
    const why = "a webhook converts this definition's objects already";
    errors.push(FieldError.forbidden(at, why));
    return;
  }
  const { problems } = DeclaredConversion.read(text, versions.map(({ name }) => name));
  const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text;
  for (const problem of problems) errors.push(FieldError.invalid(at, shown, problem));
}
