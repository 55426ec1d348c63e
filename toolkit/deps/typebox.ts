/** Schemas as values with types: what resources of one's own are declared by. */
export type {
  Static,
  TArray,
  TBoolean,
  TEnum,
  TInteger,
  TNumber,
  TObject,
  TOptional,
  TProperties,
  TRecord,
  TSchema,
  TString,
  TUnsafe,
} from "npm:typebox@1.4.3";
/** The builders themselves; no program loads them but for tests of what others made with them. */
export { default as TypeBox } from "npm:typebox@1.4.3";
