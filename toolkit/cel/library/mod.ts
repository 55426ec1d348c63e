/** The functions that every expression may call. */

import type { CelLibrary } from "../declarations.ts";
import { ADDRESS_LIBRARY } from "./addresses.ts";
import { AUTHORIZER_LIBRARY } from "./authorizer.ts";
import { CONVERSION_LIBRARY } from "./conversions.ts";
import { LIST_LIBRARY } from "./lists.ts";
import { FORMAT_LIBRARY } from "./named_formats.ts";
import { OPERATOR_LIBRARY } from "./operators.ts";
import { OPTIONAL_LIBRARY } from "./optionals.ts";
import { QUANTITY_LIBRARY } from "./quantities.ts";
import { REGEX_LIBRARY } from "./regexes.ts";
import { SET_LIBRARY } from "./sets.ts";
import { TEXT_LIBRARY } from "./text.ts";
import { TIME_LIBRARY } from "./time.ts";
import { URL_LIBRARY } from "./urls.ts";
import { VERSION_LIBRARY } from "./versions.ts";

export { checkTypeNames, DynamicObject, dynamicObjectNamed } from "./dynamic_objects.ts";
export { JSON_PATCH, JSON_PATCH_LIBRARY, JsonPatchValue } from "./json_patches.ts";
export {
  type AuthorizationAnswer,
  type AuthorizationQuestion,
  AuthorizationQuestions,
  AUTHORIZER_TYPE,
  AuthorizerValue,
  RESOURCE_CHECK_TYPE,
  ResourceCheckValue,
} from "./authorizer.ts";
export { QUANTITY_TYPE_NAME, QuantityValue } from "./quantities.ts";
export { parseSemver, Semver } from "./versions.ts";

export const STANDARD_LIBRARIES: readonly CelLibrary[] = [
  OPERATOR_LIBRARY,
  CONVERSION_LIBRARY,
  TIME_LIBRARY,
  TEXT_LIBRARY,
  LIST_LIBRARY,
  SET_LIBRARY,
  OPTIONAL_LIBRARY,
  REGEX_LIBRARY,
  URL_LIBRARY,
  ADDRESS_LIBRARY,
  QUANTITY_LIBRARY,
  VERSION_LIBRARY,
  FORMAT_LIBRARY,
  AUTHORIZER_LIBRARY,
];
