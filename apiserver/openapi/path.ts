/**
 * The paths of the API and what can be done there, before either version of OpenAPI.
 *
 * @module
 */

import type { GroupVersionKind, StructType } from "../../toolkit/schema/mod.ts";
import type { Parameter } from "./parameters.ts";

/** What a request or an answer carries: a type, a definition by its name, or a text. */
export type Content = StructType | string | undefined;

/** Something that can be done at a path. */
export interface Operation {
  readonly method: "get" | "put" | "post" | "delete" | "patch" | "head" | "options";
  readonly id: string;
  /** What it does. */
  readonly description: string;
  /** `list`, `connect`; of the discovery paths none. */
  readonly action?: string;
  readonly kind?: GroupVersionKind;
  readonly tag: string;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly content: Content; readonly required: boolean };
  /** Content types of the body. */
  readonly consumes: readonly string[];
  /** Undefined: a text. */
  readonly answer: Content;
  /** Codes of success. */
  readonly codes: readonly number[];
  /** Content types of the answer. */
  readonly produces: readonly string[];
}

/** A path. */
export interface Path {
  readonly path: string;
  /** Parameters of every operation. */
  readonly parameters: readonly Parameter[];
  readonly operations: readonly Operation[];
}

/** A path at which the API tells of itself. */
export function discoveryPath(
  about: Pick<Operation, "id" | "description" | "tag" | "answer" | "consumes" | "produces"> & {
    readonly path: string;
  },
): Path {
  const { path, ...rest } = about;
  return {
    path,
    parameters: [],
    operations: [{
      ...rest,
      method: "get",
      parameters: [],
      codes: [200],
    }],
  };
}

/** Says of the path what all of its operations take; each list by name, in order. */
export function shareParameters({ path, parameters, operations }: Path): Path {
  const [first, ...others] = operations;
  const common =
    first?.parameters.filter((each) => others.every((other) => other.parameters.includes(each))) ??
      [];
  return {
    path,
    parameters: byName([...parameters, ...common]),
    operations: operations.map((operation) => ({
      ...operation,
      parameters: byName(operation.parameters.filter((each) => !common.includes(each))),
    })),
  };
}

function byName(parameters: readonly Parameter[]): Parameter[] {
  return parameters.toSorted((one, other) => one.name < other.name ? -1 : 1);
}
