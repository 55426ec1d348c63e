/**
 * Configurations of webhooks that are asked about writes.
 *
 * @module
 */

import type {
  MutatingWebhook,
  RuleWithOperations,
  ValidatingWebhook,
  WebhookClientConfig,
} from "../../../toolkit/api/admissionregistration_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  checkDns1035Label,
  validateFullyQualifiedName,
  validateLabelSelector,
} from "../../../toolkit/validation/mod.ts";
import type { KindRules } from "../declaration.ts";
import { validateChoice } from "../rules/choices.ts";
import { WEBHOOK_COLUMNS } from "./columns.ts";

type Webhook = ValidatingWebhook & Pick<MutatingWebhook, "reinvocationPolicy">;

const WEBHOOKS = FieldPath.of("webhooks");
const FAILURE_POLICIES = ["Fail", "Ignore"];
const MATCH_POLICIES = ["Equivalent", "Exact"];
const SIDE_EFFECTS = ["None", "NoneOnDryRun"];
const REINVOCATIONS = ["IfNeeded", "Never"];
const OPERATIONS = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];
const SCOPES = ["*", "Cluster", "Namespaced"];
/** Versions of reviews that the server can send. */
const REVIEW_VERSIONS = ["v1", "v1beta1"];
const MAX_TIMEOUT_SECONDS = 30;

const webhooksOf = (object: JsonObject) => (object.webhooks ?? []) as unknown as Webhook[];

function validateWebhook(errors: FieldError[], path: FieldPath, webhook: Webhook): void {
  errors.push(...validateFullyQualifiedName(webhook.name, path.child("name")));
  validateReviewVersions(errors, path.child("admissionReviewVersions"), webhook);
  for (const [index, rule] of (webhook.rules ?? []).entries()) {
    validateRule(errors, path.child("rules").index(index), rule);
  }
  validateChoice(errors, path.child("failurePolicy"), webhook.failurePolicy, FAILURE_POLICIES);
  validateChoice(errors, path.child("matchPolicy"), webhook.matchPolicy, MATCH_POLICIES);
  const effects = path.child("sideEffects");
  if (!webhook.sideEffects) {
    const why = "must specify one of None, NoneOnDryRun";
    errors.push(FieldError.required(effects, why));
  } else validateChoice(errors, effects, webhook.sideEffects, SIDE_EFFECTS);
  const { timeoutSeconds: seconds } = webhook;
  if (seconds !== undefined && (seconds < 1 || seconds > MAX_TIMEOUT_SECONDS)) {
    const why = "the timeout value must be between 1 and 30 seconds";
    errors.push(FieldError.invalid(path.child("timeoutSeconds"), seconds, why));
  }
  for (const field of ["namespaceSelector", "objectSelector"] as const) {
    errors.push(...validateLabelSelector(webhook[field], {}, path.child(field)));
  }
  validateClientConfig(errors, path.child("clientConfig"), webhook.clientConfig);
  const { reinvocationPolicy } = webhook;
  validateChoice(errors, path.child("reinvocationPolicy"), reinvocationPolicy, REINVOCATIONS);
}

function validateReviewVersions(
  errors: FieldError[],
  path: FieldPath,
  { admissionReviewVersions: versions }: Webhook,
): void {
  if (!versions?.length) {
    const why = `must specify one of ${REVIEW_VERSIONS.join(", ")}`;
    errors.push(FieldError.required(path, why));
    return;
  }
  for (const [index, version] of versions.entries()) {
    if (versions.indexOf(version) !== index) {
      errors.push(FieldError.invalid(path.index(index), version, "duplicate version"));
    }
    for (const message of checkDns1035Label(version)) {
      errors.push(FieldError.invalid(path.index(index), version, message));
    }
  }
  if (versions.some((version) => REVIEW_VERSIONS.includes(version))) return;
  const why = `must include at least one of ${REVIEW_VERSIONS.join(", ")}`;
  errors.push(FieldError.invalid(path, versions, why));
}

/** A list that may not be empty, and in which a star stands alone. */
function validateNames(errors: FieldError[], path: FieldPath, names: readonly string[] = []): void {
  if (names.length === 0) errors.push(FieldError.required(path));
  if (names.length > 1 && names.includes("*")) {
    const why = "if '*' is present, must not specify other values";
    errors.push(FieldError.invalid(path, names, why));
  }
}

function validateRule(errors: FieldError[], path: FieldPath, rule: RuleWithOperations): void {
  validateNames(errors, path.child("operations"), rule.operations);
  for (const [index, operation] of (rule.operations ?? []).entries()) {
    validateChoice(errors, path.child("operations").index(index), operation, OPERATIONS);
  }
  validateNames(errors, path.child("apiGroups"), rule.apiGroups);
  validateNames(errors, path.child("apiVersions"), rule.apiVersions);
  for (const [index, version] of (rule.apiVersions ?? []).entries()) {
    if (version === "") errors.push(FieldError.required(path.child("apiVersions").index(index)));
  }
  if (!rule.resources?.length) errors.push(FieldError.required(path.child("resources")));
  for (const [index, resource] of (rule.resources ?? []).entries()) {
    if (resource === "") errors.push(FieldError.required(path.child("resources").index(index)));
  }
  validateChoice(errors, path.child("scope"), rule.scope, SCOPES);
}

function validateClientConfig(
  errors: FieldError[],
  path: FieldPath,
  { url, service }: WebhookClientConfig,
): void {
  if ((url === undefined) === (service === undefined)) {
    errors.push(FieldError.required(path, "exactly one of url or service is required"));
  } else if (url !== undefined) {
    const parsed = URL.canParse(url) ? new URL(url) : undefined;
    const wrong = (why: string) => errors.push(FieldError.invalid(path.child("url"), url, why));
    if (parsed === undefined) wrong("url must be a valid URL; desired format: https://host[/path]");
    else if (parsed.protocol !== "https:") {
      wrong("'https' is the only allowed URL scheme; desired format: https://host[/path]");
    } else if (parsed.username !== "" || parsed.password !== "") {
      wrong("user information is not permitted in the URL");
    } else if (parsed.hash !== "") wrong("fragments are not permitted in the URL");
    else if (parsed.search !== "") wrong("query parameters are not permitted in the URL");
  } else if (service !== undefined) {
    const at = path.child("service");
    for (const field of ["name", "namespace"] as const) {
      if (service[field] === "") {
        errors.push(FieldError.required(at.child(field), `service ${field} is required`));
      }
    }
    const { port = 443 } = service;
    if (port < 1 || port > 65535) {
      const why = "port is not valid: must be between 1 and 65535, inclusive";
      errors.push(FieldError.invalid(at.child("port"), port, why));
    }
  }
}

function validate(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, webhook] of webhooksOf(object).entries()) {
    validateWebhook(errors, WEBHOOKS.index(index), webhook);
    if (seen.has(webhook.name)) {
      errors.push(FieldError.duplicate(WEBHOOKS.index(index).child("name"), webhook.name));
    }
    seen.add(webhook.name);
  }
  return errors;
}

function rulesWith(reinvoked: boolean): KindRules {
  return {
    hasGeneration: true,
    columns: WEBHOOK_COLUMNS,
    setDefaults(object) {
      for (const webhook of webhooksOf(object)) {
        webhook.failurePolicy ??= "Fail";
        webhook.matchPolicy ??= "Equivalent";
        webhook.namespaceSelector ??= {};
        webhook.objectSelector ??= {};
        webhook.timeoutSeconds ??= 10;
        if (reinvoked) webhook.reinvocationPolicy ??= "Never";
        const { service } = webhook.clientConfig ?? {};
        if (service !== undefined) service.port ??= 443;
        for (const rule of webhook.rules ?? []) rule.scope ??= "*";
      }
    },
    validate,
    validateUpdate: validate,
  };
}

/** What a configuration of webhooks that change objects adds. */
export const mutatingWebhookRules = rulesWith(true);

/** What a configuration of webhooks that only judge adds. */
export const validatingWebhookRules = rulesWith(false);
