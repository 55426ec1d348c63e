/**
 * Finds what does not fit in the expressions of a policy, for each kind that it is about.
 *
 * @module
 */

import type {
  ExpressionWarning,
  NamedRuleWithOperations,
} from "../../../toolkit/api/admissionregistration_v1.ts";
import { CelProgramError, DYN } from "../../../toolkit/cel/mod.ts";
import { compareUtf8 } from "../../../toolkit/codec/mod.ts";
import { FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Dialect } from "../../../toolkit/names.ts";
import type { ResourceSource } from "../../resource/resource_source.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import type { TimeSlice } from "../../../toolkit/time_slice.ts";
import { Unusable } from "../expressions/mod.ts";
import { PolicyExpressions } from "./expressions.ts";
import { objectTypeOf } from "./object_types.ts";
import { resourceOfKind } from "./params.ts";
import type { ValidatingSpec } from "./validating_policy.ts";

/** Kinds that are looked at; a policy about more is about anything. */
const KINDS_LIMIT = 10;

/** What may be wrong with a policy's expressions; nothing that keeps it from being asked. */
export async function warningsOf(
  spec: ValidatingSpec,
  source: ResourceSource,
  dialect: Dialect,
  slice: TimeSlice,
): Promise<ExpressionWarning[]> {
  const params = spec.paramKind && resourceOfKind(source, spec.paramKind);
  const paramsType = params && objectTypeOf(params, dialect);
  const environments: { kind: string; expressions: PolicyExpressions }[] = [];
  for (const resource of kindsOf(spec, source)) {
    const type = objectTypeOf(resource, dialect);
    if (type === undefined) continue;
    await slice.yieldIfOver();
    const known = { object: type, oldObject: type, params: paramsType ?? DYN };
    environments.push({
      kind: kindText(resource),
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
  for (const [index, validation] of (spec.validations ?? []).entries()) {
    const at = path.index(index);
    await check(at.child("expression"), validation.expression);
    const { messageExpression } = validation;
    if (messageExpression) await check(at.child("messageExpression"), messageExpression);
  }
  return warnings;
}

/** The resources that a policy names without a pattern, in the order of their kinds. */
function kindsOf(
  { matchConstraints }: ValidatingSpec,
  source: ResourceSource,
): readonly ServedResource[] {
  const found = new Map<string, ServedResource>();
  for (const rule of matchConstraints?.resourceRules ?? []) {
    for (const [group, version, name] of namesIn(rule)) {
      const resource = source.find(group, version, name);
      if (resource !== undefined) found.set(kindText(resource), resource);
      if (found.size === KINDS_LIMIT) return sorted(found);
    }
  }
  return sorted(found);
}

function sorted(kinds: ReadonlyMap<string, ServedResource>): ServedResource[] {
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

function kindText({ group, version, kind }: ServedResource): string {
  return `${group}/${version}, Kind=${kind}`;
}
