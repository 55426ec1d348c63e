/**
 * HTTP/2, the server's side.
 *
 * @module
 */

export { ERROR, type ErrorCode } from "./frame.ts";
export { GoodNames } from "./good_names.ts";
export { ServerConnection, type ServerConnectionOptions } from "./server_connection.ts";
export { type Head, ServerStream } from "./server_stream.ts";
