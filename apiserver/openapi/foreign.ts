/**
 * OpenAPI documents of other servers.
 *
 * @module
 */

import type { OpenApiSchema } from "./described.ts";

/** The OpenAPI documents of extension servers, as this server shows them among its own. */
export interface ForeignDescriptions {
  /** Changes whenever any of them does. */
  readonly generation: number;
  /** Where documents of version 3 are, by path below `/openapi/v3/`: URLs relative to the server. */
  version3(): ReadonlyMap<string, string>;
  /**
   * What is said of those that have none, by the same paths: paths and components, as `convertPart` made
   * them, as JSON.
   */
  converted(): ReadonlyMap<string, string>;
  /** Parts of the document of version 2, as `cutPart` made them, as JSON. */
  version2(): readonly string[];
}

/** Those of a server that has none beside it. */
export const NO_FOREIGN: ForeignDescriptions = {
  generation: 0,
  version3: () => new Map(),
  converted: () => new Map(),
  version2: () => [],
};

/** A part of a document of version 2 that stands by itself. */
export interface Part {
  readonly paths: OpenApiSchema;
  readonly definitions: OpenApiSchema;
  readonly parameters: OpenApiSchema;
}
