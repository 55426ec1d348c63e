/**
 * This project's API server on its file, and the reference's on etcd, with the same settings, each a
 * set of processes of its own whose processor time and memory can be read.
 *
 * @module
 */

import { makeAuthority, makeCertificate, USAGE } from "../../toolkit/certificates/mod.ts";
import { accountKey } from "../../testing/account_key.ts";
import { WITH_PARENT } from "../../testing/etcd_cluster.ts";
import { PLUGINS_OFF_FLAG } from "../../testing/reference_server.ts";
import { Connection, type Identity } from "../api/connection.ts";
import { RUNTIME_FLAGS } from "../../toolkit/cli/up/module_command.ts";
import { freePort } from "../../testing/free_port.ts";
import { processorMs } from "../api/machine.ts";

/** Which one: `bare` is the runtime and Deno KV without an API server. */
export type Side = "ours" | "reference" | "bare";

/** What both are told. */
const SETTINGS = [
  "--allow-privileged=true",
  "--anonymous-auth=false",
  "--service-cluster-ip-range=10.0.0.0/16",
  "--service-account-issuer=https://kubernetes.default.svc",
  "--bind-address=127.0.0.1",
];

/** What both are told where whoever is known may do everything, and nothing is recorded. */
const OPEN = ["--enable-priority-and-fairness=false", "--authorization-mode=AlwaysAllow"];

/** Who asked for what, without objects. */
const POLICY = {
  kind: "Policy",
  apiVersion: "audit.k8s.io/v1",
  omitStages: ["RequestReceived"],
  rules: [{ level: "Metadata" }],
};

/** How long one may take until it is ready. */
const READY_MS = 60_000;

/** Between two looks at whether it is. */
const LOOK_MS = 10;

/** Files that both are started with, and what their client shows. */
export interface Prepared {
  readonly folder: string;
  readonly ca: string;
  readonly identity: Identity;
  /** Whether roles decide, requests wait for seats, and all of them are recorded. */
  readonly secure: boolean;
  /** Who may do everything whatever roles say. */
  readonly admin: Identity;
}

/** Makes keys and certificates in a folder. */
export async function prepare(folder: string, secure = false): Promise<Prepared> {
  const now = new Date();
  const authority = await makeAuthority("bench", now);
  const [serving, admin, user] = await Promise.all([
    makeCertificate(
      { commonName: "apiserver", hosts: ["127.0.0.1", "localhost"], usages: [USAGE.server], now },
      authority,
    ),
    makeCertificate({ commonName: "admin", organizations: ["system:masters"], now }, authority),
    makeCertificate({ commonName: USER, now }, authority),
  ]);
  await Promise.all([
    Deno.writeTextFile(`${folder}/ca.crt`, authority.certificate),
    Deno.writeTextFile(`${folder}/tls.crt`, serving.certificate),
    Deno.writeTextFile(`${folder}/tls.key`, serving.key),
    Deno.writeTextFile(`${folder}/accounts.key`, await accountKey()),
    Deno.writeTextFile(`${folder}/policy.json`, JSON.stringify(POLICY)),
  ]);
  return {
    folder,
    ca: authority.certificate,
    identity: secure ? user : admin,
    secure,
    admin,
  };
}

/** Who sends requests that roles decide about. */
const USER = "bench";

/** Gives the user a role. */
async function bindUser(port: number, { ca, admin }: Prepared): Promise<void> {
  const group = "rbac.authorization.k8s.io";
  const connection = await Connection.open(port, ca, admin);
  try {
    const body = JSON.stringify({
      metadata: { name: USER },
      roleRef: { apiGroup: group, kind: "ClusterRole", name: "cluster-admin" },
      subjects: [{ apiGroup: group, kind: "User", name: USER }],
    });
    const { status } = await connection.request(
      "POST",
      `/apis/${group}/v1/clusterrolebindings`,
      new TextEncoder().encode(body),
    );
    if (status !== 201) throw new Error(`the user could not be given a role: ${status}`);
  } finally {
    connection.close();
  }
}

/** What a server has of the machine, its store's processes included. */
export interface Memory {
  readonly residentMb: number;
  readonly peakMb: number;
}

/** A server that is ready, with its store. */
export interface Running extends AsyncDisposable {
  readonly side: Side;
  readonly port: number;
  /** From the start of the server, its store running already, to its first answer that it is ready. */
  readonly readyMs: number;
  /** Its processes, the server's last. */
  readonly pids: readonly number[];
  processorMs(): Promise<number>;
  memory(): Promise<readonly Memory[]>;
}

/** Starts a side on an empty store; `name` is for its files. `program` is the reference's, `flags` come last. */
export async function start(
  side: Side,
  prepared: Prepared,
  name: string,
  program: string,
  flags: readonly string[] = [],
): Promise<Running> {
  const { folder, secure } = prepared;
  const port = freePort();
  const guarded = [
    "--authorization-mode=RBAC",
    `--audit-policy-file=${folder}/policy.json`,
    `--audit-log-path=${folder}/${name}.log`,
  ];
  const common = [
    ...SETTINGS,
    ...secure ? guarded : OPEN,
    `--secure-port=${port}`,
    `--cert-dir=${folder}`,
    `--tls-cert-file=${folder}/tls.crt`,
    `--tls-private-key-file=${folder}/tls.key`,
    `--client-ca-file=${folder}/ca.crt`,
    `--service-account-key-file=${folder}/accounts.key`,
    `--service-account-signing-key-file=${folder}/accounts.key`,
    ...flags,
  ];
  await using stack = new AsyncDisposableStack();
  const pids: number[] = [];
  const spawn = (command: readonly string[]) => {
    const { pid } = stack.use(spawned(command));
    pids.push(pid);
  };
  let command: string[];
  if (side === "ours") {
    command = [
      ...[Deno.execPath(), "run", "-A", "--quiet", ...RUNTIME_FLAGS, "--no-check"],
      new URL("../../apiserver/main.ts", import.meta.url).href,
      ...["--api-dialect=kubernetes", `--store-servers=file:${folder}/${name}.kv`],
      PLUGINS_OFF_FLAG,
      ...secure ? ["--feature-gates=APIPriorityAndFairness=true"] : [],
      ...common,
    ];
  } else if (side === "bare") {
    command = [
      ...[Deno.execPath(), "run", "-A", "--quiet", ...RUNTIME_FLAGS, "--no-check"],
      new URL("./bare_writer.ts", import.meta.url).href,
      ...[String(port), folder, `${folder}/${name}.kv`],
    ];
  } else {
    const [clients, peers] = [freePort(), freePort()].map((one) => `http://127.0.0.1:${one}`);
    spawn([
      "etcd",
      "--name=one",
      `--data-dir=${folder}/${name}.etcd`,
      `--listen-client-urls=${clients}`,
      `--advertise-client-urls=${clients}`,
      `--listen-peer-urls=${peers}`,
      `--initial-advertise-peer-urls=${peers}`,
      `--initial-cluster=one=${peers}`,
    ]);
    await answers(`${clients}/health`);
    command = [
      program,
      `--etcd-servers=${clients}`,
      PLUGINS_OFF_FLAG,
      ...common,
    ];
  }
  const started = performance.now();
  spawn(command);
  await ready(port, prepared);
  const readyMs = Math.round(performance.now() - started);
  if (secure && side !== "bare") await bindUser(port, prepared);
  const owned = stack.move();
  return {
    side,
    port,
    readyMs,
    pids,
    async processorMs() {
      return (await Promise.all(pids.map(processorMs))).reduce((sum, one) => sum + one, 0);
    },
    memory: () => Promise.all(pids.map(memoryOf)),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** A process that ends with this one, or when it is disposed of. */
export function spawned(command: readonly string[]): AsyncDisposable & { readonly pid: number } {
  const child = new Deno.Command("sh", {
    args: ["-c", WITH_PARENT, "sh", ...command],
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  return {
    pid: child.pid,
    async [Symbol.asyncDispose]() {
      try {
        child.kill("SIGKILL");
      } catch (error) {
        // It has ended by itself.
        if (!(error instanceof TypeError)) throw error;
      }
      await child.status;
      await child.stdin.close().catch(() => {});
    },
  };
}

/** What a process has of the machine. */
export async function memoryOf(pid: number): Promise<Memory> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  const mb = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { residentMb: mb("VmRSS"), peakMb: mb("VmHWM") };
}

/** Megabytes that processes have together: of what they run the same program of, its file counts once. */
export async function memoryTogether(pids: readonly number[]): Promise<number> {
  const files = new Map<string, number>();
  let own = 0;
  for (const pid of pids) {
    const status = await Deno.readTextFile(`/proc/${pid}/status`);
    const kb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]);
    own += kb("RssAnon") + kb("RssShmem");
    const program = await Deno.readLink(`/proc/${pid}/exe`);
    files.set(program, Math.max(files.get(program) ?? 0, kb("RssFile")));
  }
  return Math.round([...files.values()].reduce((sum, one) => sum + one, own) / 1024);
}

/** Settles once the server at a port answers that it is ready. */
export async function ready(port: number, { ca, admin }: Prepared): Promise<void> {
  await untilTrue(`the server at ${port}`, async () => {
    const connection = await Connection.open(port, ca, admin);
    try {
      return (await connection.request("GET", "/readyz")).status === 200;
    } finally {
      connection.close();
    }
  });
}

async function answers(url: string): Promise<void> {
  await untilTrue(url, async () => {
    const response = await fetch(url);
    await response.body?.cancel();
    return response.ok;
  });
}

async function untilTrue(what: string, look: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + READY_MS;
  for (;;) {
    // What does not listen yet refuses.
    if (await look().catch(() => false)) return;
    if (performance.now() > until) throw new Error(`${what} was not ready in ${READY_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
