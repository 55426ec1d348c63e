// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { scalars } from "../scalars.ts";

/** The types of logs/v1. */
export declare namespace logsV1 {
  interface FormatOptions {
    text?: TextOptions;
    json?: JSONOptions;
  }

  interface JSONOptions extends OutputRoutingOptions {
  }

  interface LoggingConfiguration {
    format?: string;
    flushFrequency: scalars.Duration | scalars.Int64;
    verbosity: VerbosityLevel;
    vmodule?: VModuleConfiguration;
    options?: FormatOptions;
  }

  interface OutputRoutingOptions {
    splitStream?: boolean;
    infoBufferSize?: scalars.Quantity;
  }

  interface TextOptions extends OutputRoutingOptions {
  }

  type VModuleConfiguration = VModuleItem[];

  interface VModuleItem {
    filePattern: string;
    verbosity: VerbosityLevel;
  }

  type VerbosityLevel = number;
}

export type FormatOptions = logsV1.FormatOptions;
export type JSONOptions = logsV1.JSONOptions;
export type LoggingConfiguration = logsV1.LoggingConfiguration;
export type OutputRoutingOptions = logsV1.OutputRoutingOptions;
export type TextOptions = logsV1.TextOptions;
export type VModuleConfiguration = logsV1.VModuleConfiguration;
export type VModuleItem = logsV1.VModuleItem;
export type VerbosityLevel = logsV1.VerbosityLevel;
