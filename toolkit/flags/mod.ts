/**
 * Flags: declarations, command lines, help.
 *
 * @module
 */

export { fileProblem, readFlagFile } from "./file.ts";
export {
  defaultOf,
  type Flag,
  flag,
  type FlagGroup,
  type Flags,
  type FlagStatus,
  type FlagValues,
  group,
  type GroupValues,
  later,
  never,
  works,
} from "./flag.ts";
export {
  bool,
  boolMap,
  checked,
  float,
  int,
  int32,
  type Kind,
  list,
  map,
  named,
  notNegative,
  oneOf,
  pairs,
  type PairsOptions,
  repeated,
  settings,
  string,
  switches,
  uint,
  wholePairs,
} from "./kind.ts";
export {
  type DeclaredFlag,
  declaredFlags,
  DIALECT_FLAG,
  FlagError,
  flagsGiven,
  nearest,
  type Occurrence,
  type Parsed,
  parseFlags,
} from "./parse.ts";
export { type HelpHead, type HelpOptions, helpText, type Notice, notices } from "./help.ts";
