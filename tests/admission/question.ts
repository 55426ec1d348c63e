/**
 * What admission plugins are asked, here and there.
 *
 * @module
 */

import type { Operation } from "../../apiserver/admission/admission.ts";
import type { AnyObject } from "../../toolkit/kinds/mod.ts";
import type { Random } from "../cel/generated_expressions.ts";

/** A write, as a plugin is told of it. */
export interface PluginRequest {
  readonly operation: Operation;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly object?: AnyObject;
  readonly old?: AnyObject;
  readonly user: { readonly name: string; readonly groups: readonly string[] };
  readonly dryRun?: boolean;
}

/** A plugin, what it is told at the start, what there is, and what it is asked there. */
export interface PluginQuestion {
  readonly plugin: string;
  /** Of its configuration file, in JSON; undefined: there is none. */
  readonly configuration?: string;
  readonly objects: readonly AnyObject[];
  /** What its authorizer says yes to: `verb group/resource/subresource`, and the object's name behind it if only to that. */
  readonly allowed?: readonly string[];
  readonly requests: readonly PluginRequest[];
}

/** What becomes of a request: the object as it is then, or the refusal. */
export interface PluginAnswer {
  readonly object?: AnyObject;
  readonly code?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly causes?: readonly unknown[];
  readonly warnings?: readonly string[];
  readonly annotations?: Readonly<Record<string, string>>;
}

/** What a plugin is asked at random. */
export interface PluginCase {
  readonly plugin: string;
  readonly questions: (random: Random) => () => World;
}

/** All of a question but the plugin. */
export type World = Omit<PluginQuestion, "plugin">;
