/** Requests of this process to a handler in it, without a connection. */
export { fetchThrough } from "./fetch.ts";
export { type InProcessOptions, InProcessServer } from "./server.ts";
