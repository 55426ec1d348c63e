/** Kinds that come and go while the server runs: definitions, and the resources that they define. */
export { converters } from "./converters.ts";
export { keepDefinitions } from "./controller.ts";
export { CustomSource, type CustomSourceOptions, sourceOf } from "./source.ts";
export { conversionMetrics } from "./conversion/mod.ts";
