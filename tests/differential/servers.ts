/**
 * This project's API server and the reference's, with the same settings, for one and the same client.
 *
 * @module
 */

import { accountKey } from "../../testing/account_key.ts";
import { freePort } from "../../testing/free_port.ts";
import { startReference } from "../../testing/reference_server.ts";
import { makeAuthority, makeCertificate } from "../../toolkit/certificates/mod.ts";
import { ServerProcess } from "../api/server_process.ts";

/** Which of the two. */
export type Side = "ours" | "reference";

/** Both sides, in the order in which they are shown. */
export const SIDES: readonly Side[] = ["ours", "reference"];

/** What both are told. */
const SETTINGS = [
  "--enable-priority-and-fairness=false",
  "--allow-privileged=true",
  "--service-cluster-ip-range=10.0.0.0/16",
  "--service-account-issuer=https://kubernetes.default.svc",
];

/** What both may be told otherwise. */
export interface PairOptions {
  /** Default: whoever is known may do everything, and nobody else is let in. */
  readonly flags?: readonly string[];
  /** What this project's is told besides. */
  readonly ours?: readonly string[];
  /** Lines of a token file. Default: there is none. */
  readonly tokens?: readonly string[];
}

const OPEN = ["--anonymous-auth=false", "--authorization-mode=AlwaysAllow"];

/** How long both may take until they are ready, on a machine that does much else. */
const READY_MS = 120_000;

/** Between two looks at whether they are. */
const LOOK_MS = 200;

/** A server's address, and the connections of the client that may do everything. */
export interface Server {
  readonly url: string;
  readonly http: Deno.HttpClient;
}

/** Both servers, ready. They end when this is disposed of. */
export interface Pair extends AsyncDisposable {
  readonly servers: Readonly<Record<Side, Server>>;
  /** The last that each wrote. */
  readonly logs: () => string;
  /** Another client of both. */
  readonly http: (options?: { http2?: boolean; anonymous?: boolean }) => Deno.HttpClient;
}

/** Characters of each log that a failure shows. */
const SHOWN_LOG = 3000;

/** Starts both. */
export async function startPair(
  { flags = OPEN, ours: more = [], tokens }: PairOptions = {},
): Promise<Pair> {
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir({ prefix: "orch-differential-" });
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const now = new Date();
  const authority = await makeAuthority("test-ca", now);
  const [serving, admin] = await Promise.all([
    makeCertificate({ commonName: "apiserver", hosts: ["127.0.0.1", "localhost"], now }, authority),
    makeCertificate({ commonName: "admin", organizations: ["system:masters"], now }, authority),
  ]);
  const files = {
    folder,
    authority: await written(`${folder}/ca.crt`, authority.certificate),
    certificate: await written(`${folder}/server.crt`, serving.certificate),
    key: await written(`${folder}/server.key`, serving.key),
    accountKey: await written(`${folder}/accounts.key`, await accountKey()),
  };
  const settings = [...SETTINGS, ...flags];
  if (tokens !== undefined) {
    settings.push(`--token-auth-file=${await written(`${folder}/tokens.csv`, tokens.join("\n"))}`);
  }
  const [ourPort, theirPort] = [freePort(), freePort()];
  const ours = new ServerProcess(ourPort, [
    "--api-dialect=kubernetes",
    "--store-servers=memory:",
    "--bind-address=127.0.0.1",
    `--secure-port=${ourPort}`,
    `--cert-dir=${folder}`,
    `--tls-cert-file=${files.certificate}`,
    `--tls-private-key-file=${files.key}`,
    `--client-ca-file=${files.authority}`,
    `--service-account-key-file=${files.accountKey}`,
    `--service-account-signing-key-file=${files.accountKey}`,
    ...settings,
    ...more,
  ], {});
  stack.defer(() => ours.kill());
  const reference = stack.use(await startReference(theirPort, files, settings));
  const connect = (
    owner: AsyncDisposableStack,
    { http2 = true, anonymous = false }: { http2?: boolean; anonymous?: boolean } = {},
  ) => {
    const client = Deno.createHttpClient({
      caCerts: [authority.certificate],
      http1: !http2,
      http2,
      ...(!anonymous && { cert: admin.certificate, key: admin.key }),
    });
    owner.defer(() => client.close());
    return client;
  };
  const http = connect(stack);
  const servers = {
    ours: { url: `https://127.0.0.1:${ourPort}`, http },
    reference: { url: `https://127.0.0.1:${theirPort}`, http },
  };
  const logs = () =>
    `---- ours:\n${ours.log.slice(-SHOWN_LOG)}\n---- the reference:\n${
      reference.log().slice(-SHOWN_LOG)
    }`;
  await ready(servers, logs);
  const owned = stack.move();
  return {
    servers,
    logs,
    http: (options) => connect(owned, options),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function ready(servers: Pair["servers"], logs: () => string): Promise<void> {
  const until = Date.now() + READY_MS;
  await Promise.all(SIDES.map(async (side) => {
    const { url, http } = servers[side];
    for (;;) {
      try {
        const response = await fetch(`${url}/readyz`, { client: http });
        await response.body?.cancel();
        if (response.ok) return;
      } catch (error) {
        // It does not listen yet.
        if (!(error instanceof TypeError)) throw error;
      }
      if (Date.now() > until) throw new Error(`${side} was not ready in time\n${logs()}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }));
}

async function written(path: string, text: string): Promise<string> {
  await Deno.writeTextFile(path, text, { mode: 0o600 });
  return path;
}
