/**
 * The seam of admission: who may say no to a write, or change it, after authorization.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { User } from "../auth/user.ts";
import type { ServedResource } from "../registry/served_resource.ts";

/** What is about to happen. */
export interface AdmissionRequest {
  readonly operation: "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
  readonly resource: ServedResource;
  /** "" for the object itself. */
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly user: User;
  readonly dryRun: boolean;
  /** As it would be stored; changed in place by what mutates. Undefined for a deletion. */
  readonly object: JsonObject | undefined;
  /** As it is; undefined for a creation. Not to be changed. */
  readonly old: JsonObject | undefined;
  /** What to tell the client in `Warning` headers. */
  readonly warnings: string[];
  /** What to tell the audit log. */
  readonly annotations: Record<string, string>;
  readonly signal: AbortSignal;
}

/** One plugin, or all of them. A refusal is thrown as a `StatusError`. */
export interface Admission {
  /** May change `request.object`. */
  mutate?(request: AdmissionRequest): void | Promise<void>;
  /** Sees the object as it will be stored. */
  validate?(request: AdmissionRequest): void | Promise<void>;
}

/** Plugins one after another: all that mutate, then, when they are called for it, all that validate. */
export function allOf(plugins: readonly Admission[]): Required<Admission> {
  const mutating = plugins.filter((plugin) => plugin.mutate !== undefined);
  const validating = plugins.filter((plugin) => plugin.validate !== undefined);
  return {
    async mutate(request) {
      for (const plugin of mutating) await plugin.mutate!(request);
    },
    async validate(request) {
      for (const plugin of validating) await plugin.validate!(request);
    },
  };
}
