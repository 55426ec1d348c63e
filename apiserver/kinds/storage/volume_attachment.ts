/**
 * Attachments of volumes to nodes, and classes of what volumes are like.
 *
 * @module
 */

import type { VolumeAttachment, VolumeAttributesClass } from "../../../toolkit/api/storage_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import {
  addInvalid,
  checkDns1123Subdomain,
  isLongerThan,
  outOfRange,
} from "../../../toolkit/validation/mod.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import type { KindRules } from "../declaration.ts";
import { validateInlineVolume } from "../core/persistent_volume.ts";
import { validateDriverName } from "../volumes/persistent_volume_source.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { validateUnchanged } from "../validation/immutable.ts";
import { MAX_INT32 } from "../validation/numbers.ts";
import { validateParameters } from "./parameters.ts";
import { validateProvisioner } from "./provisioner.ts";

const SPEC = FieldPath.of("spec");
const SOURCE = SPEC.child("source");
const STATUS = FieldPath.of("status");

const view = (object: JsonObject) => object as unknown as VolumeAttachment;

function requireDriver(errors: FieldError[], path: FieldPath, name: string): void {
  if (name === "") errors.push(FieldError.required(path));
  else validateDriverName(errors, path, name);
}

function validateAttachment(object: JsonObject, names: Names): FieldError[] {
  const errors: FieldError[] = [];
  const { attacher, source, nodeName } = view(object).spec;
  requireDriver(errors, SPEC.child("attacher"), attacher);
  const { persistentVolumeName: name, inlineVolumeSpec: inline } = source;
  if (inline === undefined && name === undefined) {
    const why = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
    errors.push(FieldError.required(SOURCE, why));
  } else if (inline !== undefined && name !== undefined) {
    const why = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
    errors.push(FieldError.forbidden(SOURCE, why));
  } else if (name === "") {
    const why = "must specify non empty persistentVolumeName";
    errors.push(FieldError.required(SOURCE.child("persistentVolumeName"), why));
  } else if (inline !== undefined) {
    validateInlineVolume(errors, SOURCE.child("inlineVolumeSpec"), inline, names);
  }
  addInvalid(errors, SPEC.child("nodeName"), nodeName, checkDns1123Subdomain(nodeName));
  validateStatus(errors, view(object));
  if (name !== undefined) {
    addInvalid(errors, SOURCE.child("persistentVolumeName"), name, checkDns1123Subdomain(name));
  }
  return errors;
}

const METADATA_LIMIT_BYTES = 256 * 1024;
const MESSAGE_LIMIT_BYTES = 1024;

function validateStatus(errors: FieldError[], { status }: VolumeAttachment): void {
  const { attachmentMetadata = {}, attachError, detachError } = status ?? {};
  if (isLongerThan(Object.entries(attachmentMetadata).flat().join(""), METADATA_LIMIT_BYTES)) {
    errors.push(FieldError.tooLong(STATUS.child("attachmentMetadata"), METADATA_LIMIT_BYTES));
  }
  for (const [field, error] of Object.entries({ attachError, detachError })) {
    if (isLongerThan(error?.message ?? "", MESSAGE_LIMIT_BYTES)) {
      // The reference names the other limit here.
      errors.push(FieldError.tooLong(STATUS.child(field, "message"), METADATA_LIMIT_BYTES));
    }
    const { errorCode = 0 } = error ?? {};
    if (errorCode < 0) {
      const why = outOfRange(0, MAX_INT32);
      errors.push(FieldError.invalid(STATUS.child(field, "errorCode"), errorCode, why));
    }
  }
}

const COLUMNS = columnsOf(
  NAME_COLUMN,
  {
    name: "Attacher",
    format: "name",
    description: "The CSI driver that handles the attachment",
    cell: (object) => view(object).spec.attacher,
  },
  {
    name: "PV",
    description: "The persistent volume to attach",
    cell: (object) => view(object).spec.source.persistentVolumeName ?? "",
  },
  {
    name: "Node",
    description: "The node to attach the volume to",
    cell: (object) => view(object).spec.nodeName,
  },
  {
    name: "Attached",
    type: "boolean",
    description: "Whether the volume is attached",
    cell: (object) => view(object).status?.attached ?? false,
  },
  AGE_COLUMN,
);

/** What an attachment adds. */
export function volumeAttachmentRules(names: Names): KindRules {
  const validateUpdate = (object: JsonObject, old: JsonObject) => {
    const errors = validateAttachment(object, names);
    validateUnchanged(errors, SPEC, object.spec, old.spec);
    return errors;
  };
  return {
    returnsDeleted: true,
    updatesUnconditionally: false,
    columns: COLUMNS,
    validate: (object) => validateAttachment(object, names),
    validateUpdate,
    subresources: { status: { keepsMetadata: true, validateUpdate } },
  };
}

function validateClass(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const { driverName, parameters = {} } = object as unknown as VolumeAttributesClass;
  validateProvisioner(errors, FieldPath.of("driverName"), driverName);
  const path = FieldPath.of("parameters");
  validateParameters(errors, path, parameters);
  if (Object.keys(parameters).length === 0) {
    errors.push(FieldError.required(path, "must contain at least one key/value pair"));
  }
  return errors;
}

/** What a class of attributes adds. */
export const volumeAttributesClassRules: KindRules = {
  returnsDeleted: true,
  columns: columnsOf(
    NAME_COLUMN,
    {
      name: "DriverName",
      description: "The CSI driver whose volumes the class applies to",
      cell: (object) => (object as unknown as VolumeAttributesClass).driverName,
    },
    AGE_COLUMN,
  ),
  validate: validateClass,
  validateUpdate(object, old) {
    const errors: FieldError[] = [];
    for (const field of ["driverName", "parameters"]) {
      if (equalStored(object[field] ?? {}, old[field] ?? {})) continue;
      errors.push(FieldError.forbidden(FieldPath.of(field), `updates to ${field} are forbidden.`));
    }
    return [...errors, ...validateClass(object)];
  },
};
