/**
 * The rule of `--allow-privileged=false`: no container is privileged.
 *
 * @module
 */

import type { PodSpec } from "../../../toolkit/api/core_v1.ts";
import { FieldError, FieldPath, invalid } from "../../../toolkit/errors/mod.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { CONTAINER_LISTS } from "../../kinds/pod/container_lists.ts";
import { metadataOf } from "../../resource/metadata.ts";
import { about, anyOf } from "../about.ts";
import type { AdmissionPlugin } from "../admission.ts";

const IN_TEMPLATE = ["spec", "template", "spec"];

/** Where objects have the specification of pods. */
const PLACES: ReadonlyMap<string, readonly string[]> = new Map([
  ["pods", ["spec"]],
  ["podtemplates", ["template", "spec"]],
  ["cronjobs", ["spec", "jobTemplate", ...IN_TEMPLATE]],
  ...["daemonsets", "deployments", "jobs", "replicasets", "replicationcontrollers", "statefulsets"]
    .map((name) => [name, IN_TEMPLATE] as const),
]);

const WITH_PODS = anyOf(
  about("", "pods/ephemeralcontainers", "pods/resize"),
  ...["", "apps", "batch", "extensions"].map((group) => about(group, ...PLACES.keys())),
);

/**
 * Finds privileged containers of pods, and of all that makes pods, as validation finds what is wrong with
 * them: a 422. It is no plugin that could be named: the flag alone says whether it is there.
 */
export const REFUSE_PRIVILEGED = {
  name: "AllowPrivileged",
  create(): AdmissionPlugin {
    return {
      handles: ["CREATE", "UPDATE"],
      about: WITH_PODS,
      validate({ object = {}, kind, resource, name }) {
        const place = PLACES.get(resource.resource) ?? [];
        const errors = privilegedIn(object, place);
        if (errors.length > 0) throw invalid(kind, name || (metadataOf(object).name ?? ""), errors);
      },
    };
  },
};

function privilegedIn(object: JsonObject, place: readonly string[]): FieldError[] {
  let found: unknown = object;
  for (const field of place) found = (found as JsonObject | undefined)?.[field];
  const path = FieldPath.of(...place as [string, ...string[]]);
  return CONTAINER_LISTS.flatMap((list) =>
    ((found as PodSpec | undefined)?.[list] ?? []).flatMap(({ securityContext }, index) =>
      securityContext?.privileged === true
        ? [
          FieldError.forbidden(
            path.child(list).index(index).child("securityContext", "privileged"),
            "disallowed by cluster policy",
          ),
        ]
        : []
    )
  );
}
