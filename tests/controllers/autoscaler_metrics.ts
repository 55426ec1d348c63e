/**
 * What autoscalers of tests go by, and what the APIs of metrics answer them.
 *
 * @module
 */

import { type autoscalingV2, Pod } from "../../mod.ts";
import type { AutoscalerStage } from "./autoscaler_stage.ts";

type Spec = autoscalingV2.MetricSpec;

/** Processors, in percent of what pods request. */
export const cpu = (averageUtilization: number): Spec => ({
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization } },
});

/** A metric that others count. */
export const QPS = { name: "qps", selector: { matchLabels: { verb: "GET" } } };
export const INGRESS = { apiVersion: "networking.k8s.io/v1", kind: "Ingress", name: "front" };

/** {@link QPS} of pods: 20 each. */
export const QPS_OF_PODS: Spec = {
  type: "Pods",
  pods: { metric: QPS, target: { type: "AverageValue", averageValue: "10" } },
};

/** {@link QPS} of an object: 40. */
export const QPS_OF_INGRESS: Spec = {
  type: "Object",
  object: { metric: QPS, describedObject: INGRESS, target: { type: "Value", value: "30" } },
};

/** {@link QPS} of something outside of the cluster: 10 altogether. */
export const QPS_FROM_OUTSIDE: Spec = {
  type: "External",
  external: { metric: QPS, target: { type: "Value", value: "5" } },
};

/** Conditions as {@link AutoscalerStage.status} shows them. */
export const RESCALED = "AbleToScale=True SucceededRescale";
export const ACTIVE = "ScalingActive=True ValidMetricFound";
export const IN_RANGE = "ScalingLimited=False DesiredWithinRange";

/** Has every API of metrics answer. */
export function serveAll(stage: AutoscalerStage): void {
  stage.use({ cpu: "900m", memory: "256Mi" });
  const { answers } = stage.metrics;
  answers.set("custom.metrics", () => ({ versions: [{ version: "v1beta2" }] }));
  answers.set("custom.metrics/v1beta2/namespaces/default/ingresses", () => ({
    items: [{ value: "40" }],
  }));
  answers.set("custom.metrics/v1beta2/namespaces/default/pods", async () => {
    const { items } = await stage.client.list(Pod);
    return {
      items: items.map(({ metadata: { name } }) => ({ describedObject: { name }, value: "20" })),
    };
  });
  answers.set("external.metrics/v1beta1/namespaces/default/qps", () => ({
    items: [{ value: "4" }, { value: "6" }],
  }));
}
