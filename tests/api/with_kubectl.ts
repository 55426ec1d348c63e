/**
 * A server that a stock kubectl talks to: over TLS, as clients send a token over nothing else.
 *
 * @module
 */

import { TEST_BOOTSTRAP } from "../../testing/bootstrap_settings.ts";
import {
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from "../../testing/api_server.ts";
import { makeAuthority, makeCertificate, USAGE } from "../../toolkit/certificates/mod.ts";
import type { Dialect } from "../../toolkit/names.ts";
import { fixedTls } from "../../toolkit/serving/mod.ts";
import { Kubectl } from "./kubectl.ts";

/** What a server makes for itself that is to be like those of people, but for endpoints of its own. */
export const BOOTSTRAP = { ...TEST_BOOTSTRAP, serviceRanges: ["10.96.0.0/16"] };

/** Runs with a kubectl and a new server, whose one namespace is `default`. */
export async function withKubectl(
  dialect: Dialect,
  run: (kubectl: Kubectl, server: TestServer) => Promise<void>,
  options: TestServerOptions = {},
): Promise<void> {
  await using server = await startSecureServer(dialect, options);
  await using kubectl = await Kubectl.at(server);
  await server.server.ready;
  // A server with a bootstrap makes it by itself.
  if (options.bootstrap === undefined) await kubectl.ok("create namespace default");
  await run(kubectl, server);
}

/**
 * Starts a test server that kubectl can use: TLS on a free port of 127.0.0.1, with a certificate
 * of a new authority, of which client certificates are asked for too. It makes no namespace
 * unless `options` say so.
 */
export async function startSecureServer(
  dialect: Dialect = "kubernetes",
  options: TestServerOptions = {},
): Promise<TestServer> {
  const now = new Date();
  const authority = await makeAuthority("test", now);
  const main = await makeCertificate(
    { commonName: "localhost", hosts: ["127.0.0.1"], usages: [USAGE.server], now },
    authority,
  );
  const tls = fixedTls({ main, named: [], clientAuthorities: authority.certificate });
  const serving = { listen: { hostname: "127.0.0.1", port: 0 }, tls };
  return await startTestServer({ dialect, serving, withNamespace: false, ...options });
}
