/**
 * Selections by labels and fields.
 *
 * @module
 */

import { badRequest } from "../../toolkit/errors/mod.ts";
import {
  FieldSelector,
  parseSelector,
  Selector,
  SelectorError,
} from "../../toolkit/selectors/mod.ts";
import type { Filter } from "../storage/cache/mod.ts";
import type { ServedResource } from "./served_resource.ts";

/**
 * What a list, a watch or a deletion of a collection selects, by labels and fields, with the index
 * that narrows the search down. Made by {@link selectionOf}.
 */
export interface Selection {
  readonly labels: Selector;
  readonly fields: FieldSelector;
  /** Conditions on fields as objects are shown, which nothing else here knows of; undefined: there are none. */
  readonly shown: FieldSelector | undefined;
  /** Undefined when everything is chosen. */
  readonly filter: Filter;
  /** An index that finds all that is chosen, and maybe more. */
  readonly index: { readonly name: string; readonly value: string } | undefined;
  /** The one name that is chosen, where that is so. */
  readonly name: string | undefined;
}

const EVERYTHING: Selection = {
  labels: Selector.everything,
  fields: FieldSelector.everything,
  shown: undefined,
  filter: undefined,
  index: undefined,
  name: undefined,
};

/** Reads both selectors. Throws a 400, also for a field that the kind can't be selected by. */
export function selectionOf(
  resource: ServedResource,
  labelSelector: string,
  fieldSelector: string,
): Selection {
  if (labelSelector === "" && fieldSelector === "") return EVERYTHING;
  const labels = parsed(() => parseSelector(labelSelector));
  const asked = parsed(() => FieldSelector.parse(fieldSelector));
  const areShown = resource.converter?.shownFields !== undefined;
  const fields = asked.transform((field, value) => {
    if (field === "metadata.name" || (field === "metadata.namespace" && resource.namespaced)) {
      return { field, value };
    }
    if (field === "metadata.namespace" && !hasOwnFields(resource)) return { field, value };
    const { converter, formerFields } = resource;
    const stored = converter?.storedField?.(field) ?? formerFields?.get(field) ?? field;
    if (!resource.selectable.has(stored)) throw badRequest(notSelectable(resource, field));
    return areShown ? undefined : { field: stored, value };
  });
  const shown = areShown
    ? asked.transform((field, value) =>
      resource.selectable.has(field) ? { field, value } : undefined
    )
    : FieldSelector.everything;
  const all = labels.matchesEverything && fields.matchesEverything;
  // An index holds no object that lacks its field, which an empty value asks for.
  const indexed = [...resource.indexed].find((field) => fields.exactValue(field));
  return {
    labels,
    fields,
    shown: shown.matchesEverything ? undefined : shown,
    filter: all ? undefined : filterOf(labels, fields),
    index: indexed === undefined
      ? undefined
      : { name: indexed, value: fields.exactValue(indexed) as string },
    name: fields.exactValue("metadata.name"),
  };
}

function filterOf(labels: Selector, fields: FieldSelector): Filter {
  if (fields.matchesEverything) return (entry) => labels.matches(entry.labels);
  if (labels.matchesEverything) return (entry) => fields.matches(entry.fields);
  return (entry) => labels.matches(entry.labels) && fields.matches(entry.fields);
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    throw badRequest(error.message);
  }
}

/** Kinds with fields of their own say it in words of their own. */
const WORDS: Readonly<Record<string, (field: string, resource: ServedResource) => string>> = {
  jobs: (field) => `field label ${JSON.stringify(field)} not supported for Job`,
  resourceslices: (field, { group, version, kind }) =>
    `field label not supported for ${group}/${version}, Kind=${kind}: ${field}`,
};

/** Whether a kind says itself by what it can be selected. */
function hasOwnFields({ type, selectable }: ServedResource): boolean {
  return type === undefined || [...selectable].some((field) => !field.startsWith("metadata."));
}

function notSelectable(resource: ServedResource, field: string): string {
  if (!hasOwnFields(resource)) {
    return `${JSON.stringify(field)} is not a known field selector: ` +
      'only "metadata.name", "metadata.namespace"';
  }
  const words = resource.type === undefined ? undefined : WORDS[resource.resource];
  return words?.(field, resource) ?? `field label not supported: ${field}`;
}
