/**
 * What is known of storage drivers: of each for all nodes, and of all for each node.
 *
 * @module
 */

import type { CSIDriver, CSINode } from "../../../toolkit/api/storage_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { metadataOf } from "../../registry/metadata.ts";
import type { KindRules } from "../declaration.ts";
import { validateDriverName } from "../core/persistent_volume_source.ts";
import { validateChoice } from "../rules/choices.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../rules/column.ts";
import { validateUnchanged } from "../rules/immutable.ts";

const SPEC = FieldPath.of("spec");
const MODES = ["Ephemeral", "Persistent"];
const GROUP_POLICIES = ["File", "None", "ReadWriteOnceWithFSType"];

const view = (object: JsonObject) => object as unknown as CSIDriver;

function validate(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const { spec } = view(object);
  validateDriverName(errors, FieldPath.of("name"), metadataOf(object).name ?? "");
  for (const field of ["attachRequired", "podInfoOnMount", "storageCapacity"] as const) {
    if (spec[field] === undefined) errors.push(FieldError.required(SPEC.child(field)));
  }
  const policy = SPEC.child("fsGroupPolicy");
  validateChoice(errors, policy, spec.fsGroupPolicy, GROUP_POLICIES);
  for (const mode of spec.volumeLifecycleModes ?? []) {
    validateChoice(errors, SPEC.child("volumeLifecycleModes"), mode, MODES);
  }
  const audiences = new Set<string>();
  for (const [index, { audience }] of (spec.tokenRequests ?? []).entries()) {
    const path = SPEC.child("tokenRequests").index(index).child("audience");
    if (audiences.has(audience)) errors.push(FieldError.duplicate(path, audience));
    audiences.add(audience);
  }
  return errors;
}

/** What is known of a driver. */
export const csiDriverRules: KindRules = {
  returnsDeleted: true,
  hasGeneration: true,
  columns: columnsOf(
    NAME_COLUMN,
    {
      name: "AttachRequired",
      type: "boolean",
      description: "Whether its volumes are attached to nodes",
      cell: (object) => view(object).spec.attachRequired ?? true,
    },
    {
      name: "PodInfoOnMount",
      type: "boolean",
      description: "Whether it is told of the pod that a volume is for",
      cell: (object) => view(object).spec.podInfoOnMount ?? false,
    },
    {
      name: "StorageCapacity",
      type: "boolean",
      description: "Whether it tells how much it has",
      cell: (object) => view(object).spec.storageCapacity ?? false,
    },
    {
      name: "TokenRequests",
      description: "Whom tokens that it gets are for",
      cell: ({ spec }) =>
        (spec as CSIDriver["spec"]).tokenRequests?.map(({ audience }) => audience).join(",") ||
        "<unset>",
    },
    {
      name: "RequiresRepublish",
      type: "boolean",
      description: "Whether its volumes are published again and again",
      cell: (object) => view(object).spec.requiresRepublish ?? false,
    },
    {
      name: "Modes",
      description: "How long its volumes live",
      cell: (object) => view(object).spec.volumeLifecycleModes?.join(",") || "<none>",
    },
    AGE_COLUMN,
  ),
  setDefaults(object) {
    const { spec } = view(object);
    spec.attachRequired ??= true;
    spec.podInfoOnMount ??= false;
    spec.storageCapacity ??= false;
    spec.fsGroupPolicy ??= "ReadWriteOnceWithFSType";
    if (!spec.volumeLifecycleModes?.length) spec.volumeLifecycleModes = ["Persistent"];
    spec.requiresRepublish ??= false;
    spec.seLinuxMount ??= false;
  },
  validate,
  validateUpdate(object, old) {
    const errors = validate(object);
    const { spec } = view(object);
    const { spec: before } = view(old);
    for (const field of ["attachRequired", "volumeLifecycleModes"] as const) {
      validateUnchanged(errors, SPEC.child(field), spec[field], before[field]);
    }
    return errors;
  },
};

function validateNode(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  const { spec } = object as unknown as CSINode;
  for (const [index, { name, nodeID, allocatable }] of (spec.drivers ?? []).entries()) {
    const path = SPEC.child("drivers").index(index);
    if (name === "") errors.push(FieldError.required(path.child("name")));
    else validateDriverName(errors, path.child("name"), name);
    if (nodeID === "") errors.push(FieldError.required(path.child("nodeID")));
    if ((allocatable?.count ?? 0) < 0) {
      const count = path.child("allocatable", "count");
      errors.push(
        FieldError.invalid(count, allocatable?.count, "must be greater than or equal to 0"),
      );
    }
    if (seen.has(name)) errors.push(FieldError.duplicate(path.child("name"), name));
    seen.add(name);
  }
  return errors;
}

/** What is known of the drivers of a node. */
export const csiNodeRules: KindRules = {
  returnsDeleted: true,
  columns: columnsOf(
    NAME_COLUMN,
    {
      name: "Drivers",
      type: "integer",
      description: "How many drivers the node has",
      cell: (object) => (object as unknown as CSINode).spec.drivers?.length ?? 0,
    },
    AGE_COLUMN,
  ),
  validate: validateNode,
  validateUpdate: validateNode,
};
