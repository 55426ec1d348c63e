/**
 * Events and those who get them, for tests.
 *
 * @module
 */

import { AuditEvent, type EventFields } from "../apiserver/audit/event.ts";
import type { AuditFlagValues } from "../apiserver/audit/settings.ts";
import type { AuditSink } from "../apiserver/audit/sink.ts";
import { auditFlags } from "../apiserver/flags/audit.ts";
import { defaultOf, type Flag } from "../toolkit/flags/mod.ts";
import { type Dialect, NAMES } from "../toolkit/names.ts";

/** An event of a request without a body. */
export function auditEvent(id: string, changes: Partial<EventFields> = {}): AuditEvent {
  const fields: EventFields = {
    level: "Metadata",
    id,
    stage: "ResponseComplete",
    requestUri: "/version",
    verb: "get",
    user: undefined,
    impersonated: undefined,
    impersonationConstraint: undefined,
    sourceIps: [],
    userAgent: "",
    object: undefined,
    status: { metadata: {}, code: 200 },
    requestObject: undefined,
    responseObject: undefined,
    receivedMs: 0,
    stageMs: 0,
    annotations: {},
    ...changes,
  };
  return new AuditEvent(fields, NAMES.kubernetes.groupAudit);
}

/** Keeps what it gets; `answer` says what becomes of each batch. Default: it is taken. */
export class KeptEvents implements AuditSink {
  readonly batches: AuditEvent[][] = [];
  isClosed = false;
  readonly #answer: () => boolean | Promise<boolean>;

  constructor(answer: () => boolean | Promise<boolean> = () => true) {
    this.#answer = answer;
  }

  take(events: readonly AuditEvent[]): boolean | Promise<boolean> {
    this.batches.push([...events]);
    return this.#answer();
  }

  close(): void {
    this.isClosed = true;
  }

  /** The ids of each batch. */
  get ids(): string[][] {
    return this.batches.map((batch) => batch.map(({ fields }) => fields.id));
  }
}

/** The values of the audit flags where nobody gives others. */
export function auditValues(
  changes: Partial<AuditFlagValues> = {},
  dialect: Dialect = "kubernetes",
): AuditFlagValues {
  const defaults = Object.entries(auditFlags.flags).map(([name, flag]) => [
    name,
    defaultOf(flag as Flag<unknown>, NAMES[dialect]),
  ]);
  return { ...Object.fromEntries(defaults), ...changes };
}
