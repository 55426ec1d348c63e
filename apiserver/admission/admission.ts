/**
 * The seam of admission: who may say no to a write, or change it, after authorization.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import { metadataOf } from "../resource/metadata.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import type { About } from "./about.ts";
import type { ReinvocationContext } from "./reinvocation.ts";

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

/** How long a request waited for others, each number added up, and how long it may. */
export interface Waits {
  /** When its time is over, on the clock's scale of spans; undefined: it may last. */
  readonly end?: number | undefined;
  /** Milliseconds until admission webhooks had answered. */
  webhookMs: number;
  /** Of those, until the ones had that may change the object. */
  mutatingWebhookMs?: number;
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
  /** "" for what has none yet, and for what goes with its collection. */
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
  /** Where the time is noted that webhooks take; undefined: nobody wants to know. */
  readonly waits?: Waits | undefined;
  readonly signal: AbortSignal;
  /** What plugins that mutate know of each other's changes. */
  readonly reinvocation: ReinvocationContext;
}

/**
 * What an object is called in a refusal: one that has no name yet, by what that will begin with; one
 * that goes with its collection is "Unknown".
 */
export function calledInRefusals({ name, object }: AdmissionRequest): string {
  if (name !== "") return name;
  const { name: own, generateName } = object === undefined ? {} : metadataOf(object);
  return own || generateName || "Unknown";
}

/** One who may refuse or change writes. A refusal is thrown as a `StatusError`. */
export interface AdmissionPlugin {
  /** The operations that it is called for. Default: all. */
  readonly handles?: readonly Operation[];
  /** What it is called for, by what is served: asked once for each. Default: everything. */
  readonly about?: About;
  /** May change `request.object`. Called again where a later plugin changed it and asks for that. */
  mutate?(request: AdmissionRequest): void | Promise<void>;
  /** Sees the object as it will be stored. */
  validate?(request: AdmissionRequest): void | Promise<void>;
}

/** All plugins together. */
export interface AdmissionChain {
  /** Those that mutate, in their order, and once more where one of them asks for it. */
  mutate(request: AdmissionRequest): Promise<void>;
  /** Those that validate, in their order. */
  validate(request: AdmissionRequest): Promise<void>;
}

/** The plugins that are called for one operation on one resource or subresource. */
interface Called {
  readonly mutating: readonly AdmissionPlugin[];
  readonly validating: readonly AdmissionPlugin[];
}

/** Plugins one after another. What each is called for is found out once for all that is served. */
export function admissionChain(plugins: readonly AdmissionPlugin[]): AdmissionChain {
  const known = new WeakMap<ServedResource, Map<string, Called>>();
  const calledFor = ({ resource, subresource, operation }: AdmissionRequest): Called => {
    let ofResource = known.get(resource);
    if (ofResource === undefined) known.set(resource, ofResource = new Map());
    const key = `${operation} ${subresource}`;
    let called = ofResource.get(key);
    if (called === undefined) {
      const all = plugins.filter(({ handles, about }) =>
        (handles?.includes(operation) ?? true) && (about?.(resource, subresource) ?? true)
      );
      called = {
        mutating: all.filter(({ mutate }) => mutate !== undefined),
        validating: all.filter(({ validate }) => validate !== undefined),
      };
      ofResource.set(key, called);
    }
    return called;
  };
  const mutateOnce = async (request: AdmissionRequest) => {
    for (const plugin of calledFor(request).mutating) {
      const pending = plugin.mutate!(request);
      if (pending !== undefined) await pending;
    }
  };
  return {
    async mutate(request) {
      await mutateOnce(request);
      if (request.reinvocation.begin()) await mutateOnce(request);
    },
    async validate(request) {
      for (const plugin of calledFor(request).validating) {
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
