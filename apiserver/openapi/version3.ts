/**
 * Documents of OpenAPI version 3.
 *
 * @module
 */

import type { Definitions } from "./definitions.ts";
import type { OpenApiSchema } from "./described.ts";
import type { Kinds } from "./kinds.ts";
import type { Content, Operation, Path } from "./path.ts";
import type { Parameter } from "./parameters.ts";

/** What documents say of the whole API. */
export interface Info {
  readonly title: string;
  readonly version: string;
}

/** The one way of authenticating that documents tell of. */
export const BEARER_TOKEN = {
  type: "apiKey",
  description: "Bearer token authentication",
  name: "authorization",
  in: "header",
} as const;

/** The document of some paths, with all definitions that these reach. */
export function describeVersion3(
  info: Info,
  paths: readonly Path[],
  definitions: Definitions,
  kinds: Kinds,
): OpenApiSchema {
  const { made, refers } = definitions.tracked(() =>
    Object.fromEntries(paths.map((path) => [path.path, pathItem(path, definitions)]))
  );
  return {
    openapi: "3.0.0",
    info,
    paths: made,
    components: {
      schemas: definitions.reachable(refers, kinds),
      securitySchemes: { BearerToken: BEARER_TOKEN },
    },
  };
}

function pathItem({ parameters, operations }: Path, definitions: Definitions): OpenApiSchema {
  return {
    ...Object.fromEntries(
      operations.map((operation) => [operation.method, operationItem(operation, definitions)]),
    ),
    ...(parameters.length > 0 && { parameters: parameters.map(parameterItem) }),
  };
}

function operationItem(operation: Operation, definitions: Definitions): OpenApiSchema {
  const { id, description, tag, parameters, body, consumes, answer, codes, produces } = operation;
  return {
    tags: [tag],
    description,
    operationId: id,
    // Not by reference: stock clients look for references of version 2 here.
    ...(parameters.length > 0 && { parameters: parameters.map(parameterItem) }),
    ...(body !== undefined && {
      requestBody: {
        content: contentItem(consumes, schemaOfContent(body.content, definitions)),
        ...(body.required && { required: true }),
      },
    }),
    responses: responses(
      codes,
      { content: contentItem(produces, schemaOfContent(answer, definitions)) },
    ),
    ...operationExtensions(operation, definitions),
  };
}

function contentItem(types: readonly string[], schema: OpenApiSchema): OpenApiSchema {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

function parameterItem({ name, in: place, type, description }: Parameter): OpenApiSchema {
  return {
    name,
    in: place,
    ...(description !== undefined && { description }),
    ...(place === "path" && { required: true }),
    schema: { type, uniqueItems: true },
  };
}

/** The schema of what a request or an answer carries. */
export function schemaOfContent(content: Content, definitions: Definitions): OpenApiSchema {
  if (content === undefined) return { type: "string" };
  return definitions.ref(typeof content === "string" ? content : definitions.nameOf(content));
}

const PHRASES: Readonly<Record<number, string>> = { 200: "OK", 201: "Created", 202: "Accepted" };

/** The answers of success, each with `more`, and that of who is not known. */
export function responses(codes: readonly number[], more: OpenApiSchema): OpenApiSchema {
  return {
    ...Object.fromEntries(
      codes.map((code) => [String(code), { description: PHRASES[code], ...more }]),
    ),
    "401": { description: "Unauthorized" },
  };
}

/** What the extensions say of an operation. */
export function operationExtensions(
  { action, kind }: Operation,
  definitions: Definitions,
): OpenApiSchema {
  return {
    ...(action !== undefined && { [definitions.extension("action")]: action }),
    ...(kind !== undefined && definitions.kindExtension(kind)),
  };
}
