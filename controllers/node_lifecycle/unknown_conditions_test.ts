import { assertEquals } from "../../toolkit/deps/assert.ts";
import { unknownConditions } from "./unknown_conditions.ts";

const [CREATED, BEFORE, NOW] = [
  "2026-01-01T00:00:00Z",
  "2026-01-01T00:01:00Z",
  "2026-01-01T00:02:00Z",
];

const said = (type: string, status: string) => ({
  type,
  status,
  reason: "AgentSays",
  message: "so it is",
  lastHeartbeatTime: BEFORE,
  lastTransitionTime: BEFORE,
});
const stopped = (type: string) => ({
  ...said(type, "Unknown"),
  reason: "NodeStatusUnknown",
  message: "Kubelet stopped posting node status.",
  lastTransitionTime: NOW,
});
const never = (type: string) => ({
  type,
  status: "Unknown",
  reason: "NodeStatusNeverUpdated",
  message: "Kubelet never posted node status.",
  lastHeartbeatTime: CREATED,
  lastTransitionTime: NOW,
});

Deno.test("unknownConditions() keeps what is unknown already and what agents don't say", () => {
  const before = [
    said("NetworkUnavailable", "False"),
    said("Ready", "True"),
    said("DiskPressure", "Unknown"),
    said("PIDPressure", "True"),
    said("Special", "True"),
  ];
  assertEquals(unknownConditions(before, CREATED, NOW), [
    before[0]!,
    stopped("Ready"),
    before[2]!,
    stopped("PIDPressure"),
    before[4]!,
    never("MemoryPressure"),
  ]);
});

Deno.test("unknownConditions() says of a node that never said anything that it didn't", () => {
  assertEquals(
    unknownConditions([], CREATED, NOW),
    ["Ready", "MemoryPressure", "DiskPressure", "PIDPressure"].map(never),
  );
});
