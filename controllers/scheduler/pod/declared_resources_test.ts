import type { coreV1 } from "../../../toolkit/mod.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { declaredLimits, declaredRequests } from "./declared_resources.ts";

type Said = Readonly<Record<string, string>>;

const container = (requests: Said, limits: Said = {}, more: object = {}) => ({
  name: "c",
  resources: { requests, limits },
  ...more,
});
const sidecar = (requests: Said, limits: Said = {}) =>
  container(requests, limits, { restartPolicy: "Always" });

interface Case {
  readonly spec: object;
  readonly requests: Readonly<Record<string, number>>;
  readonly limits: Readonly<Record<string, number>>;
}

const cases: Readonly<Record<string, Case>> = {
  "containers together, of all resources": {
    spec: {
      containers: [
        container({ cpu: "1", memory: "1Ki" }, { cpu: "2" }),
        container({ cpu: "250m", "example.com/gpu": "1" }, { "example.com/gpu": "1" }),
      ],
    },
    requests: { cpu: 1250, memory: 1_024_000, "example.com/gpu": 1000 },
    limits: { cpu: 2000, "example.com/gpu": 1000 },
  },
  "the largest of those that start first, where that is more": {
    spec: {
      containers: [container({ cpu: "1" }, { cpu: "3" })],
      initContainers: [
        container({ cpu: "2" }, { cpu: "2" }),
        container({ memory: "1" }, { cpu: "1" }),
      ],
    },
    requests: { cpu: 2000, memory: 1000 },
    limits: { cpu: 3000 },
  },
  "sidecars beside containers, and those before beside one that starts first": {
    spec: {
      containers: [container({ cpu: "1" })],
      initContainers: [
        sidecar({ cpu: "1" }, { cpu: "1" }),
        container({ cpu: "4" }, { cpu: "4" }),
        sidecar({ cpu: "1" }, { cpu: "1" }),
      ],
    },
    requests: { cpu: 5000 },
    limits: { cpu: 5000 },
  },
  "the pod as a whole in the place of its containers, where it may say so": {
    spec: {
      containers: [container({ cpu: "1", "example.com/gpu": "1" }, { memory: "5" })],
      resources: {
        requests: { cpu: "3", "hugepages-2Mi": "2Mi", "example.com/gpu": "7" },
        limits: { memory: "2" },
      },
    },
    requests: { cpu: 3000, "example.com/gpu": 1000, "hugepages-2Mi": 2_097_152_000 },
    limits: { memory: 2000 },
  },
  "the overhead, beside limits only where there are any": {
    spec: {
      containers: [container({ cpu: "1" }, { cpu: "1", "ephemeral-storage": "0" })],
      overhead: { cpu: "100m", memory: "1", "ephemeral-storage": "1" },
    },
    requests: { cpu: 1100, memory: 1000, "ephemeral-storage": 1000 },
    limits: { cpu: 1100, "ephemeral-storage": 0 },
  },
  "nothing": { spec: { containers: [{ name: "c" }] }, requests: {}, limits: {} },
};

for (const [name, { spec, requests, limits }] of Object.entries(cases)) {
  Deno.test(`declaredRequests() and declaredLimits() count ${name}`, () => {
    const said = spec as coreV1.PodSpec;
    assertEquals(Object.fromEntries(declaredRequests(said)), { ...requests });
    assertEquals(Object.fromEntries(declaredLimits(said)), { ...limits });
  });
}
