/**
 * The reference's metrics that this project has not, and why.
 *
 * @module
 */

/** A process whose metrics are compared. */
export type MeasuredProcess = "apiserver" | "controller manager" | "scheduler";

interface LeftOut {
  readonly why: string;
  /** Default: all. */
  readonly of?: readonly MeasuredProcess[];
  readonly names: readonly RegExp[];
}

const OTHERS: readonly MeasuredProcess[] = ["controller manager", "scheduler"];

const LEFT_OUT: readonly LeftOut[] = [
  {
    why: "they are of its language's runtime and libraries, which are others here",
    names: [
      /^go_/,
      /^grpc_client_/,
      /^rest_client_transport_/,
      /_x509_(insecure_sha1|missing_san)_total$/,
    ],
  },
  {
    why: "they are of plugins that get credentials, of which it shows that there are none",
    names: [/^rest_client_exec_plugin_/],
  },
  {
    why:
      "how long it takes to find out who asks and what they may is told by authentication_duration_seconds " +
      "and authorization_duration_seconds; to time each step would cost each request",
    names: [
      /^apiserver_request_filter_duration_seconds$/,
      /^apiserver_request_timestamp_comparison_time$/,
    ],
  },
  {
    why: "they are looked at every nanosecond there, by sums that nobody keeps here",
    names: [
      /^apiserver_flowcontrol_(read_vs_write_current_requests|demand_seats)$/,
      /^apiserver_flowcontrol_priority_level_(request|seat)_utilization$/,
      /^apiserver_flowcontrol_current_r$/,
    ],
  },
  { why: "it is of flow control, which is off", names: [/^apiserver_flowcontrol_seat_fair_frac$/] },
  {
    why: "nothing is ever observed in it",
    names: [/^field_validation_request_duration_seconds$/],
  },
  {
    why: "they compare two ways to validate, of which one is here",
    names: [/^apiserver_validation_/],
  },
  { why: "a histogram tells the same", names: [/_duration_seconds_summary(_sum|_count)?$/] },
  {
    why:
      "rules of custom resources are looked at in slices, between other work: no span is that of one",
    names: [/^apiserver_cel_/, /^apiextensions_apiserver_validation_ratcheting_seconds$/],
  },
  {
    why:
      "there is no second version of the plugin for keys, whose cache they tell of, and making a key does not fail",
    names: [
      /^apiserver_envelope_encryption_dek_cache_fill_percent$/,
      /^apiserver_storage_data_key_generation_failures_total$/,
    ],
  },
  {
    why: "they are of encryption, which is off",
    names: [
      /^apiserver_storage_data_key_generation_duration_seconds$/,
      /^apiserver_storage_envelope_transformation_cache_misses_total$/,
    ],
  },
  {
    why: "one watch of the store serves all kinds, and nothing is leased",
    names: [/^etcd_bookmark_total$/, /^etcd_lease_object_counts$/],
  },
  {
    why: "no controller skips a turn because it is behind: it looks up what it can't know",
    of: ["controller manager"],
    names: [/_stale_sync_skips_total$/],
  },
  {
    why: "pods are placed one by one, and nothing of one is kept for the next",
    of: ["scheduler"],
    names: [/^scheduler_(batch|get_node_hint|store_schedule_results)_/],
  },
  {
    why: "servers don't tell each other here what they serve",
    names: [/^aggregator_discovery_(peer|nopeer)_/],
  },
  {
    why: "the server does its own work without requests to itself",
    of: ["apiserver"],
    names: [/^apiserver_selfrequest_total$/, /^rest_client_/, /^workqueue_/],
  },
  {
    why: "a store in memory has no size",
    of: ["apiserver"],
    names: [/^apiserver_storage_size_bytes$/],
  },
  {
    why: "what informers hear is handled at once: nothing waits in between",
    names: [/^informer_/],
  },
  {
    why: "none of the features that they can be told of does anything in them",
    of: OTHERS,
    names: [/^kubernetes_feature_enabled$/],
  },
  { why: "it has no such queues", of: ["scheduler"], names: [/^workqueue_/] },
  {
    why: "they are of an API server, whose libraries it shares",
    of: OTHERS,
    names: [
      /^aggregator_discovery_/,
      /^apiextensions_apiserver_/,
      /^apiserver_(audit|cel|envelope|storage)_/,
    ],
  },
];

/** Whether a metric of the reference is not to be here. */
export function isLeftOut(process: MeasuredProcess, name: string): boolean {
  return LEFT_OUT.some(({ of, names }) =>
    (of?.includes(process) ?? true) && names.some((pattern) => pattern.test(name))
  );
}
