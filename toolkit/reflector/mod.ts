/** Following the objects of a kind for ever. */
export {
  reflect,
  type ReflectOptions,
  type ReflectorStats,
  SILENCE_MS,
  type Step,
} from "./reflect.ts";
export type { ObjectSource } from "./source.ts";
