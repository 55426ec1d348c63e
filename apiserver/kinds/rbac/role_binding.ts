/**
 * Role bindings and cluster role bindings: who has a role.
 *
 * @module
 */

import type { RoleBinding, Subject } from "../../../toolkit/api/rbac_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import {
  addInvalid,
  checkNameIsSubdomain,
  checkPathSegmentName,
} from "../../../toolkit/validation/mod.ts";
import type { KindRules } from "../declaration.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import { AGE_COLUMN, type Column, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { checkWholePathName, validateNameBeginning } from "../validation/path_name.ts";

type Binding = Pick<RoleBinding, "roleRef" | "subjects">;

const ROLE_REF = FieldPath.of("roleRef");
const SUBJECTS = FieldPath.of("subjects");

/** Kinds of subjects, those of the group first that has them. */
const SUBJECT_KINDS = ["ServiceAccount", "User", "Group"];

/** The rules of bindings to `kinds` of roles; those in namespaces may leave out a subject's. */
function bindingRules(names: Names, kinds: readonly string[], namespaced: boolean): KindRules {
  const group = names.group("rbac.authorization");
  const validate = (object: JsonObject): FieldError[] => {
    const { roleRef, subjects } = object as unknown as Binding;
    const errors: FieldError[] = [];
    if (roleRef.apiGroup !== group) {
      const at = ROLE_REF.child("apiGroup");
      errors.push(FieldError.notSupported(at, roleRef.apiGroup ?? "", [group]));
    }
    if (!kinds.includes(roleRef.kind)) {
      errors.push(FieldError.notSupported(ROLE_REF.child("kind"), roleRef.kind, kinds));
    }
    const name = ROLE_REF.child("name");
    if (roleRef.name === "") errors.push(FieldError.required(name));
    else addInvalid(errors, name, roleRef.name, checkPathSegmentName(roleRef.name));
    for (const [index, subject] of (subjects ?? []).entries()) {
      errors.push(...validateSubject(subject, group, namespaced, SUBJECTS.index(index)));
    }
    return errors;
  };
  return {
    checkName: checkWholePathName,
    createsOnUpdate: true,
    columns: columnsOf(NAME_COLUMN, ROLE_COLUMN, AGE_COLUMN, ...SUBJECT_COLUMNS),
    setDefaults(object) {
      const { roleRef, subjects } = object as unknown as Binding;
      if (roleRef && !roleRef.apiGroup) roleRef.apiGroup = group;
      for (const subject of subjects ?? []) {
        // Service accounts are of the core group, which has no name.
        const isOfGroup = subject.kind === "User" || subject.kind === "Group";
        if (!subject.apiGroup && isOfGroup) subject.apiGroup = group;
      }
    },
    validate,
    validateUpdate(object, old) {
      const errors = validate(object);
      validateNameBeginning(errors, object);
      const { roleRef } = object as unknown as Binding;
      if (!equalStored(roleRef, old.roleRef)) {
        // The reference shows the value under the names of its own fields.
        const { apiGroup: APIGroup, kind: Kind, name: Name } = roleRef;
        const shown = { APIGroup, Kind, Name };
        errors.push(FieldError.invalid(ROLE_REF, shown, "cannot change roleRef"));
      }
      return errors;
    },
  };
}

function validateSubject(
  subject: Subject,
  group: string,
  namespaced: boolean,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  const { kind, name, namespace = "", apiGroup = "" } = subject;
  if (name === "") errors.push(FieldError.required(path.child("name")));
  const expectGroup = (expected: string) => {
    if (apiGroup === expected) return;
    errors.push(FieldError.notSupported(path.child("apiGroup"), apiGroup, [expected]));
  };
  switch (kind) {
    case "ServiceAccount":
      if (name !== "") addInvalid(errors, path.child("name"), name, checkNameIsSubdomain(name));
      expectGroup("");
      if (!namespaced && namespace === "") {
        errors.push(FieldError.required(path.child("namespace")));
      }
      break;
    case "User":
    case "Group":
      expectGroup(group);
      break;
    default:
      errors.push(FieldError.notSupported(path.child("kind"), kind, SUBJECT_KINDS));
  }
  return errors;
}

const ROLE_COLUMN: Column = {
  name: "Role",
  description: "The role that is granted",
  cell(object) {
    const { kind, name } = (object as unknown as Binding).roleRef;
    return `${kind}/${name}`;
  },
};

const SUBJECT_COLUMNS: readonly Column[] = [
  subjectColumn("Users", "User", "The users who are granted the role"),
  subjectColumn("Groups", "Group", "The groups that are granted the role"),
  subjectColumn(
    "ServiceAccounts",
    "ServiceAccount",
    "The service accounts that are granted the role",
  ),
];

function subjectColumn(name: string, kind: string, description: string): Column {
  return {
    name,
    description,
    wide: true,
    cell(object) {
      const { subjects } = object as unknown as Binding;
      return (subjects ?? []).filter((subject) => subject.kind === kind)
        .map((subject) =>
          kind === "ServiceAccount" ? `${subject.namespace}/${subject.name}` : subject.name
        )
        .join(", ");
    },
  };
}

/** What a role binding adds. */
export const roleBindingRules = (names: Names) =>
  bindingRules(names, ["Role", "ClusterRole"], true);

/** What a cluster role binding adds. */
export const clusterRoleBindingRules = (names: Names) =>
  bindingRules(names, ["ClusterRole"], false);
