/**
 * Puts auditing together as its settings say.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import { readFlagFile } from "../../toolkit/flags/mod.ts";
import type { Logger } from "../../toolkit/logger.ts";
import type { Registry } from "../../toolkit/metrics/mod.ts";
import { type Dialect, NAMES } from "../../toolkit/names.ts";
import { type Egress, proxyToUrls } from "../egress/mod.ts";
import { openConfiguredWebhook } from "../webhookclient/configured_webhook.ts";
import { type AuditBackend, noAudit } from "./backend.ts";
import { Batched } from "./batched.ts";
import { AuditLogFile } from "./log_file.ts";
import { logSink, streamOutput } from "./log_sink.ts";
import { Losses } from "./losses.ts";
import { readPolicy } from "./policy.ts";
import { auditRecorder, type AuditTarget } from "./recorder.ts";
import { type Judge, judgeOf } from "./rules.ts";
import type { AuditSettings, LogSettings, SinkSettings, WebhookSettings } from "./settings.ts";
import { type AuditSink, lenient, together } from "./sink.ts";
import { truncated } from "./truncated.ts";
import { webhookSink } from "./webhook_sink.ts";

/** What auditing works with. */
export interface AuditSurroundings {
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Registry;
  /** Which way the webhook is asked. */
  readonly egress: Egress;
  /** Aborts when the server stops. */
  readonly signal: AbortSignal;
  random(): number;
}

/** Those who get events besides the log and the webhook. */
export interface FurtherTargets {
  /** Those that there are at this moment. */
  targets(): readonly AuditTarget[];
  close(): Promise<void>;
}

/** What is there once auditing is put together. */
export interface Audit {
  /** What requests are judged by; undefined without a policy. */
  readonly judge: Judge | undefined;
  /** Counts what is lost. */
  readonly losses: Losses;
  /** The backend; `further`: others who get events. */
  backend(further?: FurtherTargets): AuditBackend;
}

/** How long events may take to a webhook once the server stops, in milliseconds. */
const LAST_SENDING_MS = 15_000;
const ATTEMPTS = 5;
const FACTOR = 1.5;
const JITTER = 0.2;

/**
 * Reads the policy and opens the log and the webhook. Rejects with an error that names the flag and the file
 * where one of them can't be used.
 */
export async function openAudit(
  settings: AuditSettings,
  around: AuditSurroundings,
): Promise<Audit> {
  const { dialect, clock, metrics, logger } = around;
  const losses = new Losses(metrics, clock, logger);
  const judge = await readJudge(settings.policyFile, around);
  // Whoever is named has to be there, also where nothing is recorded for want of a policy.
  const log = settings.log && openLog(settings.log, losses, clock);
  const webhook = settings.webhook && await openWebhook(settings.webhook, losses, around);
  const sinks = [log, webhook].filter((sink) => sink !== undefined);
  const own = judge === undefined || sinks.length === 0 ? [] : [{ judge, sink: together(sinks) }];
  return {
    judge,
    losses,
    backend(further) {
      if (own.length === 0 && further === undefined) return closing(sinks);
      return auditRecorder({
        dialect,
        clock,
        metrics,
        targets: further === undefined ? () => own : () => [...own, ...further.targets()],
        async close() {
          await Promise.all([...sinks.map((sink) => sink.close()), further?.close()]);
        },
      });
    },
  };
}

/** Nothing is recorded, and what was opened is closed. */
function closing(sinks: readonly AuditSink[]): AuditBackend {
  return {
    ...noAudit,
    async close() {
      await Promise.all(sinks.map((sink) => sink.close()));
    },
  };
}

async function readJudge(
  path: string,
  { dialect, logger }: AuditSurroundings,
): Promise<Judge | undefined> {
  if (path === "") return undefined;
  const text = await readFlagFile("audit-policy-file", path);
  const warn = (problem: string) => {
    logger.warning("The audit policy says what nobody knows, which is left out", { path, problem });
  };
  try {
    return judgeOf(readPolicy(text, dialect, warn), dialect);
  } catch (cause) {
    throw new Error(`--audit-policy-file: ${path}: ${(cause as Error).message}`, { cause });
  }
}

function openLog(settings: LogSettings, losses: Losses, clock: Clock): AuditSink {
  const { path, format, version } = settings;
  const lines = { format, version, losses };
  if (path === "-") {
    return fed(logSink({ ...lines, output: streamOutput(Deno.stdout) }), settings, losses, clock);
  }
  const file = new AuditLogFile({ ...settings, clock });
  try {
    file.open();
  } catch (cause) {
    const why = (cause as Error).message;
    throw new Error(`--audit-log-path: ${path} can't be written to: ${why}`, { cause });
  }
  return fed(logSink({ ...lines, output: file }), settings, losses, clock);
}

async function openWebhook(
  settings: WebhookSettings,
  losses: Losses,
  { dialect, clock, logger, signal, random, egress }: AuditSurroundings,
): Promise<AuditSink> {
  const { configFile, initialBackoffMs, version } = settings;
  const end = new AbortController();
  // What comes while the server stops is sent as well.
  const stop = () => {
    const timer = clock.after(LAST_SENDING_MS, () => end.abort(new Error("the server stops")));
    end.signal.addEventListener("abort", () => timer.cancel(), { once: true });
  };
  const webhook = await openConfiguredWebhook({
    source: "--audit-webhook-config-file",
    path: configFile,
    proxy: proxyToUrls(egress),
    backoff: {
      firstMs: initialBackoffMs,
      mostMs: Infinity,
      factor: FACTOR,
      jitter: JITTER,
      random,
    },
    attempts: ATTEMPTS,
    clock,
    logger,
    signal: end.signal,
    random,
  });
  signal.addEventListener("abort", stop, { once: true });
  const sink = webhookSink({
    send: (body) => webhook.send(body, end.signal),
    close() {
      signal.removeEventListener("abort", stop);
      end.abort(new Error("the audit webhook is closed"));
    },
    plugin: "webhook",
    groupAudit: NAMES[dialect].groupAudit,
    version,
    losses,
  });
  return fed(sink, settings, losses, clock);
}

/** A sink that gets events as its mode says, and none that are too large. */
function fed(
  sink: AuditSink,
  { mode, batch, truncation, version }: SinkSettings,
  losses: Losses,
  clock: Clock,
): AuditSink {
  const { maxBatchBytes, maxEventBytes } = truncation ?? {};
  const inMode = mode === "batch"
    ? new Batched(sink, { ...batch, maxBatchBytes }, { clock, losses })
    : mode === "blocking"
    ? lenient(sink)
    : sink;
  return maxEventBytes === undefined
    ? inMode
    : truncated(inMode, { maxEventBytes, version, losses });
}
