/**
 * An API server of this project with the reference's scheduler on it, and what this project's one would do.
 *
 * @module
 */

import { SharedInformers } from "../../controllers/loop/mod.ts";
import type { LivePod } from "../../controllers/scheduler/pod/pod_info.ts";
import { explainPod } from "../../controllers/scheduler/why/explain_pod.ts";
import type { Explanation } from "../../controllers/scheduler/why/explanation.ts";
import {
  type Client,
  createClient,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  PriorityClass,
  Service,
  silentLogger,
} from "../../mod.ts";
import { referenceProgram } from "../../testing/reference_build.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { sleep, systemClock } from "../../toolkit/clock.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { type RunningServer, startServer } from "../clients/servers.ts";
import { Launched } from "../envtest/launched.ts";
import { CLAIMS, CLASSES, classOf, type RandomNode, type RandomPod } from "./random_cluster.ts";

const NAMESPACE = "default";
const GATE = "example.com/wait";
const PROFILES = [{ schedulerName: "default-scheduler" }];
/**
 * The word of the reference's plugin of devices where the first look ended before it: it lacks what it would have found
 * then. No room is tried to be made after that, which is not what is done here.
 */
const NO_DEVICES = /\. (not found|no new claims to deallocate, preemption: .*)$/;
const ZONE = "topology.kubernetes.io/zone";
const forever = new AbortController().signal;

/** The server, the scheduler, and what differed so far. */
export class SchedulerStage implements AsyncDisposable {
  readonly client: Client;
  readonly #open: AsyncDisposableStack;
  readonly #differences: string[] = [];
  /** How many pods were placed, how many were not, and for how many room was made. */
  readonly counts = { placed: 0, unplaced: 0, room: 0 };

  private constructor(client: Client, open: AsyncDisposableStack) {
    this.client = client;
    this.#open = open;
  }

  static async open(): Promise<SchedulerStage> {
    await using open = new AsyncDisposableStack();
    const server: RunningServer = open.use(await startServer("this server"));
    const client = open.use(
      await createClient({ config: server.kubeconfig, qps: 1000, burst: 1000 }),
    );
    open.use(
      new Launched(await referenceProgram("kube-scheduler"), [
        `--kubeconfig=${server.kubeconfig}`,
        "--leader-elect=false",
        "--secure-port=0",
        "--kube-api-qps=1000",
        "--kube-api-burst=1000",
      ]),
    );
    for (let index = 0; index < CLASSES; index++) {
      await client.create(PriorityClass, {
        metadata: { name: classOf(index) },
        value: 10 * index,
        ...(index % 10 === 9 && { preemptionPolicy: "Never" }),
      });
    }
    return new SchedulerStage(client, open.move());
  }

  /** Nodes, and nothing on them; `isServed`: one of the apps has a service. */
  async scene(nodes: readonly RandomNode[], isServed: boolean): Promise<Scene> {
    const { client } = this;
    await Promise.all(nodes.map(async ({ name, labels, spec, status }) => {
      await client.create(Node, { metadata: { name, labels }, spec: spec as never });
      await client.patch(Node, name, { status }, { subresource: "status" });
      // Without what admission adds to new ones.
      const { taints } = spec as { taints: unknown };
      await client.patch(Node, name, { spec: { taints } as never });
    }));
    if (isServed) {
      await client.create(Service, {
        metadata: { name: "web", namespace: NAMESPACE },
        spec: { selector: { app: "web" }, ports: [{ port: 80 }] },
      });
    }
    const informers = new SharedInformers(client);
    const scene = new Scene(this, informers);
    await Promise.all(CLAIMS.map((name) => scene.claim(name)));
    await client.create(PersistentVolumeClaim, {
      metadata: { namespace: NAMESPACE, name: "unbound" },
      spec: claimSpec("unbound"),
    });
    await scene.seen();
    return scene;
  }

  differs(what: string, ours: unknown, theirs: unknown): void {
    try {
      assertEquals(ours, theirs);
    } catch (error) {
      this.#differences.push(`${what}: ${(error as Error).message}`);
    }
  }

  /** Throws where anything differed. */
  done(): void {
    const { length } = this.#differences;
    if (length === 0) return;
    const shown = this.#differences.splice(0).slice(0, SHOWN).join(
      "\n\n",
    );
    throw new Error(`${length} decisions differ: ours, and the reference's\n${shown}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#open.disposeAsync();
  }
}

/** One cluster. */
export class Scene implements AsyncDisposable {
  readonly #stage: SchedulerStage;
  readonly #informers: SharedInformers;

  constructor(stage: SchedulerStage, informers: SharedInformers) {
    this.#stage = stage;
    this.#informers = informers;
  }

  get #client(): Client {
    return this.#stage.client;
  }

  /** A claim with its volume. */
  async claim(name: typeof CLAIMS[number]): Promise<void> {
    const client = this.#client;
    const place = { namespace: NAMESPACE, name };
    const { metadata: { uid } } = await client.create(PersistentVolumeClaim, {
      metadata: { ...place, annotations: { "pv.kubernetes.io/bind-completed": "yes" } },
      spec: { ...claimSpec(name), volumeName: name },
    });
    const accessModes = [...claimSpec(name).accessModes];
    await client.create(PersistentVolume, {
      metadata: { name, ...(name === "zonal" && { labels: { [ZONE]: "zone-0" } }) },
      spec: {
        capacity: { storage: "1Gi" },
        accessModes,
        csi: { driver: "example.com", volumeHandle: name },
        claimRef: { ...place, uid },
        ...(name === "local" && {
          nodeAffinity: {
            required: {
              nodeSelectorTerms: [{
                matchExpressions: [{ key: ZONE, operator: "In", values: ["zone-0"] }],
              }],
            },
          },
        }),
      },
    });
    const status = { subresource: "status" };
    await client.patch(PersistentVolumeClaim, place, {
      status: { phase: "Bound", accessModes, capacity: { storage: "1Gi" } },
    }, status);
    await client.patch(PersistentVolume, name, { status: { phase: "Bound" } }, status);
  }

  /** Waits until the reference's scheduler has seen all: it puts a pod with the claims onto the last node. */
  async seen(): Promise<void> {
    const name = "zz-last";
    await this.#client.create(Node, { metadata: { name, labels: { [ZONE]: "zone-0" } } });
    await this.#client.patch(Node, name, {
      status: { allocatable: { cpu: "1", memory: "1Gi", pods: "1" } },
    }, { subresource: "status" });
    await this.#client.create(Pod, {
      metadata: { namespace: NAMESPACE, name },
      spec: {
        containers: [{ name: "c", image: "i" }],
        tolerations: [{ operator: "Exists" }],
        volumes: CLAIMS.map((name) => ({ name, persistentVolumeClaim: { claimName: name } })),
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{
                matchFields: [{ key: "metadata.name", operator: "In", values: [name] }],
              }],
            },
          },
        },
      },
    });
    const place = { namespace: NAMESPACE, name };
    await this.#client.waitFor(Pod, place, (pod) => !!pod?.spec.nodeName, { timeout: "60s" });
    await this.#delete(name);
    await this.#client.delete(Node, name);
  }

  /** Pods that are on nodes; `allowed`: so many pods of one app may go by its budget. */
  async fill(pods: readonly RandomPod[], allowed: number | undefined): Promise<void> {
    const client = this.#client;
    for (const [at, { name, labels, spec }] of pods.entries()) {
      await client.create(Pod, {
        metadata: { namespace: NAMESPACE, name, labels: { ...labels } },
        spec: spec as never,
      });
      const startTime = new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString();
      const place = { namespace: NAMESPACE, name };
      await client.patch(Pod, place, { status: { phase: "Running", startTime } }, {
        subresource: "status",
      });
    }
    if (allowed === undefined) return;
    const place = { namespace: NAMESPACE, name: "web" };
    await client.create(PodDisruptionBudget, {
      metadata: place,
      spec: { minAvailable: 1, selector: { matchLabels: { app: "web" } } },
    });
    await client.patch(PodDisruptionBudget, place, {
      status: {
        disruptionsAllowed: allowed,
        currentHealthy: 3,
        desiredHealthy: 1,
        expectedPods: 3,
        observedGeneration: 1,
      },
    }, { subresource: "status" });
  }

  /** A pod: what would be done with it here is compared with what the reference does. */
  async decide({ name, labels, spec }: RandomPod, where: string): Promise<void> {
    const client = this.#client;
    const place = { namespace: NAMESPACE, name };
    await client.create(Pod, {
      metadata: { ...place, labels: { ...labels } },
      spec: { ...spec, schedulingGates: [{ name: GATE }] } as never,
    });
    const ours = await this.#explained(name);
    await client.patch(Pod, place, { spec: { schedulingGates: null } });
    const pod = await this.#decided(name);
    const what = `${where}, ${name}: ${JSON.stringify(spec)}`;
    const { counts } = this.#stage;
    const { nodeName } = pod.spec;
    const nominated = pod.status?.nominatedNodeName;
    if (nodeName !== undefined) {
      counts.placed++;
      await this.#known(pod);
      const most = Math.max(...ours.nodes.map(({ total = -Infinity }) => total));
      const best = ours.nodes.filter(({ total, fits }) => fits && total === most)
        .map(({ name }) => name);
      // Their choice among the best ones is as good as ours.
      this.#stage.differs(
        `${what}\n${JSON.stringify(ours.nodes)}`,
        best.includes(nodeName) ? nodeName : best,
        nodeName,
      );
      return;
    }
    const message = pod.status?.conditions?.find(({ type }) => type === "PodScheduled")?.message;
    const isFailed = message?.endsWith(". not found") ?? false;
    const cut = (text: string | undefined) => isFailed ? text?.replace(NO_DEVICES, "") : text;
    this.#stage.differs(what, cut(ours.message) ?? `it would go to ${ours.best}`, cut(message));
    if (nominated || ours.room?.nodeName !== undefined) {
      counts.room++;
      const victims = ours.room?.victims.map(({ name }) => name).sort() ?? [];
      this.#stage.differs(
        what,
        { nodeName: ours.room?.nodeName, victims },
        { nodeName: nominated, victims: await this.#victims(victims.length) },
      );
    } else counts.unplaced++;
    await this.#delete(name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#informers[Symbol.asyncDispose]();
    const client = this.#client;
    const { items } = await client.list(Pod, { namespace: NAMESPACE });
    await Promise.all(items.map(({ metadata }) => this.#delete(metadata.name)));
    await client.deleteAll(PodDisruptionBudget, { namespace: NAMESPACE });
    await client.deleteAll(PersistentVolumeClaim, { namespace: NAMESPACE });
    await client.deleteAll(PersistentVolume, {});
    await client.deleteAll(Node, {});
    const place = { namespace: NAMESPACE, name: "web" };
    await client.delete(Service, place, { ignoreNotFound: true });
  }

  async #explained(name: string): Promise<Explanation> {
    return await explainPod({
      client: this.#client,
      informers: this.#informers,
      clock: systemClock,
      logger: silentLogger,
      metrics: new Registry(),
      random: Math.random,
    }, { place: { namespace: NAMESPACE, name }, profiles: PROFILES, signal: forever });
  }

  /** Pods that are to go, once there are so many of them, or it has been waited for long enough. */
  async #victims(wanted: number): Promise<string[]> {
    let names: string[] = [];
    await until(async () => {
      const { items } = await this.#client.list(Pod, { namespace: NAMESPACE });
      names = items.filter(({ metadata }) => metadata.deletionTimestamp !== undefined)
        .map(({ metadata }) => metadata.name).sort();
      return names.length >= wanted;
    }).catch(() => {});
    return names;
  }

  /** The pod once the reference's scheduler has said something of it. */
  async #decided(name: string) {
    const place = { namespace: NAMESPACE, name };
    const decided = await this.#client.waitFor(Pod, place, (pod) => {
      const condition = pod?.status?.conditions?.find(({ type }) => type === "PodScheduled");
      return !!pod?.spec.nodeName ||
        condition?.status === "False" && condition.reason !== "SchedulingGated";
    }, { timeout: "60s" });
    return decided!;
  }

  /** Waits until a pod is known here to be on its node. */
  async #known({ metadata: { name }, spec: { nodeName } }: LivePod) {
    const { lister } = this.#informers.of(Pod);
    const key = `${NAMESPACE}/${name}`;
    await until(() => lister.get(key)?.spec.nodeName === nodeName);
  }

  async #delete(name: string): Promise<void> {
    const place = { namespace: NAMESPACE, name };
    await this.#client.delete(Pod, place, { gracePeriod: "0s", ignoreNotFound: true });
  }
}

function claimSpec(name: string) {
  return {
    accessModes: [name === "single" ? "ReadWriteOncePod" as const : "ReadWriteOnce" as const],
    storageClassName: "",
    resources: { requests: { storage: "1Gi" } },
  };
}

/** So many differences are shown. */
const SHOWN = 5;

/** What does not come in so long never comes. */
const LIMIT_MS = 10_000;
const LOOK_MS = 5;

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = systemClock.monotonic() + LIMIT_MS;
  while (!await isSo()) {
    if (systemClock.monotonic() > end) throw new Error("it did not come true in time");
    await sleep(systemClock, LOOK_MS);
  }
}
