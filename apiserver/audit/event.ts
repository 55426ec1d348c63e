/**
 * What is told of one request at one moment.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import { eventJson, type EventVersion } from "./event_json.ts";
import { legacyLine } from "./legacy_line.ts";
import { type Level, reaches, type Stage } from "./level.ts";

/** The object or collection of a request. */
export interface ObjectReference {
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly group: string;
  readonly version: string;
  readonly resourceVersion: string;
  readonly subresource: string;
}

/** All of it. Empty texts are left out of what is written. */
export interface EventFields {
  readonly level: Level;
  readonly id: string;
  readonly stage: Stage;
  /** Path and query as they were sent, but for tokens. */
  readonly requestUri: string;
  readonly verb: string;
  /** Undefined: nobody knows. */
  readonly user: User | undefined;
  /** As whom it was done, where that is somebody else. */
  readonly impersonated: User | undefined;
  /** What allowed that, where it did so for certain requests only. */
  readonly impersonationConstraint: string | undefined;
  readonly sourceIps: readonly string[];
  readonly userAgent: string;
  readonly object: ObjectReference | undefined;
  /** A Status as it is answered, or its code alone; undefined as long as there is no answer. */
  readonly status: JsonObject | undefined;
  /** JSON. */
  readonly requestObject: string | undefined;
  /** JSON. */
  readonly responseObject: string | undefined;
  /** When the request came, in milliseconds since 1970. */
  readonly receivedMs: number;
  /** When this came to be, in milliseconds since 1970. */
  readonly stageMs: number;
  readonly annotations: Readonly<Record<string, string>>;
}

/** One event. It is written once in each form, however many want it. */
export class AuditEvent {
  readonly fields: EventFields;
  readonly #groupAudit: string;
  /** In the versions that were asked for: one, mostly. */
  readonly #texts: { readonly version: EventVersion; readonly text: string }[] = [];
  #line: string | undefined;
  #truncated: AuditEvent | undefined;

  /** `groupAudit`: the API group of events in the server's dialect. */
  constructor(fields: EventFields, groupAudit: string) {
    this.fields = fields;
    this.#groupAudit = groupAudit;
  }

  /** The event as JSON on one line, without an end of line. */
  json(version: EventVersion): string {
    for (const made of this.#texts) if (made.version === version) return made.text;
    const text = eventJson(this.fields, this.#groupAudit, version);
    this.#texts.push({ version, text });
    return text;
  }

  /** The event as a line of text for people, without an end of line. */
  get legacyLine(): string {
    return this.#line ??= legacyLine(this.fields);
  }

  /** Whether there may be bodies to leave out. */
  get mayHaveBodies(): boolean {
    return reaches(this.fields.level, "Request");
  }

  /** The same without bodies, and with an annotation that says so. */
  truncated(): AuditEvent {
    return this.#truncated ??= new AuditEvent({
      ...this.fields,
      requestObject: undefined,
      responseObject: undefined,
      annotations: { ...this.fields.annotations, [`${this.#groupAudit}/truncated`]: "true" },
    }, this.#groupAudit);
  }
}
