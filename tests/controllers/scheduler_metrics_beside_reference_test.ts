/**
 * This project's scheduler and the reference's, each on an API server of this project: the same happens to the same
 * pods, and both show the same metrics of it.
 */
import { type Client, createClient, Node, Pod, PriorityClass } from "../../mod.ts";
import { freePort } from "../../testing/free_port.ts";
import { referenceProgram } from "../../testing/reference_build.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { makeAuthority, makeCertificate } from "../../toolkit/certificates/mod.ts";
import { sleep, systemClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { TestFolder } from "../cli/terminal.ts";
import { startServer } from "../clients/servers.ts";
import { Launched } from "../envtest/launched.ts";

const NAME = "the scheduler's metrics are the reference's";
const NAMESPACE = "default";

/** What is not there, as what it measures is not. */
const ABSENT = /^scheduler_(batch_|get_node_hint_|store_schedule_results_|volume_binder_)/;
/** Families whose samples hang on what happened alone, and not on how fast. */
const COUNTED = new RegExp(
  "^scheduler_(pending_pods|schedule_attempts_total|pod_scheduling_attempts_(sum|count)|" +
    "pod_scheduling_sli_duration_seconds_count|pod_scheduled_after_flush_total|cache_size|" +
    "preemption_(attempts_total|victims_(sum|count))|queue_incoming_pods_total|" +
    "unschedulable_pods|scheduling_(attempt|algorithm)_duration_seconds_count|" +
    "framework_extension_point_duration_seconds_count)[{ ]",
);

/** The samples of a text by their names and labels, but for those of 0: whose they are is shown or not. */
function samplesOf(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  for (const line of text.split("\n")) {
    const [, name, labels = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined || Number(value) === 0) continue;
    samples.set(`${name}{${labels.match(/\w+="[^"]*"/g)?.sort().join() ?? ""}}`, Number(value));
  }
  return samples;
}

/** Type, stability, labels and buckets of each family. */
function shapesOf(text: string): Map<string, string> {
  const shapes = new Map<string, { head: string; labels: Set<string> }>();
  for (const line of text.split("\n")) {
    const [, what, name, rest = ""] = /^# (HELP|TYPE) (\w+) (.*)/.exec(line) ?? [];
    if (name !== undefined && !shapes.has(name)) shapes.set(name, { head: "", labels: new Set() });
    if (what === "HELP") shapes.get(name!)!.head += /^\[\w+\]/.exec(rest);
    if (what === "TYPE") shapes.get(name!)!.head += ` ${rest}`;
    const sample = /^(\w+?)(_bucket|_sum|_count)?\{(.*)\}/.exec(line);
    if (sample === null) continue;
    const shape = shapes.get(sample[1]!) ?? shapes.get(`${sample[1]}${sample[2] ?? ""}`);
    for (const [label, key] of sample[3]!.matchAll(/(\w+)="[^"]*"/g)) {
      shape?.labels.add(key === "le" ? label : key!);
    }
  }
  return new Map(
    [...shapes].map(([name, { head, labels }]) => [name, `${head} ${[...labels].sort().join()}`]),
  );
}

/** A server, and a scheduler on it whose pages can be asked. */
class Side implements AsyncDisposable {
  readonly client: Client;
  readonly #open: AsyncDisposableStack;
  readonly #ask: (path: string) => Promise<string>;

  private constructor(
    client: Client,
    ask: (path: string) => Promise<string>,
    open: AsyncDisposableStack,
  ) {
    this.client = client;
    this.#ask = ask;
    this.#open = open;
  }

  static async open(command: readonly [string, ...string[]]): Promise<Side> {
    await using open = new AsyncDisposableStack();
    const server = open.use(await startServer("this server"));
    const client = open.use(
      await createClient({ config: server.kubeconfig, qps: 1000, burst: 1000 }),
    );
    const folder = open.use(await TestFolder.make());
    const now = new Date();
    const authority = await makeAuthority("test-ca", now);
    const hosts = ["127.0.0.1"];
    const serving = await makeCertificate({ commonName: "scheduler", hosts, now }, authority);
    const port = freePort();
    const [program, ...args] = command;
    open.use(
      new Launched(program, [
        ...args,
        `--kubeconfig=${server.kubeconfig}`,
        "--leader-elect=false",
        "--bind-address=127.0.0.1",
        `--secure-port=${port}`,
        `--tls-cert-file=${await folder.write("tls.crt", serving.certificate)}`,
        `--tls-private-key-file=${await folder.write("tls.key", serving.key)}`,
        "--authentication-skip-lookup=true",
        "--authorization-always-allow-paths=/metrics,/metrics/resources",
      ]),
    );
    const http = open.adopt(
      Deno.createHttpClient({ caCerts: [authority.certificate] }),
      (one) => one.close(),
    );
    const ask = async (path: string) => {
      const response = await fetch(`https://127.0.0.1:${port}${path}`, { client: http });
      const text = await response.text();
      assertEquals(response.status, 200, text);
      return text;
    };
    return new Side(client, ask, open.move());
  }

  metrics(): Promise<string> {
    return this.#ask("/metrics");
  }

  resources(): Promise<string> {
    return this.#ask("/metrics/resources");
  }

  async node(name: string, cpu: string): Promise<void> {
    const { client } = this;
    await client.create(Node, { metadata: { name } });
    await client.patch(Node, name, { spec: { taints: null } } as never);
    const allocatable = { cpu, memory: "8Gi", pods: "110", "example.com/gpu": "4" };
    await client.patch(Node, name, { status: { allocatable } }, { subresource: "status" });
  }

  /** Makes a pod, and waits until it has a node or a reason for having none; `waits`: for neither. */
  async pod(name: string, requests: Record<string, string>, more: object = {}, waits = false) {
    const place = { namespace: NAMESPACE, name };
    const containers = [{ name: "c", image: "i", resources: { requests } }];
    await this.client.create(Pod, {
      metadata: place,
      spec: { containers, ...more } as never,
    });
    if (waits) return;
    await this.client.waitFor(
      Pod,
      place,
      (pod) =>
        !!pod?.spec.nodeName ||
        !!pod?.status?.conditions?.some(({ reason }) => reason === "Unschedulable"),
      { timeout: "120s" },
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#open.disposeAsync();
  }
}

/** Pods that go where there is but one choice. */
async function play(side: Side): Promise<void> {
  await side.node("n1", "4");
  await side.node("n2", "2");
  await side.client.create(PriorityClass, { metadata: { name: "high" }, value: 1000 });
  const on = (node: string) => ({ nodeSelector: { "kubernetes.io/hostname": node } });
  for (const name of ["n1", "n2"]) {
    await side.client.patch(Node, name, {
      metadata: { labels: { "kubernetes.io/hostname": name } },
    });
  }
  await side.pod("a", { cpu: "1500m", memory: "1Gi" }, on("n1"));
  await side.pod("b", { cpu: "1" }, {
    ...on("n1"),
    initContainers: [
      { name: "i", image: "i", resources: { requests: { cpu: "1500m" } } },
      {
        name: "s",
        image: "i",
        restartPolicy: "Always",
        resources: { requests: { cpu: "100m" }, limits: { memory: "5Mi" } },
      },
    ],
  });
  await side.pod("whole", { cpu: "100m" }, {
    ...on("n2"),
    resources: { requests: { cpu: "500m", memory: "64Mi" }, limits: { cpu: "1" } },
  });
  const gpu = { "example.com/gpu": "1" };
  await side.pod("gpu", {}, {
    ...on("n2"),
    containers: [{
      name: "c",
      image: "i",
      resources: { requests: { ...gpu, "ephemeral-storage": "0" }, limits: gpu },
    }],
  });
  await side.pod("large", { cpu: "100" });
  await side.pod("picky", {}, on("nowhere"));
  await side.pod("gated", { cpu: "1" }, { schedulingGates: [{ name: "example.com/wait" }] }, true);
}

/** Waits until both show the same, and fails with the difference if they do not in time. */
async function agree(
  what: string,
  sides: readonly [Side, Side],
  read: (side: Side) => Promise<Map<string, unknown>>,
): Promise<void> {
  for (let look = 0;; look++) {
    const [ours, theirs] = (await Promise.all(sides.map(read)))
      .map((all) => Object.fromEntries([...all].sort())) as [object, object];
    try {
      return assertEquals(ours, theirs, what);
    } catch (error) {
      if (look === LOOKS) throw error;
      await sleep(systemClock, 500);
    }
  }
}

const LOOKS = 40;

if (slowTests()) {
  testWith(["go"], NAME, async () => {
    const main = new URL("../../controllers/scheduler/main.ts", import.meta.url).pathname;
    const own = ["run", "-A", "--quiet", "--no-check", main, "--api-dialect=kubernetes"];
    await using ours = await Side.open([Deno.execPath(), ...own]);
    await using theirs = await Side.open([await referenceProgram("kube-scheduler")]);
    const both = [ours, theirs] as const;
    await Promise.all(both.map(play));
    const counted = async (side: Side) => {
      const all = [...samplesOf(await side.metrics())];
      return new Map(all.filter(([name]) => COUNTED.test(name) && !name.includes('"Sign"')));
    };
    await agree("what was counted", both, counted);
    await agree("what pods ask for", both, async (side) => samplesOf(await side.resources()));
    await Promise.all(both.map((side) =>
      side.pod("urgent", { cpu: "2" }, {
        priorityClassName: "high",
        nodeSelector: { "kubernetes.io/hostname": "n2" },
      })
    ));
    await agree("room that was made", both, async (side) => {
      const all = [...samplesOf(await side.metrics())];
      return new Map(all.filter(([name]) => name.startsWith("scheduler_preemption_victims_")));
    });
    await Promise.all(both.map(async (side) => {
      // Nobody is helped by that, and plugins are asked whether somebody is.
      await side.client.patch(Node, "n1", { metadata: { labels: { some: "label" } } });
      // Plugins are timed in one attempt of ten.
      for (let more = 0; more < 200; more++) {
        if ((await side.metrics()).includes("scheduler_plugin_execution_")) break;
        await side.pod(`more-${more}`, {}, { nodeSelector: { some: "label" } });
      }
    }));
    await agree("families", both, async (side) => {
      const all = [...shapesOf(await side.metrics())];
      return new Map(all.filter(([name]) => name.startsWith("scheduler_") && !ABSENT.test(name)));
    });
  });
} else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
