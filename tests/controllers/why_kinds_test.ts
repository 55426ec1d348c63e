/** `orch why` of what makes pods or leads to them: only what leaves no doubt. */
import { main as why } from "../../controllers/why/command.ts";
import {
  type AnyObject,
  type Client,
  DaemonSet,
  Deployment,
  EndpointSlice,
  Job,
  type Kind,
  Namespace,
  PersistentVolumeClaim,
  Pod,
  ReplicaSet,
  Service,
  StatefulSet,
} from "../../mod.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { OpenServer } from "../cli/server.ts";
import { run } from "../cli/terminal.ts";

const NS = "default";
const app = { app: "web" };
const selector = { matchLabels: app };
const containers = [{ name: "c", image: "i", ports: [{ name: "http", containerPort: 80 }] }];
const template = { metadata: { labels: app }, spec: { containers } };
const FINE = "nothing is wrong that its status or its pods would tell";

/** Makes an object, and gives it the status that it is said to have. */
async function make(
  client: Client,
  kind: unknown,
  object: object,
  status?: object,
): Promise<string> {
  const any = kind as Kind<AnyObject>;
  const { metadata } = await client.create(any, object as never) as {
    metadata: { name: string; uid: string };
  };
  if (status !== undefined) {
    await client.patch(any, metadata.name, { status } as never, { subresource: "status" });
  }
  return metadata.uid;
}

const ownedBy = (kind: string, name: string, uid: string, apiVersion = "apps/v1") => ({
  ownerReferences: [{ apiVersion, kind, name, uid, controller: true }],
});

/** Who answers for a server, and what it says of an object: head and lines. */
function asking(url: string) {
  return async (object: string): Promise<string[]> => {
    const { code, out, err } = await run(why, [object, "-n", NS, "--kubeconfig", url]);
    assertEquals([code, err], [0, ""], object);
    return out.trimEnd().split("\n");
  };
}

const running = (ready: boolean) => ({
  phase: "Running",
  conditions: [{ type: "Ready", status: ready ? "True" : "False" }],
  containerStatuses: [{
    name: "c",
    image: "i",
    imageID: "",
    restartCount: 0,
    ready,
    started: true,
    state: { running: {} },
  }],
});

Deno.test("orch why says of a deployment what its pods wait for, and what its conditions say", async () => {
  await using server = await OpenServer.start();
  const { client, url } = server;
  const asked = asking(url);
  const spec = { replicas: 4, selector, template };
  const uid = await make(client, Deployment, { metadata: { name: "web" }, spec });
  assertEquals(await asked("deployment/web"), [
    "Deployment default/web: 0 of 4 pods are ready",
    "its controller has not looked at it since it was made or changed: does one run?",
  ]);
  const failure = { type: "ReplicaFailure", status: "True", reason: "FailedCreate" };
  await client.patch(Deployment, "web", {
    status: {
      observedGeneration: 1,
      replicas: 4,
      readyReplicas: 1,
      conditions: [
        { type: "Available", status: "False", reason: "Few", message: "not enough\u001b[2J" },
        { type: "Progressing", status: "True", reason: "Ok" },
        { ...failure, message: "no quota" },
      ],
    },
  } as never, { subresource: "status" });
  const owner = ownedBy("Deployment", "web", uid);
  const set = await make(client, ReplicaSet, {
    metadata: { name: "web-1", labels: app, ...owner },
    spec,
  });
  const pod = async (name: string, more: object = {}, status?: object, uid = set) =>
    await make(client, Pod, {
      metadata: { name, labels: app, ...ownedBy("ReplicaSet", "web-1", uid) },
      spec: { containers, ...more },
    }, status);
  await pod("a", { nodeName: "n" }, running(true));
  await pod("b", { nodeName: "n" }, running(false));
  const message = "0/3 nodes are available";
  const envFrom = [{ configMapRef: { name: "settings" } }];
  await pod("c", { containers: [{ ...containers[0], envFrom }] }, {
    conditions: [{ type: "PodScheduled", status: "False", message }],
  });
  await pod("d", { nodeName: "n" }, { phase: "Failed", reason: "OutOfcpu", message: "too little" });
  await pod("others", {}, undefined, "of-somebody-else");
  assertEquals(await asked("deploy/web"), [
    "Deployment default/web: 1 of 4 pods are ready",
    "condition Available is False: Few: not enough\\u001b[2J",
    "condition ReplicaFailure is True: FailedCreate: no quota",
    "pod b: container c runs and is not ready",
    `pod c: it has no node: ${message}; config map settings is not there`,
    "pod d: it has failed: OutOfcpu: too little",
  ]);
  assertEquals((await asked("rs/web-1")).slice(-3).map((line) => line.slice(0, 5)), [
    "pod b",
    "pod c",
    "pod d",
  ]);
  const json = await run(why, [
    "deployments.apps/web",
    "-n",
    NS,
    "--kubeconfig",
    url,
    "-o",
    "json",
  ]);
  assertEquals(JSON.parse(json.out).says.length, 5);
  const none = await run(why, ["deploy/none", "-n", NS, "--kubeconfig", url]);
  assertEquals([none.code, none.err], [1, 'Error: deployments.apps "none" not found\n']);
  for (let at = 0; at < 3; at++) await pod(`more-${at}`);
  const secret = [{ secretRef: { name: "key" } }];
  for (let at = 0; at < 2; at++) {
    await pod(`waits-${at}`, {
      nodeName: "n",
      containers: [{ ...containers[0], envFrom: secret }],
    });
  }
  assertEquals((await asked("deploy/web")).slice(-2), [
    "pod more-0 and 2 more: it has no node: no scheduler has said anything of it yet",
    "pod waits-0 and 1 more: it has not begun yet; of waits-0: secret key is not there",
  ]);
  for (let at = 0; at < 7; at++) {
    await pod(`z-${at}`, {}, { phase: "Failed", reason: `R${at}` });
  }
  assertEquals((await asked("deploy/web")).at(-1), "and 2 more pods");
});

Deno.test("orch why knows what is special of other workloads", async () => {
  await using server = await OpenServer.start();
  const { client, url } = server;
  const asked = asking(url);
  const seen = { observedGeneration: 1 };
  await make(client, Deployment, {
    metadata: { name: "off" },
    spec: { replicas: 0, paused: true, selector, template },
  }, seen);
  assertEquals(await asked("deploy/off"), [
    "Deployment default/off: 0 of 0 pods are ready",
    "it is to have no pods: its replicas are 0",
    "it is paused: no new version of its pods comes until it is resumed",
  ]);
  await make(client, StatefulSet, {
    metadata: { name: "db" },
    spec: { replicas: 2, serviceName: "db", selector, template },
  }, { ...seen, replicas: 1, readyReplicas: 1 });
  assertEquals(await asked("sts/db"), [
    "StatefulSet default/db: 1 of 2 pods are ready",
    "its pods come one after another, each once those before it are ready",
  ]);
  const daemons = { currentNumberScheduled: 0, desiredNumberScheduled: 0, numberReady: 0 };
  await make(client, DaemonSet, { metadata: { name: "log" }, spec: { selector, template } }, {
    ...seen,
    ...daemons,
    numberMisscheduled: 1,
  });
  assertEquals(await asked("ds/log"), [
    "DaemonSet default/log: 0 of 0 pods are ready",
    "no node is one that its pods may be on",
    "1 of its pods are on nodes that they may not be on",
  ]);
  const uid = await make(client, Job, {
    metadata: { name: "sum" },
    spec: {
      suspend: true,
      completions: 3,
      template: { spec: { containers, restartPolicy: "Never" } },
    },
  });
  const own = ownedBy("Job", "sum", uid, "batch/v1");
  const { spec } = await client.get(Job, "sum");
  await make(client, Pod, {
    metadata: { name: "sum-1", labels: spec.selector?.matchLabels, ...own },
    spec: { containers, nodeName: "n" },
  }, {
    phase: "Failed",
    containerStatuses: [{
      name: "c",
      image: "i",
      imageID: "",
      restartCount: 0,
      ready: false,
      state: { terminated: { exitCode: 3, reason: "Error" } },
    }],
  });
  assertEquals(await asked("job/sum"), [
    "Job default/sum: 0 of 3 pods have succeeded, 0 have failed, 0 run",
    "it is suspended: it has no pods until spec.suspend is false",
    "pod sum-1: it has failed; container c ended with exit code 3 (Error)",
  ]);
});

Deno.test("orch why says of a service why it leads nowhere", async () => {
  await using server = await OpenServer.start();
  const { client, url } = server;
  const asked = asking(url);
  const service = (name: string, spec: object) =>
    make(client, Service, { metadata: { name }, spec });
  await service("none", { selector: { app: "wbe", tier: "x" }, ports: [{ port: 80 }] });
  assertEquals(await asked("svc/none"), [
    "Service default/none: 0 addresses are ready behind it",
    "no pod of its namespace has the labels app=wbe,tier=x",
  ]);
  await service("open", { ports: [{ port: 80 }] });
  assertEquals(
    (await asked("svc/open"))[1],
    "it has no selector: what is behind it somebody else has to say",
  );
  await service("away", { type: "ExternalName", externalName: "example.com" });
  assertEquals((await asked("svc/away"))[0], "Service default/away is another name of example.com");

  await make(client, Pod, {
    metadata: { name: "a", labels: app },
    spec: { containers, nodeName: "n" },
  }, running(true));
  await make(client, Pod, {
    metadata: { name: "b", labels: app },
    spec: { containers, nodeName: "n" },
  }, running(false));
  await service("web", {
    type: "LoadBalancer",
    selector: app,
    ports: [
      { name: "a", port: 80, targetPort: "http" },
      { name: "b", port: 81, targetPort: "htttp" },
      { name: "c", port: 82, targetPort: 9 },
    ],
  });
  await make(client, EndpointSlice, {
    metadata: { name: "web-x", labels: { "kubernetes.io/service-name": "web" } },
    addressType: "IPv4",
    endpoints: [
      { addresses: ["10.0.0.1"], conditions: { ready: true } },
      { addresses: ["10.0.0.2"], conditions: { ready: false } },
    ],
    ports: [],
  });
  assertEquals(await asked("service/web"), [
    "Service default/web: 1 addresses are ready behind it",
    "nobody has given it an address outside of the cluster yet",
    "its port 81 leads to one called htttp, which no container of its pods has",
    "pod b: container c runs and is not ready",
  ]);
});

Deno.test("orch why says why a claim has no volume or does not go, and what keeps a namespace", async () => {
  await using server = await OpenServer.start();
  const { client, url } = server;
  const asked = asking(url);
  const claim = (name: string, more: object = {}) =>
    make(client, PersistentVolumeClaim, {
      metadata: { name, finalizers: ["example.com/kept"] },
      spec: {
        accessModes: ["ReadWriteOnce"],
        resources: { requests: { storage: "1Gi" } },
        storageClassName: "gone",
      },
    }, more);
  await claim("waits");
  assertEquals(await asked("pvc/waits"), [
    "PersistentVolumeClaim default/waits: Pending",
    "it is not bound (Pending): there is no storage class gone",
  ]);
  await claim("bound", { phase: "Bound" });
  assertEquals(await asked("pvc/bound"), ["PersistentVolumeClaim default/bound: Bound", FINE]);
  const volumes = [{ name: "v", persistentVolumeClaim: { claimName: "bound" } }];
  await make(client, Pod, { metadata: { name: "user" }, spec: { containers, volumes } });
  const others = [{ name: "v", persistentVolumeClaim: { claimName: "waits" } }];
  await make(client, Pod, { metadata: { name: "x" }, spec: { containers, volumes: others } });
  await client.delete(PersistentVolumeClaim, "bound");
  const kept = "it is being deleted, and stays until these finalizers are gone: example.com/kept";
  assertEquals((await asked("pvc/bound")).slice(1), [kept, "pod user uses it"]);

  assertEquals(await asked("ns/default"), ["Namespace default: Active", FINE]);
  await make(client, Namespace, { metadata: { name: "old" } });
  await client.delete(Namespace, "old");
  assertEquals(await asked("ns/old"), [
    "Namespace old: Terminating",
    "it is being deleted, and stays until these finalizers are gone: kubernetes",
    "no controller has said what is still in it: does one run?",
  ]);
  const message = "Some resources are remaining: pods. has 1 resource instances";
  await client.patch(Namespace, "old", {
    status: {
      conditions: [
        {
          type: "NamespaceContentRemaining",
          status: "True",
          reason: "SomeResourcesRemain",
          message,
        },
        { type: "NamespaceDeletionContentFailure", status: "False", reason: "ContentDeleted" },
        { type: "example.com/Own", status: "False" },
      ],
    },
  } as never, { subresource: "status" });
  assertEquals((await asked("namespace/old")).slice(2), [
    `condition NamespaceContentRemaining is True: SomeResourcesRemain: ${message}`,
  ]);
});
