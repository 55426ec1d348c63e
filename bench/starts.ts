/**
 * How soon a server's process answers that it is ready, from its start on: `orch apiserver` on an empty
 * file, the launcher of `orch envtest`, and beside them a bare HTTPS server of the runtime on a file.
 *
 * @module
 */

import { freePort } from "../testing/free_port.ts";
import { main as envtest } from "../toolkit/cli/envtest/command.ts";
import { NAMES } from "../toolkit/names.ts";
import { prepare, type Prepared, ready, spawned, start } from "./reference/servers.ts";

const SILENT = { columns: 0, out() {}, err() {} };

/** Milliseconds by what was started. */
export async function startsOfProcesses(): Promise<Record<string, number>> {
  const folder = await Deno.makeTempDir({ prefix: "orch-bench-starts-" });
  try {
    const prepared = await prepare(folder);
    const launchers = `${folder}/launchers`;
    if (await envtest([launchers], SILENT) !== 0) throw new Error("orch envtest failed");
    return {
      "a bare HTTPS server on a file, from its process's start": await readyMs("bare", prepared),
      "orch apiserver on an empty file, until it is ready": await readyMs("ours", prepared),
      "the launcher of orch envtest, until it is ready": await launched(launchers, prepared),
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function readyMs(side: "bare" | "ours", prepared: Prepared): Promise<number> {
  await using server = await start(side, prepared, `start-${side}`, "");
  return server.readyMs;
}

/** As a test environment starts it, with an etcd that it does not ask. */
async function launched(launchers: string, prepared: Prepared): Promise<number> {
  const { folder } = prepared;
  const port = freePort();
  const began = performance.now();
  await using _ = spawned([
    `${launchers}/${NAMES.kubernetes.processApiServer}`,
    `--cert-dir=${folder}`,
    `--tls-cert-file=${folder}/tls.crt`,
    `--tls-private-key-file=${folder}/tls.key`,
    `--client-ca-file=${folder}/ca.crt`,
    `--service-account-key-file=${folder}/accounts.key`,
    `--service-account-signing-key-file=${folder}/accounts.key`,
    "--service-account-issuer=https://kubernetes.default.svc",
    "--service-cluster-ip-range=10.0.0.0/24",
    "--bind-address=127.0.0.1",
    "--etcd-servers=http://127.0.0.1:1",
    `--secure-port=${port}`,
  ]);
  await ready(port, prepared);
  return performance.now() - began;
}
