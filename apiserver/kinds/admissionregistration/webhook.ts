/**
 * Configurations of webhooks that are asked about writes.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import type {
  MutatingWebhook,
  ValidatingWebhook,
} from "../../../toolkit/api/admissionregistration_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  checkDns1035Label,
  validateFullyQualifiedName,
  validateLabelSelector,
} from "../../../toolkit/validation/mod.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import type { KindRules } from "../declaration.ts";
import { validateChoice } from "../validation/choices.ts";
import { setWebhookClientDefaults, validateWebhookClient } from "../validation/webhook_client.ts";
import { WEBHOOK_COLUMNS } from "./columns.ts";
import {
  FAILURE_POLICIES,
  MATCH_POLICIES,
  REINVOCATIONS,
  validateMatchConditions,
} from "./match.ts";
import { setRuleDefaults, validateRule } from "./rule.ts";

type Webhook = ValidatingWebhook & Pick<MutatingWebhook, "reinvocationPolicy">;

const WEBHOOKS = FieldPath.of("webhooks");
/** What webhooks may do besides answering. */
const SIDE_EFFECTS = ["None", "NoneOnDryRun"];
/** What webhooks of old times could say. */
const OLD_SIDE_EFFECTS = ["None", "NoneOnDryRun", "Some", "Unknown"];
/** Versions of reviews that the server can send. */
const REVIEW_VERSIONS = ["v1", "v1beta1"];
const MAX_TIMEOUT_SECONDS = 30;

/** What an update may leave as it was, though nothing new may be so. */
interface Leniency {
  readonly anySideEffects: boolean;
  readonly anyReviewVersions: boolean;
  readonly sameNames: boolean;
  readonly invalidSelectors: boolean;
  readonly sameConditions: boolean;
}

const STRICT: Leniency = {
  anySideEffects: false,
  anyReviewVersions: false,
  sameNames: false,
  invalidSelectors: false,
  sameConditions: false,
};

const webhooksOf = (object: JsonObject) => (object.webhooks ?? []) as unknown as Webhook[];

function leniencyFor(object: JsonObject, old: JsonObject): Leniency {
  const [webhooks, before] = [webhooksOf(object), webhooksOf(old)];
  return {
    anySideEffects: before.some((one) => !SIDE_EFFECTS.includes(one.sideEffects ?? "")),
    anyReviewVersions: before.some(({ admissionReviewVersions: versions }) =>
      versions?.length && !versions.some((version) => REVIEW_VERSIONS.includes(version))
    ),
    sameNames: new Set(before.map(({ name }) => name)).size < before.length,
    invalidSelectors: before.some((one) =>
      [one.namespaceSelector, one.objectSelector].some((selector) =>
        validateLabelSelector(selector, {}, WEBHOOKS).length > 0
      )
    ),
    sameConditions: webhooks.length === before.length &&
      webhooks.every((one, index) =>
        equalStored(one.matchConditions, before[index]?.matchConditions)
      ),
  };
}

function validateWebhook(
  errors: FieldError[],
  path: FieldPath,
  webhook: Webhook,
  leniency: Leniency,
): void {
  errors.push(...validateFullyQualifiedName(webhook.name, path.child("name")));
  for (const [index, rule] of (webhook.rules ?? []).entries()) {
    validateRule(errors, path.child("rules").index(index), rule);
  }
  validateChoice(errors, path.child("failurePolicy"), webhook.failurePolicy, FAILURE_POLICIES);
  validateChoice(errors, path.child("matchPolicy"), webhook.matchPolicy, MATCH_POLICIES);
  const effects = path.child("sideEffects");
  const allowed = leniency.anySideEffects ? OLD_SIDE_EFFECTS : SIDE_EFFECTS;
  if (webhook.sideEffects === undefined || webhook.sideEffects === null) {
    errors.push(FieldError.required(effects, `must specify one of ${allowed.join(", ")}`));
  } else validateChoice(errors, effects, webhook.sideEffects, allowed);
  const { timeoutSeconds: seconds } = webhook;
  if (seconds !== undefined && (seconds < 1 || seconds > MAX_TIMEOUT_SECONDS)) {
    const why = "the timeout value must be between 1 and 30 seconds";
    errors.push(FieldError.invalid(path.child("timeoutSeconds"), seconds, why));
  }
  const selectors = { allowInvalidValues: leniency.invalidSelectors };
  for (const field of ["namespaceSelector", "objectSelector"] as const) {
    addAll(errors, validateLabelSelector(webhook[field], selectors, path.child(field)));
  }
  const { reinvocationPolicy } = webhook;
  validateChoice(errors, path.child("reinvocationPolicy"), reinvocationPolicy, REINVOCATIONS);
  validateWebhookClient(errors, path.child("clientConfig"), webhook.clientConfig);
  if (!leniency.sameConditions) {
    const { matchConditions } = webhook;
    const at = path.child("matchConditions");
    validateMatchConditions(errors, at, matchConditions, false);
  }
  validateReviewVersions(
    errors,
    path.child("admissionReviewVersions"),
    webhook.admissionReviewVersions,
    leniency,
  );
}

function validateReviewVersions(
  errors: FieldError[],
  path: FieldPath,
  versions: readonly string[] | undefined,
  { anyReviewVersions }: Leniency,
): void {
  if (!versions?.length) {
    const why = `must specify one of ${REVIEW_VERSIONS.join(", ")}`;
    errors.push(FieldError.required(path, why));
    return;
  }
  const seen = new Set<string>();
  for (const [index, version] of versions.entries()) {
    if (seen.has(version)) {
      errors.push(FieldError.invalid(path.index(index), version, "duplicate version"));
      continue;
    }
    seen.add(version);
    for (const message of checkDns1035Label(version)) {
      errors.push(FieldError.invalid(path.index(index), version, message));
    }
  }
  if (anyReviewVersions || versions.some((version) => REVIEW_VERSIONS.includes(version))) return;
  const why = `must include at least one of ${REVIEW_VERSIONS.join(", ")}`;
  errors.push(FieldError.invalid(path, versions, why));
}

function validate(object: JsonObject, leniency: Leniency): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, webhook] of webhooksOf(object).entries()) {
    const path = WEBHOOKS.index(index);
    validateWebhook(errors, path, webhook, leniency);
    if (!leniency.sameNames && webhook.name && seen.has(webhook.name)) {
      errors.push(FieldError.duplicate(path.child("name"), webhook.name));
    }
    seen.add(webhook.name);
  }
  return errors;
}

function rulesWith(reinvoked: boolean): KindRules {
  return {
    hasGeneration: true,
    updatesUnconditionally: false,
    takesBareFinalizers: true,
    columns: WEBHOOK_COLUMNS,
    setDefaults(object) {
      for (const webhook of webhooksOf(object)) {
        webhook.failurePolicy ??= "Fail";
        webhook.matchPolicy ??= "Equivalent";
        webhook.namespaceSelector ??= {};
        webhook.objectSelector ??= {};
        webhook.timeoutSeconds ??= 10;
        if (reinvoked) webhook.reinvocationPolicy ??= "Never";
        setWebhookClientDefaults(webhook.clientConfig);
        setRuleDefaults(webhook.rules);
      }
    },
    validate: (object) => validate(object, STRICT),
    validateUpdate: (object, old) => validate(object, leniencyFor(object, old)),
  };
}

/** What a configuration of webhooks that change objects adds. */
export const mutatingWebhookRules = rulesWith(true);

/** What a configuration of webhooks that only judge adds. */
export const validatingWebhookRules = rulesWith(false);
