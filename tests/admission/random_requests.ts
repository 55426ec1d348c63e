/**
 * Random writes.
 *
 * @module
 */

import { findKind } from "../../toolkit/schema/mod.ts";
import type { AnyObject } from "../../toolkit/kinds/mod.ts";
import { Choices } from "../decisions/choices.ts";
import type { PluginRequest } from "./question.ts";

/** Where what is written is, but for namespaces that are compared. */
export const NAMESPACE = "n";

const USER = { name: "somebody", groups: ["system:authenticated"] };

/** Makes writes, and what all of them have. */
export class RandomRequests extends Choices {
  /** A field in this part of all cases. */
  protected maybe<Value>(of: number, name: string, make: () => Value): Record<string, Value> {
    return this.chance(of) ? { [name]: make() } : {};
  }

  protected labels(keys: readonly string[], values: readonly string[]): Record<string, string> {
    return Object.fromEntries(this.many(3, () => [this.one(keys), this.one(values)]));
  }

  protected create(
    resource: string,
    object: AnyObject,
    more: Partial<PluginRequest> = {},
  ): PluginRequest {
    return this.#write("CREATE", resource, object, more);
  }

  protected update(
    resource: string,
    object: AnyObject,
    old: AnyObject,
    more: Partial<PluginRequest> = {},
  ): PluginRequest {
    // What is there has been stored.
    const metadata = { ...old.metadata, resourceVersion: "1" };
    return { ...this.#write("UPDATE", resource, object, more), old: { ...old, metadata } };
  }

  #write(
    operation: PluginRequest["operation"],
    resource: string,
    object: AnyObject,
    more: Partial<PluginRequest>,
  ): PluginRequest {
    const { apiVersion = "", kind = "", metadata: { namespace = "", name = "" } = {} } = object;
    const slash = apiVersion.indexOf("/");
    const group = apiVersion.slice(0, Math.max(slash, 0));
    const version = apiVersion.slice(slash + 1);
    if (findKind(group, version, kind, "kubernetes") === undefined) throw new Error(kind);
    return {
      operation,
      group,
      version,
      resource,
      kind,
      namespace,
      name,
      object,
      user: USER,
      ...more,
    };
  }
}
