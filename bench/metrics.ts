/**
 * `./orch bench metrics`: rounds of the metrics server, beside a bare client that fetches the same pages from the same
 * agent and drops them.
 *
 * @module
 */

import { RUNTIME_FLAGS } from "../toolkit/cli/up/module_command.ts";
import { makeAuthority, makeCertificate, USAGE } from "../toolkit/certificates/mod.ts";
import { Connection } from "./api/connection.ts";
import { processorMs } from "./api/machine.ts";
import { sendAll, until } from "./api/send_all.ts";
import { freePort } from "../testing/free_port.ts";
import { writeClientConfig } from "./reference/client_config.ts";
import { memoryOf, prepare, type Prepared, spawned, start } from "./reference/servers.ts";
import { saveResult, table } from "./report.ts";

const HELP = `Rounds of the metrics server, beside a bare client that fetches the same pages.

Usage:
  orch bench metrics [NODES [PODS]]
`;

const NODES = 1_000;
const PODS = 10_000;
/** Requests at once, of both. */
const AT_ONCE = 64;
/** Rounds that are measured. */
const ROUNDS = 5;
/** From one round to the next. */
const PERIOD_MS = 10_000;
const PODS_PATH = "/api/v1/namespaces/default/pods";
const decoder = new TextDecoder();

/** What one round takes. */
interface Round {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

function command(main: string, flags: readonly string[]): string[] {
  const module = new URL(`../${main}`, import.meta.url).href;
  const own = [Deno.execPath(), "run", "-A", "--quiet", ...RUNTIME_FLAGS, "--no-check", module];
  return [...own, "--api-dialect=kubernetes", ...flags];
}

/** Creates the pods, in turn on all nodes. */
async function createPods(
  { ca, identity }: Prepared,
  port: number,
  pods: number,
  nodes: number,
): Promise<void> {
  const connections = await Promise.all(
    Array.from({ length: AT_ONCE }, () => Connection.open(port, ca, identity)),
  );
  const [first] = connections as [Connection];
  for (const name of ["kube-node-lease", "default"]) {
    await first.request("POST", "/api/v1/namespaces", JSON.stringify({ metadata: { name } }));
  }
  await until(first, "/api/v1/nodes", ({ items }) => items.length === nodes);
  await sendAll(connections, pods, async (connection, index) => {
    const body = JSON.stringify({
      metadata: { name: `load-${index}`, labels: { app: "load" } },
      spec: { nodeName: `node-${1 + index % nodes}`, containers: [{ name: "c", image: "i" }] },
    });
    const { status, body: answer } = await connection.request("POST", PODS_PATH, body);
    if (status !== 201) throw new Error(`a pod: ${status} ${decoder.decode(answer)}`);
  });
  const pending = "fieldSelector=status.phase!%3DRunning&limit=1";
  await until(first, `/api/v1/pods?${pending}`, ({ items }) => items.length === 0);
  for (const connection of connections) connection.close();
}

/** Seconds of all rounds so far, and how many there were, as the server tells. */
async function roundsOf(client: Deno.HttpClient, url: string): Promise<[number, number]> {
  const text = await (await fetch(`${url}/metrics`, { client })).text();
  const value = (end: string) =>
    Number(new RegExp(`tick_duration_seconds_${end} (\\S+)`).exec(text)?.[1] ?? 0);
  return [value("sum"), value("count")];
}

/** A certificate of this machine's loopback, for both servers. */
async function serverCertificate(folder: string) {
  const now = new Date();
  const issuer = await makeAuthority("servers", now);
  const authority = issuer.certificate;
  const pair = await makeCertificate(
    { commonName: "server", hosts: ["127.0.0.1"], usages: [USAGE.server], now },
    issuer,
  );
  const path = (end: string) => `${folder}/server.${end}`;
  await Deno.writeTextFile(path("ca"), authority);
  await Deno.writeTextFile(path("crt"), pair.certificate);
  await Deno.writeTextFile(path("key"), pair.key);
  const flags = [`--tls-cert-file=${path("crt")}`, `--tls-private-key-file=${path("key")}`];
  return { authority, file: path("ca"), flags };
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The metrics server's own rounds. */
async function measured(client: Deno.HttpClient, url: string, pid: number): Promise<Round> {
  let last: [number, number] = [0, 0];
  // The first rounds open connections, and come while pods are learnt.
  while (last[1] < 3) {
    await sleep(500);
    last = await roundsOf(client, url).catch((): [number, number] => [0, 0]);
  }
  const cpu = await processorMs(pid);
  let now = last;
  while (now[1] < last[1] + ROUNDS) {
    await sleep(500);
    now = await roundsOf(client, url);
  }
  const rounds = now[1] - last[1];
  const cpuSeconds = (await processorMs(pid) - cpu) / 1000 / rounds;
  return { seconds: (now[0] - last[0]) / rounds, cpuSeconds };
}

/** The same pages, fetched by this process. */
async function bare(client: Deno.HttpClient, agent: string, nodes: number): Promise<Round> {
  const round = async () => {
    let next = 1;
    await Promise.all(Array.from({ length: AT_ONCE }, async () => {
      while (next <= nodes) {
        const url = `${agent}/nodes/node-${next++}/metrics/resource`;
        await (await fetch(url, { client })).bytes();
      }
    }));
  };
  await round();
  const [began, cpu] = [performance.now(), await processorMs(Deno.pid)];
  for (let at = 0; at < ROUNDS; at++) await round();
  const seconds = (performance.now() - began) / 1000 / ROUNDS;
  return { seconds, cpuSeconds: (await processorMs(Deno.pid) - cpu) / 1000 / ROUNDS };
}

/** Runs the benchmark. */
export async function main(args: string[]): Promise<number> {
  const [nodes = NODES, pods = PODS] = args.map(Number);
  if (args.length > 2 || !(nodes > 0) || !(pods > 0)) {
    console.log(HELP);
    return 1;
  }
  const folder = await Deno.makeTempDir();
  try {
    const prepared = await prepare(folder);
    await using server = await start("ours", prepared, "metrics", "");
    const config = await writeClientConfig(prepared, server.port, "metrics");
    const certificate = await serverCertificate(folder);
    const [agentPort, port] = [freePort(), freePort()];
    await using _agent = spawned(command("nodeagent/main.ts", [
      "--container-runtime=simulated",
      `--simulated-nodes=${nodes}`,
      `--kubeconfig=${config}`,
      "--address=127.0.0.1",
      `--port=${agentPort}`,
      ...certificate.flags,
      "--healthz-port=0",
    ]));
    await createPods(prepared, server.port, pods, nodes);
    await using scraper = spawned(command("metricsserver/main.ts", [
      `--kubeconfig=${config}`,
      "--bind-address=127.0.0.1",
      `--secure-port=${port}`,
      ...certificate.flags,
      `--kubelet-certificate-authority=${certificate.file}`,
      `--metric-resolution=${PERIOD_MS}ms`,
      `--concurrent-scrapes=${AT_ONCE}`,
      "--authorization-always-allow-paths=/metrics",
    ]));
    const url = `https://127.0.0.1:${port}`;
    using client = Deno.createHttpClient({ caCerts: [certificate.authority] });
    const own = await measured(client, url, scraper.pid);
    const memory = await memoryOf(scraper.pid);
    const plain = await bare(client, `https://127.0.0.1:${agentPort}`, nodes);
    const row = (
      name: string,
      { seconds, cpuSeconds }: Round,
      mb: string,
    ) => [name, seconds.toFixed(2), cpuSeconds.toFixed(2), mb];
    console.log(table(["a round", "seconds", "CPU s", "MB (peak)"], [
      row("metrics server", own, `${memory.residentMb} (${memory.peakMb})`),
      row("bare client", plain, ""),
    ]));
    const ratio = plain.cpuSeconds / own.cpuSeconds;
    console.log(
      `${nodes} nodes, ${pods} pods: ${
        ratio.toFixed(2)
      } of the bare client's rate by processor time`,
    );
    if (args.length === 0) await saveResult("metrics", { nodes, pods, ratio, memory, own, plain });
    return 0;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args));
