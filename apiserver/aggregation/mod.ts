/** Versions of groups that other servers have: found, checked, and passed on to. */
export { Aggregation, type AggregationOptions } from "./aggregation.ts";
