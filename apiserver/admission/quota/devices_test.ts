import { testPlugin, type Write } from "../../../testing/admission.ts";
import type { AnyObject } from "../../../testing/api_client.ts";
import { startTestServer } from "../../../testing/api_server.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";

const RESOURCES = "/apis/resource.k8s.io/v1";
const GPUS = "requests.example.com/gpu";
const BY_CLASS = "requests.deviceclass.resource.kubernetes.io/gpu";
const deviceClass = (name: string, extendedResourceName?: string) => ({
  metadata: { name },
  spec: { ...(extendedResourceName && { extendedResourceName }) },
});
const claim = (name: string, metadata: AnyObject = {}) => ({
  metadata: { name, ...metadata },
  spec: { devices: { requests: [{ name: "a", exactly: { deviceClassName: "gpu", count: 2 } }] } },
});
const quota = (hard: AnyObject): Write[] => [
  ["post", "resourcequotas", { metadata: { name: "q" }, spec: { hard } }],
  ["patch", "resourcequotas/q/status", {
    status: { hard, used: Object.fromEntries(Object.keys(hard).map((name) => [name, "0"])) },
  }],
];
const post = (metadata: AnyObject = {}): Write => [
  "post",
  `${RESOURCES}/namespaces/$namespace/resourceclaims`,
  claim("r", metadata),
];

testPlugin("followDevices() has claims charged as what containers would ask for", {
  plugins: ["ResourceQuota"],
  before: [["post", `${RESOURCES}/deviceclasses`, deviceClass("gpu", "example.com/gpu")]],
}, [
  {
    name: "by the name of the resource",
    before: quota({ [GPUS]: "1" }),
    write: post(),
    status: 403,
    message: `exceeded quota: q, requested: ${GPUS}=2`,
  },
  {
    name: "by the name of the class",
    before: quota({ [BY_CLASS]: "1" }),
    write: post(),
    status: 403,
    message: `exceeded quota: q, requested: ${BY_CLASS}=2`,
  },
  {
    name: "a claim that only says that it is a pod's",
    before: quota({ [GPUS]: "1" }),
    write: post({
      annotations: { "resource.kubernetes.io/extended-resource-claim": "true" },
      ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "u", controller: true }],
    }),
    status: 403,
    message: `exceeded quota: q, requested: ${GPUS}=2`,
  },
  {
    name: "no class that is not there",
    before: quota({ "requests.example.com/x": "0" }),
    write: post(),
  },
]);

Deno.test("followDevices() has a pod's devices charged once, and what classes say now counts", async () => {
  await using server = await startTestServer({ plugins: ["ResourceQuota"] });
  const { client } = server;
  const here = "/api/v1/namespaces/default";
  const claims = `${RESOURCES}/namespaces/default/resourceclaims`;
  const used = async () => (await client.get(`${here}/resourcequotas/q`)).json.status.used;
  await client.post(`${RESOURCES}/deviceclasses`, deviceClass("gpu", "example.com/gpu"));
  const hard = { [GPUS]: "9", "count/resourceclaims.resource.k8s.io": "9" };
  await client.post(`${here}/resourcequotas`, { metadata: { name: "q" }, spec: { hard } });
  const status = { hard, used: { [GPUS]: "0", "count/resourceclaims.resource.k8s.io": "0" } };
  await client.patch(`${here}/resourcequotas/q/status`, "merge", { status });
  const resources = { requests: { "example.com/gpu": "2" }, limits: { "example.com/gpu": "2" } };
  const spec = { containers: [{ name: "c", image: "i", resources }] };
  const { json: pod } = await client.post(`${here}/pods`, { metadata: { name: "p" }, spec });
  assertEquals((await used())[GPUS], "2");
  const { name, uid } = pod.metadata;
  const metadata = {
    annotations: { "resource.kubernetes.io/extended-resource-claim": "true" },
    ownerReferences: [{ apiVersion: "v1", kind: "Pod", name, uid, controller: true }],
  };
  assertEquals((await client.post(claims, claim("first", metadata))).status, 201);
  assertEquals(await used(), { [GPUS]: "2", "count/resourceclaims.resource.k8s.io": "1" });
  // A second one is not the pod's.
  assertEquals((await client.post(claims, claim("second", metadata))).status, 201);
  assertEquals(await used(), { [GPUS]: "4", "count/resourceclaims.resource.k8s.io": "2" });
  await client.delete(`${RESOURCES}/deviceclasses/gpu`);
  await client.post(`${RESOURCES}/deviceclasses`, deviceClass("gpu"));
  assertEquals((await client.post(claims, claim("third"))).status, 201);
  assertEquals(await used(), { [GPUS]: "4", "count/resourceclaims.resource.k8s.io": "3" });
});
