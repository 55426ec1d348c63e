/**
 * The seam of admission: who may say no to a write, or change it, after authorization.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { User } from "../authentication/user.ts";
import { metadataOf } from "../resource/metadata.ts";
import type { ServedResource } from "../resource/served_resource.ts";
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
  readonly reinvocation: ReinvocationContext;
}

/** What an object is called in a refusal: one that has no name yet, by what that will begin with. */
export function calledInRefusals({ name, object }: AdmissionRequest): string {
  if (name !== "" || object === undefined) return name;
  const { name: own, generateName } = metadataOf(object);
  return own || generateName || "Unknown";
}

/** One who may refuse or change writes. A refusal is thrown as a `StatusError`. */
export interface AdmissionPlugin {
  /** The operations that it is called for. Default: all. */
  readonly handles?: readonly Operation[];
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

const OPERATIONS: readonly Operation[] = ["CREATE", "UPDATE", "DELETE", "CONNECT"];

type Calls = Readonly<Record<Operation, readonly AdmissionPlugin[]>>;

/** Plugins one after another. */
export function admissionChain(plugins: readonly AdmissionPlugin[]): AdmissionChain {
  const calls = (phase: "mutate" | "validate"): Calls => {
    const calledFor = (operation: Operation) =>
      plugins.filter((one) =>
        one[phase] !== undefined && (one.handles?.includes(operation) ?? true)
      );
    return Object.fromEntries(OPERATIONS.map((one) => [one, calledFor(one)])) as unknown as Calls;
  };
  const [mutating, validating] = [calls("mutate"), calls("validate")];
  const mutateOnce = async (request: AdmissionRequest) => {
    for (const plugin of mutating[request.operation]) {
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
      for (const plugin of validating[request.operation]) {
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
