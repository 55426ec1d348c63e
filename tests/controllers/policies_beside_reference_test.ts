/**
 * This project's controller of policies' statuses, and the reference's controller manager, each on an API server of
 * this project: the same is done to both, and the same comes of it.
 */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { playBesideReference } from "./beside_reference.ts";
import { ObjectStage } from "./object_stage.ts";
import { POLICY_STATUS_SCENARIOS } from "./policy_status_scenarios.ts";

const NAME = "what does not fit in policies is told as the reference's controller tells it";

if (slowTests()) {
  testWith(["go"], NAME, (t) =>
    playBesideReference(t, {
      scenarios: POLICY_STATUS_SCENARIOS,
      Stage: ObjectStage,
      controllers: ["validatingadmissionpolicy-status-controller"],
    }));
} else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
