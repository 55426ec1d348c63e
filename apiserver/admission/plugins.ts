/**
 * All admission plugins, in the order in which they are asked.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { Plugin } from "../plugin.ts";
import type { ServerContext } from "../server_context.ts";
import type { AdmissionPlugin } from "./admission.ts";
import { namespaceLifecycle } from "./namespace_lifecycle.ts";
import { mutatingPolicyPlugin, validatingPolicyPlugin } from "./policies/mod.ts";
import { mutatingWebhookPlugin, validatingWebhookPlugin, type Webhook } from "./webhooks/mod.ts";

/** The configuration of plugins, by their names. */
export type AdmissionConfiguration = ReadonlyMap<string, JsonObject>;

/** Webhooks of the program that the server is a part of; nobody else can change them. */
export interface OwnWebhooks {
  readonly mutating: readonly Webhook[];
  readonly validating: readonly Webhook[];
}

/** The plugins under the reference's names, by which flags and metrics know them. */
export function admissionPlugins(
  own: OwnWebhooks,
): readonly Plugin<AdmissionPlugin, AdmissionConfiguration>[] {
  const { mutating, validating } = own;
  return [
    { name: "NamespaceLifecycle", create: namespaceLifecycle },
    { name: "MutatingAdmissionPolicy", create: mutatingPolicyPlugin },
    {
      name: "MutatingAdmissionWebhook",
      create: (context: ServerContext) => mutatingWebhookPlugin(context, mutating),
    },
    { name: "ValidatingAdmissionPolicy", create: validatingPolicyPlugin },
    {
      name: "ValidatingAdmissionWebhook",
      create: (context: ServerContext) => validatingWebhookPlugin(context, validating),
    },
  ].map((plugin) => ({ ...plugin, onByDefault: true }));
}

/** Those of a server whose program has no webhooks. */
export const ADMISSION_PLUGINS = admissionPlugins({ mutating: [], validating: [] });
