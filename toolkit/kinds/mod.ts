/** Kinds as values, the types of their objects, and what calls and options say about them. */
export { dynamicKind, type KindNames } from "./dynamic_kind.ts";
export { groupOfKinds, groupOnServer } from "./group.ts";
export { isKind } from "./is_kind.ts";
export type {
  AnyKind,
  AnyObject,
  IsStored,
  Kind,
  KubeObject,
  Live,
  LiveMeta,
  MetaOf,
  ObjectOf,
  WriteOf,
} from "./kind.ts";
export { type Labels, selectorIn } from "./labels.ts";
export { placeOf, type Ref } from "./ref.ts";
export { msOfSpan, type Span } from "./span.ts";
export type {
  Apply,
  ApplyMeta,
  Draft,
  DraftMeta,
  Item,
  JsonPatch,
  Leaf,
  Manifests,
  MergePatch,
  Tree,
} from "./written.ts";
