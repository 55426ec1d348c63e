/** Resources of one's own: their types, their definitions, and how their versions become one another. */
export type { Column } from "./columns.ts";
export type {
  Conversion,
  ConversionRule,
  ConversionRules,
  Convert,
  PartMeta,
  ReadPart,
  StatusOf,
  VersionInfo,
  WritePart,
} from "./conversion.ts";
export type {
  Condition,
  CustomRead,
  CustomStatus,
  CustomWrite,
  Scope,
  ScopedMeta,
} from "./custom_object.ts";
export { declareConversion, type DeclaredConversion } from "./declare_conversion.ts";
export {
  defineResource,
  defineVersionedResource,
  type Resource,
  type ResourceInfo,
  type VersionedResource,
} from "./define.ts";
export type { Defaulted, OneOf, StaticWrite, TEmpty } from "./static_write.ts";
export { Type, type TypeBuilders } from "./type.ts";
export type {
  ArrayOptions,
  BooleanOptions,
  IntOrStringOptions,
  NumberOptions,
  ObjectOptions,
  RecordOptions,
  Rule,
  StringOptions,
  TextOptions,
  TypeOptions,
} from "./type_options.ts";
