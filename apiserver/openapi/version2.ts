/**
 * The document of OpenAPI version 2: the whole API in one.
 *
 * @module
 */

import type { Definitions } from "./definitions.ts";
import type { OpenApiSchema } from "./described.ts";
import type { Kinds } from "./kinds.ts";
import type { Operation, Path } from "./path.ts";
import type { Parameter } from "./parameters.ts";
import {
  BEARER_TOKEN,
  type Info,
  operationExtensions,
  responses,
  schemaOfContent,
} from "./version3.ts";

/** Collects paths, and makes the document of them: a few at a time, for there are many. */
export class Version2 {
  readonly #definitions: Definitions;
  readonly #paths: Record<string, OpenApiSchema> = {};
  readonly #refers = new Set<string>();
  /** Parameters that operations share. */
  readonly #parameters = new Map<string, Parameter>();

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  /** Adds paths. */
  add(paths: readonly Path[]): void {
    for (const path of paths) {
      const { made, refers } = this.#definitions.tracked(() => this.#pathItem(path));
      this.#paths[path.path] = made;
      refers.forEach((name) => this.#refers.add(name));
    }
  }

  /** The document of all that was added. */
  document(info: Info, kinds: Kinds): OpenApiSchema {
    return {
      swagger: "2.0",
      info,
      paths: this.#paths,
      definitions: this.#definitions.reachable(this.#refers, kinds),
      parameters: Object.fromEntries(
        [...this.#parameters].map(([key, parameter]) => [key, parameterItem(parameter)]),
      ),
      securityDefinitions: { BearerToken: BEARER_TOKEN },
      security: [{ BearerToken: [] }],
    };
  }

  #pathItem({ parameters, operations }: Path): OpenApiSchema {
    return {
      ...Object.fromEntries(
        operations.map((operation) => [operation.method, this.#operation(operation)]),
      ),
      ...(parameters.length > 0 && { parameters: parameters.map((each) => this.#parameter(each)) }),
    };
  }

  #operation(operation: Operation): OpenApiSchema {
    const { id, description, tag, parameters, body, consumes, answer, codes, produces } = operation;
    const given = parameters.map((each) => this.#parameter(each));
    if (body !== undefined) {
      given.unshift({
        in: "body",
        name: "body",
        ...(body.required && { required: true }),
        schema: schemaOfContent(body.content, this.#definitions),
      });
    }
    return {
      description,
      ...(consumes.length > 0 && { consumes }),
      produces,
      schemes: ["https"],
      tags: [tag],
      operationId: id,
      ...(given.length > 0 && { parameters: given }),
      responses: responses(codes, { schema: schemaOfContent(answer, this.#definitions) }),
      ...operationExtensions(operation, this.#definitions),
    };
  }

  /** A reference, where no other parameter goes by the name. */
  #parameter(parameter: Parameter): OpenApiSchema {
    const { name, in: place, type, description } = parameter;
    // That of an object is said of each kind anew.
    if (name === "name") return parameterItem(parameter);
    const key = `${place}-${name}`;
    const known = this.#parameters.get(key);
    if (known === undefined) this.#parameters.set(key, parameter);
    else if (known.type !== type || known.description !== description) {
      return parameterItem(parameter);
    }
    return { $ref: `#/parameters/${key}` };
  }
}

function parameterItem({ name, in: place, type, description }: Parameter): OpenApiSchema {
  return {
    uniqueItems: true,
    type,
    ...(description !== undefined && { description }),
    name,
    in: place,
    ...(place === "path" && { required: true }),
  };
}
