/**
 * HTTP/2, both sides.
 *
 * @module
 */

export { ClientConnection, type ClientConnectionOptions } from "./client_connection.ts";
export type { ClientStream } from "./client_stream.ts";
export { ERROR, type ErrorCode } from "./frame.ts";
export { GoodNames } from "./good_names.ts";
export type { ResponseHead } from "./message_head.ts";
export { ServerConnection, type ServerConnectionOptions } from "./server_connection.ts";
export type { ServerStream } from "./server_stream.ts";
export type { Head } from "./stream.ts";
