/**
 * What is known of storage drivers.
 *
 * @module
 */

import type { CSIDriver } from "../../../toolkit/api/storage_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { KindRules } from "../declaration.ts";
import { validateChoice } from "../validation/choices.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { validateUnchanged } from "../validation/immutable.ts";

const SPEC = FieldPath.of("spec");
const MODES = ["Persistent", "Ephemeral"];
/** The least time, in seconds, between two looks at how many volumes a node takes. */
const MIN_UPDATE_SECONDS = 10;
const MIN_TOKEN_SECONDS = 600;
const MAX_TOKEN_SECONDS = 2 ** 32;
const GROUP_POLICIES = ["File", "None", "ReadWriteOnceWithFSType"];

const TOKENS_IN_ATTRIBUTES =
  "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to " +
  "prevent possible logging of tokens in volume attributes";

const view = (object: JsonObject) => object as unknown as CSIDriver;

function validate(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const { spec } = view(object);
  for (const field of ["attachRequired", "podInfoOnMount", "storageCapacity"] as const) {
    if (spec[field] === undefined) errors.push(FieldError.required(SPEC.child(field)));
  }
  const policy = SPEC.child("fsGroupPolicy");
  validateChoice(errors, policy, spec.fsGroupPolicy, GROUP_POLICIES);
  validateTokens(errors, spec);
  for (const mode of spec.volumeLifecycleModes ?? []) {
    validateChoice(errors, SPEC.child("volumeLifecycleModes"), mode, MODES);
  }
  const { nodeAllocatableUpdatePeriodSeconds: seconds } = spec;
  if (seconds !== undefined && seconds < MIN_UPDATE_SECONDS) {
    const why = `must be greater than or equal to ${MIN_UPDATE_SECONDS} seconds`;
    errors.push(FieldError.invalid(SPEC.child("nodeAllocatableUpdatePeriodSeconds"), seconds, why));
  }
  const { serviceAccountTokenInSecrets: inSecrets, tokenRequests = [] } = spec;
  if (inSecrets !== undefined && tokenRequests.length === 0) {
    const why = "serviceAccountTokenInSecrets is set but no tokenRequests are specified";
    errors.push(FieldError.invalid(SPEC.child("serviceAccountTokenInSecrets"), inSecrets, why));
  }
  return errors;
}

function validateTokens(errors: FieldError[], spec: CSIDriver["spec"]): void {
  const audiences = new Set<string>();
  for (const [index, token] of (spec.tokenRequests ?? []).entries()) {
    const { audience, expirationSeconds: seconds } = token;
    const at = SPEC.child("tokenRequests").index(index);
    if (audiences.has(audience)) {
      errors.push(FieldError.duplicate(at.child("audience"), audience));
      continue;
    }
    audiences.add(audience);
    const path = at.child("expirationSeconds");
    if (seconds === undefined) continue;
    if (seconds < MIN_TOKEN_SECONDS) {
      const why = "may not specify a duration less than 10 minutes";
      errors.push(FieldError.invalid(path, seconds, why));
    } else if (seconds > MAX_TOKEN_SECONDS) {
      const why = "may not specify a duration larger than 2^32 seconds";
      errors.push(FieldError.invalid(path, seconds, why));
    }
  }
}

/** What is known of a driver. */
export const csiDriverRules: KindRules = {
  returnsDeleted: true,
  updatesUnconditionally: false,
  gated: [{ feature: "VolumeLimitScaling", paths: ["spec.preventPodSchedulingIfMissing"] }],
  columns: columnsOf(
    NAME_COLUMN,
    {
      name: "AttachRequired",
      type: "boolean",
      description: "Whether volumes must be attached to a node before they are mounted",
      cell: (object) => view(object).spec.attachRequired ?? true,
    },
    {
      name: "PodInfoOnMount",
      type: "boolean",
      description: "Whether the driver gets pod information when it mounts a volume",
      cell: (object) => view(object).spec.podInfoOnMount ?? false,
    },
    {
      name: "StorageCapacity",
      type: "boolean",
      description: "Whether the driver publishes its storage capacity",
      cell: (object) => view(object).spec.storageCapacity ?? false,
    },
    {
      name: "TokenRequests",
      description: "The audiences of the service account tokens that the driver gets",
      cell(object) {
        const { tokenRequests = [] } = view(object).spec;
        // The audience of the server itself has no name.
        return tokenRequests.length === 0
          ? "<unset>"
          : tokenRequests.map(({ audience }) => audience).join(",");
      },
    },
    {
      name: "RequiresRepublish",
      type: "boolean",
      description: "Whether NodePublishVolume is called periodically",
      cell: (object) => view(object).spec.requiresRepublish ?? false,
    },
    {
      name: "Modes",
      description: "The kinds of volume lifecycle that the driver supports",
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
  // Changes are counted from none on: a new one has not even one.
  prepareForUpdate(object, old) {
    if (equalStored(object.spec, old.spec)) return;
    metadataOf(object).generation = Number(metadataOf(old).generation ?? 0) + 1;
  },
  validate,
  warnings(object, old) {
    const { tokenRequests, serviceAccountTokenInSecrets } = view(object).spec;
    if (!tokenRequests?.length || serviceAccountTokenInSecrets !== undefined) return [];
    if (old !== undefined && equalStored(view(old).spec.tokenRequests, tokenRequests)) return [];
    return [TOKENS_IN_ATTRIBUTES];
  },
  validateUpdate(object, old) {
    const errors = validate(object);
    const { spec } = view(object);
    const { spec: before } = view(old);
    // The reference spells this path so, and clients compare paths.
    const attached = SPEC.child("attachedRequired");
    validateUnchanged(errors, attached, spec.attachRequired, before.attachRequired);
    const { volumeLifecycleModes: modes } = before;
    validateUnchanged(errors, SPEC.child("volumeLifecycleModes"), spec.volumeLifecycleModes, modes);
    return errors;
  },
};
