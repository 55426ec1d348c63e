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
import { OpenApi } from "./service.ts";

/** Answers requests for descriptions; undefined for paths that are none of theirs. */
export function openApiRoute(
  source: ResourceSource,
  dialect: Dialect,
  foreign: ForeignDescriptions,
): (context: RequestContext) => Promise<HttpResponse | undefined> {
  const openApi = new OpenApi({
    dialect,
    info: { title: NAMES[dialect].serviceApiServer, version: API_LEVEL },
    resources: () => source.all(),
    generation: () => source.generation,
    foreign,
  });
  return async ({ info, query, request }) => {
    const { accept = "", "if-none-match": ifNoneMatch = "" } = request.headers;
    return await openApi.answer({
      path: info.path,
      hash: query.get("hash"),
      accept: String(accept),
      ifNoneMatch: String(ifNoneMatch),
    });
  };
}
