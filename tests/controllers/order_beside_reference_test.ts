/**
 * This project's controllers and the reference's controller manager, each on an API server of this project: the same is
 * done to both, and the same is written, in the same order.
 */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { playBesideReference } from "./beside_reference.ts";
import { ORDER_SCENARIOS } from "./order_scenarios.ts";
import { OrderStage } from "./order_stage.ts";

const NAME = "what controllers write is in the order of the reference's";

if (slowTests()) {
  testWith(["go"], NAME, (t) =>
    playBesideReference(t, {
      scenarios: ORDER_SCENARIOS,
      Stage: OrderStage,
      // One thing at a time is what can be compared.
      atOnce: 2,
      controllers: [
        "deployment-controller",
        "replicaset-controller",
        "statefulset-controller",
        "job-controller",
        "endpointslice-controller",
        "namespace-controller",
        "garbage-collector-controller",
      ],
    }));
} else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
