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
