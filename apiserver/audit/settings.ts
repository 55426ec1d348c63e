/**
 * What the flags say of auditing, checked.
 *
 * @module
 */

import type { GroupValues } from "../../toolkit/flags/mod.ts";
import { type Dialect, DIALECTS, NAMES } from "../../toolkit/names.ts";
import type { auditFlags } from "../flags/audit.ts";
import type { BatchOptions } from "./batched.ts";
import { EVENT_VERSIONS, type EventVersion } from "./event_json.ts";
import type { LogFormat } from "./log_sink.ts";

/** The values of the flags. */
export type AuditFlagValues = GroupValues<readonly [typeof auditFlags]>;

/** How a sink is fed. */
export type AuditMode = "batch" | "blocking" | "blocking-strict";

/** What both sorts of sinks have. */
export interface SinkSettings {
  readonly mode: AuditMode;
  readonly version: EventVersion;
  /** Of the mode `batch`. */
  readonly batch: Omit<BatchOptions, "maxBatchBytes">;
  /** Undefined: events may be of any size. */
  readonly truncation:
    | { readonly maxBatchBytes: number; readonly maxEventBytes: number }
    | undefined;
}

/** The log of events. */
export interface LogSettings extends SinkSettings {
  /** `-` is standard output. */
  readonly path: string;
  readonly format: LogFormat;
  readonly maxAgeDays: number;
  readonly maxBackups: number;
  readonly maxBytes: number;
}

/** The webhook that gets events. */
export interface WebhookSettings extends SinkSettings {
  readonly configFile: string;
  readonly initialBackoffMs: number;
}

/** All of it. */
export interface AuditSettings {
  /** "": there is none, and nothing is recorded. */
  readonly policyFile: string;
  readonly log: LogSettings | undefined;
  readonly webhook: WebhookSettings | undefined;
  /** What sinks that objects name have in common with the webhook; undefined: there are none such. */
  readonly dynamic:
    | Pick<WebhookSettings, "version" | "truncation" | "initialBackoffMs">
    | undefined;
  /** What is worth saying at the start. */
  readonly notices: readonly string[];
}

const MEGABYTE = 1024 * 1024;

/** Batches that are on their way to a webhook at the same time. */
const WEBHOOK_CONCURRENCY = 50;

/** Reads the flags. Throws, naming the flag; those of a log or a webhook that is off are not looked at. */
export function auditSettings(values: AuditFlagValues, dialect: Dialect): AuditSettings {
  const notices: string[] = [];
  const policyFile = values["audit-policy-file"];
  const log = logSettings(values, dialect, notices);
  const isOn = values["audit-webhook-config-file"] !== "";
  const isDynamic = values["audit-dynamic-configuration"];
  const hook = isOn || isDynamic ? webhookSettings(values, dialect, notices) : undefined;
  const webhook = isOn ? hook : undefined;
  for (const [name, sink] of [["log", log], ["webhook", webhook]] as const) {
    if (sink === undefined || policyFile !== "") continue;
    notices.push(`no audit policy file provided, no events will be recorded for the ${name}`);
  }
  if (policyFile !== "" && log === undefined && webhook === undefined) {
    notices.push("an audit policy file is provided, and neither a log nor a webhook for events");
  }
  return { policyFile, log, webhook, dynamic: isDynamic ? hook : undefined, notices };
}

function logSettings(
  values: AuditFlagValues,
  dialect: Dialect,
  notices: string[],
): LogSettings | undefined {
  const path = values["audit-log-path"];
  if (path === "") return undefined;
  const common = sinkSettings(
    "log",
    {
      mode: values["audit-log-mode"],
      version: values["audit-log-version"],
      bufferSize: values["audit-log-batch-buffer-size"],
      maxBatchSize: values["audit-log-batch-max-size"],
      maxWaitMs: values["audit-log-batch-max-wait"],
      throttles: values["audit-log-batch-throttle-enable"],
      qps: values["audit-log-batch-throttle-qps"],
      burst: values["audit-log-batch-throttle-burst"],
      truncates: values["audit-log-truncate-enabled"],
      maxBatchBytes: values["audit-log-truncate-max-batch-size"],
      maxEventBytes: values["audit-log-truncate-max-event-size"],
    },
    dialect,
    notices,
  );
  return {
    ...common,
    batch: { ...common.batch, merges: common.batch.throttle === undefined, concurrency: 1 },
    path,
    // The flag takes no other text.
    format: values["audit-log-format"] as LogFormat,
    maxAgeDays: values["audit-log-maxage"],
    maxBackups: values["audit-log-maxbackup"],
    maxBytes: values["audit-log-maxsize"] * MEGABYTE,
  };
}

function webhookSettings(
  values: AuditFlagValues,
  dialect: Dialect,
  notices: string[],
): WebhookSettings {
  const configFile = values["audit-webhook-config-file"];
  const common = sinkSettings(
    "webhook",
    {
      mode: values["audit-webhook-mode"],
      version: values["audit-webhook-version"],
      bufferSize: values["audit-webhook-batch-buffer-size"],
      maxBatchSize: values["audit-webhook-batch-max-size"],
      maxWaitMs: values["audit-webhook-batch-max-wait"],
      throttles: values["audit-webhook-batch-throttle-enable"],
      qps: values["audit-webhook-batch-throttle-qps"],
      burst: values["audit-webhook-batch-throttle-burst"],
      truncates: values["audit-webhook-truncate-enabled"],
      maxBatchBytes: values["audit-webhook-truncate-max-batch-size"],
      maxEventBytes: values["audit-webhook-truncate-max-event-size"],
    },
    dialect,
    notices,
  );
  return { ...common, configFile, initialBackoffMs: values["audit-webhook-initial-backoff"] };
}

/** The flags that the log and the webhook share, without the prefix. */
interface SinkValues {
  readonly mode: string;
  readonly version: string;
  readonly bufferSize: number;
  readonly maxBatchSize: number;
  readonly maxWaitMs: number;
  readonly throttles: boolean;
  readonly qps: number;
  readonly burst: number;
  readonly truncates: boolean;
  readonly maxBatchBytes: number;
  readonly maxEventBytes: number;
}

function sinkSettings(
  name: "log" | "webhook",
  values: SinkValues,
  dialect: Dialect,
  notices: string[],
): SinkSettings {
  const { bufferSize, maxBatchSize, maxWaitMs, qps, burst, throttles, truncates } = values;
  const { maxBatchBytes, maxEventBytes } = values;
  const positive = (flag: string, value: number) => {
    if (value > 0) return;
    throw new Error(`invalid --audit-${name}-${flag} ${value}: must be a positive number`);
  };
  if (values.mode === "batch") {
    positive("batch-buffer-size", bufferSize);
    positive("batch-max-size", maxBatchSize);
    if (throttles) {
      positive("batch-throttle-qps", qps);
      positive("batch-throttle-burst", burst);
    }
  }
  positive("truncate-max-event-size", maxEventBytes);
  if (maxBatchBytes < maxEventBytes) {
    throw new Error(
      `invalid --audit-${name}-truncate-max-batch-size ${maxBatchBytes}: must be greater than ` +
        `--audit-${name}-truncate-max-event-size (${maxEventBytes})`,
    );
  }
  const version = versionOf(name, values.version, dialect, notices);
  return {
    // The flag takes no other text.
    mode: values.mode as AuditMode,
    version,
    batch: {
      bufferSize,
      maxBatchSize,
      maxWaitMs: maxBatchSize > 1 ? maxWaitMs : 0,
      throttle: throttles ? { qps, burst } : undefined,
      version,
      merges: false,
      concurrency: WEBHOOK_CONCURRENCY,
    },
    truncation: truncates ? { maxBatchBytes, maxEventBytes } : undefined,
  };
}

function versionOf(
  name: string,
  text: string,
  dialect: Dialect,
  notices: string[],
): EventVersion {
  const [group = "", version = "", ...more] = text.split("/");
  const isGroup = DIALECTS.some((one) => NAMES[one].groupAudit === group);
  const known = EVENT_VERSIONS.find((one) => one === version);
  const own = NAMES[dialect].groupAudit;
  if (!isGroup || known === undefined || more.length > 0) {
    const allowed = EVENT_VERSIONS.map((one) => `${own}/${one}`).join(", ");
    throw new Error(
      `invalid --audit-${name}-version ${JSON.stringify(text)}: allowed versions are ${allowed}`,
    );
  }
  if (known !== EVENT_VERSIONS[0]) {
    notices.push(
      `--audit-${name}-version=${text} is deprecated, use ${own}/${EVENT_VERSIONS[0]} instead`,
    );
  }
  return known;
}
