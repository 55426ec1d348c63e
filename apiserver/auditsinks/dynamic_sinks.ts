/**
 * Webhooks for audit events that objects name: added, changed and removed while the server runs.
 *
 * @module
 */

import type { AuditSinkSpec } from "../../toolkit/api/auditregistration_v1alpha1.ts";
import { keepTrying } from "../../toolkit/backoff.ts";
import { auditregistrationV1alpha1 } from "../../toolkit/kinds/built_in.ts";
import { type Dialect, groupInDialect, NAMES } from "../../toolkit/names.ts";
import type { FurtherTargets } from "../audit/mod.ts";
import { Batched } from "../audit/batched.ts";
import type { EventVersion } from "../audit/event_json.ts";
import { type Level, type Recording, type Stage, STAGES } from "../audit/level.ts";
import type { Losses } from "../audit/losses.ts";
import type { AuditTarget } from "../audit/recorder.ts";
import type { AuditSink } from "../audit/sink.ts";
import { truncated } from "../audit/truncated.ts";
import { webhookSink } from "../audit/webhook_sink.ts";
import { placeOfWebhook } from "../callout/mod.ts";
import type { Feature } from "../flags/features.ts";
import type { ServerContext } from "../server_context.ts";

/** What holds for all sinks. */
export interface DynamicSinkOptions {
  readonly version: EventVersion;
  readonly truncation:
    | { readonly maxBatchBytes: number; readonly maxEventBytes: number }
    | undefined;
  readonly initialBackoffMs: number;
  readonly losses: Losses;
}

/** As those of a webhook that flags name. */
const BATCHES = { bufferSize: 10_000, maxBatchSize: 400, maxWaitMs: 30_000 };
const THROTTLE = { qps: 10, burst: 15 };
/** Lists that are on their way to one sink at the same time. */
const CONCURRENCY = 10;

const ATTEMPTS = 5;
const FACTOR = 1.5;
const JITTER = 0.2;
const TIMEOUT_MS = 30_000;
/** How long the last events may take to a sink that is removed, or once the server stops. */
const LAST_SENDING_MS = 15_000;
/** Bytes of an answer, which nobody reads. */
const ANSWER_LIMIT_BYTES = 64 * 1024;

/** Throws where sinks can't be had: the feature and the API that they need are both off unless asked for. */
export function checkDynamicAuditing(
  { flag, features, isServed, dialect }: {
    readonly flag: boolean;
    readonly features: ReadonlySet<Feature>;
    readonly isServed: boolean;
    readonly dialect: Dialect;
  },
): void {
  if (!flag) return;
  if (!features.has("DynamicAuditing")) {
    throw new Error(
      "--audit-dynamic-configuration set, but DynamicAuditing feature gate is not enabled: " +
        "add --feature-gates=DynamicAuditing=true",
    );
  }
  if (isServed) return;
  const { group, version } = auditregistrationV1alpha1.AuditSink;
  const own = `${groupInDialect(group, dialect)}/${version}`;
  throw new Error(
    `--audit-dynamic-configuration set, but ${own} is not served: add --runtime-config=${own}=true`,
  );
}

/** Follows the objects of the API, from the start on. */
export function openDynamicSinks(
  context: ServerContext,
  options: DynamicSinkOptions,
): FurtherTargets {
  const sinks = new Map<string, OpenSink>();
  const leaving = new Set<Promise<void>>();
  let targets: readonly AuditTarget[] = [];
  const remove = (name: string) => {
    const sink = sinks.get(name);
    if (sink === undefined) return;
    sinks.delete(name);
    const left = sink.close().finally(() => leaving.delete(left));
    leaving.add(left);
  };
  const changed = () => void (targets = [...sinks.values()].map(({ target }) => target));
  context.follow(auditregistrationV1alpha1.AuditSink, {
    put({ metadata, spec }) {
      const name = metadata?.name ?? "";
      const text = JSON.stringify(spec);
      // What else changes of an object does not concern its events.
      if (sinks.get(name)?.text === text) return;
      remove(name);
      sinks.set(name, new OpenSink(spec, text, context, options));
      changed();
    },
    delete({ name }) {
      remove(name);
      changed();
    },
  });
  return {
    targets: () => targets,
    async close() {
      for (const name of [...sinks.keys()]) remove(name);
      changed();
      await Promise.all(leaving);
    },
  };
}

/** A sink, and what it was made of. */
class OpenSink {
  readonly text: string;
  readonly target: AuditTarget;
  readonly #end = new AbortController();
  readonly #sink: AuditSink;
  readonly #context: ServerContext;

  constructor(
    spec: AuditSinkSpec,
    text: string,
    context: ServerContext,
    options: DynamicSinkOptions,
  ) {
    const { version, truncation, losses } = options;
    const { throttle } = spec.webhook;
    this.text = text;
    this.#context = context;
    const webhook = webhookSink({
      send: (body) => this.#send(spec, body, options),
      close: () => this.#end.abort(new Error("the audit sink is closed")),
      plugin: "dynamic_webhook",
      groupAudit: NAMES[context.dialect].groupAudit,
      version,
      losses,
    });
    const batched = new Batched(webhook, {
      ...BATCHES,
      throttle: {
        qps: Number(throttle?.qps ?? THROTTLE.qps),
        burst: Number(throttle?.burst ?? THROTTLE.burst),
      },
      maxBatchBytes: truncation?.maxBatchBytes,
      version,
      merges: false,
      concurrency: CONCURRENCY,
    }, { clock: context.clock, losses });
    this.#sink = truncation === undefined
      ? batched
      : truncated(batched, { ...truncation, version, losses });
    const recording = recordingOf(spec);
    this.target = { judge: () => recording, sink: this.#sink };
  }

  /** Sends what waits, as long as that may take. */
  async close(): Promise<void> {
    const timer = this.#context.clock.after(LAST_SENDING_MS, () => {
      this.#end.abort(new Error("the audit sink is closed"));
    });
    try {
      await this.#sink.close();
    } finally {
      timer.cancel();
    }
  }

  async #send(spec: AuditSinkSpec, body: Uint8Array, options: DynamicSinkOptions): Promise<void> {
    const { clock, random } = this.#context;
    let attempt = 0;
    await keepTrying(() => {
      attempt++;
      return this.#post(spec, body);
    }, {
      firstMs: options.initialBackoffMs,
      mostMs: Infinity,
      factor: FACTOR,
      jitter: JITTER,
      random,
      clock,
      signal: this.#end.signal,
      failed(error) {
        if (attempt >= ATTEMPTS) throw error;
      },
    });
  }

  async #post({ webhook }: AuditSinkSpec, body: Uint8Array): Promise<void> {
    const { callouts, clock } = this.#context;
    // A service may have another address by now.
    const { endpoint, path, authority } = placeOfWebhook(webhook.clientConfig, callouts.locate);
    const late = new AbortController();
    const timer = clock.after(TIMEOUT_MS, () => {
      late.abort(new Error(`no answer within ${TIMEOUT_MS / 1000} s`));
    });
    const { status } = await callouts.client.call(endpoint, {
      method: "POST",
      path,
      headers: { "content-type": "application/json", accept: "application/json", host: authority },
      body,
      replayable: true,
      limits: { bodyLimitBytes: ANSWER_LIMIT_BYTES },
      signal: AbortSignal.any([this.#end.signal, late.signal]),
    }).finally(() => timer.cancel());
    if (status < 200 || status > 299) {
      throw new Error(`the sink answered with the status ${status}`);
    }
  }
}

/** All requests alike, at the stages that the object names. */
function recordingOf({ policy: { level, stages } }: AuditSinkSpec): Recording {
  const wanted = new Set<string>(stages ?? []);
  return {
    level: level as Level,
    omitStages: new Set<Stage>(STAGES.filter((stage) => !wanted.has(stage))),
    omitManagedFields: false,
  };
}
