/**
 * What containers ask for, and are held to, where they say nothing.
 *
 * @module
 */

import type { Container, Pod, ResourceList } from "../../../toolkit/api/core_v1.ts";
import type { Range } from "./range.ts";

/** Fills in a range's defaults, and notes in the annotation what was filled in. */
export function setDefaultAmounts(
  pod: Pod,
  { requests, limits }: Pick<Range, "requests" | "limits">,
  annotation: string,
): void {
  const { spec } = pod;
  const notes: string[] = [];
  const fill = (container: Container, called: string) => {
    const missing = (defaults: ResourceList, side: "requests" | "limits") => {
      const own = container.resources?.[side] ?? {};
      return Object.entries(defaults).filter(([name]) => !Object.hasOwn(own, name));
    };
    for (
      const [defaults, side, word] of [
        [requests, "requests", "request"],
        [limits, "limits", "limit"],
      ] as const
    ) {
      const added = missing(defaults, side);
      if (added.length === 0) continue;
      const resources = container.resources ??= {};
      resources[side] = { ...resources[side], ...Object.fromEntries(added) };
      const names = added.map(([name]) => name).sort().join(", ");
      notes.push(`${names} ${word} for ${called} ${container.name}`);
    }
  };
  for (const container of spec?.containers ?? []) fill(container, "container");
  for (const container of spec?.initContainers ?? []) fill(container, "init container");
  if (notes.length === 0) return;
  const metadata = pod.metadata ??= {};
  const note = `LimitRanger plugin set: ${notes.join("; ")}`;
  metadata.annotations = { ...metadata.annotations, [annotation]: note };
}
