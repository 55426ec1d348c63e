/**
 * This project's controllers of what is in use, of budgets and of quotas, and the reference's controller manager, each on
 * an API server of this project: the same is done to both, and the same comes of it.
 */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { playBesideReference } from "./beside_reference.ts";
import { DISRUPTION_SCENARIOS } from "./disruption_scenarios.ts";
import { ObjectStage } from "./object_stage.ts";
import { PROTECTION_SCENARIOS } from "./protection_scenarios.ts";

const TESTS = {
  "what is in use is kept as the reference's controllers keep it": {
    scenarios: PROTECTION_SCENARIOS,
    controllers: [
      "persistentvolume-protection-controller",
      "persistentvolumeclaim-protection-controller",
      "volumeattributesclass-protection-controller",
      "ephemeral-volume-controller",
      "service-cidr-controller",
      "resourcequota-controller",
    ],
  },
  "budgets allow what the reference's controllers let them allow": {
    scenarios: DISRUPTION_SCENARIOS,
    controllers: ["disruption-controller"],
  },
};

for (const [name, options] of Object.entries(TESTS)) {
  if (slowTests()) {
    testWith(["go"], name, (t) => playBesideReference(t, { ...options, Stage: ObjectStage }));
  } else Deno.test.ignore(`${name} [in ./orch test --slow]`, () => {});
}
