/** The autoscaler under schedules of faults. */
import {
  CustomResourceDefinition,
  Deployment,
  dynamicKind,
  HorizontalPodAutoscaler,
} from "../../../mod.ts";
import type { TestEnv } from "../../../testing.ts";
import { endState } from "./end_state.ts";
import { testExplored } from "./explored.ts";
import { witness } from "./witness.ts";

const Queue = dynamicKind({
  group: "external.metrics.k8s.io",
  version: "v1beta1",
  kind: "Queue",
  plural: "queue",
  namespaced: true,
});

/** A metric that a test sets, where the autoscaler asks for it. */
async function serveMetric({ client, settle }: Pick<TestEnv, "client" | "settle">): Promise<void> {
  const { group, version, kind, plural } = Queue;
  await client.create(CustomResourceDefinition, {
    metadata: {
      name: `${plural}.${group}`,
      annotations: { "api-approved.kubernetes.io": "unapproved, of a test" },
    },
    spec: {
      group,
      scope: "Namespaced",
      names: { kind, plural },
      versions: [{
        name: version,
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
        },
      }],
    },
  });
  await settle("5s");
}

testExplored("a deployment has as many replicas as its metric asks for", {
  on: ["horizontalpodautoscaling"],
  isLong: true,
  beside: ["deployment", "replicaset"],
  nodes: 1,
  async scenario(env) {
    const { client } = env;
    await serveMetric({ client, settle: (span) => env.settle(span) });
    await using seen = await witness(client, Deployment, (all) => {
      const wrong = all.find(({ spec }) => (spec?.replicas ?? 0) > 3 || (spec?.replicas ?? 0) < 1);
      return wrong !== undefined && `${wrong.spec?.replicas} replicas are wanted`;
    });
    const labels = { app: "web" };
    await client.create(Deployment, {
      metadata: { name: "web" },
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } },
      },
    });
    const queue = {
      metadata: { name: "of-web" },
      metricName: "queue",
      timestamp: "2026-01-02T03:04:05Z",
      value: "30",
    };
    await client.create(Queue, queue as never);
    await client.create(HorizontalPodAutoscaler, {
      metadata: { name: "web" },
      spec: {
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
        maxReplicas: 9,
        metrics: [{
          type: "External",
          external: {
            metric: { name: "queue" },
            target: { type: "AverageValue", averageValue: "10" },
          },
        }],
      },
    });
    await env.settle("10m");
    const high = (await client.get(Deployment, "web")).spec?.replicas;
    await client.patch(Queue, "of-web", { value: "10" } as never);
    await env.settle("20m");
    seen.check();
    // When it scaled last is not known where it never heard that it had.
    await client.patch(
      HorizontalPodAutoscaler,
      "web",
      { status: { lastScaleTime: null } } as never,
      {
        subresource: "status",
      },
    );
    return [high, await endState(client, [Deployment, HorizontalPodAutoscaler])];
  },
});
