/**
 * Gives ingresses the class that is the default.
 *
 * @module
 */

import type { Ingress as IngressType } from "../../../toolkit/api/networking_v1.ts";
import { IngressClass } from "../../../toolkit/kinds/built_in.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { ServerContext } from "../../server_context.ts";
import { about } from "../about.ts";
import type { AdmissionPlugin } from "../admission.ts";
import { defaultClass } from "../default_class.ts";

/** Names the default class in new ingresses that name none. */
export function defaultIngressClass(
  { dialect, lister }: Pick<ServerContext, "dialect" | "lister">,
): AdmissionPlugin {
  const { group, domain, annotationDefaultIngressClass } = NAMES[dialect];
  const classOf = defaultClass(lister(IngressClass), [annotationDefaultIngressClass]);
  const annotation = `${domain}/ingress.class`;
  return {
    handles: ["CREATE"],
    about: about(group("networking"), "ingresses"),
    mutate({ object = {} }) {
      const spec = (object as unknown as IngressType).spec ??= {};
      if (spec.ingressClassName !== undefined) return;
      if (Object.hasOwn(metadataOf(object).annotations ?? {}, annotation)) return;
      const name = classOf();
      if (name !== undefined) spec.ingressClassName = name;
    },
  };
}
