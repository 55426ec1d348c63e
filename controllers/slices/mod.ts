/** What those who write slices of endpoints share. */
export { endpointKey, portsKey, sameEndpoint } from "./endpoint_keys.ts";
export {
  type CachedSlice,
  draftOf,
  emptyPlan,
  type Endpoint,
  type SliceDraft,
  type SlicePlan,
  type SlicePort,
} from "./slice_draft.ts";
export { type SliceCount, type SliceMetrics, sliceMetrics } from "./slice_metrics.ts";
export { SlicesOfServices } from "./slices_of_service.ts";
export { type SliceOwner, sliceWriter, type WriteSlices } from "./write_slices.ts";
