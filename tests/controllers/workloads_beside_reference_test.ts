/**
 * This project's controllers of workloads and the reference's controller manager, each on an API server of
 * this project: the same is done to both, and the same comes of it.
 */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { playBesideReference } from "./beside_reference.ts";
import { DEPLOYMENTS } from "./deployment_scenarios.ts";
import { REPLICAS } from "./replica_scenarios.ts";

const NAME = "workloads come to what the reference's controller manager brings them to";

if (slowTests()) {
  testWith(["go"], NAME, (t) =>
    playBesideReference(t, {
      scenarios: { ...REPLICAS, ...DEPLOYMENTS },
      program: "./workloads.ts",
      controllers: [
        "deployment-controller",
        "replicaset-controller",
        "replicationcontroller-controller",
        "namespace-controller",
        "garbage-collector-controller",
      ],
    }));
} else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
