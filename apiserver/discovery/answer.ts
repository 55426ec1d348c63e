/**
 * Answers discovery requests.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { type Dialect, DIALECTS, NAMES } from "../../toolkit/names.ts";
import { schemaOf, type StructType } from "../../toolkit/schema/mod.ts";
import type { HttpResponse } from "../../toolkit/serving/mod.ts";
import { encodingOf, type Form, PLAIN } from "../bodies/form.ts";
import { type MediaType, parseAccept } from "../bodies/media_type.ts";
import { encoded } from "../bodies/representation.ts";
import { negotiateHeader } from "../endpoints/accept.ts";
import { answer } from "../endpoints/answer.ts";
import type { RequestContext } from "../http/context.ts";
import type { DiscoverySource } from "./discovered.ts";
import type { DiscoveryMeasures } from "./discovery_metrics.ts";
import { DiscoveryDocuments } from "./documents.ts";

const GROUPS = new Set(DIALECTS.map((dialect) => NAMES[dialect].group("apidiscovery")));

/**
 * Answers the discovery paths `/api`, `/apis` and what is below them. Documents are made again only
 * when the served resources have changed; aggregated ones carry an ETag.
 */
export class Discovery {
  readonly #source: DiscoverySource;
  readonly #dialect: Dialect;
  readonly #address: string | undefined;
  readonly #measures: DiscoveryMeasures;
  /** Made when somebody asks. */
  #documents: DiscoveryDocuments | undefined;
  #generation = -1;
  readonly #answers = new Map<string, HttpResponse>();

  /** `address`: where clients are told that the server is; undefined: where each asked. */
  constructor(
    source: DiscoverySource,
    { dialect, address, measures }: {
      readonly dialect: Dialect;
      readonly address?: string | undefined;
      readonly measures: DiscoveryMeasures;
    },
  ) {
    this.#source = source;
    this.#dialect = dialect;
    this.#address = address;
    this.#measures = measures;
  }

  /** The paths that there is an answer at. */
  paths(): string[] {
    return ["/apis", "/apis/", ...this.#renewed().paths()];
  }

  /** The answer to a request, or undefined for a path that is none of discovery's. */
  answer(context: RequestContext): HttpResponse | undefined {
    const { path } = context.info;
    const parts = path.split("/").filter((part) => part !== "");
    const [root, first, second] = parts;
    if ((root !== "api" && root !== "apis") || parts.length > 3) return undefined;
    const documents = this.#renewed();
    if (root === "api") {
      if (parts.length === 1) {
        return this.#aggregated(context, true) ??
          this.#document(
            context,
            documents.coreVersions(this.#address ?? addressOf(context)),
            "APIVersions",
          );
      }
      return parts.length === 2
        ? this.#document(context, documents.resources("", first!), "APIResourceList")
        : undefined;
    }
    if (parts.length === 1) {
      return this.#aggregated(context, false) ??
        this.#document(context, documents.groupList(), "APIGroupList");
    }
    return parts.length === 2
      ? this.#document(context, documents.group(first!), "APIGroup")
      : this.#document(context, documents.resources(first!, second!), "APIResourceList");
  }

  #renewed(): DiscoveryDocuments {
    const { generation } = this.#source;
    if (this.#documents !== undefined && this.#generation === generation) return this.#documents;
    this.#documents = new DiscoveryDocuments(this.#source);
    this.#generation = generation;
    this.#answers.clear();
    return this.#documents;
  }

  #document(
    context: RequestContext,
    object: JsonObject | undefined,
    kind: string,
  ): HttpResponse | undefined {
    if (object === undefined) return undefined;
    const form = negotiateHeader(context, { protobuf: true, shapes: false });
    return answer(200, form.contentType, encoded(object, this.#type(kind), form));
  }

  #type(kind: string): StructType {
    return schemaOf(this.#dialect).struct("meta/v1", kind);
  }

  /** The document with everything in it, where the client likes that best of what there is. */
  #aggregated(context: RequestContext, core: boolean): HttpResponse | undefined {
    const accept = String(context.request.headers.accept ?? "");
    const first = parseAccept(accept).find((type) => asksForAll(type) || isPlain(type));
    if (first === undefined || !asksForAll(first)) return undefined;
    const { g = "", v = "" } = first.parameters;
    const name = `${core} ${first.name} ${g}/${v}`;
    let made = this.#answers.get(name);
    if (made === undefined) {
      const form: Form = first.name === "application/json"
        ? PLAIN
        : { ...PLAIN, encoding: "protobuf", contentType: first.name };
      const object = this.#renewed().aggregated(core, `${g}/${v}`);
      this.#measures.aggregated();
      const type = schemaOf(this.#dialect).kind(g, "v2", "APIGroupDiscoveryList")!;
      const body = encoded(object, type, form);
      const etag = `"${createHash("sha256").update(body).digest("hex").toUpperCase()}"`;
      const contentType = `${first.name};g=${g};v=${v};as=APIGroupDiscoveryList`;
      made = {
        status: 200,
        headers: { "content-type": contentType, etag, vary: "Accept", "cache-control": "public" },
        body,
      };
      this.#answers.set(name, made);
    }
    const known = context.request.headers["if-none-match"];
    return known !== undefined && known === made.headers?.etag
      ? { status: 304, headers: { etag: known as string } }
      : made;
  }
}

function asksForAll({ name, parameters: { g = "", v, as } }: MediaType): boolean {
  const encoding = name === "application/json" ||
    DIALECTS.some((dialect) => NAMES[dialect].protobufMediaType === name);
  return encoding && as === "APIGroupDiscoveryList" && v === "v2" && GROUPS.has(g);
}

/** Whether a media type takes the small documents. */
function isPlain({ name, parameters }: MediaType): boolean {
  return parameters.as === undefined &&
    (name === "*/*" || name === "application/*" || encodingOf(name) !== undefined);
}

function addressOf({ request }: RequestContext): string {
  const host = request.headers[":authority"] ?? request.headers.host;
  return typeof host === "string" ? host : "";
}
