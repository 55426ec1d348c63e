import { daemonSetInWords } from "../../testing/daemon_views.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { daemonSetViewOf } from "./daemon_set_view.ts";
import { daemonTemplate } from "./daemon_template.ts";

const HERE = [{ matchFields: [{ key: "metadata.name", operator: "In", values: ["here"] }] }];

Deno.test("daemonTemplate() binds a pod to a node, and leaves the rest of its affinity", () => {
  const preferred = [{ weight: 1, preference: {} }];
  const podAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [] };
  const set = daemonSetInWords({}, {
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{}] },
        preferredDuringSchedulingIgnoredDuringExecution: preferred,
      },
      podAffinity,
    },
  });
  assertEquals(daemonTemplate(set, "here").spec?.affinity as unknown, {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: HERE },
      preferredDuringSchedulingIgnoredDuringExecution: preferred,
    },
    podAffinity,
  });
});

const ADDED = [
  "not-ready",
  "unreachable",
  "disk-pressure",
  "memory-pressure",
  "pid-pressure",
  "unschedulable",
];

for (
  const [dialect, domain] of [["kubernetes", "node.kubernetes.io"], [
    "orch",
    "node.orch.io",
  ]] as const
) {
  Deno.test(`daemonTemplate() has pods bear what daemons outlive, in the dialect ${dialect}`, () => {
    const { object } = daemonSetInWords({}, {});
    const set = daemonSetViewOf(dialect)({ ...object });
    assertEquals(
      daemonTemplate(set, "here").spec?.tolerations,
      ADDED.map((name, index) => ({
        key: `${domain}/${name}`,
        operator: "Exists",
        effect: index < 2 ? "NoExecute" : "NoSchedule",
      })),
    );
  });
}

Deno.test("daemonTemplate() keeps the template's tolerations, without an end for those that it adds", () => {
  const key = "node.kubernetes.io/unreachable";
  const some = { key: "dedicated", operator: "Equal", value: "x", effect: "NoSchedule" };
  const set = daemonSetInWords({}, {
    hostNetwork: true,
    tolerations: [some, { key, operator: "Exists", effect: "NoExecute", tolerationSeconds: 5 }],
  });
  const { tolerations } = daemonTemplate(set, "here").spec!;
  assertEquals(tolerations?.slice(0, 2) as unknown, [
    some,
    { key, operator: "Exists", effect: "NoExecute" },
  ]);
  assertEquals(tolerations?.map((one) => one.key?.split("/")[1]), [
    undefined,
    "unreachable",
    "not-ready",
    "disk-pressure",
    "memory-pressure",
    "pid-pressure",
    "unschedulable",
    "network-unavailable",
  ]);
});
