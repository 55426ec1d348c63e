/**
 * Answers requests for descriptions of the API. They are made on first demand, a group version at a
 * time, and kept until the resources change.
 *
 * @module
 */

import { type Clock, systemClock } from "../../toolkit/clock.ts";
import type { Dialect } from "../../toolkit/names.ts";
import { type SlicedTask, TimeSlice } from "../../toolkit/time_slice.ts";
import { parseAccept } from "../bodies/media_type.ts";
import { Definitions } from "./definitions.ts";
import {
  type DescribedGroupVersion,
  type DescribedResource,
  groupVersionsOf,
  type OpenApiSchema,
  pathOf,
} from "./described.ts";
import { type ForeignDescriptions, NO_FOREIGN } from "./foreign.ts";
import { kindsOf } from "./kinds.ts";
import { mergeParts } from "./merge_parts.ts";
import { patchDefinitionName } from "./names.ts";
import {
  type Bytes,
  type Document,
  documentOf,
  encodeJson,
  Renewed,
  runInOwnSlices,
  type Tagged,
  tagged,
} from "./document.ts";
import { VERSION_2_PATH, VERSION_3_PATH } from "./document_paths.ts";
import { Operations } from "./operations.ts";
import type { Path } from "./path.ts";
import { defineServerTypes, hasBuiltin, serverPaths } from "./server_paths.ts";
import { encodeVersion2 } from "./encode_version2.ts";
import { encodeVersion3 } from "./encode_version3.ts";
import { describeVersion3, type Info } from "./version3.ts";
import { Version2 } from "./version2.ts";

/** What the descriptions are made from. */
export interface OpenApiOptions {
  readonly dialect: Dialect;
  readonly info: Info;
  /** The resources that are served now. */
  resources(): readonly DescribedResource[];
  /** Changes whenever {@link resources} does. */
  generation(): number;
  /** What other servers say of themselves. Default: there are none. */
  readonly foreign?: ForeignDescriptions;
  readonly clock?: Clock;
}

/** What of a request matters. */
export interface OpenApiRequest {
  /** As it was sent. */
  readonly path: string;
  /** The query parameter of that name. */
  readonly hash?: string | undefined;
  /** The headers of these names. */
  readonly accept?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** What to send back. */
export interface OpenApiAnswer {
  /** 200, 301, 304 or 406. */
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Bytes;
}

const JSON_TYPE = "application/json";

/** The Protobuf form of a version. */
function protobufType(version: 2 | 3): string {
  return `application/com.github.proto-openapi.spec.v${version}.v1.0+protobuf`;
}

/** What a version is offered as. The last one is how clients ask for the one before; no valid media type. */
function offersOf(version: 2 | 3): readonly string[] {
  const old = `application/com.github.proto-openapi.spec.v${version}@v1.0+protobuf`;
  return [JSON_TYPE, protobufType(version), old];
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** A document, and what it was made of. */
interface Described {
  readonly of: readonly unknown[];
  readonly document: Promise<Document>;
}

/**
 * Answers requests for OpenAPI documents. A document is made when it is first asked for, a group
 * version at a time, and kept until the resources change.
 */
export class OpenApi {
  readonly #options: OpenApiOptions;
  readonly #clock: Clock;
  readonly #foreign: ForeignDescriptions;
  readonly #definitions: Definitions;
  /** Documents of version 3, by path below {@link VERSION_3_PATH}. */
  readonly #documents = new Map<string, Described>();
  readonly #version2: Renewed<Document>;
  readonly #index: Renewed<Tagged>;

  /** Makes nothing yet. */
  constructor(options: OpenApiOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#foreign = options.foreign ?? NO_FOREIGN;
    this.#definitions = newDefinitions(options.dialect, 3);
    this.#version2 = new Renewed(() => runInOwnSlices(this.#makeVersion2()));
    this.#index = new Renewed(() => this.#makeIndex());
  }

  /** The answer to a GET; undefined where there is no such document. */
  async answer(request: OpenApiRequest): Promise<OpenApiAnswer | undefined> {
    const { path } = request;
    // Both only grow.
    const generation = this.#options.generation() + this.#foreign.generation;
    if (path === VERSION_2_PATH) {
      const form = negotiate(request.accept, offersOf(2));
      if (form === undefined) return NOT_ACCEPTABLE;
      const document = await this.#version2.get(generation);
      return form === JSON_TYPE
        ? answerWith(document, JSON_TYPE, request)
        : answerWith(await protobufOf(document), protobufType(2), request);
    }
    if (path === VERSION_3_PATH || path === `${VERSION_3_PATH}/`) {
      return answerWith(await this.#index.get(generation), JSON_TYPE, request);
    }
    if (!path.startsWith(`${VERSION_3_PATH}/`)) return undefined;
    return await this.#answerVersion3(path.slice(VERSION_3_PATH.length + 1), request);
  }

  async #answerVersion3(
    name: string,
    request: OpenApiRequest,
  ): Promise<OpenApiAnswer | undefined> {
    const document = await this.#describe(name);
    if (document === undefined) return undefined;
    const form = negotiate(request.accept, offersOf(3));
    if (form === undefined) return NOT_ACCEPTABLE;
    const { hash = "" } = request;
    if (hash !== "" && hash !== document.etag) {
      return { status: 301, headers: { location: urlOf(name, document), vary: "Accept" } };
    }
    const [shown, type] = form === JSON_TYPE
      ? [document, JSON_TYPE]
      : [await protobufOf(document), protobufType(3)];
    return answerWith(
      shown,
      type,
      request,
      hash === "" ? {} : {
        "cache-control": "public, immutable",
        expires: new Date(this.#clock.now() + YEAR_MS).toUTCString(),
      },
    );
  }

  /** A document of version 3; undefined where there is none of that name. */
  #describe(name: string): Promise<Document> | undefined {
    const foreign = this.#foreign.converted().get(name);
    if (foreign !== undefined) return this.#describeForeign(name, foreign);
    const groupVersions = groupVersionsOf(this.#options.resources());
    const found = groupVersions.find(({ group, version }) => pathOf(group, version) === name);
    if (found !== undefined) return this.#describeGroupVersion(name, found);
    const path = serverPaths(this.#options.dialect, groupVersions).get(name);
    return path && this.#describeDiscovery(name, path);
  }

  #describeGroupVersion(name: string, groupVersion: DescribedGroupVersion): Promise<Document> {
    return this.#kept(name, groupVersion.resources, () => {
      return this.#document(() => this.#pathsOf(groupVersion), [groupVersion]);
    });
  }

  #describeDiscovery(name: string, path: Path): Promise<Document> {
    return this.#kept(name, [], () => this.#document(() => [path], []));
  }

  /** The document of another server, which has none itself. */
  #describeForeign(name: string, text: string): Promise<Document> {
    const { info } = this.#options;
    const make = () => ({ openapi: "3.0.0", info, ...JSON.parse(text) as OpenApiSchema });
    return this.#kept(name, [text], function* () {
      return documentOf(yield* encodeJson(make()), () => encodeVersion3(make()));
    });
  }

  *#document(
    paths: () => readonly Path[],
    groupVersions: readonly DescribedGroupVersion[],
  ): SlicedTask<Document> {
    const { info } = this.#options;
    const types = this.#definitions;
    function* make(): SlicedTask<OpenApiSchema> {
      const definitions = types.forDocument();
      const kinds = yield* kindsOf(groupVersions, definitions);
      const document = describeVersion3(info, paths(), definitions, kinds);
      yield;
      return document;
    }
    // Few ask for the other form: it is made anew then, and what it is made of is not kept.
    return documentOf(yield* encodeJson(yield* make()), function* () {
      return yield* encodeVersion3(yield* make());
    });
  }

  /** The document that was made of the same things, or a new one. */
  #kept(
    name: string,
    of: readonly unknown[],
    make: () => SlicedTask<Document>,
  ): Promise<Document> {
    const known = this.#documents.get(name);
    if (known !== undefined && sameElements(known.of, of)) return known.document;
    const described = { of, document: runInOwnSlices(make()) };
    this.#documents.set(name, described);
    // What can't be made is tried anew by whoever asks next.
    described.document.catch(() => {
      if (this.#documents.get(name) === described) this.#documents.delete(name);
    });
    return described.document;
  }

  async #makeIndex(): Promise<Tagged> {
    const groupVersions = groupVersionsOf(this.#options.resources());
    const described = new Map([
      ...groupVersions.map((one) => {
        const name = pathOf(one.group, one.version);
        return [name, () => this.#describeGroupVersion(name, one)] as const;
      }),
      ...[...serverPaths(this.#options.dialect, groupVersions)].map(([name, path]) => {
        return [name, () => this.#describeDiscovery(name, path)] as const;
      }),
      ...[...this.#foreign.converted()].map(([name, text]) => {
        return [name, () => this.#describeForeign(name, text)] as const;
      }),
    ]);
    const paths: Record<string, OpenApiSchema> = {};
    const slice = new TimeSlice(systemClock);
    for (const [name, describe] of [...described].sort(([one], [other]) => one < other ? -1 : 1)) {
      await slice.yieldIfOver();
      paths[name] = { serverRelativeURL: urlOf(name, await describe()) };
    }
    for (const name of this.#documents.keys()) {
      if (!Object.hasOwn(paths, name)) this.#documents.delete(name);
    }
    for (const [name, serverRelativeURL] of this.#foreign.version3()) {
      paths[name] = { serverRelativeURL };
    }
    return tagged(await runInOwnSlices(encodeJson({ paths })));
  }

  *#makeVersion2(): SlicedTask<Document> {
    const groupVersions = groupVersionsOf(this.#options.resources());
    const definitions = newDefinitions(this.#options.dialect, 2);
    const kinds = yield* kindsOf(groupVersions, definitions);
    const made = new Version2(definitions);
    made.add([...serverPaths(this.#options.dialect, groupVersions).values()]);
    for (const groupVersion of groupVersions) {
      made.add(this.#pathsOf(groupVersion));
      yield;
    }
    const own = made.document(this.#options.info, kinds);
    yield;
    const document = yield* mergeParts(own, this.#foreign.version2());
    yield;
    const json = yield* encodeJson(document);
    yield;
    // Nearly all who ask for it want this form.
    const protobuf = yield* encodeVersion2(document);
    return { ...tagged(json), protobuf: () => Promise.resolve(protobuf) };
  }

  #pathsOf(groupVersion: DescribedGroupVersion): Path[] {
    const operations = new Operations(this.#options.dialect, groupVersion);
    return [
      ...hasBuiltin(groupVersion) ? [operations.discovery()] : [],
      ...groupVersion.resources.flatMap((resource) => operations.ofResource(resource)),
    ];
  }
}

function newDefinitions(dialect: Dialect, version: 2 | 3): Definitions {
  const definitions = Definitions.ofTypes(dialect, version);
  definitions.define(patchDefinitionName(dialect), () => ({
    description: "A change to an object: what it is like depends on the Content-Type.",
    type: "object",
  }));
  defineServerTypes(definitions);
  return definitions;
}

async function protobufOf({ etag, protobuf }: Document): Promise<Tagged> {
  return { bytes: await protobuf(), etag };
}

function urlOf(name: string, { etag }: Tagged): string {
  return `${VERSION_3_PATH}/${name}?hash=${etag}`;
}

function sameElements(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((each, index) => each === right[index]);
}

const NOT_ACCEPTABLE: OpenApiAnswer = { status: 406, headers: { vary: "Accept" } };

/** The first of what is accepted that is offered. */
function negotiate(accept: string | undefined, offers: readonly string[]): string | undefined {
  const accepted = accept === undefined || accept.trim() === "" ? "*/*" : accept;
  for (const { name } of parseAccept(accepted)) {
    const offer = name === "*/*" || name === "application/*"
      ? offers[0]
      : offers.find((each) => each === name);
    if (offer !== undefined) return offer;
  }
  return undefined;
}

function answerWith(
  { bytes, etag }: Tagged,
  type: string,
  { ifNoneMatch }: OpenApiRequest,
  more: Readonly<Record<string, string>> = {},
): OpenApiAnswer {
  const headers = { etag: `"${etag}"`, vary: "Accept", ...more };
  if (matches(ifNoneMatch, etag)) return { status: 304, headers };
  return { status: 200, headers: { "content-type": type, ...headers }, body: bytes };
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch !== undefined && ifNoneMatch.split(",").some((each) => {
    const tag = each.trim();
    return tag === "*" || tag.replace(/^W\//, "") === `"${etag}"`;
  });
}
