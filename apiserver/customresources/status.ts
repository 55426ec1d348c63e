/**
 * What the server says of a definition: which names it has got, and whether it is served.
 *
 * @module
 */

import type {
  CustomResourceDefinitionCondition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionStatus,
} from "../../toolkit/api/apiextensions_v1.ts";
import { equalJson } from "../../toolkit/values/json.ts";
import { bundleProblem } from "../callout/client_config.ts";
import { aboutApproval, type Approval, type ApprovalState } from "./approval.ts";
import type { Definition } from "./definition.ts";

type Condition = Omit<CustomResourceDefinitionCondition, "lastTransitionTime">;
type Names = Partial<CustomResourceDefinitionNames>;

/** What is looked at besides the definition. */
export interface StatusFacts {
  /** All definitions of its group, itself perhaps among them: asked for where names are new. */
  group(): readonly Definition[];
  /** What keeps its schemas from being structural: a text for people; "" where nothing does. */
  readonly violations: string;
  /** Who approved of its group, which is the dialect's own; undefined: it is not. */
  readonly approval?: Approval | undefined;
  /** The time, as objects have it. */
  time(): string;
}

/** The status as it should be; the very same object where it is so already. */
export function settledStatus(
  definition: Definition,
  facts: StatusFacts,
): CustomResourceDefinitionStatus {
  const old = definition.object.status;
  const { names, condition } = acceptNames(definition, facts);
  let conditions = old?.conditions ?? [];
  const set = (one: Condition) => conditions = withCondition(conditions, one, facts.time);
  set(condition);
  if (!definition.holds("Established")) {
    set(established(condition.status === "True", canBeConverted(definition)));
  }
  if (facts.violations !== "") set(nonStructural("True", facts.violations));
  else if (conditions.some(({ type }) => type === "NonStructuralSchema")) {
    conditions = conditions.filter(({ type }) => type !== "NonStructuralSchema");
  }
  if (facts.approval !== undefined) set(approvalCondition(facts.approval));
  const storedVersions = withStored(old?.storedVersions ?? [], definition.storageVersion.name);
  const status = { ...old, conditions, acceptedNames: names, storedVersions };
  return old !== undefined && equalJson(old, status) ? old : status;
}

/** Versions that objects may be stored in, the present one among them. */
function withStored(stored: readonly string[], present: string): string[] {
  return stored.includes(present) ? [...stored] : [...stored, present];
}

/** What becomes of the instances of a definition that is being deleted. */
export function terminating(reason: string, message: string, done = false): Condition {
  return { type: "Terminating", status: done ? "False" : "True", reason, message };
}

/** Whether the authorities of a webhook that converts can be read: a definition is not served before. */
function canBeConverted({ conversion: { webhook } }: Definition): boolean {
  const { caBundle = "" } = webhook?.clientConfig ?? {};
  return caBundle === "" || bundleProblem(caBundle) === undefined;
}

function established(namesAccepted: boolean, convertible: boolean): Condition {
  if (namesAccepted && !convertible) {
    return {
      type: "Established",
      status: "False",
      reason: "InvalidCABundle",
      message: "The conversion webhook CABundle is invalid",
    };
  }
  return namesAccepted
    ? {
      type: "Established",
      status: "True",
      reason: "InitialNamesAccepted",
      message: "the initial names have been accepted",
    }
    : {
      type: "Established",
      status: "False",
      reason: "NotAccepted",
      message: "not all names are accepted",
    };
}

const APPROVAL_REASONS: Readonly<Record<ApprovalState, string>> = {
  approved: "ApprovedAnnotation",
  bypassed: "UnapprovedAnnotation",
  missing: "MissingAnnotation",
  invalid: "InvalidAnnotation",
};

function approvalCondition(approval: Approval): Condition {
  return {
    type: "KubernetesAPIApprovalPolicyConformant",
    status: approval.state === "approved" ? "True" : "False",
    reason: APPROVAL_REASONS[approval.state],
    message: aboutApproval(approval),
  };
}

function nonStructural(status: string, message: string): Condition {
  return { type: "NonStructuralSchema", status, reason: "Violations", message };
}

/** The conditions with one as it is now; its time is that of its last change of status. */
export function withCondition(
  conditions: readonly CustomResourceDefinitionCondition[],
  condition: Condition,
  time: () => string,
): CustomResourceDefinitionCondition[] {
  const before = conditions.find(({ type }) => type === condition.type);
  if (before === undefined) {
    return [...conditions, { lastTransitionTime: time(), ...condition }];
  }
  const { status, reason, message } = condition;
  const same = before.status === status;
  const now = same && before.reason === reason && before.message === message
    ? before
    : { ...before, ...condition, ...(!same && { lastTransitionTime: time() }) };
  return conditions.map((one) => one === before ? now : one);
}

/** The names that a definition gets: those that it has, and of the others those that are free. */
function acceptNames(definition: Definition, { group }: Pick<StatusFacts, "group">) {
  const { asked, accepted } = definition;
  const isTaken = (holds: (names: Names) => boolean) =>
    group().some((other) => other.name !== definition.name && holds(other.accepted));
  const isResource = (wanted: string) =>
    isTaken(({ plural, singular, shortNames }) =>
      wanted === plural || wanted === singular || shortNames?.includes(wanted) === true
    );
  const isKind = (wanted: string) =>
    isTaken(({ kind, listKind }) => wanted === kind || wanted === listKind);
  const names: Names = { ...accepted };
  let conflict: { reason: string; message: string } | undefined;
  const take = (field: "plural" | "singular" | "kind" | "listKind", isUsed: typeof isKind) => {
    const wanted = asked[field];
    if (wanted !== undefined && wanted !== accepted[field] && isUsed(wanted)) {
      const reason = `${field[0]?.toUpperCase()}${field.slice(1)}Conflict`;
      conflict = { reason, message: `${JSON.stringify(wanted)} is already in use` };
    } else if (wanted !== undefined) names[field] = wanted;
  };
  take("plural", isResource);
  take("singular", isResource);
  const taken = (asked.shortNames ?? []).filter((name) =>
    accepted.shortNames?.includes(name) !== true && isResource(name)
  );
  if (taken.length > 0) {
    const each = taken.map((name) => `${JSON.stringify(name)} is already in use`);
    const message = each.length === 1 ? each[0] ?? "" : `[${each.join(", ")}]`;
    conflict = { reason: "ShortNamesConflict", message };
  } else setList(names, "shortNames", asked.shortNames);
  take("kind", isKind);
  take("listKind", isKind);
  setList(names, "categories", asked.categories);
  const condition: Condition = conflict === undefined
    ? {
      type: "NamesAccepted",
      status: "True",
      reason: "NoConflicts",
      message: "no conflicts found",
    }
    : { type: "NamesAccepted", status: "False", ...conflict };
  return {
    names: { plural: "", kind: "", ...names } as CustomResourceDefinitionNames,
    condition,
  };
}

function setList(names: Names, field: "shortNames" | "categories", list?: string[] | null): void {
  if (list === undefined || list === null || list.length === 0) delete names[field];
  else names[field] = list;
}
