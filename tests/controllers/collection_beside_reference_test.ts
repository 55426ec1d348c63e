/**
 * This project's controllers of what is over, and the reference's controller manager, each on an API server of this
 * project: the same is done to both, and the same comes of it.
 */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { playBesideReference } from "./beside_reference.ts";
import { CLEANUP_SCENARIOS, COUNTED_SCENARIOS, MOST_OVER } from "./cleanup_scenarios.ts";
import { ObjectStage } from "./object_stage.ts";

const CONTROLLERS = [
  "pod-garbage-collector-controller",
  "ttl-after-finished-controller",
  "ttl-controller",
];

const TESTS = {
  "what is over goes as the reference's controllers have it go": {
    scenarios: CLEANUP_SCENARIOS,
    controllers: CONTROLLERS,
    // They rest long, and none has much to do.
    atOnce: Object.keys(CLEANUP_SCENARIOS).length,
  },
  "what is counted over all is counted as the reference's controllers count it": {
    scenarios: COUNTED_SCENARIOS,
    controllers: CONTROLLERS,
    flags: [`--terminated-pod-gc-threshold=${MOST_OVER}`],
  },
};

for (const [name, options] of Object.entries(TESTS)) {
  if (slowTests()) {
    testWith(["go"], name, (t) => playBesideReference(t, { ...options, Stage: ObjectStage }));
  } else Deno.test.ignore(`${name} [in ./orch test --slow]`, () => {});
}
