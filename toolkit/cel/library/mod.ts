/** The functions that every expression may call. */

import type { CelLibrary } from "../declarations.ts";
import { CONVERSION_LIBRARY } from "./conversions.ts";
import { LIST_LIBRARY } from "./lists.ts";
import { OPERATOR_LIBRARY } from "./operators.ts";
import { OPTIONAL_LIBRARY } from "./optionals.ts";
import { SET_LIBRARY } from "./sets.ts";
import { TEXT_LIBRARY } from "./text.ts";
import { TIME_LIBRARY } from "./time.ts";

export const STANDARD_LIBRARIES: readonly CelLibrary[] = [
  OPERATOR_LIBRARY,
  CONVERSION_LIBRARY,
  TIME_LIBRARY,
  TEXT_LIBRARY,
  LIST_LIBRARY,
  SET_LIBRARY,
  OPTIONAL_LIBRARY,
];
