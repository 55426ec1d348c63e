/**
 * This project's controller of claims on devices, and the reference's controller manager, each on an API server of
 * this project: the same is done to both, and the same comes of it.
 */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { playBesideReference } from "./beside_reference.ts";
import { DEVICE_CLAIMS } from "./device_claim_scenarios.ts";
import { DEVICE_TAINTS } from "./device_taint_scenarios.ts";

const NAME = "claims on devices come to what the reference's controller manager brings them to";

if (slowTests()) {
  testWith(["go"], NAME, (t) =>
    playBesideReference(t, {
      scenarios: { ...DEVICE_CLAIMS, ...DEVICE_TAINTS },
      program: "./device_claims.ts",
      controllers: ["resourceclaim-controller", "device-taint-eviction-controller"],
    }));
} else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
