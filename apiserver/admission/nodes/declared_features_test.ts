import { testPlugin, type Write } from "../../../testing/admission.ts";
import type { AnyObject } from "../../../testing/api_client.ts";

const WHOLE = "InPlacePodLevelResourcesVerticalScaling";
const FIRST = "InPlacePodVerticalScalingInitContainers";

const node = (
  name: string,
  declaredFeatures: readonly string[],
): Write => ["post", "/api/v1/nodes", {
  metadata: { name },
  status: { declaredFeatures },
}];
const amounts = (cpu: string) => ({ requests: { cpu }, limits: { cpu } });
const container = (name: string, cpu: string, more: AnyObject = {}) => ({
  name,
  image: "i",
  resources: amounts(cpu),
  ...more,
});
const SIDECAR = { restartPolicy: "Always" };
const pod = (nodeName?: string): Write => ["post", "pods", {
  metadata: { name: "p" },
  spec: {
    nodeName,
    resources: amounts("3"),
    initContainers: [container("first", "1"), container("side", "1", SIDECAR)],
    containers: [container("c", "1")],
  },
}];
const resized = (spec: AnyObject): Write => ["patch", "pods/p/resize", { spec }];
const refusedFor = (what: string, where: string) => ({
  status: 403,
  message: `pod update requires features ${what} which are not available on node "${where}"`,
});

testPlugin("nodeDeclaredFeatureValidator() refuses sizes that the node's agent can't give", {
  plugins: ["NodeDeclaredFeatureValidator"],
  before: [node("old", []), node("whole", [WHOLE]), node("new", [WHOLE, FIRST])],
}, [
  {
    name: "of the whole pod",
    before: [pod("old")],
    write: resized({ resources: amounts("4") }),
    ...refusedFor(WHOLE, "old"),
  },
  {
    name: "of the whole pod, where the node can",
    before: [pod("whole")],
    write: resized({ resources: amounts("4") }),
    fields: { "spec.resources.requests.cpu": "4" },
  },
  {
    name: "of a container that others wait for",
    before: [pod("whole")],
    write: resized({
      initContainers: [container("first", "2"), container("side", "1", SIDECAR)],
    }),
    ...refusedFor(FIRST, "whole"),
  },
  {
    name: "of both",
    before: [pod("old")],
    write: resized({
      resources: amounts("4"),
      initContainers: [container("first", "2"), container("side", "1", SIDECAR)],
    }),
    ...refusedFor(`${WHOLE}, ${FIRST}`, "old"),
  },
  {
    name: "of both, where the node can",
    before: [pod("new")],
    write: resized({
      resources: amounts("4"),
      initContainers: [container("first", "2"), container("side", "1", SIDECAR)],
    }),
  },
  {
    name: "but not of other containers",
    before: [pod("old")],
    write: resized({
      initContainers: [container("first", "1"), container("side", "500m", SIDECAR)],
      containers: [container("c", "500m")],
    }),
  },
  {
    name: "nor the same size in other words",
    before: [pod("old")],
    write: resized({ resources: amounts("3000m") }),
  },
  {
    name: "nor asks about a pod that would say of itself as a whole that it has no size",
    before: [["post", "pods", {
      metadata: { name: "p" },
      spec: { nodeName: "old", containers: [{ name: "c", image: "i" }] },
    }]],
    write: resized({ resources: {} }),
    status: 422,
    message: "only cpu and memory resources are mutable",
  },
  {
    name: "nor of pods on no node yet",
    before: [pod()],
    write: resized({ resources: amounts("4") }),
  },
  {
    name: "but of pods whose node is gone",
    before: [pod("gone")],
    write: resized({ resources: amounts("4") }),
    status: 403,
    message: 'node "gone" not found',
  },
]);
