/**
 * Auditing as flags and objects say.
 *
 * @module
 */

import { groupInDialect } from "../toolkit/names.ts";
import { auditregistrationV1alpha1 } from "../toolkit/kinds/built_in.ts";
import { type Resource, schemaOf } from "../toolkit/schema/mod.ts";
import type { AuditBackend } from "./audit/backend.ts";
import { auditSettings, openAudit } from "./audit/mod.ts";
import { checkDynamicAuditing, openDynamicSinks } from "./auditsinks/dynamic_sinks.ts";
import type { Feature } from "./flags/features.ts";
import type { Factory } from "./server_context.ts";
import type { ApiServerFlagValues, Surroundings } from "./surroundings.ts";

/** What decides about sinks that objects name. */
interface Served {
  readonly features: ReadonlySet<Feature>;
  isServed(resource: Resource): boolean;
}

/**
 * What makes the audit backend. Throws, naming the flag, where flags do not fit together; the backend is not
 * made where a file can't be used.
 */
export function auditingFromFlags(
  values: ApiServerFlagValues,
  { dialect, logger }: Surroundings,
  { features, isServed }: Served,
): Factory<AuditBackend> {
  const settings = auditSettings(values, dialect);
  for (const notice of settings.notices) logger.warning("Note on auditing", { notice });
  const isDynamic = values["audit-dynamic-configuration"];
  const { group, version, plural } = auditregistrationV1alpha1.AuditSink;
  const own = groupInDialect(group, dialect);
  const sinks = schemaOf(dialect).resources.find((one) =>
    one.group === own && one.version === version && one.resource === plural
  );
  checkDynamicAuditing({
    flag: isDynamic,
    features,
    isServed: sinks !== undefined && isServed(sinks),
    dialect,
  });
  return async (context) => {
    const audit = await openAudit(settings, context);
    if (settings.dynamic === undefined) return audit.backend();
    const { version, truncation, initialBackoffMs } = settings.dynamic;
    return audit.backend(
      openDynamicSinks(context, { version, truncation, initialBackoffMs, losses: audit.losses }),
    );
  };
}
