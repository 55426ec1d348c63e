/** Following the objects of a kind for ever. */
export { reflect, type ReflectOptions, type ReflectorStats, type Step } from "./reflect.ts";
export type { ObjectSource } from "./source.ts";
