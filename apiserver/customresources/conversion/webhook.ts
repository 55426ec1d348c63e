/**
 * Conversion by a webhook: objects go there in one batch, and come back checked. Only labels and
 * annotations of their metadata may be others then.
 *
 * @module
 */

import type {
  CustomResourceConversion,
  WebhookClientConfig,
} from "../../../toolkit/api/apiextensions_v1.ts";
import type { Clock } from "../../../toolkit/clock.ts";
import {
  decodeUntypedJson,
  encodeUntypedJson,
  type JsonObject,
} from "../../../toolkit/codec/mod.ts";
import { FieldPath, internalError } from "../../../toolkit/errors/mod.ts";
import { parseApiVersion } from "../../../toolkit/schema/mod.ts";
import { validateAnnotations, validateLabels } from "../../../toolkit/validation/mod.ts";
import {
  type Locate,
  placeOfWebhook,
  type WebhookCalls,
  webhookRefusal,
} from "../../callout/mod.ts";
import type { Conversion, ConversionFailure } from "./conversion_metrics.ts";
import type { Converter } from "./converter.ts";
import { equalJson, isObject } from "../../../toolkit/values/json.ts";

/** What webhooks are called with. */
export interface WebhookCaller {
  readonly client: WebhookCalls;
  /** Where a service is. */
  readonly locate: Locate;
  readonly clock: Clock;
  uid(): string;
  /** The group of the reviews. */
  readonly group: string;
  /** Told of each batch. */
  measure(conversion: Conversion): void;
}

/** The versions of the review that are spoken. */
const REVIEW_VERSIONS: readonly string[] = ["v1", "v1beta1"];
const TIMEOUT_MS = 30_000;
/** Bytes of an answer: a whole page of the largest objects would not fit. */
const ANSWER_LIMIT_BYTES = 256 * 1024 * 1024;

/** What is wrong with an answer. */
class BadAnswer extends Error {
  readonly failure: ConversionFailure;

  constructor(failure: ConversionFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

const MALFORMED = "conversion_webhook_malformed_response_failure";

/** A converter that asks the webhook of a definition. */
export function webhookConverter(
  definition: string,
  conversion: CustomResourceConversion,
  caller: WebhookCaller,
): Converter {
  const { clientConfig = {}, conversionReviewVersions } = conversion.webhook ?? {
    conversionReviewVersions: [],
  };
  const version = conversionReviewVersions.find((one) => REVIEW_VERSIONS.includes(one));
  return {
    convertOne: undefined,
    async convert(objects, apiVersion, signal) {
      const asked = objects.filter((object) => object.apiVersion !== apiVersion);
      if (asked.length === 0) return [...objects];
      const [first] = asked;
      const { group, version: from } = parseApiVersion(String(first?.apiVersion));
      const began = caller.clock.monotonic();
      const measure = (failure?: ConversionFailure) =>
        caller.measure({
          definition,
          from,
          to: parseApiVersion(apiVersion).version,
          seconds: (caller.clock.monotonic() - began) / 1000,
          failure,
        });
      try {
        if (version === undefined) throw new Error("no supported conversion review versions");
        const converted = await review(caller, clientConfig, version, asked, apiVersion, signal);
        measure();
        const next = converted.values();
        return objects.map((object) =>
          object.apiVersion === apiVersion ? object : next.next().value ?? object
        );
      } catch (error) {
        signal.throwIfAborted();
        measure(error instanceof BadAnswer ? error.failure : "conversion_webhook_call_failure");
        const kind = `${group}/${from}, Kind=${String(first?.kind)}`;
        const why = error instanceof Error ? error.message : String(error);
        throw internalError(`conversion webhook for ${kind} failed: ${why}`);
      }
    },
  };
}

async function review(
  caller: WebhookCaller,
  config: WebhookClientConfig,
  version: string,
  objects: readonly JsonObject[],
  desiredAPIVersion: string,
  signal: AbortSignal,
): Promise<JsonObject[]> {
  const uid = caller.uid();
  const reviewVersion = `${caller.group}/${version}`;
  const body = encodeUntypedJson({
    kind: "ConversionReview",
    apiVersion: reviewVersion,
    request: { uid, desiredAPIVersion, objects },
    // Filled in by webhooks that answer with what they were sent.
    response: { uid: "", convertedObjects: null, result: { metadata: {} } },
  });
  const { endpoint, path, authority } = placeOfWebhook(config, caller.locate);
  const late = new AbortController();
  const timer = caller.clock.after(TIMEOUT_MS, () => {
    late.abort(new Error(`it did not answer within ${TIMEOUT_MS / 1000} s`));
  });
  const answer = await caller.client.call(endpoint, {
    method: "POST",
    path: `${path}?timeout=${TIMEOUT_MS / 1000}s`,
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      host: authority,
    },
    body,
    // Who is asked twice says the same twice.
    replayable: true,
    limits: { bodyLimitBytes: ANSWER_LIMIT_BYTES },
    signal: AbortSignal.any([signal, late.signal]),
  }).finally(() => timer.cancel());
  if (answer.status < 200 || answer.status > 299) {
    throw new Error(webhookRefusal(answer).message);
  }
  const converted = convertedOf(decodeUntypedJson(answer.body), reviewVersion, uid);
  if (converted.length !== objects.length) {
    throw new BadAnswer(
      "conversion_webhook_partial_response_failure",
      `returned ${converted.length} objects, expected ${objects.length}`,
    );
  }
  return objects.map((object, index) =>
    checked(object, converted[index], desiredAPIVersion, index)
  );
}

function convertedOf(answer: unknown, reviewVersion: string, uid: string): unknown[] {
  if (!isObject(answer)) throw new BadAnswer(MALFORMED, "the answer is not an object");
  const { response } = answer;
  const [kind, apiVersion] = [answer.kind ?? "", answer.apiVersion ?? ""];
  // Webhooks that answer in v1beta1 are older than these rules, and may say neither.
  const isOld = reviewVersion.endsWith("/v1beta1");
  const isRight = (said: unknown, right: string) => said === right || isOld && said === "";
  if (!isRight(kind, "ConversionReview") || !isRight(apiVersion, reviewVersion)) {
    throw new BadAnswer(
      MALFORMED,
      `expected webhook response of ${reviewVersion}, Kind=ConversionReview, got ` +
        `${String(apiVersion)}, Kind=${String(kind)}`,
    );
  }
  if (!isObject(response)) throw new BadAnswer(MALFORMED, "no response provided");
  if (!isOld && response.uid !== uid) {
    throw new BadAnswer(
      MALFORMED,
      `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response.uid ?? "")}`,
    );
  }
  const result = isObject(response.result) ? response.result : {};
  if (result.status !== "Success") {
    const { message, status = "" } = result;
    throw new BadAnswer(
      MALFORMED,
      typeof message === "string" && message !== ""
        ? message
        : `response.result.status was '${String(status)}', not 'Success'`,
    );
  }
  const { convertedObjects } = response;
  return Array.isArray(convertedObjects) ? convertedObjects : [];
}

/** What a webhook may change of an object's metadata. */
const CONVERTIBLE = [["labels", validateLabels], ["annotations", validateAnnotations]] as const;
const METADATA = FieldPath.of("metadata");

/** What came back for an object, with the metadata that it has to have. */
function checked(
  object: JsonObject,
  converted: unknown,
  apiVersion: string,
  index: number,
): JsonObject {
  const refuse = (why: string): never => {
    throw new BadAnswer(
      "conversion_webhook_invalid_converted_object_failure",
      `returned invalid converted object at index ${index}: ${why}`,
    );
  };
  if (!isObject(converted)) return refuse("it is not an object");
  if (converted.apiVersion !== apiVersion) {
    return refuse(
      `invalid groupVersion (expected ${apiVersion}, received ${String(converted.apiVersion)})`,
    );
  }
  if (converted.kind !== object.kind) {
    return refuse(
      `invalid kind (expected ${String(object.kind)}, received ${String(converted.kind)})`,
    );
  }
  const { metadata } = converted;
  if (!isObject(metadata)) return refuse("missing metadata in converted object");
  const before = object.metadata as JsonObject;
  for (const [field, shown] of [["name", "name"], ["namespace", "namespace"], ["uid", "UID"]]) {
    const [one, other] = [before[field as string] ?? "", metadata[field as string] ?? ""];
    if (one !== other) refuse(`must have the same ${shown}: ${String(one)} != ${String(other)}`);
  }
  const kept: JsonObject = { ...before };
  for (const [field, validate] of CONVERTIBLE) {
    const texts = metadata[field];
    if (texts === undefined || texts === null) {
      delete kept[field];
      continue;
    }
    if (!isTexts(texts)) return refuse(`metadata.${field} must be a map of strings`);
    // What was stored before is nobody's to mend now.
    const errors = equalJson(texts, before[field]) ? [] : validate(texts, METADATA.child(field));
    if (errors.length > 0) return refuse(errors.map(String).join(", "));
    kept[field] = texts;
  }
  return { ...converted, metadata: kept };
}

function isTexts(value: unknown): value is Record<string, string> {
  return isObject(value) && Object.values(value).every((one) => typeof one === "string");
}
