/**
 * This project's controllers of requests for certificates, and the reference's controller manager, each on an API
 * server of this project: the same is done to both, and the same comes of it.
 */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { playBesideReference } from "./beside_reference.ts";
import { CERTIFICATE_SCENARIOS, letAsk, signerFlags } from "./certificate_scenarios.ts";
import { ObjectStage } from "./object_stage.ts";

const NAME = "requests for certificates are answered as the reference's controllers answer them";

if (slowTests()) {
  testWith(["go"], NAME, async (t) => {
    const folder = await Deno.makeTempDir();
    try {
      await playBesideReference(t, {
        scenarios: CERTIFICATE_SCENARIOS,
        Stage: ObjectStage,
        controllers: [
          "certificatesigningrequest-approving-controller",
          "certificatesigningrequest-signing-controller",
        ],
        flags: await signerFlags(folder),
        authorization: "RBAC",
        beside: letAsk,
      });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
} else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
