/**
 * Where autoscalers play: pods of a deployment that run, and metrics of them.
 *
 * @module
 */

import { createHorizontalPodAutoscaler } from "../../controllers/horizontal_pod_autoscaler.ts";
import { SharedInformers } from "../../controllers/loop/mod.ts";
import {
  type AnyObject,
  type autoscalingV2,
  type Client,
  coreV1,
  Deployment,
  type Dialect,
  HorizontalPodAutoscaler,
  Pod,
  silentLogger,
} from "../../mod.ts";
import { type TestEnv, testEnv } from "../../testing.ts";
import { guardedClient } from "../../testing/environment/account_guard.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { FakeMetrics } from "./fake_metrics.ts";

export const CPU = "cpu resource utilization (percentage of request)";

/** See the module. */
export class AutoscalerStage implements AsyncDisposable {
  readonly env: TestEnv;
  readonly client: Client;
  readonly metrics = new FakeMetrics();
  /** What it has counted, since it was started first. */
  readonly registry = new Registry();
  /** What its account may not do, and was tried. */
  readonly refused: Error[] = [];
  #informers: SharedInformers | undefined;
  #stop = new AbortController();
  #over: Promise<void> = Promise.resolve();

  private constructor(env: TestEnv) {
    this.env = env;
    this.client = env.client;
  }

  /** A stage with so many pods of a deployment, that have run for a while; each requests one processor. */
  static async open(
    replicas: number,
    dialect: Dialect = "kubernetes",
  ): Promise<AutoscalerStage> {
    const controllers = ["namespace", "garbagecollector", "deployment", "replicaset"];
    const env = await testEnv({ controllers, nodes: 2, dialect });
    const stage = new AutoscalerStage(env);
    await stage.deploy("web", replicas);
    await env.settle("10m");
    stage.start();
    return stage;
  }

  /** Makes a deployment. */
  async deploy(name: string, replicas: number, labels = { app: name }): Promise<void> {
    const requests = { cpu: "1", memory: "1Gi" };
    await this.client.create(Deployment, {
      metadata: { name },
      spec: {
        replicas,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: "c", image: "i", resources: { requests } }] },
        },
      },
    });
  }

  /** Starts the controller; it forgot what it knew. */
  start(): void {
    const { signal } = this.#stop;
    const run = async () => {
      await using informers = new SharedInformers(this.client);
      this.#informers = informers;
      const guarded = guardedClient(
        this.client,
        "horizontal-pod-autoscaler",
        (error) => void this.refused.push(error),
      );
      const controller = createHorizontalPodAutoscaler({
        client: this.metrics.inFrontOf(guarded.with({ writesSeenBy: this.client })),
        informers,
        metrics: this.registry,
        clock: this.env.clock,
        logger: silentLogger,
        random: () => 0.5,
      });
      await controller.run({ signal, started() {} });
    };
    this.#over = run();
  }

  /** Deletes an autoscaler; the controller has heard of it. */
  async remove(name = "web"): Promise<void> {
    const heard = Promise.withResolvers<void>();
    using _ = this.#informers?.of(HorizontalPodAutoscaler).subscribe(({ type }) => {
      if (type === "Deleted") heard.resolve();
    });
    await this.client.delete(HorizontalPodAutoscaler, name);
    await heard.promise;
  }

  /** Stops the controller. */
  async stop(): Promise<void> {
    this.#stop.abort(new DOMException("it is stopped", "AbortError"));
    await this.#over;
    this.#stop = new AbortController();
  }

  /** Each pod uses so much: the same for all, or by the place of its name. */
  use(usage: object | ((index: number) => object | undefined)): void {
    const of = typeof usage === "function" ? usage as (index: number) => object : () => usage;
    this.metrics.answers.set("metrics/v1beta1", async ({ searchParams }) => {
      const labelSelector = searchParams.get("labelSelector") ?? "";
      const { items } = await this.client.list(Pod, { labelSelector });
      return {
        items: items.flatMap(({ metadata: { name } }, index) => {
          const usage = of(index);
          const containers = [{ name: "c", usage }];
          return usage === undefined ? [] : [{
            metadata: { name },
            timestamp: new Date(this.env.clock.now()).toISOString(),
            window: "10s",
            containers,
          }];
        }),
      };
    });
  }

  /** Makes an autoscaler of the deployment, and lets its first turn come. */
  async scale(
    spec: Partial<autoscalingV2.HorizontalPodAutoscalerSpec>,
    name = "web",
  ): Promise<void> {
    const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name };
    await this.client.create(HorizontalPodAutoscaler, {
      metadata: { name },
      spec: { scaleTargetRef, maxReplicas: 10, ...spec },
    });
    await this.env.settle("16s");
  }

  /** The replicas that are wanted. */
  async replicas(name = "web"): Promise<number | undefined> {
    return (await this.client.get(Deployment, name)).spec?.replicas;
  }

  /** The status, without times. */
  async status(name = "web"): Promise<AnyObject> {
    const { status } = await this.client.get(HorizontalPodAutoscaler, name);
    const { conditions = [], lastScaleTime, ...rest } = status as AnyObject;
    return {
      ...rest,
      conditions: conditions.map((one: AnyObject) => `${one.type}=${one.status} ${one.reason}`),
      hasScaled: lastScaleTime !== undefined,
    };
  }

  /** What a condition says. */
  async says(type: string, name = "web"): Promise<string | undefined> {
    const { status } = await this.client.get(HorizontalPodAutoscaler, name);
    return status?.conditions?.find((one) => one.type === type)?.message;
  }

  /** What was told of autoscalers: reason and message. */
  async events(): Promise<string[]> {
    const { items } = await this.client.list(coreV1.Event);
    return items
      .filter(({ involvedObject }) => involvedObject.kind === "HorizontalPodAutoscaler")
      .map(({ type, reason, message }) => `${type} ${reason}: ${message}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.env[Symbol.asyncDispose]();
    if (this.refused.length > 0) throw this.refused[0]!;
  }
}
