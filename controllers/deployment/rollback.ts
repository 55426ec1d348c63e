/**
 * Going back to an older revision, as an annotation asks for.
 *
 * @module
 */

import type { coreV1, Deployment, ObjectOf } from "../../toolkit/mod.ts";
import { type AnnotationNames, copiedAnnotations, numberOf } from "./annotations.ts";
import type { DeploymentView } from "./deployment_view.ts";
import { TEMPLATE_HASH_LABEL } from "./set_view.ts";

/** The revision that a deployment is to go back to; undefined where it is not to, or says no number. */
export function revisionAskedFor(
  { annotations }: DeploymentView,
  { rollback }: AnnotationNames,
): bigint | undefined {
  return numberOf(annotations[rollback]);
}

/** The template of a set, as its deployment has it. */
function templateWithoutHash(template: coreV1.PodTemplateSpec = {}): coreV1.PodTemplateSpec {
  const { [TEMPLATE_HASH_LABEL]: _, ...labels } = template.metadata?.labels ?? {};
  return { ...template, metadata: { ...template.metadata, labels } };
}

/** Gives a deployment the template and the annotations of a set. */
export function takeOver(
  deployment: ObjectOf<typeof Deployment>,
  template: coreV1.PodTemplateSpec | undefined,
  annotations: Readonly<Record<string, string>>,
  names: AnnotationNames,
): void {
  const own = Object.entries(deployment.metadata.annotations ?? {})
    .filter(([name]) => names.own.has(name));
  deployment.metadata.annotations = {
    ...Object.fromEntries(own),
    ...copiedAnnotations(annotations, names),
  };
  deployment.spec.template = templateWithoutHash(template) as typeof deployment.spec.template;
}
