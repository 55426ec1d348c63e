/**
 * Webhooks that may change an object: asked one after another, each about what the ones before it
 * made.
 *
 * @module
 */

import { equalJson } from "../../../toolkit/values/json.ts";
import { type AdmissionPlugin, type AdmissionRequest, become } from "../admission.ts";
import { annotate } from "../../http/annotations.ts";
import { Subject } from "../expressions/mod.ts";
import { type Reinvocations, Versions } from "../objects/mod.ts";
import { encodeUntypedJson } from "../../../toolkit/codec/mod.ts";
import { internalError } from "../../../toolkit/errors/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import { mutatingPlugin } from "../candidate_plugins.ts";
import { type Asking, callWebhook, note, waiting } from "./call_webhook.ts";
import type { Candidate, WebhookCandidates } from "./configurations.ts";
import { patchedBy, readPatchOf } from "./patched.ts";
import { isRelevant } from "./relevant.ts";

/** The plugin of webhooks that mutate. */
export function mutatingWebhooks(webhooks: WebhookCandidates, asking: Asking): AdmissionPlugin {
  return mutatingPlugin(
    webhooks,
    (request, candidates, reinvocations) => mutate(request, candidates, asking, reinvocations),
  );
}

async function mutate(
  request: AdmissionRequest,
  candidates: readonly Candidate[],
  asking: Asking,
  reinvocations: Reinvocations,
): Promise<void> {
  const { reinvocation } = request;
  const versions = new Versions(request, asking.optionsGroup);
  const subject = new Subject(request, versions, asking);
  const before = versions.current;
  for (const candidate of candidates) {
    const { webhook } = candidate;
    if (reinvocation.isReinvocation && !reinvocations.wants(webhook.id)) continue;
    const now = { ...request, object: versions.current };
    if (!await isRelevant(candidate, now, subject, asking)) continue;
    const changed = await waiting(
      request,
      asking,
      () => askOne(candidate, request, versions, asking),
    );
    if (changed) {
      reinvocations.changed();
      reinvocation.request();
    }
    if (webhook.spec.reinvocationPolicy === "IfNeeded") reinvocations.asked(webhook.id);
  }
  if (request.object !== undefined && versions.current !== before) {
    const { object } = await versions.in(request.resource);
    if (object !== undefined) become(request.object, object);
  }
}

/** Asks one webhook, and does what it says; true where the object is another one then. */
async function askOne(
  { webhook, resource, index }: Candidate,
  request: AdmissionRequest,
  versions: Versions,
  asking: Asking,
): Promise<boolean> {
  const { annotations, reinvocation } = request;
  const place = `round_${reinvocation.isReinvocation ? 1 : 0}_index_${index}`;
  const mutation = `mutation.webhook.${asking.caller.group}/${place}`;
  const source = { configuration: webhook.configuration, webhook: webhook.name };
  let changed = false;
  const outcome = await callWebhook(webhook, request, asking, async (ask) => {
    const objects = await versions.in(resource);
    const verdict = await ask({ ...objects, facts: versions.facts(resource) });
    note(verdict, webhook, request, asking);
    if (!verdict.allowed) return verdict;
    const patch = readPatchOf(webhook.name, verdict.patch);
    if (patch.length === 0) return verdict;
    const { object } = objects;
    if (object === undefined) {
      throw internalError(
        `admission webhook ${quoteText(webhook.name)} attempted to modify the object, which is ` +
          "not supported for this operation",
      );
    }
    const patched = patchedBy(webhook.name, patch, object, request, resource);
    changed = !equalJson(object, patched);
    versions.change(resource, patched);
    const said = patchNote(source, patch);
    annotate(annotations, `patch.webhook.${asking.caller.group}/${place}`, said, true);
    return verdict;
  }).finally(() => {
    annotate(annotations, mutation, JSON.stringify({ ...source, mutated: changed }));
  });
  if (outcome === "failed open") annotate(annotations, `failed-open.${mutation}`, webhook.name);
  return changed;
}

const decoder = new TextDecoder();

/**
 * What is told of a patch: with all digits of its integers, which JSON.stringify can't write, and the members of
 * each step by their names, whoever wrote it.
 */
function patchNote(source: object, patch: readonly unknown[]): string {
  const text = decoder.decode(encodeUntypedJson(patch.map(membersInOrder)));
  return `${JSON.stringify(source).slice(0, -1)},"patch":${text},"patchType":"JSONPatch"}`;
}

function membersInOrder(step: unknown): unknown {
  if (!isObject(step)) return step;
  return Object.fromEntries(Object.entries(step).sort(([one], [other]) => one < other ? -1 : 1));
}
