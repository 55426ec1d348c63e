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
export { convertPart } from "./convert_part.ts";
export { cutPart } from "./cut_part.ts";
export { type ForeignDescriptions, NO_FOREIGN } from "./foreign.ts";
export { runInOwnSlices } from "./document.ts";
export { VERSION_2_PATH, VERSION_3_PATH } from "./document_paths.ts";
export { openApiRoute } from "./route.ts";
export type { Info } from "./version3.ts";
