/**
 * Objects of a resource from one version to another. Whoever runs a conversion webhook calls this; it
 * is not behind `mod.ts`, as operators need no regular expressions of servers.
 *
 * @module
 */

import { decodeUntypedJson, encodeUntypedJson } from "../codec/json.ts";
import { RE2JS } from "../deps/re2.ts";
import type { AnyObject, KubeObject } from "../kinds/mod.ts";
import { equalJson, isEmptyObject, isObject, type JsonObject, memberOf } from "../values/json.ts";
import type { Conversion, PartMeta, Parts } from "./conversion.ts";
import type { Resource } from "./define.ts";
import { isDeclared } from "./definition.ts";
import { fitted } from "./fitted.ts";
import { lostOf, restored } from "./kept.ts";
import { plainJson } from "./plain_json.ts";
import { problemOf } from "./problem.ts";
import { fieldsOf, type Schema } from "./schema.ts";

/** Bytes of all annotations of an object, as servers count them. */
const ANNOTATIONS_LIMIT_BYTES = 256 * 1024;
/** Fields of every status, which no conversion is asked about. */
const OWN_STATUS = ["conditions", "observedGeneration"];

// deno-lint-ignore no-explicit-any -- of any objects
type AnyResource = Resource<any, any, any>;

/** One object that can't be converted; others may be. */
export class ConversionError extends Error {
  override readonly name = "ConversionError";
}

/** The annotation in which an object has what its version can't carry; users may edit it. */
export function keptAnnotation(group: string): string {
  return `${group}/kept-by-conversion`;
}

/**
 * The object as another version has it, by way of the stored one. `object` is one of the resource, in
 * any of its versions, and stays as it is. Of its metadata no more than labels and annotations change.
 *
 * What `down` can't carry is kept in the annotation of {@link keptAnnotation}, and given back on the way
 * up to whatever has not been changed since, as far as the schema of the stored version takes it (its
 * rules are not evaluated, as they are not for what `up` returns). Where all conversions are declared
 * this does what a server does with them, which keeps nothing.
 *
 * Throws a {@link ConversionError} that names the object.
 */
export function convertObject(
  resource: AnyResource,
  object: KubeObject | JsonObject,
  toVersion: string,
): AnyObject {
  let converter = converters.get(resource);
  if (converter === undefined) converters.set(resource, converter = new Converter(resource));
  return converter.convert(object as JsonObject, toVersion);
}

const converters = new WeakMap<AnyResource, Converter>();

/** What conversion needs to know of a resource, made once. */
class Converter {
  readonly #resource: AnyResource;
  readonly #annotation: string;
  /** Of whole objects, without what is no conversion's business. */
  readonly #schemas: ReadonlyMap<string, Schema>;
  readonly #keeps: boolean;
  readonly #patterns = new Map<string, RE2JS | undefined>();

  constructor(resource: AnyResource) {
    const { versions } = resource.definition().spec;
    this.#resource = resource;
    this.#annotation = keptAnnotation(resource.group);
    this.#keeps = !isDeclared(resource.conversions);
    this.#schemas = new Map(
      versions.map(({ name, schema }) => [name, partsOf(schema?.openAPIV3Schema as Schema)]),
    );
  }

  convert(object: JsonObject, to: string): AnyObject {
    const { group, kind, version: stored, conversions } = this.#resource;
    const metadata = isObject(object.metadata) ? object.metadata : {};
    const { namespace, name } = metadata;
    const what = `${kind} ${namespace === undefined ? "" : `${namespace}/`}${
      name ?? "without name"
    }`;
    const fail = (why: string, cause?: unknown): never => {
      throw new ConversionError(`convert ${what} to ${to}: ${why}`, { cause });
    };
    const apiVersion = typeof object.apiVersion === "string" ? object.apiVersion : "";
    const from = apiVersion.slice(group.length + 1);
    const known = [...this.#schemas.keys()].join(", ");
    if (object.kind !== kind || !apiVersion.startsWith(`${group}/`)) {
      fail(`it is a ${object.kind} of ${apiVersion || "no version"}, not one of ${group}`);
    }
    for (const one of [from, to]) {
      if (!this.#schemas.has(one)) fail(`there is no version ${one}: there are ${known}`);
    }
    if (from === to) return object as AnyObject;
    if (Object.keys(conversions).length === 0) return { ...object, apiVersion: `${group}/${to}` };
    try {
      const atStored = from === stored ? object : this.#up(object, from);
      return (to === stored ? atStored : this.#down(atStored, to)) as AnyObject;
    } catch (error) {
      if (error instanceof ConversionError) throw error;
      return fail(error instanceof Error ? error.message : String(error), error);
    }
  }

  #up(object: JsonObject, from: string): JsonObject {
    const { version: stored } = this.#resource;
    const lifted = this.#run("up", object, from);
    const annotations = memberOf(metadataOf(object), "annotations");
    const text = isObject(annotations) ? memberOf(annotations, this.#annotation) : undefined;
    const kept = typeof text === "string" && this.#keeps ? this.#read(text) : undefined;
    const parts = kept === undefined ? lifted : this.#givenBack(kept, lifted, object, from);
    return this.#whole(object, stored, parts);
  }

  /** What was kept, back in its place, as far as what the client wrote looks the same with it. */
  #givenBack(kept: JsonObject, lifted: Parts, object: JsonObject, from: string): Parts {
    const schema = this.#schemas.get(this.#resource.version)!;
    const matches = (pattern: string, value: string) => this.#matches(pattern, value);
    const seen = (parts: Parts) => {
      try {
        return bodyOf(this.#run("down", this.#whole(object, this.#resource.version, parts), from));
      } catch {
        return undefined;
      }
    };
    const wanted = fitted(
      this.#schemas.get(from)!,
      bodyOf({ spec: object.spec, status: withoutOwn(object.status) }),
    );
    const before = problemOf(schema, bodyOf(lifted), "", matches);
    let [parts, shown] = [lifted, seen(lifted)];
    const give = (some: JsonObject): boolean => {
      const body = restored(schema, some, structuredClone(bodyOf(parts)), matches) as JsonObject;
      if (before === undefined && problemOf(schema, body, "", matches) !== undefined) return false;
      const next = { ...parts, ...body };
      const now = seen(next);
      if (shown === undefined || now === undefined || !agrees(shown, now, wanted)) return false;
      [parts, shown] = [next, now];
      return true;
    };
    if (give(kept)) return parts;
    // By field, so that one that the client has changed leaves the others theirs.
    for (const some of eachField(kept, schema)) give(some);
    return parts;
  }

  #down(object: JsonObject, to: string): JsonObject {
    const { version: stored } = this.#resource;
    const lowered = this.#whole(object, to, this.#run("down", object, to));
    if (!this.#keeps) return lowered;
    const back = bodyOf(this.#run("up", lowered, to));
    const value = bodyOf({ ...object, status: withoutOwn(object.status) });
    const lost = lostOf(this.#schemas.get(stored)!, back, value);
    if (lost === undefined) return lowered;
    const text = new TextDecoder().decode(encodeUntypedJson({ version: stored, ...lost }));
    const metadata = metadataOf(lowered);
    const annotations = { ...metadata.annotations as JsonObject, [this.#annotation]: text };
    if (sizeOf(annotations) > ANNOTATIONS_LIMIT_BYTES) {
      throw new ConversionError(
        `convert ${this.#resource.kind} ${metadata.name} to ${to}: what it can't carry does not fit into ` +
          `its annotations, ${ANNOTATIONS_LIMIT_BYTES} bytes in all: read it in version ${stored}`,
      );
    }
    return { ...lowered, metadata: { ...metadata, annotations } };
  }

  /** What a conversion makes of an object, as a server would leave it. */
  #run(way: "up" | "down", object: JsonObject, version: string): Parts {
    const conversion: Conversion = this.#resource.conversions[version]!;
    const { labels, annotations } = metadataOf(object);
    const parts: Parts = {
      metadata: plainJson({
        ...(isObject(labels) && { labels }),
        ...(isObject(annotations) && { annotations: this.#withoutKept(annotations) }),
      }, "metadata") as PartMeta,
      spec: plainJson(object.spec ?? {}, "spec"),
      ...(isObject(object.status) && { status: plainJson(withoutOwn(object.status), "status") }),
    };
    let result: unknown;
    try {
      result = conversion[way](parts);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`${way}() of ${version} failed: ${why}`, { cause: error });
    }
    const made = plainJson(result ?? null, `${way}() of ${version}`);
    if (!isObject(made)) throw new Error(`${way}() of ${version} returned no object`);
    for (const name of Object.keys(made)) {
      if (["metadata", "spec", "status"].includes(name)) continue;
      throw new Error(
        `${way}() of ${version} returned ${name}: only metadata, spec and status can be`,
      );
    }
    if (!isObject(made.spec)) throw new Error(`${way}() of ${version} returned no spec`);
    if (!this.#keeps) return made as Parts;
    const to = this.#schemas.get(way === "up" ? this.#resource.version : version)!;
    const { spec, status } = fieldsOf(to) as Record<"spec" | "status", Schema>;
    return {
      ...(made.metadata !== undefined &&
        { metadata: checkedMetadata(made.metadata, way, version) }),
      spec: fitted(spec, made.spec),
      ...(isObject(made.status) && { status: fitted(status, made.status) }),
    };
  }

  /** The object with these parts. */
  #whole(object: JsonObject, version: string, parts: Parts): JsonObject {
    const { group } = this.#resource;
    const { status: _, ...others } = object;
    const before = metadataOf(object);
    const metadata: JsonObject = { ...before };
    if (this.#keeps) {
      const { annotations } = before;
      if (isObject(annotations) && Object.hasOwn(annotations, this.#annotation)) {
        metadata.annotations = this.#withoutKept(annotations);
      }
      Object.assign(metadata, parts.metadata);
      for (const name of ["labels", "annotations"] as const) {
        if (isEmptyObject(metadata[name])) delete metadata[name];
      }
    }
    const own = isObject(object.status)
      ? Object.fromEntries(
        OWN_STATUS.filter((name) => Object.hasOwn(object.status as JsonObject, name))
          .map((name) => [name, (object.status as JsonObject)[name]]),
      )
      : {};
    const status = { ...isObject(parts.status) ? parts.status : {}, ...own };
    return {
      ...others,
      apiVersion: `${group}/${version}`,
      metadata,
      spec: parts.spec,
      ...(Object.keys(status).length > 0 && { status }),
    };
  }

  #withoutKept(annotations: JsonObject): JsonObject {
    const { [this.#annotation]: _, ...others } = annotations;
    return others;
  }

  /** What was kept; undefined where it is of another version, or nobody's JSON. */
  #read(text: string): JsonObject | undefined {
    try {
      const kept = decodeUntypedJson(text);
      return isObject(kept) && kept.version === this.#resource.version ? kept : undefined;
    } catch {
      return undefined;
    }
  }

  #matches(pattern: string, text: string): boolean {
    let regex = this.#patterns.get(pattern);
    if (regex === undefined) this.#patterns.set(pattern, regex = RE2JS.compile(pattern));
    return regex.test(text);
  }
}

/** The schema of what is kept: spec, and status but for what goes along anyway. */
function partsOf(schema: Schema): Schema {
  const { spec, status } = fieldsOf(schema) as Record<"spec" | "status", Schema>;
  const fields = Object.fromEntries(
    Object.entries(fieldsOf(status)).filter(([name]) => !OWN_STATUS.includes(name)),
  );
  return {
    type: "object",
    required: ["spec", "status"],
    properties: { spec, status: { ...status, properties: fields } },
  };
}

function bodyOf(
  { spec, status }: { readonly spec?: unknown; readonly status?: unknown },
): JsonObject {
  return { spec: spec ?? {}, status: status ?? {} };
}

/** Whether all that is other than it was is what is wanted. */
function agrees(was: unknown, is: unknown, wanted: unknown): boolean {
  if (equalJson(was, is) || equalJson(is, wanted)) return true;
  if (!isObject(was) || !isObject(is) || !isObject(wanted)) return false;
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].every((name) =>
    agrees(memberOf(was, name), memberOf(is, name), memberOf(wanted, name))
  );
}

/** What was kept of each field of spec and status by itself. */
function* eachField({ fields }: JsonObject, schema: Schema): Generator<JsonObject> {
  for (const part of ["spec", "status"]) {
    const kept = isObject(fields) ? fields[part] : undefined;
    if (!isObject(kept) || !isObject(kept.fields)) continue;
    for (const name of Object.keys(fieldsOf(fieldsOf(schema)[part] as Schema))) {
      const one = memberOf(kept.fields, name);
      if (one !== undefined) yield { fields: { [part]: { fields: { [name]: one } } } };
    }
  }
}

function withoutOwn(status: unknown): JsonObject | undefined {
  if (!isObject(status)) return undefined;
  return Object.fromEntries(Object.entries(status).filter(([name]) => !OWN_STATUS.includes(name)));
}

function metadataOf({ metadata }: JsonObject): JsonObject {
  return isObject(metadata) ? metadata : {};
}

function checkedMetadata(metadata: unknown, way: string, version: string): PartMeta {
  const wrong = (why: string) => {
    throw new Error(`${way}() of ${version} returned metadata ${why}`);
  };
  if (!isObject(metadata)) return wrong("that is no object") as never;
  for (const [name, texts] of Object.entries(metadata)) {
    if (name !== "labels" && name !== "annotations") {
      wrong(`with ${name}: only labels and annotations can be others`);
    }
    const areTexts = isObject(texts) &&
      Object.values(texts).every((one) => typeof one === "string");
    if (!areTexts) wrong(`whose ${name} are no texts`);
  }
  return metadata as PartMeta;
}

const encoder = new TextEncoder();

function sizeOf(annotations: JsonObject): number {
  return Object.entries(annotations).reduce(
    (sum, [name, text]) => sum + encoder.encode(name + String(text)).length,
    0,
  );
}
