/**
 * All admission plugins, in the order in which they are asked.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { Plugin } from "../plugin.ts";
import type { AdmissionPlugin } from "./admission.ts";
import { namespaceLifecycle } from "./namespace_lifecycle.ts";
import { mutatingPolicyPlugin, validatingPolicyPlugin } from "./policies/mod.ts";
import { mutatingWebhookPlugin, validatingWebhookPlugin } from "./webhooks/mod.ts";

/** The configuration of plugins, by their names. */
export type AdmissionConfiguration = ReadonlyMap<string, JsonObject>;

/** Under the reference's names, by which flags and metrics know them. */
export const ADMISSION_PLUGINS: readonly Plugin<AdmissionPlugin, AdmissionConfiguration>[] = [
  { name: "NamespaceLifecycle", onByDefault: true, create: namespaceLifecycle },
  { name: "MutatingAdmissionPolicy", onByDefault: true, create: mutatingPolicyPlugin },
  { name: "MutatingAdmissionWebhook", onByDefault: true, create: mutatingWebhookPlugin },
  { name: "ValidatingAdmissionPolicy", onByDefault: true, create: validatingPolicyPlugin },
  { name: "ValidatingAdmissionWebhook", onByDefault: true, create: validatingWebhookPlugin },
];
