/**
 * The reference's API server on an etcd of its own, for tests that compare with it.
 *
 * @module
 */

import { startCluster, WITH_PARENT } from "./etcd_cluster.ts";
import { referenceProgram } from "./reference_build.ts";

/** Files that a server is started with. */
export interface ServerFiles {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
  readonly accountKey: string;
  /** A folder that it may write to. */
  readonly folder: string;
}

/**
 * Admission that is on by default, and off in comparisons, on both sides: what is not built here, and
 * ServiceAccount, as no controller makes the accounts that it looks for.
 */
export const PLUGINS_OFF = [
  "ClusterTrustBundleAttest",
  "JobValidation",
  "NodeDeclaredFeatureValidator",
  "PodGroupProtection",
  "PodGroupWorkloadExists",
  "ServiceAccount",
];

/** The flag that says so. */
export const PLUGINS_OFF_FLAG = `--disable-admission-plugins=${PLUGINS_OFF.join(",")}`;

/** How much of its log is kept. */
const LOG_CHARACTERS = 100_000;

/** A running one. */
export interface ReferenceServer extends AsyncDisposable {
  readonly port: number;
  /** Where its store listens. */
  readonly store: { readonly host: string; readonly port: number };
  /** What it wrote last. */
  readonly log: () => string;
  /** True once it has ended. */
  readonly ended: () => boolean;
}

/** Starts one at a port, and returns while it is still getting ready. `plugins`: which admission is on. */
export async function startReference(
  port: number,
  { authority, certificate, key, accountKey, folder }: ServerFiles,
  args: readonly string[],
  plugins: readonly string[] = [PLUGINS_OFF_FLAG],
): Promise<ReferenceServer> {
  const program = await referenceProgram("kube-apiserver");
  const etcd = await startCluster({ program: await referenceProgram("etcd") });
  const { host, port: etcdPort } = etcd.addresses[0]!;
  const child = new Deno.Command("sh", {
    args: [
      "-c",
      WITH_PARENT,
      "sh",
      program,
      `--etcd-servers=http://${host}:${etcdPort}`,
      "--bind-address=127.0.0.1",
      `--secure-port=${port}`,
      `--cert-dir=${folder}`,
      `--tls-cert-file=${certificate}`,
      `--tls-private-key-file=${key}`,
      `--client-ca-file=${authority}`,
      `--service-account-key-file=${accountKey}`,
      `--service-account-signing-key-file=${accountKey}`,
      ...plugins,
      ...args,
    ],
    stdin: "piped",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  let log = "";
  let ended = false;
  const reading = (async () => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
      log = (log + text).slice(-LOG_CHARACTERS);
    }
    ended = true;
  })();
  return {
    port,
    store: { host, port: etcdPort },
    log: () => log,
    ended: () => ended,
    async [Symbol.asyncDispose]() {
      try {
        child.kill("SIGKILL");
      } catch (error) {
        if (!(error instanceof TypeError || error instanceof Deno.errors.NotFound)) throw error;
      }
      await child.status;
      await child.stdin.close().catch(() => {});
      await reading;
      await etcd[Symbol.asyncDispose]();
    },
  };
}
