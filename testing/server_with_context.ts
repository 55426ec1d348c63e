/**
 * A test server together with what its plugins are made of: for tests of what plugs into a whole server.
 *
 * @module
 */

import { alwaysAllow } from "../apiserver/authorization/always_allow.ts";
import type { ServerContext } from "../apiserver/server_context.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "./api_server.ts";

/** A server on which everybody may do everything. Ends when it is disposed of. */
export interface ServerWithContext extends AsyncDisposable {
  readonly server: TestServer;
  readonly context: ServerContext;
}

/** Starts one. */
export async function startServerWithContext(
  options: Omit<TestServerOptions, "authorizer"> = {},
): Promise<ServerWithContext> {
  const { promise, resolve } = Promise.withResolvers<ServerContext>();
  const server = await startTestServer({
    ...options,
    authorizer: (context) => {
      resolve(context);
      return alwaysAllow;
    },
  });
  return {
    server,
    context: await promise,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
