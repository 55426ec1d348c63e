/**
 * This project's cleaners of what was made long ago, and the reference's controller manager, each on an API server of
 * this project: the same was made on both, and the same is left.
 */
import { programOverReference } from "../../testing/reference_source.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { playBesideReference } from "./beside_reference.ts";
import { startEarlierServer } from "./earlier_server.ts";
import { ObjectStage } from "./object_stage.ts";
import {
  oldRequests,
  oldTokens,
  REQUEST_SCENARIOS,
  TOKEN_SCENARIOS,
  TRACKED_SINCE,
  UNTRACKED_SCENARIOS,
} from "./old_scenarios.ts";

const REQUESTS = ["certificatesigningrequest-cleaner-controller"];
const TOKENS = ["legacy-serviceaccount-token-cleaner-controller"];

const TESTS = {
  "requests for certificates are cleaned up as the reference's controller cleans them up": {
    scenarios: REQUEST_SCENARIOS,
    controllers: REQUESTS,
    before: oldRequests,
    theirProgram: () => programOverReference(new URL("request_cleaner.go", import.meta.url)),
  },
  "tokens that nobody uses go as the reference's controller has them go": {
    scenarios: TOKEN_SCENARIOS,
    controllers: TOKENS,
    before: oldTokens(),
  },
  "tokens whose use was noted for a year without a day stay beside the reference's controller": {
    scenarios: UNTRACKED_SCENARIOS,
    controllers: TOKENS,
    before: oldTokens(TRACKED_SINCE.tooLate),
  },
  "tokens whose use was noted for a year go as the reference's controller has them go": {
    scenarios: TOKEN_SCENARIOS,
    controllers: TOKENS,
    before: oldTokens(TRACKED_SINCE.justEarly),
  },
};

for (const [name, { before, ...options }] of Object.entries(TESTS)) {
  if (slowTests()) {
    testWith(["go"], name, (t) =>
      playBesideReference(t, {
        ...options,
        Stage: ObjectStage,
        server: () => startEarlierServer(before),
      }));
  } else Deno.test.ignore(`${name} [in ./orch test --slow]`, () => {});
}
