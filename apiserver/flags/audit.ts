/**
 * What is recorded of requests, and where. The log and the webhook share most options under
 * their own prefix.
 *
 * @module
 */

import {
  bool,
  flag,
  float,
  group,
  int,
  notNegative,
  oneOf,
  string,
  works,
} from "../../toolkit/flags/mod.ts";
import { duration, SECOND } from "../../toolkit/flags/duration.ts";

const mode = oneOf("string", ["batch", "blocking", "blocking-strict"]);

const truncation = {
  enabled: flag(bool, false, "Shorten events and split batches that are too large"),
  maxBatchSize: flag(
    int,
    10 * 1024 ** 2,
    "The maximum size of a batch in bytes; a larger one is split",
  ),
  maxEventSize: flag(
    int,
    100 * 1024,
    "The maximum size of an event in bytes; a larger one loses its bodies, and is dropped if that is not enough",
  ),
} as const;

/** Audit policy and its two backends. */
export const auditFlags = group("Auditing", works, {
  "audit-dynamic-configuration": flag(
    bool,
    false,
    "Configure audit webhooks by objects; also needs the feature gate DynamicAuditing",
  ),
  "audit-log-batch-buffer-size": flag(int, 10000, "The number of events to buffer, in batch mode"),
  "audit-log-batch-max-size": flag(
    int,
    1,
    "The maximum number of events in a batch, in batch mode",
  ),
  "audit-log-batch-max-wait": flag(
    duration,
    0,
    "How long to wait before a batch that is not full goes out, in batch mode",
  ),
  "audit-log-batch-throttle-burst": flag(
    int,
    0,
    "The maximum burst of batches, in batch mode with throttling",
  ),
  "audit-log-batch-throttle-enable": flag(bool, false, "Throttle batches"),
  "audit-log-batch-throttle-qps": flag(
    float,
    0,
    "The maximum number of batches per second, in batch mode with throttling",
    {
      placeholder: "float32",
    },
  ),
  "audit-log-format": flag(
    oneOf("string", ["legacy", "json"]),
    "json",
    "How events are written: json, or legacy for a text line each",
  ),
  "audit-log-maxage": flag(notNegative(int), 0, "The number of days that old log files are kept"),
  "audit-log-maxbackup": flag(notNegative(int), 0, "The number of old log files that are kept"),
  "audit-log-maxsize": flag(
    notNegative(int),
    0,
    "The size in megabytes at which the log file is rotated",
  ),
  "audit-log-mode": flag(
    mode,
    "blocking",
    "batch writes in the background, blocking delays answers, blocking-strict fails requests that can't be recorded",
  ),
  "audit-log-path": flag(string, "", "The log file of all requests; '-' is standard output"),
  "audit-log-truncate-enabled": truncation.enabled,
  "audit-log-truncate-max-batch-size": truncation.maxBatchSize,
  "audit-log-truncate-max-event-size": truncation.maxEventSize,
  "audit-log-version": flag(
    string,
    (names) => `${names.groupAudit}/v1`,
    "The API version in which events are written",
  ),
  "audit-policy-file": flag(string, "", "The audit policy file"),
  "audit-webhook-batch-buffer-size": flag(
    int,
    10000,
    "The number of events to buffer, in batch mode",
  ),
  "audit-webhook-batch-max-size": flag(
    int,
    400,
    "The maximum number of events in a batch, in batch mode",
  ),
  "audit-webhook-batch-max-wait": flag(
    duration,
    30 * SECOND,
    "How long to wait before a batch that is not full goes out, in batch mode",
  ),
  "audit-webhook-batch-throttle-burst": flag(
    int,
    15,
    "The maximum burst of batches, in batch mode with throttling",
  ),
  "audit-webhook-batch-throttle-enable": flag(bool, true, "Throttle batches"),
  "audit-webhook-batch-throttle-qps": flag(
    float,
    10,
    "The maximum number of batches per second, in batch mode with throttling",
    { placeholder: "float32" },
  ),
  "audit-webhook-config-file": flag(string, "", "The client config file of the audit webhook"),
  "audit-webhook-initial-backoff": flag(
    duration,
    10 * SECOND,
    "How long to wait before the first retry of a failed request",
  ),
  "audit-webhook-mode": flag(
    mode,
    "batch",
    "batch sends in the background, blocking delays answers, blocking-strict fails requests that can't be recorded",
  ),
  "audit-webhook-truncate-enabled": truncation.enabled,
  "audit-webhook-truncate-max-batch-size": truncation.maxBatchSize,
  "audit-webhook-truncate-max-event-size": truncation.maxEventSize,
  "audit-webhook-version": flag(
    string,
    (names) => `${names.groupAudit}/v1`,
    "The API version in which events are sent",
  ),
});
