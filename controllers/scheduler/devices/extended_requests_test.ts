// Tables: what containers ask their node for, the requests for devices that come of it, and which are for whom.

import { assertEquals } from "../../../toolkit/deps/assert.ts";
import type { coreV1 } from "../../../toolkit/mod.ts";
import { extendedRequestsOf } from "./extended_requests.ts";

const GPU = "example.com/gpu";

const container = (name: string, requests: Record<string, string>, more: object = {}) => ({
  name,
  resources: { requests },
  ...more,
});
const always = { restartPolicy: "Always" };

interface Case {
  readonly spec: { readonly containers: object[]; readonly initContainers?: object[] };
  readonly classes?: Readonly<Record<string, string>>;
  /** Of each request its class and count, and of each container its requests. */
  readonly wanted: readonly [requests: Record<string, string>, mappings: readonly string[]];
}

const CASES: Readonly<Record<string, Case>> = {
  "one container": {
    spec: { containers: [container("c", { cpu: "1", [GPU]: "2" })] },
    wanted: [{ "container-0-request-1": "gpu 2" }, ["c: container-0-request-1"]],
  },
  "one that asks for nothing": {
    spec: { containers: [container("c", { cpu: "1" }), container("d", { [GPU]: "0" })] },
    wanted: [{}, []],
  },
  "two that run at once": {
    spec: { containers: [container("c", { [GPU]: "1" }), container("d", { [GPU]: "2" })] },
    wanted: [
      { "container-0-request-0": "gpu 1", "container-1-request-0": "gpu 2" },
      ["c: container-0-request-0", "d: container-1-request-0"],
    ],
  },
  "two resources": {
    spec: { containers: [container("c", { [GPU]: "1", "example.com/nic": "1" })] },
    classes: { [GPU]: "gpu", "example.com/nic": "nic" },
    wanted: [
      { "container-0-request-0": "gpu 1", "container-0-request-1": "nic 1" },
      ["c: container-0-request-0", "c: container-0-request-1"],
    ],
  },
  "one that ends before has what later ones have": {
    spec: {
      initContainers: [container("i", { [GPU]: "2" })],
      containers: [container("c", { [GPU]: "1" }), container("d", { [GPU]: "2" })],
    },
    wanted: [
      { "container-1-request-0": "gpu 1", "container-2-request-0": "gpu 2" },
      [
        "c: container-1-request-0",
        "d: container-2-request-0",
        "i: container-1-request-0",
        "i: container-2-request-0",
      ],
    ],
  },
  "of those that end the one that needs most counts": {
    spec: {
      initContainers: [
        container("i", { [GPU]: "2" }),
        container("j", { [GPU]: "4" }),
        container("k", { [GPU]: "3" }),
      ],
      containers: [container("c", { [GPU]: "1" })],
    },
    wanted: [
      { "container-1-request-0": "gpu 3", "container-3-request-0": "gpu 1" },
      [
        "c: container-3-request-0",
        "i: container-3-request-0",
        "i: container-1-request-0",
        "j: container-3-request-0",
        "j: container-1-request-0",
        "k: container-3-request-0",
        "k: container-1-request-0",
      ],
    ],
  },
  "one that stays keeps what it has": {
    spec: {
      initContainers: [container("s", { [GPU]: "1" }, always), container("i", { [GPU]: "1" })],
      containers: [container("c", { [GPU]: "1" })],
    },
    wanted: [
      { "container-0-request-0": "gpu 1", "container-2-request-0": "gpu 1" },
      ["s: container-0-request-0", "c: container-2-request-0", "i: container-2-request-0"],
    ],
  },
};

for (const [name, { spec, classes = { [GPU]: "gpu" }, wanted }] of Object.entries(CASES)) {
  Deno.test(`extendedRequestsOf() asks for devices: ${name}`, () => {
    const found = extendedRequestsOf(spec as coreV1.PodSpec, new Map(Object.entries(classes)));
    assertEquals([
      Object.fromEntries(
        found.requests.map((
          { name, exactly },
        ) => [name, `${exactly?.deviceClassName} ${exactly?.count}`]),
      ),
      found.mappings.map(({ containerName, requestName }) => `${containerName}: ${requestName}`),
    ], wanted);
  });
}
