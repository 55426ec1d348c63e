/**
 * Descriptions of the API in OpenAPI, versions 2 and 3, as clients read them to explain, validate
 * and merge.
 *
 * @module
 */

export type {
  DescribedResource,
  DescribedSubresource,
  DescribeOptions,
  OpenApiSchema,
} from "./described.ts";
export { cutPart } from "./cut_part.ts";
export { type ForeignDescriptions, NO_FOREIGN } from "./foreign.ts";
export {
  OpenApi,
  type OpenApiAnswer,
  type OpenApiOptions,
  type OpenApiRequest,
  VERSION_2_PATH,
  VERSION_3_PATH,
} from "./service.ts";
export { openApiRoute } from "./route.ts";
export type { Info } from "./version3.ts";
