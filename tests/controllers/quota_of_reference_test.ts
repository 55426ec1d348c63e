/**
 * What this server charges quotas beside what the reference's controller manager counts: until there is a
 * controller of our own, that one makes quotas work here.
 */
import {
  ConfigMap,
  type coreV1,
  createClient,
  Namespace,
  PersistentVolumeClaim,
  Pod,
  ResourceQuota,
  Service,
} from "../../mod.ts";
import { referenceProgram } from "../../testing/reference_build.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { startServer } from "../clients/servers.ts";
import { Launched } from "../envtest/launched.ts";

const NAME = "quotas are charged what the reference's controller manager counts";

if (slowTests()) testWith(["go"], NAME, check);
else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});

const HARD = {
  configmaps: "2",
  pods: "5",
  "count/pods": "5",
  cpu: "4",
  "limits.memory": "1Gi",
  "hugepages-2Mi": "8Mi",
  "requests.example.com/gpu": "4",
  services: "2",
  "services.nodeports": "5",
  "services.loadbalancers": "1",
  persistentvolumeclaims: "3",
  "requests.storage": "10Gi",
  "gold.storageclass.storage.k8s.io/requests.storage": "10Gi",
};

const amounts = {
  requests: { cpu: "300m", "example.com/gpu": "1", "hugepages-2Mi": "2Mi" },
  limits: { cpu: "1", memory: "100M", "example.com/gpu": "1", "hugepages-2Mi": "2Mi" },
};

async function check(): Promise<void> {
  await using server = await startServer("this server");
  await using all = await createClient({ config: server.kubeconfig });
  const client = all.with({ namespace: "quotas" });
  await client.create(Namespace, { metadata: { name: "quotas" } });
  await using _controllers = new Launched(await referenceProgram("kube-controller-manager"), [
    `--kubeconfig=${server.kubeconfig}`,
    "--controllers=resourcequota-controller",
    "--leader-elect=false",
    "--secure-port=0",
  ]);
  await client.create(ResourceQuota, { metadata: { name: "q" }, spec: { hard: HARD } });
  const used = async (is: (used: Readonly<Record<string, string>>) => boolean) => {
    const known = await client.waitFor(
      ResourceQuota,
      "q",
      (quota) => is(quota?.status?.used ?? {}),
      { timeout: "75s" },
    );
    return known?.status?.used ?? {};
  };
  // Nobody but the controller says how much is used at first.
  const none = await used(({ configmaps }) => configmaps === "0");
  assertEquals(none, Object.fromEntries(Object.keys(HARD).map((name) => [name, "0"])));
  await client.create(ConfigMap, { metadata: { name: "a" } });
  await client.create(ConfigMap, { metadata: { name: "b" } });
  await assertRejects(
    () => client.create(ConfigMap, { metadata: { name: "c" } }),
    /exceeded quota: q, requested: configmaps=1, used: configmaps=2, limited: configmaps=2/,
  );
  const container = (name: string, more: object = {}): coreV1.Container => ({
    name,
    image: "i",
    resources: amounts,
    ...more,
  });
  await client.create(Pod, {
    metadata: { name: "a" },
    spec: { containers: [container("a"), container("b")] },
  });
  await client.create(Pod, {
    metadata: { name: "b" },
    spec: {
      activeDeadlineSeconds: 1000,
      initContainers: [container("a", { restartPolicy: "Always" }), container("b")],
      containers: [container("c")],
    },
  });
  const ports = [{ name: "a", port: 1 }, { name: "b", port: 2 }];
  await client.create(Service, { metadata: { name: "a" }, spec: { type: "NodePort", ports } });
  await client.create(Service, { metadata: { name: "b" }, spec: { type: "LoadBalancer", ports } });
  for (const [name, storage] of [["a", "1500M"], ["b", "1Gi"]] as const) {
    await client.create(PersistentVolumeClaim, {
      metadata: { name },
      spec: {
        accessModes: ["ReadWriteOnce"],
        resources: { requests: { storage } },
        ...(name === "b" && { storageClassName: "gold" }),
      },
    });
  }
  const charged = await used(() => true);
  assertEquals(charged.cpu, "1200m");
  // What is deleted the controller finds out by counting everything anew.
  await client.delete(ConfigMap, "a");
  const counted = await used(({ configmaps }) => configmaps === "1");
  assertEquals({ ...charged, configmaps: "1" }, { ...counted });
  await client.create(ConfigMap, { metadata: { name: "c" } });
}
