/**
 * The reference's metrics that this project has not, and why.
 *
 * @module
 */

/** Patterns of names, by the reason. */
const LEFT_OUT: Readonly<Record<string, readonly RegExp[]>> = {
  "of its language's runtime and libraries, which are others here": [
    /^go_/,
    /^grpc_client_/,
    /^rest_client_transport_/,
    /_x509_(insecure_sha1|missing_san)_total$/,
  ],
  "of plugins that get credentials: counted where there are any": [/^rest_client_exec_plugin_/],
  "of the order of its own filters; how long finding out who asks and what they may takes is told by others":
    [
      /^apiserver_request_filter_duration_seconds$/,
      /^apiserver_request_timestamp_comparison_time$/,
    ],
  "of fairness at the end of every nanosecond, which nobody could count here": [
    /^apiserver_flowcontrol_(read_vs_write_current_requests|demand_seats|priority_level_(request|seat)_utilization)$/,
    /^apiserver_flowcontrol_current_r$/,
  ],
  "a child that nothing is ever observed in": [/^field_validation_request_duration_seconds$/],
  "of two ways to validate, of which one is here": [/^apiserver_validation_/],
  "quantiles of what a histogram tells": [/_duration_seconds_summary$/],
  "of its own checks of its metrics": [/^cardinality_enforcement_/],
  "of servers that tell each other what they serve": [/^aggregator_discovery_(peer|nopeer)_/],
};

const ALL = Object.values(LEFT_OUT).flat();

/** Whether a metric of the reference is not to be here. */
export function isLeftOut(name: string): boolean {
  return ALL.some((pattern) => pattern.test(name));
}
