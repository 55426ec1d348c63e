/**
 * Makes a document of version 3 of another server's part of version 2: servers of old have none, and clients
 * that explain and check by version 3 look nowhere else.
 *
 * @module
 */

import type { SlicedTask } from "../../toolkit/time_slice.ts";
import { isObject } from "../../toolkit/values/json.ts";
import type { OpenApiSchema } from "./described.ts";
import { encodeVersion3 } from "./encode_version3.ts";
import type { Part } from "./foreign.ts";
import { mapMembers } from "./map_members.ts";

/** Characters of a document, as JSON: version 3 repeats what version 2 says once for several content types. */
const DOCUMENT_LIMIT = 8 * 1024 * 1024;

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch"];
/** What of an operation is said in the same words. */
const SAME = ["tags", "summary", "description", "externalDocs", "operationId", "deprecated"];
/** What of a parameter is none of its schema. */
const PARAMETER = ["name", "in", "description", "required", "allowEmptyValue"];
/** Of what servers say nothing of content types. */
const ANY_TYPES = ["application/json"];

const DEFINITIONS = "#/definitions/";
const SCHEMAS = "#/components/schemas/";

/**
 * The paths and components of a document, as JSON; undefined: it has no paths. Throws saying what can't be converted. In
 * steps: a part may be millions of characters.
 */
export function* convertPart(part: string): SlicedTask<string | undefined> {
  const { paths, definitions, parameters } = JSON.parse(part) as Part;
  if (Object.keys(paths).length === 0) return undefined;
  yield;
  const converter = new Converter(parameters);
  const text = JSON.stringify({
    paths: yield* mapMembers(Object.entries(paths), (item) => converter.pathItem(item)),
    components: { schemas: yield* mapMembers(Object.entries(definitions), schemaOf) },
  });
  yield;
  if (text.length > DOCUMENT_LIMIT) throw tooLong();
  // What has another form than the specification's fails here, and not when somebody asks for it.
  yield* encodeVersion3(JSON.parse(text));
  return text;
}

class Converter {
  readonly #parameters: OpenApiSchema;
  /** Characters that are left to what is said once in version 2, and may be said often in version 3. */
  #left = DOCUMENT_LIMIT;

  constructor(parameters: OpenApiSchema) {
    this.#parameters = parameters;
  }

  pathItem(item: unknown): OpenApiSchema {
    const all = objectOf(item);
    const shared = this.#parametersOf(all.parameters);
    const operations = METHODS.filter((method) => isObject(all[method])).map((method) =>
      [method, this.#operation(objectOf(all[method]), shared.body)] as const
    );
    return {
      ...Object.fromEntries(operations),
      ...(shared.others.length > 0 && { parameters: shared.others }),
      ...extensionsOf(all),
    };
  }

  #operation(operation: OpenApiSchema, sharedBody: OpenApiSchema | undefined): OpenApiSchema {
    const { body = sharedBody, others } = this.#parametersOf(operation.parameters);
    const produces = typesOf(operation.produces);
    return {
      ...Object.fromEntries(
        SAME.filter((word) => operation[word] !== undefined).map((word) => [word, operation[word]]),
      ),
      ...(others.length > 0 && { parameters: others }),
      ...(body !== undefined && { requestBody: this.#requestBody(body, operation.consumes) }),
      responses: mapped(operation.responses, (answer) => {
        const { description = "", schema } = objectOf(answer);
        return {
          description,
          ...(schema !== undefined && { content: this.#content(produces, schema) }),
        };
      }),
      ...extensionsOf(operation),
    };
  }

  #requestBody({ description, required, schema }: OpenApiSchema, consumes: unknown) {
    return {
      ...(description !== undefined && { description }),
      content: this.#content(typesOf(consumes), schema),
      ...(required === true && { required }),
    };
  }

  #content(types: readonly string[], schema: unknown): OpenApiSchema {
    const shown = schemaOf(schema);
    const { length } = JSON.stringify(shown);
    this.#take(types.reduce((sum, type) => sum + type.length + length, 0));
    return Object.fromEntries(types.map((type) => [type, { schema: shown }]));
  }

  /** Not by reference: stock clients look for references of version 2 there. */
  #parametersOf(given: unknown) {
    const all = (Array.isArray(given) ? given : []).map((one) => {
      const { $ref } = objectOf(one);
      if (typeof $ref !== "string") return objectOf(one);
      const found = objectOf(this.#parameters[$ref.slice("#/parameters/".length)]);
      this.#take(JSON.stringify(found).length);
      return found;
    });
    const body = all.find((one) => one.in === "body");
    if (all.some((one) => one.in === "formData")) throw new Error("it has parameters of forms");
    return { body, others: all.filter((one) => one.in !== "body").map(parameterOf) };
  }

  #take(characters: number): void {
    this.#left -= characters;
    if (this.#left < 0) throw tooLong();
  }
}

function parameterOf(parameter: OpenApiSchema): OpenApiSchema {
  const isOwn = (word: string) => PARAMETER.includes(word) || word.startsWith("x-");
  const entries = Object.entries(parameter);
  return {
    ...Object.fromEntries(entries.filter(([word]) => isOwn(word))),
    schema: schemaOf(Object.fromEntries(
      entries.filter(([word]) => !isOwn(word) && word !== "collectionFormat"),
    )),
  };
}

/** A schema in the words of version 3, in which nothing may stand beside a reference. */
function schemaOf(value: unknown): OpenApiSchema {
  const { $ref, ...rest } = Object.fromEntries(
    Object.entries(objectOf(value)).map(([word, said]) => [word, wordOf(word, said)]),
  );
  if (typeof $ref !== "string") return $ref === undefined ? rest : { ...rest, $ref };
  const reference = { $ref: $ref.replace(DEFINITIONS, SCHEMAS) };
  return Object.keys(rest).length === 0 ? reference : { allOf: [reference], ...rest };
}

function wordOf(word: string, said: unknown): unknown {
  switch (word) {
    case "properties":
      return mapped(said, schemaOf);
    case "additionalProperties":
    case "items":
    case "allOf":
      if (Array.isArray(said)) return said.map(schemaOf);
      return isObject(said) ? schemaOf(said) : said;
    case "discriminator":
      return { propertyName: said };
    case "type":
      // Of several types version 3 has no word but alternatives: then nothing is said.
      return Array.isArray(said) ? said.length === 1 ? said[0] : undefined : said;
    default:
      return said;
  }
}

function extensionsOf(value: OpenApiSchema): OpenApiSchema {
  return Object.fromEntries(Object.entries(value).filter(([word]) => word.startsWith("x-")));
}

function typesOf(types: unknown): readonly string[] {
  const texts = Array.isArray(types) ? types.filter((type) => typeof type === "string") : [];
  return texts.length > 0 ? [...new Set(texts)] : ANY_TYPES;
}

function mapped(value: unknown, change: (member: unknown) => unknown): OpenApiSchema {
  return Object.fromEntries(
    Object.entries(objectOf(value)).map(([name, member]) => [name, change(member)]),
  );
}

function objectOf(value: unknown): OpenApiSchema {
  return isObject(value) ? value : {};
}

function tooLong(): Error {
  return new Error(`as a document of version 3 it is longer than ${DOCUMENT_LIMIT} characters`);
}
