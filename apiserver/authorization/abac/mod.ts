/** Authorization by policies of a file. */
export { createAbac } from "./plugin.ts";
