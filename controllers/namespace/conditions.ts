/**
 * What a namespace that is being deleted tells of its end.
 *
 * @module
 */

import { groupOnServer } from "../../toolkit/kinds/mod.ts";
import type { coreV1, Dialect } from "../../toolkit/mod.ts";
import type { ContentOutcome } from "./delete_content.ts";

/** A condition less the time of its last change. */
type Told = Omit<coreV1.NamespaceCondition, "lastTransitionTime">;

/** The five conditions, always all of them. */
export function conditionsOf(
  outcome: Pick<ContentOutcome, "discovery" | "malformed" | "failures" | "remains">,
  dialect: Dialect,
): readonly Told[] {
  const { discovery, malformed, failures, remains } = outcome;
  const resources = remains.map(({ kind, count }) =>
    `${kind.plural}.${groupOnServer(kind.group, dialect)} has ${count} resource instances`
  );
  const held = new Map<string, number>();
  for (const { finalizers } of remains) {
    for (const [name, count] of finalizers) held.set(name, (held.get(name) ?? 0) + count);
  }
  const finalizers = [...held].map(([name, count]) => `${name} in ${count} resource instances`);
  return [
    told(
      "NamespaceDeletionDiscoveryFailure",
      discovery && ["DiscoveryFailed", discovery.message],
      ["ResourcesDiscovered", "All resources successfully discovered"],
    ),
    told(
      "NamespaceDeletionGroupVersionParsingFailure",
      malformed.length > 0 ? ["GroupVersionParsingFailed", joined(malformed)] : undefined,
      ["ParsedGroupVersions", "All legacy kube types successfully parsed"],
    ),
    told(
      "NamespaceDeletionContentFailure",
      failures.length > 0
        ? [
          "ContentDeletionFailed",
          `Failed to delete all resource types, ${failures.length} remaining: ${joined(failures)}`,
        ]
        : undefined,
      ["ContentDeleted", "All content successfully deleted, may be waiting on finalization"],
    ),
    told(
      "NamespaceContentRemaining",
      resources.length > 0
        ? ["SomeResourcesRemain", `Some resources are remaining: ${resources.sort().join(", ")}`]
        : undefined,
      ["ContentRemoved", "All content successfully removed"],
    ),
    told(
      "NamespaceFinalizersRemaining",
      finalizers.length > 0
        ? [
          "SomeFinalizersRemain",
          `Some content in the namespace has finalizers remaining: ${finalizers.sort().join(", ")}`,
        ]
        : undefined,
      ["ContentHasNoFinalizers", "All content-preserving finalizers finished"],
    ),
  ];
}

type Words = readonly [reason: string, message: string];

function told(type: string, wrong: Words | undefined, right: Words): Told {
  const [reason, message] = wrong ?? right;
  return { type, status: wrong === undefined ? "False" : "True", reason, message };
}

/** In an order of its own: what fails again as before is not told anew. */
function joined(errors: readonly Error[]): string {
  return errors.map(({ message }) => message).sort().join(", ");
}

/**
 * The conditions with these among them; undefined where they say so already. The time of a change is
 * that of the status.
 */
export function withConditions(
  before: readonly coreV1.NamespaceCondition[] = [],
  wanted: readonly Told[],
  now: string,
): coreV1.NamespaceCondition[] | undefined {
  let changed = false;
  const conditions = [...before];
  for (const condition of wanted) {
    const at = conditions.findIndex(({ type }) => type === condition.type);
    const known = conditions[at];
    if (known === undefined) {
      conditions.push({ ...condition, lastTransitionTime: now });
      changed = true;
    } else if (
      known.status !== condition.status || known.reason !== condition.reason ||
      known.message !== condition.message
    ) {
      const { lastTransitionTime = now } = known.status === condition.status ? known : {};
      conditions[at] = { ...condition, lastTransitionTime };
      changed = true;
    }
  }
  return changed ? conditions : undefined;
}
