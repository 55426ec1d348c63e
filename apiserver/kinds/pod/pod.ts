/**
 * Pods.
 *
 * @module
 */

import type { Pod, PodSpec, PodStatus, PodTemplateSpec } from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { KindRules } from "../declaration.ts";
import { at } from "../fields.ts";
import { validateProfilesAgree } from "./annotations.ts";
import { readAppArmor } from "./security/app_armor.ts";
import { podColumns } from "./columns.ts";
import { setWholePodDefaults } from "./defaults.ts";
import { ephemeralContainersRules } from "./subresources/ephemeral.ts";
import { GATED_STATUS_FIELDS, gatedPodFields } from "./gated.ts";
import { mergeLabelKeys } from "./label_keys.ts";
import { qosClassOf } from "./status/qos.ts";
import { resizeRules } from "./subresources/resize.ts";
import { keepPodStatus, podStatusWarnings, setPodStatusDefaults } from "./status/status.ts";
import { validatePodStatusUpdate } from "./status/rules.ts";
import { validatePodSpecUpdate } from "./update.ts";
import { validateChangedPod, validateWholePod } from "./whole.ts";
import { hostNameWarnings, podWarnings, WHOLE_POD } from "./warnings/warnings.ts";

const SPEC = FieldPath.of("spec");

function specOf(object: JsonObject): PodSpec {
  return (object.spec ??= { containers: [] }) as PodSpec;
}

/** The rules for pods, their selectable fields, and the subresources that change them. */
export function podRules(names: Names): KindRules {
  return {
    returnsDeleted: true,
    hasGeneration: true,
    fields: {
      "spec.nodeName": true,
      "spec.restartPolicy": true,
      "spec.schedulerName": true,
      "spec.serviceAccountName": true,
      "spec.hostNetwork": (object) => at(object, "spec.hostNetwork") === true,
      "status.phase": true,
      "status.podIP": true,
      "status.podIPs": (object) =>
        ((at(object, "status.podIPs") ?? []) as { ip: string }[]).map(({ ip }) => ip).join(","),
      "status.nominatedNodeName": true,
    },
    formerFields: { "spec.host": "spec.nodeName" },
    indexed: ["spec.nodeName"],
    columns: podColumns,
    beginsWithStatus: true,
    gated: [...gatedPodFields("spec"), ...GATED_STATUS_FIELDS],
    setDefaults(object) {
      specOf(object);
      setWholePodDefaults(object);
    },
    prepareForCreate(object, writing) {
      const spec = specOf(object);
      const { labels, annotations } = metadataOf(object);
      mergeLabelKeys(spec, labels);
      if (annotations !== undefined) readAppArmor(spec, annotations, names, writing);
      const { qosClass } = (object.status ?? {}) as PodStatus;
      // As of old: whoever says how a new pod is treated is taken at their word.
      const status: PodStatus = { phase: "Pending", qosClass: qosClass || qosClassOf(spec) };
      if (spec.schedulingGates?.length) {
        status.conditions = [{ ...GATED, lastTransitionTime: writing.time() }];
      }
      object.status = status as JsonObject;
    },
    validate(object) {
      const errors: FieldError[] = [];
      const spec = specOf(object);
      validateWholePod(errors, object, undefined, names);
      if (spec.ephemeralContainers?.length) {
        errors.push(
          FieldError.forbidden(SPEC.child("ephemeralContainers"), "cannot be set on create"),
        );
      }
      if (spec.nodeName && spec.schedulingGates?.length) {
        const why = "cannot be set until all schedulingGates have been cleared";
        errors.push(FieldError.forbidden(SPEC.child("nodeName"), why));
      }
      validateProfilesAgree(errors, SPEC, metadataOf(object).annotations, spec, names);
      return errors;
    },
    validateUpdate(object, old) {
      const errors: FieldError[] = [];
      validateChangedPod(errors, object, old, names);
      validatePodSpecUpdate(errors, SPEC, specOf(object), specOf(old));
      return errors;
    },
    warnings(object, old) {
      // Programs change pods often, people hardly ever.
      if (old !== undefined) return [];
      return [...hostNameWarnings(object), ...podWarnings(object as PodTemplateSpec, WHOLE_POD)];
    },
    gracePeriodSeconds(object, asked) {
      const { spec, status } = object as Pod;
      const phase = status?.phase;
      // Nothing of it runs anywhere, or no longer.
      if (!spec?.nodeName || phase === "Failed" || phase === "Succeeded") return 0;
      const seconds = asked ?? Number(spec.terminationGracePeriodSeconds ?? 0);
      return seconds < 0 ? 1 : seconds;
    },
    handlers: {
      attach: "connection",
      binding: "binding",
      eviction: "eviction",
      exec: "connection",
      log: "log",
      portforward: "connection",
      proxy: "proxy",
    },
    subresources: {
      status: {
        resetFields: [["spec"], ["metadata", "deletionTimestamp"], ["metadata", "ownerReferences"]],
        setDefaults: setPodStatusDefaults,
        prepareForUpdate: keepPodStatus,
        validateUpdate: (object, old) => validatePodStatusUpdate(object, old, names),
        warnings: podStatusWarnings,
      },
      ephemeralcontainers: ephemeralContainersRules(names),
      resize: resizeRules(names),
    },
  };
}

const GATED = {
  type: "PodScheduled",
  status: "False",
  reason: "SchedulingGated",
  message: "Scheduling is blocked due to non-empty scheduling gates",
} as const;
