/**
 * This project's controllers of accounts, tokens, authorities and roles, and the reference's controller manager, each
 * on an API server of this project: the same is done to both, and the same comes of it.
 */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { ACCOUNT_SCENARIOS } from "./account_scenarios.ts";
import { playBesideReference } from "./beside_reference.ts";
import { ObjectStage } from "./object_stage.ts";

const NAME =
  "accounts, tokens and sums of roles come to what the reference's controllers make them";

if (slowTests()) {
  testWith(["go"], NAME, (t) =>
    playBesideReference(t, {
      scenarios: ACCOUNT_SCENARIOS,
      Stage: ObjectStage,
      controllers: [
        "serviceaccount-controller",
        "serviceaccount-token-controller",
        "root-ca-certificate-publisher-controller",
        "bootstrap-signer-controller",
        "token-cleaner-controller",
        "clusterrole-aggregation-controller",
      ],
      flags: (folder) => [
        `--root-ca-file=${folder}/ca.crt`,
        `--service-account-private-key-file=${folder}/accounts.key`,
      ],
    }));
} else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
