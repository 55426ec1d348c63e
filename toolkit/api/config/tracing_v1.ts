// Made by `deno task generate` from toolkit/facts. Do not edit.

/** The types of tracing/v1. */
export declare namespace tracingV1 {
  interface TracingConfiguration {
    endpoint?: string;
    samplingRatePerMillion?: number;
  }
}

export type TracingConfiguration = tracingV1.TracingConfiguration;
