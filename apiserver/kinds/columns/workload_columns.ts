/**
 * Columns that all kinds with a template of pods show on wide tables.
 *
 * @module
 */

import type { Container } from "../../../toolkit/api/core_v1.ts";
import type { LabelSelector } from "../../../toolkit/api/meta_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { printLabelSelector } from "../../../toolkit/selectors/mod.ts";
import { at } from "../fields.ts";
import type { Column } from "./column.ts";

/** The containers of what an object makes, wherever it has its template. */
function containersOf(object: JsonObject): readonly Container[] {
  return (at(object, "spec.jobTemplate.spec.template.spec.containers") ??
    at(object, "spec.template.spec.containers") ??
    at(object, "template.spec.containers") ?? []) as Container[];
}

/** The names of its containers. */
export const CONTAINERS_COLUMN: Column = {
  name: "Containers",
  description: "The names of the containers in the pod template",
  wide: true,
  cell: (object) => containersOf(object).map(({ name }) => name).join(","),
};

/** The images of its containers. */
export const IMAGES_COLUMN: Column = {
  name: "Images",
  description: "The images of the containers in the pod template",
  wide: true,
  cell: (object) => containersOf(object).map(({ image = "" }) => image).join(","),
};

/** Which pods it counts as its own. */
export const SELECTOR_COLUMN: Column = {
  name: "Selector",
  description: "The selector of the pods that the object manages",
  wide: true,
  cell: (object) => selectorText(at(object, "spec.selector")),
};

/** A selector in one line, of labels or of either form. */
export function selectorText(selector: unknown): string {
  if (selector === undefined || selector === null) return "<none>";
  return printLabelSelector(selector as LabelSelector);
}
