/**
 * Has images pulled each time: who has no right to an image can't use it because others did.
 *
 * @module
 */

import type { Pod, PodSpec } from "../../../toolkit/api/core_v1.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { CONTAINER_LISTS } from "../../kinds/pod/container_lists.ts";
import { PODS } from "../about.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { failure, refused, together } from "../refusal.ts";

const SPEC = FieldPath.of("spec");
const ALWAYS = "Always";

/** Sets the pull policies of pods, and refuses others; updates without a new image stay as they are. */
export const alwaysPullImages = (): AdmissionPlugin => ({
  handles: ["CREATE", "UPDATE"],
  about: PODS,
  mutate(request) {
    const spec = pulling(request);
    for (const list of CONTAINER_LISTS) {
      for (const container of spec?.[list] ?? []) container.imagePullPolicy = ALWAYS;
    }
    for (const { image } of spec?.volumes ?? []) if (image) image.pullPolicy = ALWAYS;
  },
  validate(request) {
    const spec = pulling(request);
    if (spec === undefined) return;
    const reasons = wrongPolicies(spec).map((error) => refused(request, String(error)).message);
    const why = together(reasons);
    // The reference puts refusals together into what is none itself.
    if (why !== undefined) throw failure(why);
  },
});

/** The pod of a request that pulls images; undefined: none that was not there before. */
function pulling({ object, old }: AdmissionRequest): PodSpec | undefined {
  const { spec } = object as Pod;
  if (spec === undefined || old === undefined) return spec;
  const before = new Set(imagesOf((old as Pod).spec));
  return imagesOf(spec).every((image) => before.has(image)) ? undefined : spec;
}

function imagesOf(spec: PodSpec | undefined): string[] {
  return CONTAINER_LISTS.flatMap((list) => (spec?.[list] ?? []).map(({ image = "" }) => image));
}

function wrongPolicies(spec: PodSpec): FieldError[] {
  const errors: FieldError[] = [];
  const check = (path: FieldPath, policy = "") => {
    if (policy !== ALWAYS) errors.push(FieldError.notSupported(path, policy, [ALWAYS]));
  };
  for (const list of CONTAINER_LISTS) {
    for (const [index, { imagePullPolicy }] of (spec[list] ?? []).entries()) {
      check(SPEC.child(list).index(index).child("imagePullPolicy"), imagePullPolicy);
    }
  }
  for (const [index, { image }] of (spec.volumes ?? []).entries()) {
    if (image === undefined) continue;
    check(SPEC.child("volumes").index(index).child("image", "pullPolicy"), image.pullPolicy);
  }
  return errors;
}
