/** Admission plugins that are off by default, and nodes: compared with the reference where they are on. */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { PLUGINS_OFF } from "../../testing/reference_server.ts";
import { admissionOfChoice } from "./areas/admission_of_choice.ts";
import { admissionBeforeNodes, admissionOfNodes } from "./areas/admission_of_nodes.ts";
import { KNOWN_DIFFERENCES } from "./known_differences.ts";
import { countsTable, findingsText } from "./report.ts";
import { run } from "./run.ts";
import type { Area } from "./scenario.ts";
import { type Pair, startPair } from "./servers.ts";

const NAME = "plugins of choice do what those of the reference do";

const ON = [
  "AlwaysPullImages",
  "DenyServiceExternalIPs",
  "EventRateLimit",
  "ExtendedResourceToleration",
  "LimitPodHardAntiAffinityTopology",
  "NamespaceAutoProvision",
  "NamespaceExists",
  "NodeRestriction",
  "OwnerReferencesPermissionEnforcement",
  "PodNodeSelector",
  "PodTolerationRestriction",
];

const OFF = PLUGINS_OFF.filter((name) => name !== "ServiceAccount");

const CONFIGURATION = `
apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
- name: EventRateLimit
  configuration:
    apiVersion: eventratelimit.admission.k8s.io/v1alpha1
    kind: Configuration
    limits:
    - {type: Namespace, qps: 1, burst: 2, cacheSize: 100}
    - {type: SourceAndObject, qps: 1, burst: 1}
- name: PodNodeSelector
  configuration:
    podNodeSelectorPluginConfig: {clusterDefaultNodeSelector: "all=yes"}
- name: PodTolerationRestriction
  configuration:
    apiVersion: podtolerationrestriction.admission.k8s.io/v1alpha1
    kind: Configuration
    default:
    - {key: standard, operator: Exists}
    whitelist:
    - {key: standard, operator: Exists}
    - {key: example.com/b, operator: Exists}
    - {key: node.kubernetes.io/not-ready, operator: Exists}
    - {key: node.kubernetes.io/unreachable, operator: Exists}
    - {key: node.kubernetes.io/memory-pressure, operator: Exists}
`;

async function compare(pair: Pair, areas: readonly Area[]): Promise<string[]> {
  const outcome = await run(pair, { areas, known: KNOWN_DIFFERENCES, seed: 1 });
  console.log(countsTable(outcome.areas));
  return outcome.findings.length > 0 ? [findingsText(outcome)] : [];
}

async function problems(): Promise<string[]> {
  await using pair = await startPair({
    plugins: [
      `--enable-admission-plugins=${ON.join(",")}`,
      `--disable-admission-plugins=${OFF.join(",")}`,
    ],
    admission: CONFIGURATION,
    records: true,
  });
  const node = await pair.as("system:node:n-1", ["system:nodes"]);
  return [
    ...await compare(pair, [admissionOfChoice, admissionBeforeNodes]),
    ...await compare(node, [admissionOfNodes]),
  ];
}

if (!slowTests()) {
  Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
} else {
  testWith(["go"], NAME, async () => {
    const found = await problems();
    if (found.length > 0) throw new Error(found.join("\n\n"));
  });
}
