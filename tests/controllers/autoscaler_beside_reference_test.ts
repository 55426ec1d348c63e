/**
 * This project's autoscaler and the reference's, each on an API server of this project behind which the same metrics
 * are served: the same is done to both, and the same comes of it.
 */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { AutoscalerPairStage, AUTOSCALERS } from "./autoscaler_scenarios.ts";
import { playBesideReference } from "./beside_reference.ts";
import { serveMetrics } from "./served_metrics.ts";

const NAME = "autoscalers do what the reference's controller manager does";

if (slowTests()) {
  testWith(["go"], NAME, (t) =>
    playBesideReference(t, {
      scenarios: AUTOSCALERS,
      program: "./autoscaler.ts",
      controllers: ["horizontal-pod-autoscaler-controller"],
      flags: ["--horizontal-pod-autoscaler-sync-period=1s"],
      Stage: AutoscalerPairStage,
      beside: serveMetrics,
    }));
} else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
