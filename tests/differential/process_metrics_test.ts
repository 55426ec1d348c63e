/** What there is to count of the controller manager and the scheduler: here and at the reference, after the same. */
import { dirname } from "node:path";
import {
  ConfigMap,
  createClient,
  CronJob,
  DaemonSet,
  Deployment,
  Job,
  Namespace,
  Node,
  PersistentVolumeClaim,
  Pod,
  Service,
  StatefulSet,
} from "../../mod.ts";
import { eventually } from "../../testing/eventually.ts";
import { freePort } from "../../testing/free_port.ts";
import { referenceProgram } from "../../testing/reference_build.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { startServer } from "../clientgo/servers.ts";
import { Launched } from "../envtest/launched.ts";
import { differingFamilies, metricFamilies, type MetricFamily } from "./metric_families.ts";
import { isLeftOut, type MeasuredProcess } from "./metrics_left_out.ts";

const PROCESSES: Readonly<
  Record<
    Exclude<MeasuredProcess, "apiserver">,
    { ours: string; theirs: "kube-scheduler" | "kube-controller-manager" }
  >
> = {
  "controller manager": { ours: "controllers/main.ts", theirs: "kube-controller-manager" },
  scheduler: { ours: "controllers/scheduler/main.ts", theirs: "kube-scheduler" },
};
type Name = keyof typeof PROCESSES;

/** Processes of one side, and the server that they work on. */
class Side implements AsyncDisposable {
  readonly #open: AsyncDisposableStack;
  readonly #http: Deno.HttpClient;
  readonly #ports: Readonly<Record<Name, number>>;

  private constructor(
    open: AsyncDisposableStack,
    http: Deno.HttpClient,
    ports: Readonly<Record<Name, number>>,
    readonly config: string,
  ) {
    this.#open = open;
    this.#http = http;
    this.#ports = ports;
  }

  static async open(side: "ours" | "theirs"): Promise<Side> {
    await using open = new AsyncDisposableStack();
    const server = open.use(await startServer("this server"));
    const folder = dirname(server.kubeconfig);
    const ports = { "controller manager": freePort(), scheduler: freePort() };
    for (const [name, { ours, theirs }] of Object.entries(PROCESSES)) {
      const flags = [
        `--kubeconfig=${server.kubeconfig}`,
        `--secure-port=${ports[name as Name]}`,
        "--bind-address=127.0.0.1",
        `--tls-cert-file=${folder}/server.crt`,
        `--tls-private-key-file=${folder}/server.key`,
        `--client-ca-file=${folder}/ca.crt`,
        "--authorization-always-allow-paths=/metrics,/metrics/resources",
      ];
      const program = new URL(`../../${ours}`, import.meta.url).pathname;
      open.use(
        side === "theirs"
          ? new Launched(await referenceProgram(theirs), flags)
          : new Launched(Deno.execPath(), [
            ...["run", "-A", "--quiet", program, "--api-dialect=kubernetes"],
            ...flags,
          ]),
      );
    }
    const http = Deno.createHttpClient({
      caCerts: [await Deno.readTextFile(`${folder}/ca.crt`)],
      ...identityOf(JSON.parse(await Deno.readTextFile(server.kubeconfig))),
    });
    open.defer(() => http.close());
    return new Side(open.move(), http, ports, server.kubeconfig);
  }

  /** What a process shows; nothing before it serves. */
  async families(name: Name, path = "/metrics"): Promise<ReadonlyMap<string, MetricFamily>> {
    try {
      const url = `https://127.0.0.1:${this.#ports[name]}${path}`;
      const response = await fetch(url, { client: this.#http });
      const text = await response.text();
      return response.ok ? metricFamilies(text) : new Map();
    } catch (error) {
      if (error instanceof TypeError) return new Map();
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#open.disposeAsync();
  }
}

function identityOf(config: { users: { user: Record<string, string> }[] }) {
  const { user } = config.users[0]!;
  return { cert: atob(user["client-certificate-data"]!), key: atob(user["client-key-data"]!) };
}

const CONTAINERS = [{ name: "c", image: "i" }];
const TEMPLATE = { metadata: { labels: { app: "x" } }, spec: { containers: CONTAINERS } };
const SELECTOR = { matchLabels: { app: "x" } };
const ONCE = { spec: { restartPolicy: "Never", containers: CONTAINERS } } as const;

/** Something for each of the controllers that count. */
async function play(config: string): Promise<void> {
  await using client = await createClient({ config });
  await client.create(Node, { metadata: { name: "n" } });
  const now = new Date().toISOString();
  const room = { cpu: "4", memory: "8Gi", pods: "110" };
  const condition = { lastHeartbeatTime: now, lastTransitionTime: now, reason: "r", message: "m" };
  await client.patch(Node, "n", {
    status: {
      capacity: room,
      allocatable: room,
      conditions: [{ type: "Ready", status: "True", ...condition }],
    },
  }, { subresource: "status" });
  const named = (name: string) => ({ metadata: { name, namespace: "default" } });
  await client.create(Deployment, {
    ...named("x"),
    spec: { replicas: 3, selector: SELECTOR, template: TEMPLATE },
  });
  await client.create(StatefulSet, {
    ...named("s"),
    spec: { serviceName: "s", selector: SELECTOR, template: TEMPLATE },
  });
  await client.create(DaemonSet, {
    ...named("d"),
    spec: { selector: SELECTOR, template: TEMPLATE },
  });
  await client.create(Job, { ...named("j"), spec: { template: ONCE } });
  await client.create(CronJob, {
    ...named("c"),
    spec: { schedule: "0 0 1 1 *", jobTemplate: { spec: { template: ONCE } } },
  });
  await client.create(Service, {
    ...named("s"),
    spec: { selector: { app: "x" }, ports: [{ port: 80 }] },
  });
  await client.create(PersistentVolumeClaim, {
    ...named("p"),
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  });
  await client.create(Pod, {
    ...named("large"),
    spec: { containers: [{ ...CONTAINERS[0]!, resources: { requests: { cpu: "100" } } }] },
  });
  await client.create(Namespace, { metadata: { name: "gone" } });
  await client.create(ConfigMap, { metadata: { name: "a", namespace: "gone" } });
  await client.delete(Namespace, "gone");
  await client.patch(Deployment, named("x").metadata, { spec: { replicas: 1 } });
}

const NAME = "metrics: the other processes have what the reference's have";

async function compare(t: Deno.TestContext): Promise<void> {
  await using ours = await Side.open("ours");
  await using theirs = await Side.open("theirs");
  const ready = async (side: Side, name: Name) => (await side.families(name)).size > 0;
  for (const side of [ours, theirs]) {
    for (const name of Object.keys(PROCESSES) as Name[]) {
      await eventually(`the ${name} serves`, () => ready(side, name));
    }
  }
  await Promise.all([play(ours.config), play(theirs.config)]);
  for (const name of Object.keys(PROCESSES) as Name[]) {
    await t.step(name, async () => {
      let differing: readonly string[] = [];
      await eventually("they count the same", async () => {
        const [our, their] = await Promise.all([ours.families(name), theirs.families(name)]);
        differing = differingFamilies(our, their, (one) => isLeftOut(name, one));
        return differing.length === 0;
      }, { limitMs: 20_000 }).catch(() => assertEquals(differing, []));
    });
  }
  await t.step("resources of pods", async () => {
    const [our, their] = await Promise.all(
      [ours, theirs].map((side) => side.families("scheduler", "/metrics/resources")),
    );
    assertEquals(differingFamilies(our!, their!, () => false), []);
    assertEquals([...their!.keys()].includes("kube_pod_resource_request"), true);
  });
}

if (slowTests()) testWith(["go"], NAME, compare);
else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
