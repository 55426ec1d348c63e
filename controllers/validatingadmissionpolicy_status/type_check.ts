/**
 * Finds what does not fit in the expressions of a policy, for each kind that it is about.
 *
 * @module
 */

import type {
  ExpressionWarning,
  NamedRuleWithOperations,
  ValidatingAdmissionPolicySpec,
} from "../../toolkit/api/admissionregistration_v1.ts";
import { CelProgramError, type CelType, DYN } from "../../toolkit/cel/mod.ts";
import { compareUtf8 } from "../../toolkit/codec/mod.ts";
import { FieldPath } from "../../toolkit/errors/mod.ts";
import { PolicyExpressions, Unusable } from "../../toolkit/policies/mod.ts";
import type { TimeSlice } from "../../toolkit/time_slice.ts";

/** Kinds of one rule that are looked at: with a rule that names more the search ends. */
const KINDS_LIMIT = 10;

/** A kind that a policy names. */
export interface NamedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** What its objects are; undefined where nobody knows. */
  readonly type: CelType | undefined;
}

/** Looks up the kinds that a server has. */
export interface KindSource {
  ofResource(group: string, version: string, resource: string): Promise<NamedKind | undefined>;
  ofKind(apiVersion: string, kind: string): Promise<NamedKind | undefined>;
}

/** What may be wrong with a policy's expressions; nothing that keeps it from being asked. */
export async function warningsOf(
  spec: ValidatingAdmissionPolicySpec,
  source: KindSource,
  slice: TimeSlice,
): Promise<ExpressionWarning[]> {
  const { paramKind, validations = [] } = spec;
  const params = paramKind &&
    await source.ofKind(paramKind.apiVersion ?? "", paramKind.kind ?? "");
  const environments: { kind: string; expressions: PolicyExpressions }[] = [];
  for (const named of await kindsOf(spec, source)) {
    const { type } = named;
    if (type === undefined) continue;
    await slice.yieldIfOver();
    const known = { object: type, oldObject: type, params: params?.type ?? DYN };
    environments.push({
      kind: kindText(named),
      expressions: new PolicyExpressions(spec, known),
    });
  }
  const warnings: ExpressionWarning[] = [];
  const check = async (path: FieldPath, expression: string) => {
    await slice.yieldIfOver();
    const found = environments.flatMap(({ kind, expressions }) => {
      const { program } = expressions.compile(expression);
      const error = program instanceof Unusable ? program.error : undefined;
      if (error === undefined || error instanceof CelProgramError) return [];
      return [`${kind}: ${error.message}\n`];
    });
    if (found.length > 0) warnings.push({ fieldRef: String(path), warning: found.join("\n") });
  };
  const path = FieldPath.of("spec", "validations");
  for (const [index, validation] of validations.entries()) {
    const at = path.index(index);
    await check(at.child("expression"), validation.expression);
    const { messageExpression } = validation;
    if (messageExpression) await check(at.child("messageExpression"), messageExpression);
  }
  return warnings;
}

/** The kinds that a policy names without a pattern, in their order. */
async function kindsOf(
  { matchConstraints }: ValidatingAdmissionPolicySpec,
  source: KindSource,
): Promise<readonly NamedKind[]> {
  const found = new Map<string, NamedKind>();
  for (const rule of matchConstraints?.resourceRules ?? []) {
    let ofRule = 0;
    for (const [group, version, name] of namesIn(rule)) {
      const kind = await source.ofResource(group, version, name);
      if (kind === undefined) continue;
      found.set(kindText(kind), kind);
      if (++ofRule === KINDS_LIMIT) return sorted(found);
    }
  }
  return sorted(found);
}

function sorted(kinds: ReadonlyMap<string, NamedKind>): NamedKind[] {
  return [...kinds.values()].sort((left, right) =>
    compareUtf8(left.group, right.group) || compareUtf8(left.version, right.version) ||
    compareUtf8(left.kind, right.kind)
  );
}

function* namesIn(
  { apiGroups, apiVersions, resources }: NamedRuleWithOperations,
): Iterable<readonly [group: string, version: string, resource: string]> {
  const all = [apiGroups ?? [], apiVersions ?? []];
  if (all.some((names) => names.some((name) => name.includes("*")))) return;
  const [groups = [], versions = []] = all.map((names) => names.toSorted(compareUtf8));
  const whole = (resources ?? []).filter((name) => !/[*/]/.test(name)).sort(compareUtf8);
  for (const group of groups) {
    for (const version of versions) {
      for (const resource of whole) yield [group, version, resource];
    }
  }
}

function kindText({ group, version, kind }: NamedKind): string {
  return `${group}/${version}, Kind=${kind}`;
}
