/** Pod security, compared with the reference: its own fixtures, what makes pods, namespaces, the audit log. */
import { downloadModule } from "../../testing/go_module.ts";
import { REFERENCE_VERSION } from "../../testing/reference_build.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { podSecurity } from "./areas/pod_security.ts";
import { podSecurityFixtures, readFixtures } from "./areas/pod_security_fixtures.ts";
import { KNOWN_DIFFERENCES } from "./known_differences.ts";
import { countsTable, findingsText } from "./report.ts";
import { run } from "./run.ts";
import { type Pair, startPair } from "./servers.ts";

const NAME = "pod security says what the reference's says";

const OFF = ["ServiceAccount", "ResourceQuota"];

const CONFIGURATION = `
apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
- name: PodSecurity
  configuration:
    apiVersion: pod-security.admission.config.k8s.io/v1
    kind: PodSecurityConfiguration
    defaults: {enforce: privileged, audit: privileged, warn: baseline, warn-version: v1.20}
    exemptions: {usernames: [trusted], namespaces: [exempt], runtimeClasses: [sandbox]}
`;

const POLICY = `
apiVersion: audit.k8s.io/v1
kind: Policy
rules:
- {level: Metadata, verbs: [create, update, patch], omitStages: [RequestReceived]}
- {level: None}
`;

const MODULE = `k8s.io/pod-security-admission@v0.${REFERENCE_VERSION.replace(/^1\./, "")}`;

/** Where the reference's module has the data of its tests. */
async function fixtures(): Promise<string> {
  return `${(await downloadModule(MODULE, Deno.cwd())).Dir}/test/testdata`;
}

async function compare(pair: Pair, log: string): Promise<void> {
  const areas = [podSecurity, podSecurityFixtures(await readFixtures(await fixtures()))];
  const outcome = await run(pair, { areas, known: KNOWN_DIFFERENCES, seed: 1 });
  console.log(countsTable(outcome.areas));
  if (outcome.findings.length > 0) throw new Error(findingsText(outcome));
  const [ours, theirs] = ["ours", "reference"].map((side) => recorded(`${log}-${side}`));
  console.log(`${theirs!.length} records`);
  assert(theirs!.length > 8000, `${theirs!.length} records`);
  assertEquals(ours, theirs);
}

/** What was recorded of each request, as texts, in an order of their own. */
function recorded(path: string): string[] {
  const lines = Deno.readTextFileSync(path).trimEnd().split("\n");
  return lines.flatMap((line) => {
    const { requestURI, verb, responseStatus, annotations, objectRef } = JSON.parse(line);
    const own = Object.entries(annotations ?? {}).filter(([key]) => key.startsWith("pod-security"));
    const name = objectRef?.name ?? "";
    // What waits is asked for again and again.
    if (own.length === 0 || name === "wait") return [];
    return [JSON.stringify([requestURI, verb, name, responseStatus?.code, own.sort()])];
  }).sort();
}

if (!slowTests()) {
  Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
} else {
  testWith(["go"], NAME, async () => {
    let log = "";
    await using pair = await startPair({
      plugins: [`--disable-admission-plugins=${OFF.join(",")}`],
      admission: CONFIGURATION,
      async files(folder) {
        log = `${folder}/audit.log`;
        await Deno.writeTextFile(`${folder}/policy.yaml`, POLICY);
        return [`--audit-policy-file=${folder}/policy.yaml`];
      },
      each: (side) => [`--audit-log-path=${log}-${side}`],
    });
    await compare(pair, log);
  });
}
