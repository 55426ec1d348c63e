// Made by `deno task generate` from toolkit/facts. Do not edit.

export interface TracingConfiguration {
  endpoint?: string;
  samplingRatePerMillion?: number;
}
