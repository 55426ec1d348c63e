/**
 * An API server in a process of its own, this project's or the reference's, and the file that leads a
 * client to it.
 *
 * @module
 */

import { accountKey } from "../../testing/account_key.ts";
import { eventually } from "../../testing/eventually.ts";
import { freePort } from "../../testing/free_port.ts";
import { PLUGINS_OFF_FLAG, startReference } from "../../testing/reference_server.ts";
import {
  makeAuthority,
  makeCertificate,
  privateKeyOfItsKind,
} from "../../toolkit/certificates/mod.ts";
import { ServerProcess } from "../api/server_process.ts";

/** Whose server. */
export type Side = "this server" | "the reference";

/** No controller takes off what protects volumes and claims. */
const PLUGINS_OFF = `${PLUGINS_OFF_FLAG},StorageObjectInUseProtection`;

/** How a server decides who may do what. */
export type ServerAuthorization = "AlwaysAllow" | "RBAC";

/** What both are told. */
const SETTINGS = [
  "--anonymous-auth=false",
  "--service-cluster-ip-range=10.0.0.0/16",
  "--service-account-issuer=https://kubernetes.default.svc",
];

/** What the reference has on, and a cluster of `up` here. */
const ON_IN_A_CLUSTER =
  "--feature-gates=ServiceAccountIssuerDiscovery=true,APIPriorityAndFairness=true";

/** Old versions go soon, for what clients do then. */
const COMPACTION = "5s";

/** How long one may take until it is ready, on a machine that does much else. */
const READY_MS = 120_000;

/** Between two looks at whether it is. */
const LOOK_MS = 200;

/** A server that is ready. Ends when it is disposed of. */
export interface RunningServer extends AsyncDisposable {
  /** The path of a client config for a user who may do everything. */
  readonly kubeconfig: string;
  /** What the server wrote last. */
  readonly log: () => string;
}

/** Writes into the store of a server that is still starting: what it reads first is no longer of version 1. */
async function writeFirst({ host, port }: { host: string; port: number }): Promise<void> {
  const body = JSON.stringify({ key: btoa("/first"), value: btoa("first") });
  let writes = 0;
  await eventually("writes of the store", async () => {
    try {
      const answer = await fetch(`http://${host}:${port}/v3/kv/put`, { method: "POST", body });
      await answer.body?.cancel();
      if (answer.ok) writes++;
    } catch (error) {
      // It does not listen yet.
      if (!(error instanceof TypeError)) throw error;
    }
    return writes === 3;
  });
}

/** Starts one. */
export async function startServer(
  side: Side,
  authorization: ServerAuthorization = "AlwaysAllow",
): Promise<RunningServer> {
  const settings = [...SETTINGS, `--authorization-mode=${authorization}`];
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir({ prefix: "orch-clients-" });
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const now = new Date();
  const authority = await makeAuthority("test-ca", now);
  const [serving, admin] = await Promise.all([
    makeCertificate({ commonName: "apiserver", hosts: ["127.0.0.1", "localhost"], now }, authority),
    makeCertificate({ commonName: "admin", organizations: ["system:masters"], now }, authority),
  ]);
  const write = async (name: string, text: string) => {
    await Deno.writeTextFile(`${folder}/${name}`, text, { mode: 0o600 });
    return `${folder}/${name}`;
  };
  const files = {
    folder,
    authority: await write("ca.crt", authority.certificate),
    certificate: await write("server.crt", serving.certificate),
    key: await write("server.key", serving.key),
    accountKey: await write("accounts.key", await accountKey()),
  };
  const port = freePort();
  let log: () => string;
  if (side === "the reference") {
    const args = [...settings, `--etcd-compaction-interval=${COMPACTION}`];
    const reference = stack.use(await startReference(port, files, args, [PLUGINS_OFF]));
    await writeFirst(reference.store);
    log = reference.log;
  } else {
    const ours = new ServerProcess(port, [
      "--api-dialect=kubernetes",
      "--store-servers=memory:",
      "--bind-address=127.0.0.1",
      `--secure-port=${port}`,
      `--cert-dir=${folder}`,
      `--tls-cert-file=${files.certificate}`,
      `--tls-private-key-file=${files.key}`,
      `--client-ca-file=${files.authority}`,
      `--service-account-key-file=${files.accountKey}`,
      `--service-account-signing-key-file=${files.accountKey}`,
      `--store-compaction-interval=${COMPACTION}`,
      ON_IN_A_CLUSTER,
      PLUGINS_OFF,
      ...settings,
    ], {});
    stack.defer(() => ours.kill());
    log = () => ours.log;
  }
  const url = `https://127.0.0.1:${port}`;
  const http = Deno.createHttpClient({
    caCerts: [authority.certificate],
    cert: admin.certificate,
    key: admin.key,
  });
  stack.defer(() => http.close());
  await ready(url, http, log);
  const kubeconfig = await write(
    "config",
    JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      clusters: [{
        name: "test",
        cluster: { server: url, "certificate-authority-data": btoa(authority.certificate) },
      }],
      users: [{
        name: "test",
        user: {
          "client-certificate-data": btoa(admin.certificate),
          // Clients of Java know elliptic keys by this label.
          "client-key-data": btoa(privateKeyOfItsKind(admin.key)),
        },
      }],
      contexts: [{ name: "test", context: { cluster: "test", user: "test" } }],
      "current-context": "test",
    }),
  );
  const owned = stack.move();
  return { kubeconfig, log, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function ready(url: string, client: Deno.HttpClient, log: () => string): Promise<void> {
  const until = Date.now() + READY_MS;
  for (;;) {
    try {
      const response = await fetch(`${url}/readyz`, { client });
      await response.body?.cancel();
      if (response.ok) return;
    } catch (error) {
      // It does not listen yet.
      if (!(error instanceof TypeError)) throw error;
    }
    if (Date.now() > until) throw new Error(`the server was not ready in time\n${log()}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
