/** `orch scheduler` as a process: what it serves and to whom, who leads, and what its flags do. */
import { eventsV1, Lease, Namespace, Node, Pod } from "../../mod.ts";
import { eventually } from "../../testing/eventually.ts";
import { freePort } from "../../testing/free_port.ts";
import { assertRefused } from "../../testing/refused_starts.ts";
import { makeAuthority, makeCertificate } from "../../toolkit/certificates/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { decodeYaml } from "../../toolkit/codec/mod.ts";
import type { LivePod } from "../../controllers/scheduler/pod/pod_info.ts";
import { TestFolder } from "../cli/terminal.ts";
import { Environment } from "./environment.ts";

const LOCK = { namespace: "kube-system", name: "kube-scheduler" };
const GROUP = "kubescheduler.config.k8s.io/v1";

/** Clients send no credentials over plain HTTP: whoever comes is known. */
const EVERYBODY = {
  authenticator: {
    authenticate: () => ({
      is: "known" as const,
      user: { name: "somebody", uid: "", groups: [], extra: {} },
    }),
  },
};

/** The process, as people type it, and what it has logged. The first argument may be another program. */
class Scheduler implements AsyncDisposable {
  readonly process: Deno.ChildProcess;
  log = "";
  readonly #logged: Promise<void>;

  constructor(...args: string[]) {
    const own = args[0]?.endsWith(".ts") ? args.shift() : undefined;
    const program = new URL(`../../${own ?? "controllers/scheduler/main.ts"}`, import.meta.url);
    this.process = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", program.pathname, "--api-dialect=kubernetes", ...args],
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    this.#logged = this.#read();
  }

  get leads(): boolean {
    return this.log.includes("The scheduler runs");
  }

  async ended(): Promise<number> {
    await this.#logged;
    return (await this.process.status).code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.process.kill("SIGKILL");
    } catch {
      // It has ended.
    }
    await this.ended();
  }

  async #read(): Promise<void> {
    for await (const text of this.process.stderr.pipeThrough(new TextDecoderStream())) {
      this.log += text;
    }
  }
}

/** Where a scheduler serves with a certificate that the test trusts. */
class SecurePort implements Disposable {
  readonly #http: Deno.HttpClient;
  readonly #port: number;

  private constructor(readonly flags: readonly string[], port: number, authority: string) {
    this.#port = port;
    this.#http = Deno.createHttpClient({ caCerts: [authority] });
  }

  static async make(folder: TestFolder): Promise<SecurePort> {
    const authority = await makeAuthority("test-ca", new Date());
    const { certificate, key } = await makeCertificate({
      commonName: "kube-scheduler",
      hosts: ["127.0.0.1"],
      now: new Date(),
    }, authority);
    const port = freePort();
    const flags = [
      `--secure-port=${port}`,
      "--bind-address=127.0.0.1",
      `--tls-cert-file=${await folder.write("server.crt", certificate)}`,
      `--tls-private-key-file=${await folder.write("server.key", key)}`,
    ];
    return new SecurePort(flags, port, authority.certificate);
  }

  async ask(
    path: string,
    init: RequestInit = {},
  ): Promise<readonly [status: number, text: string]> {
    const url = `https://127.0.0.1:${this.#port}${path}`;
    const response = await fetch(url, { ...init, client: this.#http });
    return [response.status, await response.text()];
  }

  [Symbol.dispose](): void {
    this.#http.close();
  }
}

/** A server with a node. */
async function withNode(): Promise<Environment> {
  const env = await Environment.start("kubernetes", EVERYBODY);
  const { client } = env;
  await client.create(Namespace, { metadata: { name: "kube-system" } });
  await client.create(Node, { metadata: { name: "a" } });
  await client.patch(Node, "a", { status: { allocatable: { cpu: "4", pods: "9" } } }, {
    subresource: "status",
  });
  return env;
}

async function placed({ client }: Environment, name: string): Promise<void> {
  const place = { namespace: "default", name };
  await client.create(Pod, {
    metadata: place,
    spec: { containers: [{ name: "c", image: "i" }] },
  });
  await client.waitFor(Pod, place, (pod) => pod?.spec.nodeName === "a", { timeout: "120s" });
}

Deno.test("orch scheduler: another process takes over when the leader is killed, and ends when it is robbed", async () => {
  await using env = await withNode();
  const { client } = env;
  const flags = [
    `--master=${env.server.url}`,
    "--secure-port=0",
    // No machine is so slow that who leads loses the lead.
    "--leader-elect-lease-duration=20m",
    "--leader-elect-renew-deadline=10m",
    "--leader-elect-retry-period=200ms",
  ];
  const ports = [freePort(), freePort()];
  const [first, second] = ports.map((port) => [...flags, `--status-port=${port}`]);
  await using one = new Scheduler(...first!);
  await using two = new Scheduler(...second!);
  await eventually("one of them leads", () => one.leads || two.leads);
  const [leader, other] = one.leads ? [one, two] : [two, one];
  await placed(env, "first");
  assertEquals(other.leads, false);
  const counted = async (port: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics/resources`);
    return [answer.status, (await answer.text()).includes("kube_pod_resource_request")];
  };
  await client.create(Pod, {
    metadata: { namespace: "default", name: "hungry" },
    spec: {
      containers: [{ name: "c", image: "i", resources: { requests: { cpu: "1m" } } }],
    },
  });
  const [of = 0, ofOther = 0] = one.leads ? ports : ports.toReversed();
  await eventually("the other has its pods", () => other.log.includes("waits to lead"));
  await eventually("the leader shows its pods", async () => (await counted(of))[1] === true);
  assertEquals(await counted(ofOther), [200, false]);
  leader.process.kill("SIGKILL");
  await leader.ended();
  // Nobody has to wait for all of the 20 minutes.
  await client.patch(Lease, LOCK, { spec: { leaseDurationSeconds: 1 } });
  await eventually("the other one leads", () => other.leads);
  await placed(env, "second");
  await client.patch(Lease, LOCK, { spec: { holderIdentity: "thief" } });
  assertEquals(await other.ended(), 1, other.log);
  assert(other.log.includes("leader election lost: kube-system/kube-scheduler"), other.log);
});

Deno.test("orch scheduler gives the lead back when it is told to end", async () => {
  await using env = await withNode();
  await using scheduler = new Scheduler(`--master=${env.server.url}`, "--secure-port=0");
  await placed(env, "first");
  scheduler.process.kill("SIGTERM");
  assertEquals(await scheduler.ended(), 0, scheduler.log);
  assertEquals((await env.client.get(Lease, LOCK)).spec.holderIdentity, "");
});

Deno.test("orch scheduler serves how it is to everybody, and the rest to those who may", async () => {
  await using env = await withNode();
  await using folder = await TestFolder.make();
  const statusPort = freePort();
  using port = await SecurePort.make(folder);
  const config = await folder.write(
    "config.yaml",
    `apiVersion: ${GROUP}
kind: KubeSchedulerConfiguration
percentageOfNodesToScore: 40
leaderElection: { resourceName: mine, retryPeriod: 1s }
`,
  );
  await using scheduler = new Scheduler(
    `--master=${env.server.url}`,
    ...port.flags,
    `--status-port=${statusPort}`,
    `--config=${config}`,
    "--leader-elect-resource-name=theirs",
    "--kube-api-qps=7",
    "--authorization-always-allow-paths=/healthz,/readyz,/configz,/queue",
  );
  await placed(env, "first");
  const ask = (path: string) => port.ask(path);
  assertEquals(await ask("/healthz"), [200, "ok"]);
  const [code, ready] = await ask("/readyz?verbose");
  assertEquals([code, /leaderElection ok/.test(ready), /sched-handler-sync ok/.test(ready)], [
    200,
    true,
    true,
  ], ready);
  for (const path of ["/metrics", "/metrics/resources", "/debug/pprof/profile", "/livez"]) {
    assertEquals((await ask(path))[0], 403, path);
  }
  const { componentconfig } = JSON.parse((await ask("/configz"))[1]);
  const { kind, percentageOfNodesToScore, clientConnection, leaderElection } = componentconfig;
  assertEquals([kind, percentageOfNodesToScore, clientConnection.qps], [
    "KubeSchedulerConfiguration",
    40,
    50,
  ]);
  // The flags of leader election go before what the file says, and those others do not.
  assertEquals([leaderElection.resourceName, leaderElection.retryPeriod], ["theirs", "1s"]);
  assert(scheduler.log.includes("--kube-api-qps has no effect"), scheduler.log);
  assertEquals((await ask("/queue?namespace=default"))[0], 400);
  assertEquals(await ask("/queue?namespace=default&name=first"), [200, "null\n"]);
  await env.client.create(Pod, {
    metadata: { namespace: "default", name: "choosy" },
    spec: {
      containers: [{ name: "c", image: "i", resources: { requests: { cpu: "250m" } } }],
      nodeSelector: { is: "nowhere" },
    },
  });
  const choosy = { namespace: "default", name: "choosy" };
  await env.client.waitFor(
    Pod,
    choosy,
    (pod) => !!pod?.status?.conditions?.some(({ reason }) => reason === "Unschedulable"),
    { timeout: "120s" },
  );
  const { place, rejectedBy } = JSON.parse((await ask("/queue?namespace=default&name=choosy"))[1]);
  assertEquals([place, rejectedBy], ["unschedulable", ["NodeAffinity"]]);
  const resources = await fetch(`http://127.0.0.1:${statusPort}/metrics/resources`);
  assertEquals(resources.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  const lines = (await resources.text()).split("\n").filter((line) => !line.startsWith("#"));
  assertEquals(lines, [
    'kube_pod_resource_request{namespace="default",pod="choosy",node="",' +
    'scheduler="default-scheduler",priority="",resource="cpu",unit="cores"} 0.25',
    "",
  ]);
});

Deno.test("orch scheduler whose server is not there yet says so, is healthy, and not ready", async () => {
  await using folder = await TestFolder.make();
  using port = await SecurePort.make(folder);
  const nobody = `--master=http://127.0.0.1:${freePort()}`;
  await using scheduler = new Scheduler(nobody, ...port.flags);
  await eventually("it serves", () => scheduler.log.includes("Serving"));
  assertEquals(await port.ask("/healthz"), [200, "ok"]);
  assertEquals(await port.ask("/livez"), [200, "ok"]);
  const [code, ready] = await port.ask("/readyz");
  assertEquals([code, ready.includes("sched-handler-sync failed")], [500, true], ready);
  await eventually("it says so", () => scheduler.log.includes("The server does not answer yet"));
  scheduler.process.kill("SIGTERM");
  assertEquals(await scheduler.ended(), 0, scheduler.log);
});

Deno.test("orch scheduler takes another verbosity from those alone who may put it, where there are profiles", async () => {
  await using folder = await TestFolder.make();
  const level = { method: "PUT", body: "2" };
  const [everybody, nobody] = ["/healthz,/debug/flags/v", "/healthz"];
  const cases: [flags: string[], status: number][] = [
    [[`--authorization-always-allow-paths=${everybody}`], 200],
    [[`--authorization-always-allow-paths=${nobody}`], 403],
    [[`--authorization-always-allow-paths=${everybody}`, "--profiling=false"], 405],
  ];
  await using env = await withNode();
  const spec = {
    containers: [{ name: "c", image: "i", resources: { requests: { cpu: "99" } } }],
  };
  for (const [flags, status] of cases) {
    using port = await SecurePort.make(folder);
    const own = [`--master=${env.server.url}`, "--leader-elect=false"];
    await using scheduler = new Scheduler(...own, ...port.flags, ...flags);
    await eventually("it leads", () => scheduler.leads);
    const [code, text] = await port.ask("/debug/flags/v", level);
    assertEquals(code, status, text);
    if (status !== 200) continue;
    const line = '"A pod has no node" pod="default/larger"';
    await env.client.create(Pod, { metadata: { namespace: "default", name: "larger" }, spec });
    await eventually("it says more", () => scheduler.log.includes(line));
  }
});

Deno.test("orch scheduler --write-config-to writes a file that says the same", async () => {
  await using folder = await TestFolder.make();
  const [first, second] = [`${folder.path}/first.yaml`, `${folder.path}/second.yaml`];
  const flags = ["--leader-elect-lease-duration=90s", "--kube-api-qps=-1", "--profiling=false"];
  await using one = new Scheduler(`--write-config-to=${first}`, ...flags);
  assertEquals(await one.ended(), 0, one.log);
  await using two = new Scheduler(`--config=${first}`, `--write-config-to=${second}`);
  assertEquals(await two.ended(), 0, two.log);
  const text = await Deno.readTextFile(first);
  assertEquals(await Deno.readTextFile(second), text);
  const [config] = decodeYaml(text) as [{
    readonly apiVersion: string;
    readonly enableProfiling: boolean;
    readonly clientConnection: { readonly qps: number };
    readonly leaderElection: { readonly leaseDuration: string };
    readonly profiles: readonly { readonly schedulerName: string }[];
  }];
  assertEquals(
    [
      config.apiVersion,
      config.enableProfiling,
      config.clientConnection.qps,
      config.leaderElection.leaseDuration,
      config.profiles.map(({ schedulerName }) => schedulerName),
    ],
    [GROUP, false, -1, "1m30s", ["default-scheduler"]],
  );
});

Deno.test("orch scheduler says why it can't start", async () => {
  await using folder = await TestFolder.make();
  const file = await folder.write(
    "config.yaml",
    `apiVersion: ${GROUP}
kind: KubeSchedulerConfiguration
clientConnection: { burst: -1, contentType: text/plain }
`,
  );
  const config = await folder.write(
    "client.yaml",
    `clusters: [{ name: c, cluster: { server: "http://127.0.0.1:${freePort()}" } }]
contexts: [{ name: c, context: { cluster: c, user: "" } }]
current-context: c
`,
  );
  // Whatever the server would say, which is not there.
  const away = [`--master=http://127.0.0.1:${freePort()}`, `--secure-port=${freePort()}`];
  const awayCases = [
    ["--tls-cert-file=/nowhere/c --tls-private-key-file=/nowhere/k", "cannot read /nowhere/"],
    ["--client-ca-file=/nowhere/ca", "--client-ca-file: /nowhere/ca can't be read"],
    ["--authentication-kubeconfig=/nowhere/who", "/nowhere/who"],
    [`--authentication-kubeconfig=${config} --authorization-kubeconfig=/nowhere`, "/nowhere"],
    ["--bind-address=192.0.2.1", "this machine has no such address"],
  ].map(([flags = "", said = ""]): [string[], string] => [[...away, ...flags.split(" ")], said]);
  const cases: [args: string[], message: string][] = [
    [["--leader-elect-renew-deadline=20s"], "leaderElection.leaseDuration: Invalid value"],
    [["--leader-elect-retry-period=0"], "--leader-elect-retry-period must be greater than zero"],
    [["--leader-elect-resource-lock=endpoints"], 'resourceLock value must be "leases"'],
    [["--feature-gates=NoSuchGate=true"], "unrecognized feature gate: NoSuchGate"],
    [["--master=ftp://host"], "--master must be an http or https address"],
    [["--kube-api-burst=-1"], "clientConnection.burst: Invalid value: -1: must be non-negative"],
    [["--kube-api-content-type=text/plain"], "clientConnection.contentType: Invalid value"],
    [["--kubeconfig=/nowhere/config"], "/nowhere/config"],
    [["--tls-cert-file=/nowhere"], "--tls-cert-file is given without --tls-private-key-file"],
    [["--config=/nowhere/file"], "/nowhere/file"],
    ...awayCases,
    [[`--config=${file}`], `--config: ${file}: `],
  ];
  const common = ["--api-dialect=kubernetes", "--secure-port=0"];
  await assertRefused(
    "controllers/scheduler/main.ts",
    cases.map(([args, message]) => [[...common, ...args], message]),
  );
});

Deno.test("a scheduler with a plugin of its own is a process like the usual one", async () => {
  await using env = await withNode();
  await env.client.patch(Node, "a", { metadata: { labels: { loud: "" } } });
  await using folder = await TestFolder.make();
  const config = await folder.write(
    "config.yaml",
    `apiVersion: ${GROUP}
kind: KubeSchedulerConfiguration
profiles:
- { schedulerName: default-scheduler }
- schedulerName: careless
  plugins: { filter: { disabled: [{ name: QuietNodes }] } }
`,
  );
  const flags = [`--master=${env.server.url}`, "--secure-port=0", `--config=${config}`];
  await using _ = new Scheduler("examples/scheduler/quiet_scheduler.ts", ...flags);
  const pod = (name: string, schedulerName: string) =>
    env.client.create(Pod, {
      metadata: { namespace: "default", name },
      spec: { schedulerName, containers: [{ name: "c", image: "i" }] },
    });
  await pod("quiet", "default-scheduler");
  await pod("other", "careless");
  const become = (name: string, is: (pod: LivePod) => boolean) =>
    env.client.waitFor(Pod, { namespace: "default", name }, (one) => !!one && is(one), {
      timeout: "120s",
    });
  await become("other", ({ spec }) => spec.nodeName === "a");
  // The profile, and where it runs.
  const instances = new Set<string | undefined>();
  await eventually("its event comes", async () => {
    const { items } = await env.client.list(eventsV1.Event);
    const ofIt = items.filter(({ regarding }) => regarding?.name === "other");
    for (const { reportingInstance } of ofIt) instances.add(reportingInstance);
    return instances.size > 0;
  });
  assertEquals([...instances], [`careless-${Deno.hostname()}`.slice(0, 128)]);
  await become(
    "quiet",
    ({ status }) =>
      !!status?.conditions?.some(({ message }) => message?.includes("1 node(s) were loud")),
  );
});

Deno.test("orch scheduler leaves it to extenders of its file where pods go, and to bind them", async () => {
  await using env = await withNode();
  const { client } = env;
  await client.create(Node, { metadata: { name: "b" } });
  await client.patch(Node, "b", { status: { allocatable: { cpu: "4", pods: "9" } } }, {
    subresource: "status",
  });
  const asked: string[] = [];
  await using peer = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      const verb = new URL(request.url).pathname.slice(1);
      asked.push(verb);
      const question = await request.json();
      if (verb === "score") {
        return Response.json(question.NodeNames.map((Host: string) => ({
          Host,
          Score: Host === "b" ? 10 : 0,
        })));
      }
      if (verb === "bind") {
        const { PodNamespace: namespace, PodName: name, Node } = question;
        const target = { apiVersion: "v1", kind: "Node", name: Node };
        await client.createSubresource(Pod, { namespace, name }, "binding", {
          apiVersion: "v1",
          kind: "Binding",
          metadata: { name },
          target,
        });
        return Response.json({});
      }
      const NodeNames = question.Pod.metadata.name === "picky" ? [] : question.NodeNames;
      const FailedNodes = NodeNames.length === 0
        ? { a: "node(s) were dull", b: "node(s) were dull" }
        : {};
      return Response.json({ NodeNames, FailedNodes });
    },
  );
  await using folder = await TestFolder.make();
  const config = await folder.write(
    "config.yaml",
    `apiVersion: ${GROUP}
kind: KubeSchedulerConfiguration
extenders:
- urlPrefix: http://127.0.0.1:${peer.addr.port}
  filterVerb: filter
  prioritizeVerb: score
  bindVerb: bind
  weight: 1
  nodeCacheCapable: true
`,
  );
  await using _ = new Scheduler(
    `--master=${env.server.url}`,
    "--secure-port=0",
    `--config=${config}`,
  );
  for (const name of ["easy", "picky"]) {
    await client.create(Pod, {
      metadata: { namespace: "default", name },
      spec: { containers: [{ name: "c", image: "i" }] },
    });
  }
  const become = (name: string, is: (pod: LivePod) => boolean) =>
    client.waitFor(Pod, { namespace: "default", name }, (pod) => !!pod && is(pod), {
      timeout: "120s",
    });
  await become("easy", ({ spec }) => spec.nodeName === "b");
  await become(
    "picky",
    ({ status }) =>
      !!status?.conditions?.some(({ message }) => message?.includes("2 node(s) were dull")),
  );
  assertEquals(["filter", "score", "bind"].map((verb) => asked.includes(verb)), [true, true, true]);
});
