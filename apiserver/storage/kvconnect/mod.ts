/**
 * The store in a remote Deno KV database.
 *
 * @module
 */

export { type KvConnectOptions, openKvConnectStore } from "./open.ts";
