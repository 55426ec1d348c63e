/** What controllers are made of. */
export { Doubts } from "./doubts.ts";
export {
  keyedLoop,
  type KeyedLoopOptions,
  type LoopParts,
  type SyncWork,
  type Wake,
} from "./keyed_loop.ts";
export { type SharedInformer, SharedInformers, type SharedSelection } from "./shared_informers.ts";
