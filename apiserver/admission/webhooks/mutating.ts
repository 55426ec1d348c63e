/**
 * Webhooks that may change an object: asked one after another, each about what the ones before it
 * made.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { equalJson } from "../../registry/equal.ts";
import { type Admission, type AdmissionRequest, become } from "../admission.ts";
import { annotate, isAdmissionConfiguration } from "../matching/mod.ts";
import { internalError } from "../../../toolkit/errors/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { askedOnce, type Asking, note } from "./asked.ts";
import type { Candidate, Configurations } from "./configurations.ts";
import { patchedBy, readPatchOf } from "./patched.ts";
import { isRelevant } from "./relevant.ts";
import { Versions } from "./versions.ts";

/** Which webhooks are asked again in a second round. */
class Reinvocations {
  /** Asked since the last change, and to be asked again after the next one. */
  readonly #invoked = new Set<string>();
  readonly #again = new Set<string>();
  #output: JsonObject | undefined;

  wants(id: string): boolean {
    return this.#again.has(id);
  }

  /** A webhook was asked that wants to know of later changes. */
  invoked(id: string): void {
    this.#invoked.add(id);
  }

  /** The object has changed: those that were asked before are asked again. */
  changed(): void {
    for (const id of this.#invoked) this.#again.add(id);
    this.#invoked.clear();
  }

  /** Remembers what all webhooks together made. */
  leave(object: JsonObject | undefined): void {
    // Without a webhook to ask again, nobody will look.
    this.#output = this.#invoked.size > 0 ? structuredClone(object) : undefined;
  }

  /** Whether others have changed the object since. */
  isOther(object: JsonObject | undefined): boolean {
    return this.#output !== undefined && !equalJson(this.#output, object);
  }
}

/** The plugin of webhooks that mutate. */
export function mutatingWebhooks(configurations: Configurations, asking: Asking): Admission {
  const plugin = {
    mutate(request: AdmissionRequest): void | Promise<void> {
      if (isAdmissionConfiguration(request.resource, asking.configurationGroup)) return;
      const candidates = configurations.candidates(request);
      if (candidates.length > 0) return mutate(request, candidates, asking, plugin);
    },
  };
  return plugin;
}

async function mutate(
  request: AdmissionRequest,
  candidates: readonly Candidate[],
  asking: Asking,
  plugin: Admission,
): Promise<void> {
  const { rounds } = request;
  const reinvocations = rounds.notesOf(plugin, () => new Reinvocations());
  if (rounds.isSecond && reinvocations.isOther(request.object)) reinvocations.changed();
  const versions = new Versions(request, asking.optionsGroup);
  const before = versions.current;
  for (const candidate of candidates) {
    const { webhook, resource } = candidate;
    if (rounds.isSecond && !reinvocations.wants(webhook.id)) continue;
    const now = { ...request, object: versions.current };
    const view = {
      objects: () => versions.in(resource),
      facts: () => versions.facts(resource),
    };
    if (!await isRelevant(candidate, now, view, asking)) continue;
    const changed = await askOne(candidate, request, versions, asking);
    if (changed) {
      reinvocations.changed();
      rounds.askForSecond();
    }
    if (webhook.spec.reinvocationPolicy === "IfNeeded") reinvocations.invoked(webhook.id);
  }
  if (request.object !== undefined && versions.current !== before) {
    const { object } = await versions.in(request.resource);
    if (object !== undefined) become(request.object, object);
  }
  reinvocations.leave(request.object);
}

/** Asks one webhook, and does what it says; true where the object is another one then. */
async function askOne(
  { webhook, resource, index }: Candidate,
  request: AdmissionRequest,
  versions: Versions,
  asking: Asking,
): Promise<boolean> {
  const { annotations, rounds } = request;
  const place = `round_${rounds.isSecond ? 1 : 0}_index_${index}`;
  const mutation = `mutation.webhook.${asking.caller.group}/${place}`;
  const source = { configuration: webhook.configuration, webhook: webhook.name };
  let changed = false;
  const outcome = await askedOnce(webhook, request, asking, async (ask) => {
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
    const said = JSON.stringify({ ...source, patch, patchType: "JSONPatch" }, plainIntegers);
    annotate(annotations, `patch.webhook.${asking.caller.group}/${place}`, said);
    return verdict;
  }).finally(() => {
    annotate(annotations, mutation, JSON.stringify({ ...source, mutated: changed }));
  });
  if (outcome === "failed open") annotate(annotations, `failed-open.${mutation}`, webhook.name);
  return changed;
}

/** JSON has no way to write a bigint otherwise. */
function plainIntegers(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}
