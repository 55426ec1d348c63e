/**
 * A webhook as the file of `--authorization-config` describes it.
 *
 * @module
 */

import type {
  WebhookConfiguration,
  WebhookConnectionInfo,
} from "../../../toolkit/api/config/apiserver_config_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { parseDurationMs, printDurationMs } from "../../../toolkit/values/mod.ts";
import {
  compileCondition,
  REVIEW_VERSIONS,
  type ReviewVersion,
  type WebhookSettings,
} from "../webhook/mod.ts";

const MOST_CONDITIONS = 64;
const MOST_TIMEOUT_MS = 30_000;
const AUTHORIZED_TTL_MS = 5 * 60_000;
const UNAUTHORIZED_TTL_MS = 30_000;

const FAILURE_POLICIES: readonly string[] = ["NoOpinion", "Deny"];
const CONNECTIONS: readonly string[] = ["InClusterConfig", "KubeConfigFile"];

/** All that is wrong with one, the file that it names included. */
export async function checkWebhook(
  webhook: WebhookConfiguration,
  path: FieldPath,
): Promise<FieldError[]> {
  const { subjectAccessReviewVersion: version, failurePolicy } = webhook;
  const conditionVersion = webhook.matchConditionSubjectAccessReviewVersion;
  const conditions = webhook.matchConditions ?? [];
  const errors = [
    ...checkTimeout(webhook.timeout, path.child("timeout")),
    ...checkTtl(webhook.authorizedTTL, path.child("authorizedTTL")),
    ...checkTtl(webhook.unauthorizedTTL, path.child("unauthorizedTTL")),
    ...checkChoice(version, REVIEW_VERSIONS, path.child("subjectAccessReviewVersion")),
  ];
  const at = path.child("matchConditionSubjectAccessReviewVersion");
  if (conditionVersion) errors.push(...checkChoice(conditionVersion, ["v1"], at));
  else if (conditions.length > 0) {
    errors.push(FieldError.required(at, "required if match conditions are specified"));
  }
  return [
    ...errors,
    ...checkChoice(failurePolicy, FAILURE_POLICIES, path.child("failurePolicy")),
    ...await checkConnection(webhook.connectionInfo, path.child("connectionInfo")),
    ...checkConditions(conditions.map(({ expression }) => expression), path),
  ];
}

/** The same, ready for use, once it was found to be right. */
export function settingsOfWebhook(name: string, webhook: WebhookConfiguration): WebhookSettings {
  const { cacheAuthorizedRequests = true, cacheUnauthorizedRequests = true } = webhook;
  return {
    name,
    source: `the authorization webhook ${JSON.stringify(name)}`,
    path: webhook.connectionInfo.kubeConfigFile ?? "",
    version: webhook.subjectAccessReviewVersion as ReviewVersion,
    timeoutMs: msOf(webhook.timeout),
    authorizedTtlMs: cacheAuthorizedRequests ? msOf(webhook.authorizedTTL) || AUTHORIZED_TTL_MS : 0,
    unauthorizedTtlMs: cacheUnauthorizedRequests
      ? msOf(webhook.unauthorizedTTL) || UNAUTHORIZED_TTL_MS
      : 0,
    onFailure: webhook.failurePolicy === "Deny" ? "deny" : "no opinion",
    conditions: (webhook.matchConditions ?? []).map(({ expression }) => expression),
  };
}

/** 0 where there is none. */
function msOf(duration: string | undefined): number {
  return duration ? parseDurationMs(duration) : 0;
}

function checkTimeout(timeout: string | undefined, path: FieldPath): FieldError[] {
  const ms = msOf(timeout);
  if (ms === 0) return [FieldError.required(path)];
  if (ms > 0 && ms <= MOST_TIMEOUT_MS) return [];
  return [FieldError.invalid(path, printDurationMs(ms), "must be > 0s and <= 30s")];
}

function checkTtl(ttl: string | undefined, path: FieldPath): FieldError[] {
  const ms = msOf(ttl);
  return ms < 0 ? [FieldError.invalid(path, printDurationMs(ms), "must be > 0s")] : [];
}

function checkChoice(
  value: string | undefined,
  choices: readonly string[],
  path: FieldPath,
): FieldError[] {
  if (!value) return [FieldError.required(path)];
  return choices.includes(value) ? [] : [FieldError.notSupported(path, value, choices)];
}

async function checkConnection(
  connection: WebhookConnectionInfo | undefined,
  path: FieldPath,
): Promise<FieldError[]> {
  const { type, kubeConfigFile: file } = connection ?? {};
  const errors = checkChoice(type, CONNECTIONS, path.child("type"));
  if (errors.length > 0) return errors;
  const at = path.child("kubeConfigFile");
  if (type === "InClusterConfig") {
    const why = "the API server can't ask itself: use KubeConfigFile";
    return [
      FieldError.invalid(path.child("type"), type, why),
      ...(file ? [FieldError.invalid(at, file, "can only be set when type=KubeConfigFile")] : []),
    ];
  }
  if (!file) return [FieldError.required(at)];
  if (!file.startsWith("/")) return [FieldError.invalid(at, file, "must be an absolute path")];
  try {
    const { isFile } = await Deno.stat(file);
    return isFile ? [] : [FieldError.invalid(at, file, "must be a regular file")];
  } catch (error) {
    return [FieldError.invalid(at, file, `error loading file: ${(error as Error).message}`)];
  }
}

function checkConditions(expressions: readonly string[], path: FieldPath): FieldError[] {
  const all = path.child("matchConditions");
  if (expressions.length > MOST_CONDITIONS) {
    return [FieldError.tooMany(all, expressions.length, MOST_CONDITIONS)];
  }
  const seen = new Set<string>();
  return expressions.flatMap((expression, index) => {
    const at = all.index(index).child("expression");
    if (!expression?.trim()) return [FieldError.required(at)];
    if (seen.has(expression)) return [FieldError.duplicate(at, expression)];
    seen.add(expression);
    try {
      compileCondition(expression);
      return [];
    } catch (error) {
      return [FieldError.invalid(at, expression, (error as Error).message)];
    }
  });
}
