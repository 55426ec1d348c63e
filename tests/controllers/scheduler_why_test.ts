/** `orch why POD` says what the scheduler says, and changes nothing. */
import { testEnv } from "../../testing.ts";
import {
  ConfigMap,
  Node,
  PersistentVolumeClaim,
  Pod,
  Secret,
  silentLogger,
  StorageClass,
} from "../../mod.ts";
import { SharedInformers } from "../../controllers/loop/mod.ts";
import { main as why } from "../../controllers/why/command.ts";
import { explainPod } from "../../controllers/scheduler/why/explain_pod.ts";
import type { Explanation } from "../../controllers/scheduler/why/explanation.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { OpenServer } from "../cli/server.ts";
import { run, TestFolder } from "../cli/terminal.ts";

function assertIncludes(text: string, part: string) {
  assert(text.includes(part), `${text}\nhas no ${part}`);
}

type Env = Awaited<ReturnType<typeof testEnv>>;

const asking = (cpu: string, more: object = {}) => ({
  spec: { containers: [{ name: "c", image: "i", resources: { requests: { cpu } } }], ...more },
});

async function explained({ client, clock }: Env, name: string): Promise<Explanation> {
  await using informers = new SharedInformers(client);
  return await explainPod({
    client,
    informers,
    clock,
    logger: silentLogger,
    metrics: new Registry(),
    random: () => 0,
  }, {
    place: { namespace: "default", name },
    profiles: [{ schedulerName: "default-scheduler" }],
    signal: new AbortController().signal,
  });
}

/** Pods that can be nowhere, each for other reasons. */
const NOWHERE: Readonly<Record<string, ReturnType<typeof asking>>> = {
  "large": asking("9"),
  "choosy": asking("1", { nodeSelector: { kind: "none" } }),
  "named": asking("1", {
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{
            matchFields: [{ key: "metadata.name", operator: "In", values: ["nope"] }],
          }],
        },
      },
    },
  }),
  "claims": asking("1", { volumes: [{ name: "v", persistentVolumeClaim: { claimName: "none" } }] }),
  "polite": asking("6", { priority: 10, preemptionPolicy: "Never" }),
};

Deno.test("orch why says of pods that are nowhere what the scheduler says", async () => {
  await using env = await testEnv({
    controllers: ["namespace", "garbagecollector", "scheduler"],
    nodes: 3,
  });
  const { client } = env;
  await env.settle("1m");
  await client.patch(Node, "node-1", { spec: { unschedulable: true } });
  for (const name of ["a", "b"]) {
    await client.create(Pod, { metadata: { name }, ...asking("5") });
    await env.settle("1m");
  }
  for (const [name, pod] of Object.entries(NOWHERE)) {
    await client.create(Pod, { metadata: { name }, ...pod });
    await env.settle("1m");
    const said = (await client.get(Pod, name)).status?.conditions
      ?.find(({ type }) => type === "PodScheduled")?.message;
    const { message, nodes, best } = await explained(env, name);
    assertEquals([message, best, nodes.some(({ fits }) => fits)], [said, undefined, false], name);
  }
});

Deno.test("orch why has every no of each node, and every score of the others", async () => {
  await using env = await testEnv({ controllers: ["namespace"], nodes: 0 });
  const { client } = env;
  for (const [name, cpu] of [["a", "4"], ["b", "16"], ["c", "1"]] as const) {
    await client.create(Node, {
      metadata: { name },
      spec: name === "c" ? { taints: [{ key: "k", effect: "NoSchedule" }] } : {},
    });
    await client.patch(Node, name, { status: { allocatable: { cpu, memory: "8Gi", pods: "9" } } }, {
      subresource: "status",
    });
  }
  await client.create(Pod, { metadata: { name: "p" }, ...asking("2") });
  const { best, nodes, room, message } = await explained(env, "p");
  assertEquals([best, room, message], ["b", undefined, undefined]);
  assertEquals(nodes.find(({ name }) => name === "c")?.rejections, [
    {
      plugin: "TaintToleration",
      code: "UnschedulableAndUnresolvable",
      reasons: ["node(s) had untolerated taint(s)"],
    },
    {
      plugin: "NodeResourcesFit",
      code: "UnschedulableAndUnresolvable",
      reasons: ["Insufficient cpu"],
    },
  ]);
  for (const name of ["a", "b"]) {
    const { total, scores = [] } = nodes.find((one) => one.name === name)!;
    assertEquals(total, scores.reduce((sum, { score, weight }) => sum + score * weight, 0));
    assert(scores.some(({ plugin, weight }) => plugin === "TaintToleration" && weight === 3));
  }
});

Deno.test("orch why tells who would have to go, and leaves them alone", async () => {
  await using env = await testEnv({ controllers: ["namespace"], nodes: 0 });
  const { client } = env;
  await client.create(Node, { metadata: { name: "a" }, spec: {} });
  await client.patch(Node, "a", { status: { allocatable: { cpu: "4", pods: "9" } } }, {
    subresource: "status",
  });
  const there = asking("3", { nodeName: "a", priority: 1 });
  const { metadata: before } = await client.create(Pod, { metadata: { name: "there" }, ...there });
  await client.create(Pod, { metadata: { name: "urgent" }, ...asking("2", { priority: 5 }) });
  const { room, pod } = await explained(env, "urgent");
  assertEquals(pod.nodeName, undefined);
  assertEquals(room, {
    nodeName: "a",
    victims: [{ namespace: "default", name: "there", priority: 1 }],
    violations: 0,
  });
  const { metadata: after } = await client.get(Pod, "there");
  assertEquals(after.resourceVersion, before.resourceVersion);
  // One that is somewhere is asked about as if it were not.
  const own = await explained(env, "there");
  assertEquals([own.pod.nodeName, own.best, own.nodes[0]?.fits], ["a", "a", true]);
});

Deno.test("orch why prints its findings as a table and as JSON, and asks the scheduler", async () => {
  await using server = await OpenServer.start();
  await using folder = await TestFolder.make();
  const { client, url } = server;
  const none = await run(why, ["p", "-n", "default", "--kubeconfig", url]);
  assertEquals([none.code, none.err], [1, 'Error: pods "p" not found\n']);
  await client.create(Pod, { metadata: { name: "p" }, ...asking("2", { schedulingGates: [] }) });
  const empty = await run(why, ["p", "-n", "default", "--kubeconfig", url]);
  assertIncludes(empty.out, "would say: no nodes available to schedule pods\n");
  for (const [name, cpu] of [["a", "4"], ["b", "1"], ["c", "1"]] as const) {
    await client.create(Node, { metadata: { name }, spec: {} });
    await client.patch(Node, name, { status: { allocatable: { cpu, pods: "9" } } }, {
      subresource: "status",
    });
    // No controllers are there to find out that it is reachable.
    await client.patch(Node, name, { spec: { taints: null } });
  }
  const args = ["pod/p", "-n", "default", "--kubeconfig", url];
  const { code, out, err } = await run(why, args);
  assertEquals([code, err], [0, ""]);
  assertIncludes(
    out,
    "Pod default/p has no node\nscheduler: default-scheduler, priority 0\n",
  );
  assertIncludes(out, "1 of 3 nodes would do.\nThe best one is a.\n");
  assert(
    /^NODES +TURNED DOWN BY +WHY +WHICH\n2 +NodeResourcesFit +Insufficient cpu +b, c$/m.test(out),
  );
  assert(/^NODE +TOTAL +TaintToleration \(x3\) .*\na +\d+ +100 /m.test(out), out);
  const onTerminal = await run(why, args, { columns: 80 });
  assertIncludes(onTerminal.out, "\u001b[1mPod default/p has no node\u001b[0m\n");
  assertIncludes(onTerminal.out, "\u001b[32mThe best one is a.\u001b[0m\n");
  assertEquals((await run(why, args, { columns: 80, environment: { NO_COLOR: "1" } })).out, out);
  const asked: string[] = [];
  const answers = (body: unknown, status = 200) => ({
    fetch: (input: URL | Request | string) => {
      asked.push(String(input));
      return Promise.resolve(Response.json(body, { status }));
    },
  });
  const scheduler = [...args, "--scheduler", "http://127.0.0.1:1"];
  const rests = { place: "backoff", attempts: 3, rejectedBy: ["X\u001b[2J"], restsMs: 1500 };
  const said = await run(why, scheduler, answers(rests));
  assertIncludes(
    said.out,
    "queue: it rests for 2 s; 3 attempts so far; turned down by X\\u001b[2J\n",
  );
  assertEquals(asked, ["http://127.0.0.1:1/queue?namespace=default&name=p"]);
  const json = await run(why, [...scheduler, "-o", "json"], answers(rests));
  assertEquals((JSON.parse(json.out) as Explanation).queue, rests as never);
  for (
    const [answer, problem] of [
      [answers(3), /what answers there is no scheduler/],
      [answers({}), /what answers there is no scheduler/],
      [answers("no", 503), /it answers 503/],
    ] as const
  ) {
    const refused = await run(why, scheduler, answer);
    assertEquals([refused.code, problem.test(refused.err)], [1, true], refused.err);
  }
  // As the scheduler of orch up serves it.
  const path = `${folder.path}/scheduler.sock`;
  await using _ = Deno.serve({ path, onListen() {} }, (request) => {
    asked.push(new URL(request.url).pathname);
    return Response.json(null);
  });
  const socket = await run(why, [...args, "--scheduler", `unix:${path}`]);
  assertIncludes(socket.out, "queue: the scheduler knows of no such pod that has no node\n");
  assertEquals(asked.at(-1), "/queue");
  const away = await run(why, [...args, "--scheduler", `unix:${folder.path}/none`]);
  assertEquals([away.code, /unix:\S+\/none can't be asked/.test(away.err)], [1, true], away.err);
  const file = await folder.write("bad.yaml", "apiVersion: v1\nkind: Pod\n");
  const bad = await run(why, [...args, "--scheduler-config", file]);
  assertEquals([bad.code, bad.err.startsWith(`Error: --scheduler-config: ${file}: `)], [1, true]);
  const unread = await run(why, [...args, "--scheduler-config", folder.path]);
  assertEquals(unread.err, `Error: ${folder.path} can't be read: Is a directory (os error 21)\n`);
  const odd = await folder.write(
    "odd.yaml",
    `apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles: [{ plugins: { multiPoint: { enabled: [{ name: Own }] } } }]
`,
  );
  const own = await run(why, [...args, "--scheduler-config", odd]);
  assertEquals([own.code, /names the plugin "Own"/.test(own.err)], [1, true], own.err);
});

Deno.test("orch why says of a pod what keeps it: its node, its finalizers, that nobody schedules it", async () => {
  await using server = await OpenServer.start();
  const { client, url } = server;
  const why_ = async (name: string) => {
    const { code, out, err } = await run(why, [name, "-n", "default", "--kubeconfig", url]);
    assertEquals([code, err], [0, ""]);
    return out.slice(0, out.indexOf("\n\n")).split("\n").slice(2);
  };
  await client.create(Pod, { metadata: { name: "new" }, ...asking("1") });
  assertEquals(await why_("new"), [
    "no scheduler has said anything of it yet: it waits for the one that it names",
  ]);

  const finalizers = ["example.com/a", "example.com/b"];
  await client.create(Pod, { metadata: { name: "kept", finalizers }, ...asking("1") });
  await client.delete(Pod, "kept");
  assertEquals(await why_("kept"), [
    "it is being deleted, and so not given a node any more",
    "it stays until these finalizers are gone: example.com/a, example.com/b",
  ]);

  await client.create(Pod, { metadata: { name: "ill" }, ...asking("1", { nodeName: "a" }) });
  const container = (name: string, state: object, lastState = {}) => ({
    name,
    image: "i",
    imageID: "",
    ready: false,
    restartCount: 0,
    state,
    lastState,
  });
  const crashed = { terminated: { exitCode: 3, reason: "Error" } };
  await client.patch(Pod, "ill", {
    status: {
      reason: "NodeLost",
      message: "gone\u001b[2J",
      phase: "Pending",
      initContainerStatuses: [container("first", crashed)],
      containerStatuses: [
        container("pull", { waiting: { reason: "ErrImagePull", message: "no\nsuch" } }),
        container("crash", { waiting: { reason: "CrashLoopBackOff" } }, crashed),
        container("runs", { running: {} }, crashed),
        container("quiet", { waiting: {} }),
      ],
    },
  }, { subresource: "status" });
  assertEquals(await why_("ill"), [
    "Pending: NodeLost: gone\\u001b[2J",
    "container pull waits: ErrImagePull: no\\nsuch",
    "container crash waits: CrashLoopBackOff; it last ended with exit code 3 (Error)",
  ]);
});

Deno.test("orch why names what a pod can't start without, and leaves out what is optional or there", async () => {
  await using server = await OpenServer.start();
  const { client, url } = server;
  const needsOf = async (name: string) => {
    const args = [name, "-n", "default", "--kubeconfig", url, "-o", "json"];
    const { code, out, err } = await run(why, args);
    assertEquals([code, err], [0, ""]);
    const { needs = [] } = JSON.parse(out) as Explanation;
    return needs.map((one) => `${one.kind} ${one.name} ${one.problem}`);
  };
  const at = { namespace: "default" };
  await client.create(ConfigMap, { metadata: { name: "there", ...at }, data: { a: "" } });
  await client.create(Secret, { metadata: { name: "there", ...at }, stringData: { a: "" } });
  for (
    const [name, volumeBindingMode] of [["now", "Immediate"], [
      "later",
      "WaitForFirstConsumer",
    ]] as const
  ) {
    await client.create(StorageClass, {
      metadata: { name },
      provisioner: "x/y",
      volumeBindingMode,
    });
  }
  const claims = {
    "of-now": "now",
    "of-later": "later",
    "of-none": "gone",
    "bare": "",
    "bound": "now",
  };
  for (const [name, storageClassName] of Object.entries(claims)) {
    const resources = { requests: { storage: "1Gi" } };
    const spec = { accessModes: ["ReadWriteOnce" as const], resources, storageClassName };
    await client.create(PersistentVolumeClaim, { metadata: { name, ...at }, spec });
  }
  const bound = { status: { phase: "Bound" as const } };
  await client.patch(PersistentVolumeClaim, "bound", bound, { subresource: "status" });
  const volumes = [
    ...[...Object.keys(claims), "missing"].map((claimName) => ({
      name: claimName,
      persistentVolumeClaim: { claimName },
    })),
    { name: "cm", configMap: { name: "there", items: [{ key: "b", path: "b" }] } },
    { name: "cm2", configMap: { name: "missing" } },
    { name: "cm3", configMap: { name: "optional", optional: true } },
    { name: "unused", secret: { secretName: "unused" } },
    {
      name: "all",
      projected: {
        sources: [
          { secret: { name: "projected" } },
          { secret: { name: "there" } },
          { serviceAccountToken: { path: "t" } },
        ],
      },
    },
  ];
  const mounted = ["cm", "cm2", "cm3", "all"];
  await client.create(Pod, {
    metadata: { name: "p", ...at },
    spec: {
      serviceAccountName: "nobody",
      runtimeClassName: "none",
      volumes,
      containers: [{
        name: "c",
        image: "i",
        volumeMounts: mounted.map((name) => ({ name, mountPath: `/${name}` })),
        envFrom: [{ secretRef: { name: "from" } }, { configMapRef: { name: "o", optional: true } }],
        env: [
          { name: "A", valueFrom: { secretKeyRef: { name: "there", key: "a" } } },
          { name: "B", valueFrom: { secretKeyRef: { name: "there", key: "b" } } },
          { name: "C", valueFrom: { configMapKeyRef: { name: "o", key: "b", optional: true } } },
        ],
      }],
    },
  });
  const pending = "is not bound (Pending)";
  const needs = [
    `claim of-now ${pending}: its storage class is now, of x/y`,
    `claim of-later ${pending}: its storage class later waits until the pod has a node`,
    `claim of-none ${pending}: there is no storage class gone`,
    `claim bare ${pending}: it names no storage class, and needs a volume without one`,
    "claim missing is not there",
    "config map there has no b",
    "config map missing is not there",
    "secret projected is not there",
    "secret there has no b",
    "service account nobody is not there",
    "secret from is not there",
    "runtime class none is not there",
  ];
  assertEquals(await needsOf("p"), needs);
  const { out } = await run(why, ["p", "-n", "default", "--kubeconfig", url]);
  for (const need of needs) assertIncludes(out, `\nit can't start yet: ${need}\n`);
  // What has begun has had all of it.
  await client.patch(Pod, "p", { status: { phase: "Running" } }, { subresource: "status" });
  assertEquals(await needsOf("p"), []);
});

Deno.test("orch why says which container keeps a pod that runs from being ready", async () => {
  await using server = await OpenServer.start();
  const { client, url } = server;
  const probes: Record<string, object> = {
    "http": { readinessProbe: { httpGet: { port: 8080, path: "/ready" } } },
    "tcp": { readinessProbe: { tcpSocket: { port: "db" } } },
    "grpc": { readinessProbe: { grpc: { port: 9 } } },
    "exec": { readinessProbe: { exec: { command: ["test", "-f", "/a"] } } },
    "starts": {
      startupProbe: { tcpSocket: { port: 1 } },
      readinessProbe: { tcpSocket: { port: 2 } },
    },
    "bare": {},
    "over": {},
    "good": { readinessProbe: { tcpSocket: { port: 1 } } },
  };
  const containers = Object.entries(probes).map(([name, probe]) => ({
    name,
    image: "i",
    ...probe,
  }));
  await client.create(Pod, {
    metadata: { name: "p", namespace: "default" },
    spec: {
      nodeName: "a",
      containers,
      readinessGates: [{ conditionType: "x/a" }, { conditionType: "x/b" }],
    },
  });
  const containerStatuses = containers.map(({ name }) => ({
    name,
    image: "i",
    imageID: "",
    restartCount: 0,
    ready: name === "good",
    started: name !== "starts",
    state: name === "over" ? { terminated: { exitCode: 7 } } : { running: {} },
  }));
  const conditions = [{ type: "x/a", status: "True" }, { type: "x/b", status: "False" }];
  await client.patch(Pod, "p", { status: { phase: "Running", conditions, containerStatuses } }, {
    subresource: "status",
  });
  const { out, err } = await run(why, ["p", "-n", "default", "--kubeconfig", url]);
  assertEquals(err, "");
  assertEquals(out.slice(0, out.indexOf("\n\n")).split("\n").slice(2), [
    "container http runs and is not ready by its readiness probe: HTTP GET /ready at port 8080",
    "container tcp runs and is not ready by its readiness probe: a connection to port db",
    "container grpc runs and is not ready by its readiness probe: gRPC at port 9",
    "container exec runs and is not ready by its readiness probe: the command test -f /a",
    "container starts runs, and its startup probe has not succeeded yet: a connection to port 1",
    "container bare runs and is not ready",
    "container over has ended with exit code 7",
    "it is not ready before its condition x/b is True",
  ]);
});
