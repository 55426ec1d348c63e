/** The metrics server as `./orch up` runs it, and alone: real processes, and kubectl. */
import { Buffer } from "node:buffer";
import { freePort } from "../testing/free_port.ts";
import { assertRefused, type RefusedStart } from "../testing/refused_starts.ts";
import { slowTests, testWith } from "../testing/requirements.ts";
import { APIService, createClient, Deployment, HorizontalPodAutoscaler } from "../mod.ts";
import { loadClientConfig, printClientConfig } from "../toolkit/clientconfig/mod.ts";
import { assert, assertEquals } from "../toolkit/deps/assert.ts";
import { systemClock } from "../toolkit/clock.ts";

const ORCH = new URL("../orch", import.meta.url).pathname;
const USAGE = "/apis/metrics.k8s.io/v1beta1";

interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(
  program: string,
  args: readonly string[],
  { env = {}, stdin }: { readonly env?: Record<string, string>; readonly stdin?: string } = {},
): Promise<Result> {
  const process = new Deno.Command(program, {
    args: [...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    env: { NO_COLOR: "1", ...env },
  }).spawn();
  const writer = process.stdin.getWriter();
  if (stdin !== undefined) await writer.write(new TextEncoder().encode(stdin));
  await writer.close();
  const { code, stdout, stderr } = await process.output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

/** A process of its own, until it is disposed of. */
function start(args: readonly string[]): AsyncDisposable {
  const process = new Deno.Command(ORCH, {
    args: [...args],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  return {
    async [Symbol.asyncDispose]() {
      process.kill("SIGTERM");
      await process.status;
    },
  };
}

/** A local cluster, until it is disposed of. */
class Cluster implements AsyncDisposable {
  readonly folder: string;
  readonly state: string;
  readonly config: string;
  /** What the start printed. */
  out = "";

  private constructor(folder: string) {
    this.folder = folder;
    this.state = `${folder}/state`;
    this.config = `${this.state}/config/admin.yaml`;
  }

  static async start(...args: string[]): Promise<Cluster> {
    const cluster = new Cluster(await Deno.makeTempDir());
    const up = await cluster.orch("up", "--detach", "--port=0", ...args);
    cluster.out = up.out;
    assertEquals([up.code, up.err], [0, ""]);
    return cluster;
  }

  orch(command: string, ...args: string[]): Promise<Result> {
    return run(ORCH, [command, `--state=${this.state}`, ...args]);
  }

  /** What kubectl prints; its errors, where it fails. */
  async kubectl(...args: string[]): Promise<string> {
    const { out, err } = await run("kubectl", args, { env: { KUBECONFIG: this.config } });
    return out + err;
  }

  async apply(manifest: string): Promise<void> {
    const env = { KUBECONFIG: this.config };
    const { code, err } = await run("kubectl", ["apply", "-f", "-"], { env, stdin: manifest });
    assertEquals(code, 0, err);
  }

  client() {
    return createClient({ config: this.config });
  }

  /** Where the metrics server itself listens, once it is ready. */
  async metricsServer(): Promise<{ readonly address: string; readonly pid: number }> {
    for (;;) {
      const { children } = JSON.parse((await this.orch("status", "-ojson")).out);
      const found = children.find(({ name }: { name: string }) => name === "metrics-server");
      if (found.state === "ready") return found;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.orch("down");
    await Deno.remove(this.folder, { recursive: true });
  }
}

/** Asks again until the answer is one; a cluster that never gives it ends the test by its own limit. */
async function until<T>(ask: () => Promise<T>, isIt: (answer: T) => boolean): Promise<T> {
  const end = systemClock.monotonic() + 180_000;
  for (;;) {
    const answer = await ask();
    if (isIt(answer)) return answer;
    assert(systemClock.monotonic() < end, `it did not come true: ${answer}`);
  }
}

/** Rows of what kubectl printed, by the columns that it has. */
function rowsOf(text: string): string[][] {
  return text.trimEnd().split("\n").map((line) => line.trim().split(/\s+/));
}

const DEPLOYMENT = (name: string, cpu: string) => `
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec:
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata:
      labels: { app: ${name} }
      annotations: { simulated.orch.io/cpu: "${cpu}", simulated.orch.io/memory: "10Mi" }
    spec:
      containers:
        - { name: one, image: "one:1", resources: { requests: { cpu: 100m } } }
        - { name: two, image: "two:1", resources: { requests: { cpu: 100m } } }
`;

testWith(["kubectl"], "orch up tells who may see it what nodes and pods use", async () => {
  await using cluster = await Cluster.start("--nodes=2");
  assert(!/metrics/.test(cluster.out), cluster.out);
  await using client = await cluster.client();
  const { address } = await cluster.metricsServer();

  // Who asks the server itself, past the API server.
  const config = await loadClientConfig(cluster.config);
  const text = (data: string | undefined) => Buffer.from(data ?? "", "base64").toString();
  const caCerts = [text(config.clusters[0]!.cluster["certificate-authority-data"])];
  {
    using anonymous = Deno.createHttpClient({ caCerts });
    const cases: readonly (readonly [string, Record<string, string>, number])[] = [
      [`${USAGE}/nodes`, {}, 403],
      [`${USAGE}/pods`, {}, 403],
      [`${USAGE}/namespaces/default/pods/x`, {}, 403],
      ["/metrics", {}, 403],
      [USAGE, {}, 403],
      [`${USAGE}/nodes`, { authorization: "Bearer of-nobody" }, 401],
      // Only the API server, by its certificate, may say who asks.
      [`${USAGE}/nodes`, { "x-remote-user": "admin", "x-remote-group": "system:masters" }, 403],
      ["/healthz", {}, 200],
      ["/readyz", {}, 200],
    ];
    for (const [path, headers, expected] of cases) {
      const response = await fetch(address + path, { client: anonymous, headers });
      const body = await response.text();
      assertEquals(response.status, expected, `${path}: ${body}`);
      assert(!body.includes("usage"), body);
    }
  }
  await client.waitFor(
    APIService,
    "v1beta1.metrics.k8s.io",
    (one) =>
      one?.status?.conditions?.some(({ type, status }) =>
        type === "Available" && status === "True"
      ) ??
        false,
    { timeout: "120s" },
  );
  await cluster.kubectl("create", "serviceaccount", "robot");
  const robot = "system:serviceaccount:default:robot";
  const asRobot = (what: string, ...more: string[]) =>
    cluster.kubectl("top", what, `--as=${robot}`, ...more);
  const forbidden = (what: string) => `User "${robot}" cannot list resource "${what}" in API group`;
  assert((await asRobot("nodes")).includes(forbidden("nodes")));
  assert((await asRobot("pods")).includes(forbidden("pods")));
  const token = (await cluster.kubectl("create", "token", "robot")).trim();
  {
    using bearer = Deno.createHttpClient({ caCerts });
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${address}${USAGE}/pods`, { client: bearer, headers });
    assertEquals(response.status, 403, await response.text());
  }
  // Its own account may do no more than it has to.
  const own = "--as=system:metrics-server";
  for (
    const [expected, ...what] of [
      ["no", "list", "secrets"],
      ["no", "create", "pods"],
      ["no", "get", "pods", "--subresource=log"],
      ["no", "get", "nodes", "--subresource=proxy"],
      ["yes", "get", "nodes", "--subresource=metrics"],
      ["yes", "watch", "pods"],
      ["yes", "create", "subjectaccessreviews.authorization.k8s.io"],
    ]
  ) {
    const said = await cluster.kubectl("auth", "can-i", ...what, own);
    assert(said.startsWith(`${expected}\n`), `${what}: ${said}`);
  }

  await cluster.apply(DEPLOYMENT("web", "250m"));
  const both = await until(
    () => cluster.kubectl("top", "pods", "-A", "--containers", "--sum", "--sort-by=cpu"),
    (out) => out.includes("web-") && out.includes("500m"),
  );
  const rows = rowsOf(both);
  assertEquals(rows[0], ["NAMESPACE", "POD", "NAME", "CPU(cores)", "MEMORY(bytes)"]);
  const shown = rows.slice(1, 3).map(([namespace, , ...rest]) => [namespace, ...rest]).sort();
  assertEquals(shown, [["default", "one", "250m", "10Mi"], ["default", "two", "250m", "10Mi"]]);
  assertEquals(rows.at(-1), ["500m", "20Mi"]);
  const nodes = rowsOf(
    await until(
      () => cluster.kubectl("top", "nodes", "--sort-by=cpu"),
      (out) => out.includes("510m") && out.includes("node-2"),
    ),
  );
  assertEquals(nodes[0]!.slice(0, 2), ["NAME", "CPU(cores)"]);
  assertEquals(nodes.slice(1).map(([, cpu]) => cpu), ["510m", "10m"]);
  assertEquals(
    rowsOf(await cluster.kubectl("get", "pods.metrics.k8s.io", "-l", "app=web"))[1]!.slice(1, 3),
    [
      "500m",
      "20Mi",
    ],
  );
  assert(/No resources found/.test(await cluster.kubectl("top", "pods", "-l", "app=none")));
  assert(
    /podmetrics.metrics.k8s.io "default\/none" not found/.test(
      await cluster.kubectl("top", "pod", "none"),
    ),
  );
  assert(
    /KIND: +PodMetrics/.test(
      await cluster.kubectl("explain", "pods.containers", "--api-version=metrics.k8s.io/v1beta1"),
    ),
  );

  // Whoever may view a namespace sees what its pods use.
  await cluster.kubectl(
    "create",
    "rolebinding",
    "view",
    "--clusterrole=view",
    "--serviceaccount=default:robot",
  );
  const seen = await until(() => asRobot("pods"), (out) => !out.includes("cannot list"));
  assert(/web-\S+ +500m +20Mi/.test(seen), seen);
  assert((await asRobot("pods", "-A")).includes(forbidden("pods")));

  // What comes now takes as long as autoscalers do: the rest is for the long tier.
  if (!slowTests()) return;
  // kubectl autoscale, with what the pods are said to use.
  await cluster.kubectl(
    "autoscale",
    "deployment",
    "web",
    "--cpu-percent=100",
    "--min=1",
    "--max=3",
  );
  const reached = await client.waitFor(
    Deployment,
    "web",
    (one) => one?.status?.readyReplicas === 3,
    {
      timeout: "120s",
    },
  );
  assertEquals(reached?.spec.replicas, 3);
  const scaler = await client.get(HorizontalPodAutoscaler, "web");
  const active = scaler.status?.conditions?.find(({ type }) => type === "ScalingActive");
  assertEquals([active?.status, active?.reason], ["True", "ValidMetricFound"]);

  // One that ends is started again, and goes on.
  const { pid } = await cluster.metricsServer();
  Deno.kill(pid, "SIGKILL");
  const again = await until(() => cluster.metricsServer(), (one) => one.pid !== pid);
  assertEquals(again.address, address);
  await until(() => cluster.kubectl("top", "nodes"), (out) => out.includes("node-2"));
});

const ALONE = "orch metrics-server runs alone, with the objects that it prints";

if (!slowTests()) Deno.test.ignore(`${ALONE} [in ./orch test --slow]`, () => {});
else {testWith(
    ["kubectl"],
    ALONE,
    async () => {
      await using cluster = await Cluster.start();
      await using client = await cluster.client();
      await cluster.metricsServer();
      // Another one takes the place of that of the cluster.
      await client.delete(APIService, "v1beta1.metrics.k8s.io");
      const port = freePort();
      const flags = ["metrics-server", "--api-dialect=kubernetes", `--secure-port=${port}`];
      const print = ["--print-objects", "--print-for-host=localhost"];
      const printed = await run(ORCH, [...flags, ...print]);
      assertEquals([printed.code, printed.err], [0, ""]);
      await cluster.apply(printed.out);
      const { spec } = await client.get(APIService, "v1beta1.metrics.k8s.io");
      assertEquals([spec.service?.port, spec.insecureSkipTLSVerify], [port, true]);
      const account = await cluster.kubectl(
        "create",
        "token",
        "metrics-server",
        "-n",
        "kube-system",
      );
      const { server, "certificate-authority-data": authority } =
        (await loadClientConfig(cluster.config)).clusters[0]!.cluster;
      const config = `${cluster.folder}/own.yaml`;
      await Deno.writeTextFile(
        config,
        printClientConfig({
          clusters: [{ name: "c", cluster: { server, "certificate-authority-data": authority } }],
          users: [{ name: "u", user: { token: account.trim() } }],
          contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
          "current-context": "c",
        } as never),
      );
      await using _own = start([
        ...flags,
        "--bind-address=127.0.0.1",
        `--kubeconfig=${config}`,
        "--metric-resolution=1s",
        `--cert-dir=${cluster.folder}`,
        `--kubelet-certificate-authority=${cluster.state}/pki/nodeagent-ca.crt`,
        // The agents of simulated nodes know certificates alone.
        `--kubelet-client-certificate=${cluster.state}/pki/apiserver-nodeagent-client.crt`,
        `--kubelet-client-key=${cluster.state}/pki/apiserver-nodeagent-client.key`,
      ]);
      const nodes = await until(
        () => cluster.kubectl("get", "--raw", `${USAGE}/nodes`),
        (out) => /"window":"(?:1|[12]\.\d+)s"/.test(out),
      );
      assert(nodes.includes("node-1"), nodes);
    },
  );}

const WRONG: readonly RefusedStart[] = [
  [["--metric-resolution=10ms"], "must be at least 1s"],
  [["--concurrent-scrapes=0"], "must be from 1 to 1000"],
  [["--nodeagent-request-timeout=0s"], "must be more than 0"],
  [["--nodeagent-preferred-address-types="], "is empty: name at least one"],
  [["--node-selector=a==="], "--node-selector: "],
  [["--nodeagent-client-key=/x"], "are a pair: give both, or none"],
  [["--nodeagent-insecure-tls", "--nodeagent-certificate-authority=/x"], "give one of them"],
  [["--orchconfig=/nowhere"], "/nowhere"],
  [["--secure-port=0"], "--secure-port"],
  [["--print-objects", "--print-for-ca-file=/nowhere"], "/nowhere"],
];

Deno.test("orch metrics-server refuses to start with what it can't do", async () => {
  await assertRefused("metricsserver/main.ts", WRONG);
});
