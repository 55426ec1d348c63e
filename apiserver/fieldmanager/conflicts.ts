/**
 * Says whose fields an apply would take.
 *
 * @module
 */

import type { StatusCause } from "../../toolkit/api/meta_v1.ts";
import { applyConflict, type StatusError } from "../../toolkit/errors/mod.ts";
import { quoteText } from "../../toolkit/values/mod.ts";
import { type Path, printPath } from "./element.ts";
import type { FieldSet } from "./field_set.ts";
import { compareNames, type Manager, type ManagerName } from "./managers.ts";

/** A manager, and those of its fields that an apply would change. */
export interface Conflict {
  readonly manager: Manager;
  readonly fields: FieldSet;
}

/** The 409 that lists the conflicts, sorted by manager. */
export function conflictError(conflicts: readonly Conflict[]): StatusError {
  const sorted = conflicts.toSorted((left, right) => compareNames(left.manager, right.manager))
    .map(({ manager, fields }) => ({ name: printManager(manager), paths: [...fields.paths()] }));
  const causes = sorted.flatMap(({ name, paths }) =>
    paths.map((path): StatusCause => ({
      reason: "FieldManagerConflict",
      message: `conflict with ${name}`,
      field: printPath(path),
    }))
  );
  return applyConflict(causes, messageOf(sorted, causes.length));
}

function messageOf(conflicts: readonly { name: string; paths: Path[] }[], count: number): string {
  const [first] = conflicts;
  if (count === 1 && first !== undefined) {
    return `Apply failed with 1 conflict: conflict with ${first.name}: ${
      printPath(first.paths[0] ?? [])
    }`;
  }
  const lines = conflicts.flatMap(({ name, paths }) => [
    `conflicts with ${name}:`,
    ...paths.map((path) => `- ${printPath(path)}`),
  ]);
  return `Apply failed with ${count} conflicts: ${lines.join("\n")}`;
}

function printManager({ manager, operation, apiVersion, subresource }: ManagerName): string {
  const name = quoteText(manager) + (subresource && ` with subresource ${quoteText(subresource)}`);
  return operation === "Update" ? `${name} using ${apiVersion}` : name;
}
