/**
 * The rules for the conversion of custom resources.
 *
 * @module
 */

import type { CustomResourceConversion } from "../../../toolkit/api/apiextensions_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { addInvalid, checkDns1035Label } from "../../../toolkit/validation/mod.ts";
import { bundleProblem } from "../../callout/client_config.ts";
import { validateWebhookClient } from "../validation/webhook_client.ts";

const STRATEGIES = ["None", "Webhook"];
/** Versions of reviews that the server can send. */
const REVIEW_VERSIONS = ["v1", "v1beta1"];

/** What an update may leave as it was, though nothing new may be so. */
export interface ConversionLeniency {
  readonly anyBundle: boolean;
  readonly anyReviewVersions: boolean;
}

/**
 * Adds an error for each rule that `spec.conversion` breaks: a known strategy, and for `Webhook` a
 * client config and a review version that this server speaks. `leniency` says which of these checks
 * an update is spared.
 */
export function validateConversion(
  errors: FieldError[],
  { strategy, webhook }: CustomResourceConversion,
  path: FieldPath,
  leniency: ConversionLeniency,
): void {
  const at = path.child("strategy");
  if (!strategy) errors.push(FieldError.required(at));
  else if (!STRATEGIES.includes(strategy)) {
    errors.push(FieldError.notSupported(at, strategy, STRATEGIES));
  }
  const client = path.child("webhookClientConfig");
  const versions = path.child("conversionReviewVersions");
  const { clientConfig } = webhook ?? {};
  const conversionReviewVersions = webhook?.conversionReviewVersions ?? [];
  if (strategy !== "Webhook") {
    const why = "should not be set when strategy is not set to Webhook";
    if (clientConfig !== undefined) errors.push(FieldError.forbidden(client, why));
    if (conversionReviewVersions.length > 0) errors.push(FieldError.forbidden(versions, why));
    return;
  }
  if (clientConfig === undefined) {
    errors.push(FieldError.required(client, "required when strategy is set to Webhook"));
  } else {
    validateWebhookClient(errors, client, clientConfig);
    const { caBundle = "" } = clientConfig;
    const problem = caBundle === "" || leniency.anyBundle ? undefined : bundleProblem(caBundle);
    if (problem !== undefined) {
      errors.push(FieldError.invalid(client.child("caBundle"), caBundle, problem));
    }
  }
  validateReviewVersions(errors, conversionReviewVersions, versions, leniency.anyReviewVersions);
}

/** Whether the server can send one of these. */
export function isAnyReviewVersion(versions: readonly string[]): boolean {
  return versions.some((version) => REVIEW_VERSIONS.includes(version));
}

function validateReviewVersions(
  errors: FieldError[],
  versions: readonly string[],
  path: FieldPath,
  anyOfThem: boolean,
): void {
  if (versions.length === 0) {
    errors.push(FieldError.required(path));
    return;
  }
  for (const [index, version] of versions.entries()) {
    const at = path.index(index);
    if (versions.indexOf(version) < index) {
      errors.push(FieldError.invalid(at, version, "duplicate version"));
    } else addInvalid(errors, at, version, checkDns1035Label(version));
  }
  if (anyOfThem || isAnyReviewVersion(versions)) return;
  const why = `must include at least one of ${REVIEW_VERSIONS.join(", ")}`;
  errors.push(FieldError.invalid(path, versions, why));
}
