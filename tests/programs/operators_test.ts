/** Operators that others publish, unchanged, on what `orch up` starts. */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { ARGO_WORKFLOWS } from "./operators/argo_workflows.ts";
import { AUTOSCALER } from "./operators/autoscaler.ts";
import { CERT_MANAGER } from "./operators/cert_manager.ts";
import { CLUSTER_API } from "./operators/cluster_api.ts";
import { CROSSPLANE } from "./operators/crossplane.ts";
import { GATEKEEPER } from "./operators/gatekeeper.ts";
import { JOBSET } from "./operators/jobset.ts";
import { KEDA } from "./operators/keda.ts";
import { KUEUE } from "./operators/kueue.ts";
import { METRICS_SERVER } from "./operators/metrics_server.ts";
import { PROMETHEUS } from "./operators/prometheus.ts";
import { ROLLOUTS } from "./operators/rollouts.ts";
import { runOperator } from "./operators/run_operator.ts";
import { TEKTON } from "./operators/tekton.ts";

for (
  const operator of [
    ARGO_WORKFLOWS,
    AUTOSCALER,
    CERT_MANAGER,
    CLUSTER_API,
    CROSSPLANE,
    GATEKEEPER,
    JOBSET,
    KEDA,
    KUEUE,
    METRICS_SERVER,
    PROMETHEUS,
    ROLLOUTS,
    TEKTON,
  ]
) {
  const name = `${operator.module} runs beside orch up as it does elsewhere`;
  if (slowTests()) testWith(["go", "kubectl"], name, () => runOperator(operator));
  else Deno.test.ignore(`${name} [in ./orch test --slow]`, () => {});
}
