/**
 * Asks a webhook whether the images of a pod may be used.
 *
 * @module
 */

import type { Pod } from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { type Dialect, groupInDialect, NAMES } from "../../../toolkit/names.ts";
import { formatApiVersion, parseApiVersion } from "../../../toolkit/schema/mod.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { ServerContext } from "../../server_context.ts";
import {
  type ConfiguredWebhook,
  openConfiguredWebhook,
} from "../../webhookclient/configured_webhook.ts";
import { about } from "../about.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { annotate } from "../../http/annotations.ts";
import type { AdmissionConfiguration } from "../configuration/mod.ts";
import { refused } from "../refusal.ts";
import { type ImagePolicySettings, readImagePolicySettings } from "./image_policy_settings.ts";
import { Verdicts } from "./verdicts.ts";

const NAME = "ImagePolicyWebhook";
/** What is asked, and answered. */
const KIND = "ImageReview";

/** What the webhook says of images. */
interface Status {
  readonly allowed: boolean;
  readonly reason: string;
  readonly annotations: Readonly<Record<string, string>>;
}

/**
 * Refuses pods with images that the webhook does not allow. Verdicts are kept for a time. Where nobody
 * answers, the configuration says what holds. Rejects where there is no configuration, or a wrong one.
 */
export async function imagePolicyWebhook(
  context: ServerContext,
  { plugins }: AdmissionConfiguration,
): Promise<AdmissionPlugin> {
  const configuration = plugins.get(NAME);
  if (configuration === undefined) {
    throw new Error(
      `the admission plugin ${NAME} has no configuration: name its webhook in a file of ` +
        "--admission-control-config-file, or take it off --enable-admission-plugins",
    );
  }
  const settings = readImagePolicySettings(configuration);
  const { clock, logger, signal, random, egress } = context;
  const webhook = await openConfiguredWebhook({
    source: `${configuration.where}: kubeConfigFile`,
    path: settings.clientConfigFile,
    proxy: egress.ofEnvironment,
    backoff: { firstMs: settings.retryMs, mostMs: Infinity, factor: 1.5, jitter: 0.2, random },
    clock,
    logger,
    signal,
    random,
  });
  return judging(context, settings, webhook);
}

function judging(
  { dialect, clock, logger }: ServerContext,
  { allowMs, denyMs, isOpen }: ImagePolicySettings,
  webhook: ConfiguredWebhook,
): AdmissionPlugin {
  const { group } = NAMES[dialect];
  const mark = `.${group("image-policy")}/`;
  const own = `${NAME.toLowerCase()}${mark}`;
  const apiVersion = `${group("imagepolicy")}/v1alpha1`;
  const verdicts = new Verdicts<Status>(() => clock.monotonic());
  const statusOf = async (spec: JsonObject, signal: AbortSignal): Promise<Status> => {
    const key = JSON.stringify(spec);
    const known = verdicts.get(key);
    if (known !== undefined) return known;
    const review = { kind: KIND, apiVersion, metadata: {}, spec, status: { allowed: false } };
    const status = readStatus(await webhook.ask(review, signal), apiVersion, dialect);
    verdicts.put(key, status, status.allowed ? allowMs : denyMs);
    return status;
  };
  const tell = (request: AdmissionRequest, key: string, value: string) => {
    const why = annotate(request.annotations, own + key, value);
    if (why === undefined) return;
    logger.warning("An annotation of an image policy is left out", { key: own + key, why });
  };
  return {
    handles: ["CREATE", "UPDATE"],
    about: about("", "pods", "pods/ephemeralcontainers"),
    async validate(request) {
      const { object = {}, signal } = request;
      let status: Status;
      try {
        status = await statusOf(questionAbout(request, mark), signal);
      } catch (error) {
        signal.throwIfAborted();
        logger.warning("An image policy webhook can't be asked", { error: String(error) });
        if (!isOpen) throw refused(request, error instanceof Error ? error.message : String(error));
        tell(request, "failed-open", "true");
        const metadata = metadataOf(object);
        metadata.annotations = { ...metadata.annotations, [`alpha${mark}failed-open`]: "true" };
        return;
      }
      for (const [key, value] of Object.entries(status.annotations)) tell(request, key, value);
      if (status.allowed) return;
      throw refused(
        request,
        status.reason === ""
          ? "one or more images rejected by webhook backend"
          : `image policy webhook backend denied one or more images: ${status.reason}`,
      );
    },
  };
}

/** What the webhook is asked: all images that the write is about, and what is said to it. */
function questionAbout(request: AdmissionRequest, mark: string): JsonObject {
  const { object = {}, subresource, namespace } = request;
  const { spec, metadata } = object as Pod;
  const containers = subresource === ""
    ? [...spec?.containers ?? [], ...spec?.initContainers ?? []]
    : spec?.ephemeralContainers ?? [];
  const said = Object.entries(metadata?.annotations ?? {}).filter(([key]) => key.includes(mark));
  return {
    ...(containers.length > 0 && {
      containers: containers.map(({ image }) => image ? { image } : {}),
    }),
    ...(said.length > 0 && { annotations: Object.fromEntries(said.sort()) }),
    namespace,
  };
}

/**
 * What an answer says: who says nothing, or null, allows nothing. Throws where it is no answer: only then
 * does the configuration say what holds.
 */
function readStatus(said: unknown, expected: string, dialect: Dialect): Status {
  const answer = said === null ? {} : said;
  if (!isObject(answer)) throw new Error("the webhook's answer is none");
  // Who says what it is must mean this; in either dialect's name.
  const kind = answer.kind ?? "";
  const { group, version } = parseApiVersion(String(answer.apiVersion ?? ""));
  const named = formatApiVersion(groupInDialect(group, dialect), version);
  if (kind !== "" && kind !== KIND || named !== "" && named !== expected) {
    throw new Error(`the webhook's answer is no ${KIND} of ${expected}`);
  }
  const status = answer.status ?? {};
  if (!isObject(status)) throw new Error("the webhook's answer has a status that is none");
  const allowed = status.allowed ?? false;
  const reason = status.reason ?? "";
  const annotations = textsOf(status.auditAnnotations ?? {});
  if (typeof allowed !== "boolean" || typeof reason !== "string" || annotations === undefined) {
    throw new Error("the webhook's answer has a status that is none");
  }
  return { allowed, reason, annotations };
}

/** Texts by their names, where null is the empty one; undefined where something else is there. */
function textsOf(value: unknown): Record<string, string> | undefined {
  if (!isObject(value)) return undefined;
  const texts: Record<string, string> = {};
  for (const [key, text] of Object.entries(value)) {
    if (typeof (text ?? "") !== "string") return undefined;
    texts[key] = (text ?? "") as string;
  }
  return texts;
}
