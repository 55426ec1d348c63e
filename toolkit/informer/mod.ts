/** Following the objects of a kind, and reading them from memory. */
export { createInformer } from "./create_informer.ts";
export { defineIndex, type Index } from "./define_index.ts";
export type {
  CachedListOptions,
  Delta,
  DerivedValues,
  Informer,
  InformerOptions,
  InformerStats,
  Lister,
} from "./informer.ts";
export { type OwnInformerOptions, RunningInformer } from "./running_informer.ts";
export { defineView, metadataOnly, type View } from "./view.ts";
