/**
 * The parameters of requests.
 *
 * @module
 */

import { describeField } from "../../toolkit/descriptions/mod.ts";
import type { StructType, Type } from "../../toolkit/schema/mod.ts";

/** A parameter of a path or a query. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly type: "string" | "integer" | "boolean";
  readonly description?: string | undefined;
}

/** Of the paths of objects of a kind. */
export function nameOf(kind: string): Parameter {
  return { name: "name", in: "path", type: "string", description: `The name of the ${kind}.` };
}

/** Of the paths of what is in a namespace. */
export const NAMESPACE: Parameter = {
  name: "namespace",
  in: "path",
  type: "string",
  description: "The namespace of the object.",
};

/** Of the paths that are passed on. */
export const PROXY_PATH: Parameter = {
  name: "path",
  in: "path",
  type: "string",
  description: "The path that is asked for there.",
};

/** Of every request. */
export const PRETTY: Parameter = {
  name: "pretty",
  in: "query",
  type: "string",
  description:
    "Whether the answer is indented. Default: for browsers and curl, which are read by people.",
};

const made = new WeakMap<StructType, readonly Parameter[]>();

/** The parameters that stand for the fields of a type of options: those that can be written as such. */
export function parametersOf(options: StructType): readonly Parameter[] {
  const known = made.get(options);
  if (known !== undefined) return known;
  const parameters = [...options.properties]
    .filter(([name, { type }]) => !/^(apiVersion|kind)$/.test(name) && isPlain(type))
    .map(([name, field]): Parameter => ({
      name,
      in: "query",
      type: plainType(field.type),
      description: describeField(options, field),
    }));
  made.set(options, parameters);
  return parameters;
}

/** Whether a value can be written as a parameter, or as several of one name. */
function isPlain(type: Type): boolean {
  if (type.kind === "list") return isPlain(type.element);
  return /^(string|bool|u?int(32|64))$/.test(type.kind);
}

function plainType(type: Type): Parameter["type"] {
  if (type.kind === "list") return plainType(type.element);
  return type.kind === "bool" ? "boolean" : type.kind === "string" ? "string" : "integer";
}
