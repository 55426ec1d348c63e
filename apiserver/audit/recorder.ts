/**
 * Makes events of requests, as policies say, and hands them to those who get them.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { FindType, JsonObject } from "../../toolkit/codec/mod.ts";
import { internalError } from "../../toolkit/errors/mod.ts";
import type { Registry } from "../../toolkit/metrics/mod.ts";
import { type Dialect, NAMES } from "../../toolkit/names.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { withoutBodies } from "../http/annotations.ts";
import type { RequestContext } from "../http/context.ts";
import { type AuditMetrics, auditMetrics } from "./audit_metrics.ts";
import type { AuditBackend, AuditedBody, AuditRecord } from "./backend.ts";
import { AuditEvent, type EventFields } from "./event.ts";
import { latencyAnnotations } from "./latencies.ts";
import { type Level, reaches, type Recording, type Stage } from "./level.ts";
import { isApiObject, recordedBody } from "./recorded_body.ts";
import { requestUri } from "./request_uri.ts";
import type { Judge } from "./rules.ts";
import { allOf, type AuditSink } from "./sink.ts";
import { sourceAddresses } from "./source_addresses.ts";

/** Who gets events, and of which requests. */
export interface AuditTarget {
  readonly judge: Judge;
  readonly sink: AuditSink;
}

/** What a recorder is made of. */
export interface RecorderOptions {
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly metrics: Registry;
  /** Those who get events at this moment; each request keeps those that it began with. */
  targets(): readonly AuditTarget[];
  /** Ends all targets. */
  close(): Promise<void>;
}

/** The longest user agent that is recorded, in characters. */
const MAX_USER_AGENT_CHARS = 1024;
/** The longest text of a defect that is recorded, in characters. */
const MAX_DEFECT_CHARS = 1024;

/** Records requests. */
export function auditRecorder(options: RecorderOptions): AuditBackend {
  const shared = new Shared(options);
  return {
    begin(context) {
      const { user, subject } = { user: context.knownUser, subject: context.info };
      let level: Level = "None";
      const wanted: Wanted[] = [];
      for (const { judge, sink } of options.targets()) {
        const recording = judge(user, subject);
        if (recording.level === "None") continue;
        if (!reaches(level, recording.level)) level = recording.level;
        wanted.push({ recording, sink });
      }
      shared.counts.levels[level].inc();
      if (wanted.length === 0) return undefined;
      const record = new RequestRecord(context, wanted, level, shared);
      // Who is refused for not being known gets no further: all is told at the end.
      return user === undefined ? record : received(record, shared);
    },
    close: () => options.close(),
  };
}

/** A request has come; it goes no further where that is to be recorded and can't be. */
function received(
  record: RequestRecord,
  shared: Shared,
): RequestRecord | Promise<RequestRecord> {
  const settle = (taken: boolean) => {
    if (taken) return record;
    shared.counts.rejected.inc();
    throw internalError("failed to store audit event");
  };
  const taken = record.tell("RequestReceived", undefined);
  return typeof taken === "boolean" ? settle(taken) : taken.then(settle);
}

/** One who wants events of a request. */
interface Wanted {
  readonly recording: Recording;
  readonly sink: AuditSink;
}

/** What all records need. */
class Shared {
  readonly clock: Clock;
  readonly dialect: Dialect;
  readonly findType: FindType;
  readonly counts: AuditMetrics;
  readonly decisionKey: string;
  readonly reasonKey: string;
  readonly deprecatedKey: string;
  readonly latencyDomain: string;

  constructor({ dialect, clock, metrics }: RecorderOptions) {
    this.clock = clock;
    this.dialect = dialect;
    const schema = schemaOf(dialect);
    this.findType = (group, version, kind) => schema.kind(group, version, kind);
    this.counts = auditMetrics(metrics);
    const names = NAMES[dialect];
    const domain = names.group("authorization");
    this.decisionKey = `${domain}/decision`;
    this.reasonKey = `${domain}/reason`;
    this.deprecatedKey = `${names.groupSuffix}/deprecated`;
    this.latencyDomain = names.group("apiserver.latency");
  }
}

class RequestRecord implements AuditRecord {
  readonly wantsRequestBody: boolean;
  readonly wantsResponseBody: boolean;
  readonly #context: RequestContext;
  readonly #wanted: readonly Wanted[];
  readonly #shared: Shared;
  readonly #user: RequestContext["knownUser"];
  readonly #sourceIps: readonly string[];
  readonly #userAgent: string;
  readonly #uri: string;
  #request: AuditedBody | undefined;
  #response: AuditedBody | undefined;
  #isOver = false;

  constructor(
    context: RequestContext,
    wanted: readonly Wanted[],
    level: Level,
    shared: Shared,
  ) {
    const { request, info } = context;
    this.#context = context;
    this.#wanted = wanted;
    this.#shared = shared;
    this.#user = context.knownUser;
    this.#sourceIps = sourceAddresses(request);
    this.#userAgent = userAgentOf(request.headers["user-agent"]);
    this.#uri = requestUri(request.path, request.query);
    this.wantsRequestBody = info.isResource && reaches(level, "Request");
    this.wantsResponseBody = reaches(level, "RequestResponse");
  }

  requestBody(body: AuditedBody): void {
    if (!this.#isOver) this.#request = body;
  }

  responseBody(body: AuditedBody): void {
    if (!this.#isOver) this.#response = body;
  }

  started(code: number): void | Promise<void> {
    // Nobody knows who asks: what follows is a refusal, told once.
    if (this.#user === undefined) return;
    return afterwards(this.tell("ResponseStarted", code));
  }

  completed(code: number): void | Promise<void> {
    const stage = this.#user === undefined
      ? "ResponseStarted"
      : this.#context.defect === undefined
      ? "ResponseComplete"
      : "Panic";
    const taken = this.tell(stage, code);
    this.#isOver = true;
    return afterwards(taken);
  }

  /** Tells everyone who wants to know. */
  tell(stage: Stage, code: number | undefined): boolean | Promise<boolean> {
    const { clock, counts: { events } } = this.#shared;
    const { arrived } = this.#context;
    const stageMs = stage === "RequestReceived" ? arrived : clock.now();
    const made: { readonly recording: Recording; readonly event: AuditEvent }[] = [];
    const taken: (boolean | Promise<boolean>)[] = [];
    for (const { recording, sink } of this.#wanted) {
      if (recording.omitStages.has(stage)) continue;
      const same = made.find(({ recording: one }) =>
        one.level === recording.level && one.omitManagedFields === recording.omitManagedFields
      );
      const event = same?.event ?? this.#event(stage, stageMs, code, recording);
      if (same === undefined) {
        made.push({ recording, event });
        events.inc();
      }
      taken.push(sink.take([event]));
    }
    return allOf(taken);
  }

  #event(
    stage: Stage,
    stageMs: number,
    code: number | undefined,
    recording: Recording,
  ): AuditEvent {
    const context = this.#context;
    const { dialect, findType } = this.#shared;
    const { level, omitManagedFields } = recording;
    const recorded = (body: AuditedBody) => recordedBody(body, { findType, omitManagedFields });
    const isAnswered = code !== undefined;
    const user = context.impersonator ?? this.#user;
    const request = reaches(level, "Request") ? this.#request : undefined;
    const response = reaches(level, "RequestResponse") && isAnswered;
    const fields: EventFields = {
      level,
      id: context.id,
      stage,
      requestUri: this.#uri,
      verb: context.info.verb,
      user,
      impersonated: context.impersonator === undefined ? undefined : context.knownUser,
      impersonationConstraint: context.impersonationConstraint,
      sourceIps: this.#sourceIps,
      userAgent: this.#userAgent,
      object: objectOf(context),
      status: isAnswered ? this.#status(stage, code) : undefined,
      requestObject: request && recorded(request),
      responseObject: response ? this.#responseObject(recorded) : undefined,
      receivedMs: context.arrived,
      stageMs,
      annotations: this.#annotations(level, stage, stageMs),
    };
    return new AuditEvent(fields, NAMES[dialect].groupAudit);
  }

  #status(stage: Stage, code: number): JsonObject {
    const { answeredStatus, defect } = this.#context;
    if (stage === "Panic") {
      const message = `APIServer panic'd: ${defect}`.slice(0, MAX_DEFECT_CHARS);
      return { metadata: {}, status: "Failure", message, reason: "InternalError", code };
    }
    if (answeredStatus === undefined) return { metadata: {}, code };
    const { status, message, reason, details } = answeredStatus;
    // What is undefined is not written.
    return { metadata: {}, status, message, reason, details, code };
  }

  #responseObject(recorded: (body: AuditedBody) => string | undefined): string | undefined {
    const { answeredStatus, info } = this.#context;
    const answer = this.#response;
    if (answer !== undefined && (info.isResource || isApiObject(answer))) return recorded(answer);
    return answeredStatus && JSON.stringify(answeredStatus);
  }

  #annotations(level: Level, stage: Stage, stageMs: number): Readonly<Record<string, string>> {
    const { annotations, authorization, reached, info, arrived } = this.#context;
    const { decisionKey, reasonKey, deprecatedKey, latencyDomain } = this.#shared;
    const isOver = stage === "ResponseComplete";
    // A watch takes as long as it is asked to.
    const isTimed = isOver && info.verb !== "watch";
    const isDeprecated = isOver && reached?.is === "resource" && reached.isDeprecated;
    return {
      ...(reaches(level, "Request") ? annotations : withoutBodies(annotations)),
      ...(authorization?.decision && { [decisionKey]: authorization.decision }),
      ...(authorization && { [reasonKey]: authorization.reason }),
      ...(isDeprecated && { [deprecatedKey]: "true" }),
      ...(isTimed && latencyAnnotations(this.#context, stageMs - arrived, latencyDomain)),
    };
  }
}

function afterwards(taken: boolean | Promise<boolean>): void | Promise<void> {
  if (typeof taken !== "boolean") return taken.then(() => {});
}

function userAgentOf(header: string | readonly string[] | undefined): string {
  const text = (typeof header === "string" ? header : header?.[0]) ?? "";
  return text.length > MAX_USER_AGENT_CHARS
    ? `${text.slice(0, MAX_USER_AGENT_CHARS)}...TRUNCATED`
    : text;
}

/** What the request says itself, and its body where that says more. */
function objectOf({ info, named }: RequestContext): EventFields["object"] {
  if (!info.isResource) return undefined;
  return {
    resource: info.resource,
    namespace: info.namespace || (named?.namespace ?? ""),
    name: info.name || (named?.name ?? ""),
    uid: named?.uid ?? "",
    group: info.group,
    version: info.version,
    resourceVersion: named?.resourceVersion ?? "",
    subresource: info.subresource,
  };
}
