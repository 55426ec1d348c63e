/**
 * Namespaces: each goes when whoever is in charge of its content says that it is empty.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { checkNameIsLabel } from "../../../toolkit/validation/mod.ts";
import type { KindRules } from "../declaration.ts";

interface Spec {
  finalizers?: string[];
}

function specOf(object: JsonObject): Spec {
  return (object.spec ??= {}) as Spec;
}

/** See the module's comment. */
export function namespaceRules(names: Names): KindRules {
  const { finalizerNamespaceContent, labelNamespaceName } = names;
  return {
    checkName: checkNameIsLabel,
    fields: { "status.phase": true },
    setDefaults(object) {
      const metadata = object.metadata as { name?: string; labels?: Record<string, string> };
      if (metadata.name) (metadata.labels ??= {})[labelNamespaceName] = metadata.name;
    },
    prepareForCreate(object) {
      object.status = { phase: "Active" };
      const spec = specOf(object);
      if (!spec.finalizers?.includes(finalizerNamespaceContent)) {
        spec.finalizers = [...spec.finalizers ?? [], finalizerNamespaceContent];
      }
    },
    prepareForUpdate(object, old) {
      // Only `finalize` changes them.
      object.spec = old.spec;
    },
    holdsDeletion: (object) => (specOf(object).finalizers?.length ?? 0) > 0,
    whileDeleting(object) {
      object.status = { ...object.status as object, phase: "Terminating" };
    },
    parts: { finalize: { changes: ["spec"], verbs: ["update"], resetFields: [] } },
  };
}
