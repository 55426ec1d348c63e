/**
 * The Common Expression Language as Kubernetes-style systems use it: typed, bounded in cost, with
 * their libraries. Compile an expression once, run it often.
 */
export { type Activation, activationOf } from "./frame.ts";
export type { Range } from "./cost.ts";
export {
  CelEnvironment,
  type Constructible,
  type EnvironmentOptions,
  objectType,
} from "./environment.ts";
export { toJson } from "./to_json.ts";
export { CelProgram, compileCel, type Outcome } from "./program.ts";
export { patternSize } from "./pattern_size.ts";
export { PATTERN_SIZE_LIMIT } from "./regex.ts";
export { Work } from "./work.ts";
export {
  CelCompileError,
  CelError,
  type CelIssue,
  CelLimitError,
  CelProgramError,
  Suspended,
} from "./source.ts";
export { escapeField, unescapeField } from "./field_names.ts";
export { type CelSchema, typeOfSchema } from "./schema_type.ts";
export { adapterOfSchema } from "./schema_value.ts";
export { typed } from "./typed_json.ts";
export {
  type AuthorizationAnswer,
  type AuthorizationQuestion,
  AuthorizationQuestions,
  AUTHORIZER_TYPE,
  AuthorizerValue,
  checkTypeNames,
  DynamicObject,
  dynamicObjectNamed,
  JSON_PATCH,
  JSON_PATCH_LIBRARY,
  JsonPatchValue,
  parseSemver,
  QUANTITY_TYPE_NAME,
  QuantityValue,
  RESOURCE_CHECK_TYPE,
  ResourceCheckValue,
  Semver,
  STANDARD_LIBRARIES,
} from "./library/mod.ts";
export {
  ANY,
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DYN,
  fullTypeName,
  INT,
  isAny,
  isDynamic,
  listOf,
  mapOf,
  NULL,
  type ObjectType,
  opaque,
  optionalOf,
  STRING,
  TIMESTAMP,
} from "./type.ts";
export {
  type Adapt,
  CelList,
  CelMap,
  CelObject,
  Duration,
  JsonList,
  JsonMap,
  ofJson,
  OpaqueValue,
  Optional,
  Timestamp,
  TypeValue,
  Uint,
  type Value,
  ValueList,
} from "./values.ts";
export { ValueMap } from "./value_map.ts";
