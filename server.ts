/**
 * An API server in a program of one's own: what `./orch apiserver` runs, without its command line.
 *
 * @module
 */

export { type ApiServer, type ApiServerOptions, startApiServer } from "./apiserver/server.ts";
