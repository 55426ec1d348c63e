/**
 * YAML, read as the reference reads it (YAML 1.1 booleans, octal numbers, merge keys, dates as
 * strings) and written as its command line prints it.
 *
 * @module
 */

import {
  binaryTag,
  boolYaml11Tag,
  CORE_SCHEMA,
  defineScalarTag,
  type Document,
  dump,
  DUMP_SCHEMA,
  intCoreTag,
  intYaml11Tag,
  loadAll,
  mergeTag,
  NOT_RESOLVED,
  visit,
  YAMLException,
} from "../deps/yaml.ts";
import { addAll } from "../add_all.ts";
import { CodecError } from "./error.ts";
import {
  DEPTH_LIMIT,
  SIZE_LIMIT_BYTES,
  YAML_ALIAS_LIMIT,
  YAML_ALIASED_NODES_LIMIT,
} from "./limits.ts";
import { checkRaw, newReading } from "./raw.ts";
import { narrow } from "./scalars.ts";
import { yamlDuplicates } from "./yaml_duplicates.ts";

const INTEGER = /^([-+]?)(?:0b([01_]+)|0o([0-7_]+)|0x([0-9a-fA-F_]+)|0([0-7_]+)|(\d[\d_]*))$/;

function resolveInteger(source: string): number | bigint | typeof NOT_RESOLVED {
  const match = INTEGER.exec(source);
  if (match === null) return NOT_RESOLVED;
  const [, sign, binary, octal, hex, oldOctal, decimal] = match;
  // Like 08, which has no octal digits: a float.
  if (decimal !== undefined && /^0[\d_]/.test(decimal)) return NOT_RESOLVED;
  const digits = (prefix: string, text: string | undefined) =>
    text === undefined ? "" : prefix + text.replaceAll("_", "");
  const text = digits("0b", binary) || digits("0o", octal ?? oldOctal) || digits("0x", hex) ||
    digits("", decimal);
  if (/^0[box]?$/.test(text)) return text === "0" ? 0 : NOT_RESOLVED;
  const value = BigInt(text);
  return narrow(sign === "-" ? -value : value);
}

/** Integers of the reference's parser; those past 2^53 keep their digits as bigints. */
const integerTag = defineScalarTag<number | bigint>("tag:yaml.org,2002:int", {
  implicit: true,
  implicitFirstChars: ["-", "+", ..."0123456789"],
  resolve: resolveInteger,
  identify: (object) => typeof object === "bigint" || intCoreTag.identify(object),
  represent: (object) => String(object),
});

/** JSON has no bytes: the reference reads binary scalars as the text that they hold. */
const textOfBinaryTag = defineScalarTag<string>("tag:yaml.org,2002:binary", {
  resolve: (source, isExplicit, tagName) => {
    const bytes = binaryTag.resolve(source, isExplicit, tagName);
    return bytes === NOT_RESOLVED ? NOT_RESOLVED : new TextDecoder().decode(bytes as Uint8Array);
  },
  identify: () => false,
});

const SCHEMA = CORE_SCHEMA.withTags(boolYaml11Tag, integerTag, mergeTag, textOfBinaryTag);

/** How YAML is read. */
export interface YamlDecodeOptions {
  /** More bytes are refused. Default {@link SIZE_LIMIT_BYTES}. */
  readonly limitBytes?: number;
  /**
   * Gets a sentence for each field that comes twice, of which the last one wins:
   * `line 3: key "a" already set in map`. Without it these are refused.
   */
  readonly duplicates?: string[];
}

/**
 * The documents of a YAML text, empty ones as null. Duplicate fields, unknown tags, floats that JSON
 * does not have and documents that aliases blow up are refused with {@link CodecError}.
 *
 * ```ts
 * import { decodeYaml } from "../../mod.ts";
 *
 * decodeYaml("kind: Pod\n---\nkind: Secret"); // [{ kind: "Pod" }, { kind: "Secret" }]
 * ```
 */
export function decodeYaml(
  source: Uint8Array | string,
  options: YamlDecodeOptions = {},
): unknown[] {
  const limit = options.limitBytes ?? SIZE_LIMIT_BYTES;
  if (source.length > limit) {
    throw new CodecError(`yaml: ${source.length} bytes are more than the limit of ${limit}`);
  }
  const text = typeof source === "string" ? source : decodeUtf8(source);
  return parse(text, options.duplicates).map((document, index) => {
    try {
      checkSize(document);
      return checkRaw(document, newReading());
    } catch (error) {
      const message = (error as Error).message;
      throw new CodecError(`yaml: document ${index + 1}: ${message}`, "", { cause: error });
    }
  });
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new CodecError("yaml: the text is not valid UTF-8", "", { cause: error });
  }
}

const LOADING = { schema: SCHEMA, maxAliases: YAML_ALIAS_LIMIT, maxDepth: DEPTH_LIMIT };
const DUPLICATE = "duplicated mapping key";

function parse(text: string, duplicates: string[] | undefined): unknown[] {
  try {
    return loadAll(text, LOADING);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    if (duplicates === undefined || error.reason !== DUPLICATE) throw refused(error);
  }
  try {
    const documents = loadAll(text, { ...LOADING, json: true });
    addAll(duplicates, yamlDuplicates(text, SCHEMA));
    return documents;
  } catch (error) {
    throw error instanceof YAMLException ? refused(error) : error;
  }
}

function refused({ mark, reason }: YAMLException): CodecError {
  const where = mark === undefined || mark === null
    ? ""
    : `line ${mark.line + 1}, column ${mark.column + 1}: `;
  // No cause: it shows the lines around the fault.
  return new CodecError(`yaml: ${where}${withoutContent(reason)}`);
}

/**
 * The reason of a fault without what the document said there: a password that begins with `*` or `!`
 * and stands without quotes is an alias or a tag to YAML.
 */
function withoutContent(reason: string): string {
  return reason.replace(/ (?:!<.*>|".*")/s, "")
    .replace(/(tag name cannot contain such characters).*/s, "$1");
}

/** Refuses a document that aliases make endless, or far larger than its text. */
function checkSize(document: unknown): void {
  // The number of nodes under each object with aliases followed; undefined while it is counted.
  const sizes = new Map<object, number | undefined>();
  let aliased = 0;
  const sizeOf = (node: unknown, depth: number): number => {
    if (typeof node !== "object" || node === null) return 1;
    if (sizes.has(node)) {
      const known = sizes.get(node);
      if (known === undefined) throw new CodecError("an alias refers to a value that contains it");
      aliased += known;
      if (aliased > YAML_ALIASED_NODES_LIMIT) {
        throw new CodecError("the aliases expand to too much");
      }
      return known;
    }
    if (depth > DEPTH_LIMIT) throw new CodecError(`more than ${DEPTH_LIMIT} levels deep`);
    sizes.set(node, undefined);
    let size = 1;
    for (const member of Object.values(node)) size += sizeOf(member, depth + 1);
    sizes.set(node, size);
    return size;
  };
  sizeOf(document, 0);
}

/**
 * One document of YAML: fields sorted, strings quoted where another reader could take them amiss.
 * Throws {@link CodecError} for a value with a text of several MiB.
 *
 * ```ts
 * import { encodeYaml } from "../../mod.ts";
 *
 * encodeYaml({ replicas: 3, paused: "yes" }); // paused: "yes"\nreplicas: 3\n
 * ```
 */
export function encodeYaml(value: unknown): string {
  try {
    return print(value);
  } catch (error) {
    // The writer finds the style of a text by patterns, which run out of stack on a very long one.
    if (!(error instanceof RangeError)) throw error;
    throw new CodecError("yaml: a text is too long to be written", "", { cause: error });
  }
}

function print(value: unknown): string {
  return dump(value, {
    schema: PRINTED_SCHEMA,
    quoteStyle: "double",
    seqNoIndent: true,
    lineWidth: -1,
    noRefs: true,
    transform: sortFields,
  });
}

/** What any reader might take for a number is quoted, sexagesimals included. */
const printedIntegerTag = defineScalarTag<number | bigint>("tag:yaml.org,2002:int", {
  implicit: true,
  implicitFirstChars: integerTag.implicitFirstChars,
  resolve: (source, isExplicit, tagName) => {
    const integer = resolveInteger(source);
    return integer === NOT_RESOLVED
      ? intYaml11Tag.resolve(source, isExplicit, tagName) as number | typeof NOT_RESOLVED
      : integer;
  },
  identify: integerTag.identify,
  represent: integerTag.represent,
});

const PRINTED_SCHEMA = DUMP_SCHEMA.withTags(printedIntegerTag);

function sortFields(documents: Document[]): void {
  visit(documents, (node) => {
    if (node.kind !== "mapping") return;
    node.items.sort((left, right) => compareNaturally(nameOf(left.key), nameOf(right.key)));
  });
}

function nameOf(key: { kind: string; value?: unknown }): string {
  return key.kind === "scalar" ? String(key.value) : "";
}

const PART = /\d+|\D/gu;

/**
 * The order of fields in the reference's YAML: numbers inside of names count as numbers (`a2` before
 * `a10`), and letters come after everything else.
 */
function compareNaturally(left: string, right: string): number {
  const lefts = left.match(PART) ?? [], rights = right.match(PART) ?? [];
  const shared = Math.min(lefts.length, rights.length);
  for (let i = 0; i < shared; i++) {
    const a = lefts[i]!, b = rights[i]!;
    if (a !== b) return compareParts(a, b) || (a < b ? -1 : 1);
  }
  return lefts.length - rights.length;
}

const LETTER = /^\p{L}/u, NUMBER = /^\d/;

function compareParts(left: string, right: string): number {
  if (NUMBER.test(left) && NUMBER.test(right)) {
    const a = BigInt(left), b = BigInt(right);
    return a < b ? -1 : a > b ? 1 : left.length - right.length;
  }
  return Number(LETTER.test(left)) - Number(LETTER.test(right));
}
