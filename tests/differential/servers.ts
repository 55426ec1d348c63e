/**
 * This project's API server and the reference's, with the same settings, for one and the same client.
 *
 * @module
 */

import { accountKey } from "../../testing/account_key.ts";
import { freePort } from "../../testing/free_port.ts";
import { PLUGINS_OFF_FLAG, startReference } from "../../testing/reference_server.ts";
import { makeAuthority, makeCertificate } from "../../toolkit/certificates/mod.ts";
import { ServerProcess } from "../api/server_process.ts";
import { AuditLogs, type Records } from "./audit_records.ts";

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
  /** Default: that the plugins of {@link PLUGINS_OFF_FLAG} are off, and no others. */
  readonly plugins?: readonly string[];
  /** The text of the file of `--admission-control-config-file`. Default: there is none. */
  readonly admission?: string;
  /** Default: whoever is known may do everything, and nobody else is let in. */
  readonly flags?: readonly string[];
  /** What this project's is told besides. */
  readonly ours?: readonly string[];
  /** More flags, of files that it writes to a folder. Default: none. */
  readonly files?: (folder: string) => Promise<readonly string[]>;
  /** What each is told alone, once {@link files} are there. Default: nothing. */
  readonly each?: (side: Side) => readonly string[];
  /** Whether all that they are asked is recorded. Default false. */
  readonly records?: boolean;
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
  /** The key that signs tokens of service accounts on both, in PEM. */
  readonly accountKey: string;
  /** What a side has recorded, where {@link PairOptions.records} is set. */
  readonly records?: (side: Side) => Promise<Records>;
  /** Another client of both. */
  readonly http: (options?: { http2?: boolean; anonymous?: boolean }) => Deno.HttpClient;
  /** Both servers for somebody else. */
  readonly as: (name: string, groups: readonly string[]) => Promise<Pair>;
}

/** Characters of each log that a failure shows. */
const SHOWN_LOG = 3000;

/** Starts both. */
export async function startPair(
  {
    flags = OPEN,
    ours: besides = [],
    files: more,
    each = () => [],
    records = false,
    tokens,
    plugins = [PLUGINS_OFF_FLAG],
    admission,
  }: PairOptions = {},
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
  const accountPem = await accountKey();
  const files = {
    folder,
    authority: await written(`${folder}/ca.crt`, authority.certificate),
    certificate: await written(`${folder}/server.crt`, serving.certificate),
    key: await written(`${folder}/server.key`, serving.key),
    accountKey: await written(`${folder}/accounts.key`, accountPem),
  };
  const settings = [...SETTINGS, ...flags, ...await more?.(folder) ?? []];
  if (tokens !== undefined) {
    settings.push(`--token-auth-file=${await written(`${folder}/tokens.csv`, tokens.join("\n"))}`);
  }
  const told = [...plugins];
  const logs = records ? await AuditLogs.prepare(folder) : undefined;
  const alone = (side: Side) => [...each(side), ...logs?.flags(side) ?? []];
  if (admission !== undefined) {
    const path = await written(`${folder}/admission.yaml`, admission);
    told.push(`--admission-control-config-file=${path}`);
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
    // The reference has it always on.
    "--feature-gates=ServiceAccountIssuerDiscovery=true",
    ...told,
    ...settings,
    ...besides,
    ...alone("ours"),
  ], {});
  stack.defer(() => ours.kill());
  const theirs = [...settings, ...alone("reference")];
  const reference = stack.use(await startReference(theirPort, files, theirs, told));
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
  const lastWords = () =>
    `---- ours:\n${ours.log.slice(-SHOWN_LOG)}\n---- the reference:\n${
      reference.log().slice(-SHOWN_LOG)
    }`;
  await ready(servers, lastWords);
  const owned = stack.move();
  const pair: Pair = {
    servers,
    logs: lastWords,
    ...(logs && { records: (side) => logs.read(side) }),
    accountKey: accountPem,
    http: (options) => connect(owned, options),
    async as(commonName, organizations) {
      const { certificate, key } = await makeCertificate(
        { commonName, organizations, now },
        authority,
      );
      const caCerts = [authority.certificate];
      const http = Deno.createHttpClient({ caCerts, cert: certificate, key });
      owned.defer(() => http.close());
      const { ours, reference } = servers;
      return { ...pair, servers: { ours: { ...ours, http }, reference: { ...reference, http } } };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
  return pair;
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
