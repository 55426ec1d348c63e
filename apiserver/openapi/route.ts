/**
 * The descriptions of the API among the server's paths.
 *
 * @module
 */

import { type Dialect, NAMES } from "../../toolkit/names.ts";
import type { HttpResponse } from "../../toolkit/serving/mod.ts";
import { API_LEVEL } from "../../toolkit/version.ts";
import type { RequestContext } from "../http/context.ts";
import type { ResourceSource } from "../resource/resource_source.ts";
import type { ForeignDescriptions } from "./foreign.ts";
import { capitalized } from "./names.ts";
import type { OpenApi } from "./service.ts";

/**
 * Answers requests for descriptions; undefined for paths that are none of theirs. What makes them is
 * loaded with the first one: a server is ready without its 60 files of words.
 */
export function openApiRoute(
  source: ResourceSource,
  dialect: Dialect,
  foreign: ForeignDescriptions,
): (context: RequestContext) => Promise<HttpResponse | undefined> {
  const open = async () => {
    const { OpenApi } = await import("./service.ts");
    return new OpenApi({
      dialect,
      info: { title: capitalized(NAMES[dialect].serviceApiServer), version: API_LEVEL },
      resources: () => source.all(),
      generation: () => source.generation,
      foreign,
    });
  };
  let opened: Promise<OpenApi> | undefined;
  return async ({ info, query, request }) => {
    if (!info.path.startsWith("/openapi/")) return undefined;
    const openApi = await (opened ??= open());
    const { accept = "", "if-none-match": ifNoneMatch = "" } = request.headers;
    return await openApi.answer({
      path: info.path,
      hash: query.get("hash"),
      accept: String(accept),
      ifNoneMatch: String(ifNoneMatch),
    });
  };
}
