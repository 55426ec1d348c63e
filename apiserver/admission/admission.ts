/**
 * The seam of admission: who may say no to a write, or change it, after authorization.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { User } from "../auth/user.ts";
import type { ServedResource } from "../registry/served_resource.ts";
import type { Rounds } from "./rounds.ts";

/** What can happen to an object. */
export type Operation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/** What an object is; a resource is one for its own objects. */
export type ObjectKind = Pick<ServedResource, "group" | "version" | "kind" | "type" | "shape">;

/** The options of a request, as they were asked for. */
export interface RequestOptions {
  readonly kind: "CreateOptions" | "UpdateOptions" | "DeleteOptions" | "ConnectOptions";
  /** All but kind and apiVersion. */
  readonly fields: JsonObject;
}

/** What is about to happen. */
export interface AdmissionRequest {
  readonly operation: Operation;
  readonly resource: ServedResource;
  /** "" for the object itself. */
  readonly subresource: string;
  /** What `object` and `old` are: mostly the resource, but a scale or a binding is neither's object. */
  readonly kind: ObjectKind;
  /** "" for what is in no namespace, a namespace too. */
  readonly namespace: string;
  readonly name: string;
  readonly user: User;
  readonly dryRun: boolean;
  readonly options: RequestOptions;
  /** As it would be stored; changed in place by what mutates. Undefined for a deletion. */
  readonly object: JsonObject | undefined;
  /** As it is; undefined for a creation. Not to be changed. */
  readonly old: JsonObject | undefined;
  /** What to tell the client in `Warning` headers. */
  readonly warnings: string[];
  /** What to tell the audit log. */
  readonly annotations: Record<string, string>;
  readonly signal: AbortSignal;
  /** What plugins that mutate know of each other's changes. */
  readonly rounds: Rounds;
}

/** One plugin, or all of them. A refusal is thrown as a `StatusError`. */
export interface Admission {
  /** May change `request.object`. Called again where a later plugin changed it and asks for that. */
  mutate?(request: AdmissionRequest): void | Promise<void>;
  /** Sees the object as it will be stored. */
  validate?(request: AdmissionRequest): void | Promise<void>;
}

/**
 * Plugins one after another: all that mutate, twice if one of them asks for it, then, when they are
 * called for it, all that validate.
 */
export function allOf(plugins: readonly Admission[]): Required<Admission> {
  const mutating = plugins.filter((plugin) => plugin.mutate !== undefined);
  const validating = plugins.filter((plugin) => plugin.validate !== undefined);
  const mutateOnce = async (request: AdmissionRequest) => {
    for (const plugin of mutating) {
      const pending = plugin.mutate!(request);
      if (pending !== undefined) await pending;
    }
  };
  return {
    async mutate(request) {
      await mutateOnce(request);
      if (request.rounds.beginSecond()) await mutateOnce(request);
    },
    async validate(request) {
      for (const plugin of validating) {
        const pending = plugin.validate!(request);
        if (pending !== undefined) await pending;
      }
    },
  };
}

/** Makes an object what another one is, in place. */
export function become(object: JsonObject, other: JsonObject): void {
  if (object === other) return;
  for (const name of Object.keys(object)) if (!Object.hasOwn(other, name)) delete object[name];
  Object.assign(object, other);
}
