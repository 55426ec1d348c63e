import type { HttpResponse } from "../toolkit/serving/mod.ts";
import type { Dialect } from "../toolkit/names.ts";
import type { RequestContext } from "./http/context.ts";
import type { ResourceSource } from "./registry/resource_source.ts";

/** To come with the folder openapi/. */
export function openApiAnswers(_source: ResourceSource, _dialect: Dialect) {
  return (_context: RequestContext): Promise<HttpResponse | undefined> =>
    Promise.resolve(undefined);
}
