/**
 * This project's scheduler and the reference's, each on an API server of this project: the same devices, claims and pods
 * are there, and the same comes of it.
 */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { DEVICE_SCENARIOS } from "./device_scenarios.ts";
import { playDevices } from "./device_stage.ts";

const NAME = "claims on devices get what the reference's scheduler gives them";

if (slowTests()) {
  testWith(["go"], NAME, (t) => playDevices(t, DEVICE_SCENARIOS));
} else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
