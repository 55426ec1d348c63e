/**
 * Hints that keep traffic close.
 *
 * @module
 */

import type { Endpoint, SlicePlan } from "../slices/mod.ts";

type Hints = NonNullable<Endpoint["hints"]>;

const CLOSE = new Set(["PreferClose", "PreferSameZone", "PreferSameNode"]);

/** Whether a distribution of traffic asks for hints. */
export function isClose(distribution: string | undefined): boolean {
  return distribution !== undefined && CLOSE.has(distribution);
}

/** Has each endpoint that is ready serve its own zone, or its own node first, where the distribution says so. */
export function addCloseHints(plan: SlicePlan, distribution: string): void {
  const byNode = distribution === "PreferSameNode";
  setHints(plan, ({ conditions, zone, nodeName, hints }) => {
    if (conditions?.ready !== true) return hints;
    const node = byNode ? nodeName : undefined;
    if (zone === undefined && node === undefined) return undefined;
    return {
      ...(zone !== undefined && { forZones: [{ name: zone }] }),
      ...(node !== undefined && { forNodes: [{ name: node }] }),
    };
  });
}

/** Takes all hints away. */
export function removeHints(plan: SlicePlan): void {
  setHints(plan, () => undefined);
}

/** Gives endpoints their hints; slices that were right until then are written if that changes them. */
function setHints(plan: SlicePlan, hintsOf: (endpoint: Endpoint) => Hints | undefined): void {
  const hinted = (endpoints: readonly Endpoint[]) =>
    endpoints.map(({ hints: _, ...endpoint }, at) => {
      const hints = hintsOf(endpoints[at]!);
      return hints === undefined ? endpoint : { ...endpoint, hints };
    });
  const unchanged = plan.unchanged.filter((draft) => {
    if (draft.endpoints.every((one) => sameHints(one.hints, hintsOf(one)))) return true;
    plan.update.push(draft);
    return false;
  });
  for (const draft of [...plan.create, ...plan.update]) draft.endpoints = hinted(draft.endpoints);
  plan.unchanged = unchanged;
}

function sameHints(one: Hints | undefined, other: Hints | undefined): boolean {
  const text = (hints: Hints | undefined) =>
    hints === undefined ? "" : JSON.stringify([namesOf(hints.forZones), namesOf(hints.forNodes)]);
  return text(one) === text(other);
}

function namesOf(list: readonly { readonly name: string }[] | null | undefined): string[] {
  return (list ?? []).map(({ name }) => name);
}
