/**
 * Keeps pods from saying as whom they run.
 *
 * @module
 */

import type { Pod } from "../../../toolkit/api/core_v1.ts";
import { forbidden } from "../../../toolkit/errors/mod.ts";
import { CONTAINER_LISTS } from "../../kinds/pod/container_lists.ts";
import { metadataOf } from "../../resource/metadata.ts";
import { about } from "../about.ts";
import type { AdmissionPlugin } from "../admission.ts";

const OF_PODS = [
  ["supplementalGroups", "pod.Spec.SecurityContext.SupplementalGroups"],
  ["seLinuxOptions", "pod.Spec.SecurityContext.SELinuxOptions"],
  ["runAsUser", "pod.Spec.SecurityContext.RunAsUser"],
  ["fsGroup", "pod.Spec.SecurityContext.FSGroup"],
] as const;

const OF_CONTAINERS = [
  ["seLinuxOptions", "SecurityContext.SELinuxOptions"],
  ["runAsUser", "SecurityContext.RunAsUser"],
] as const;

/** Refuses pods that name users, groups or SELinux labels, of themselves or of a container. */
export const securityContextDeny = (): AdmissionPlugin => ({
  handles: ["CREATE", "UPDATE"],
  about: about("", "pods", "pods/ephemeralcontainers"),
  validate({ object = {}, resource }) {
    const { spec } = object as Pod;
    const refuse = (what: string) => {
      throw forbidden(resource, metadataOf(object).name ?? "", `${what} is forbidden`);
    };
    for (const [field, shown] of OF_PODS) {
      if (spec?.securityContext?.[field] !== undefined) refuse(shown);
    }
    for (const { securityContext } of CONTAINER_LISTS.flatMap((list) => spec?.[list] ?? [])) {
      for (const [field, shown] of OF_CONTAINERS) {
        if (securityContext?.[field] !== undefined) refuse(shown);
      }
    }
  },
});
