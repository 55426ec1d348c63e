/** Quotas: compared with those of the reference. */
import { PLUGINS_OFF_FLAG } from "../../testing/reference_server.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { admissionOfQuotas } from "./areas/admission_of_quotas.ts";
import { KNOWN_DIFFERENCES } from "./known_differences.ts";
import { countsTable, findingsText } from "./report.ts";
import { run } from "./run.ts";
import { startPair } from "./servers.ts";

const NAME = "quotas do what those of the reference do";

const CONFIGURATION = `
apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
- name: ResourceQuota
  configuration:
    apiVersion: apiserver.config.k8s.io/v1
    kind: ResourceQuotaConfiguration
    limitedResources:
    - resource: persistentvolumeclaims
      matchContains: [.storageclass.storage.k8s.io/requests.storage]
    - resource: pods
      matchScopes:
      - {scopeName: CrossNamespacePodAffinity, operator: Exists}
`;

if (!slowTests()) {
  Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
} else {
  testWith(["go"], NAME, async () => {
    await using pair = await startPair({
      plugins: [PLUGINS_OFF_FLAG],
      admission: CONFIGURATION,
      records: true,
    });
    const options = { areas: [admissionOfQuotas], known: KNOWN_DIFFERENCES, seed: 1 };
    const outcome = await run(pair, options);
    console.log(countsTable(outcome.areas));
    if (outcome.findings.length > 0) throw new Error(findingsText(outcome));
  });
}
