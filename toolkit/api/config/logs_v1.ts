// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { Duration, Int64, Quantity } from "../scalars.ts";

export interface FormatOptions {
  text?: TextOptions;
  json?: JSONOptions;
}

export interface JSONOptions extends OutputRoutingOptions {
}

export interface LoggingConfiguration {
  format?: string;
  flushFrequency: Duration | Int64;
  verbosity: VerbosityLevel;
  vmodule?: VModuleConfiguration;
  options?: FormatOptions;
}

export interface OutputRoutingOptions {
  splitStream?: boolean;
  infoBufferSize?: Quantity;
}

export interface TextOptions extends OutputRoutingOptions {
}

export type VModuleConfiguration = VModuleItem[];

export interface VModuleItem {
  filePattern: string;
  verbosity: VerbosityLevel;
}

export type VerbosityLevel = number;
