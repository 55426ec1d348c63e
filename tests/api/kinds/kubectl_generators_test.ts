/** What a stock kubectl makes and changes by itself, without a file: every generator. */

import { testWith } from "../../../testing/requirements.ts";
import { makeAuthority, makeCertificate, USAGE } from "../../../toolkit/certificates/mod.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import type { Kubectl } from "../kubectl.ts";
import { BOOTSTRAP, withKubectl } from "../with_kubectl.ts";
import { certificateRequest } from "./every_kind.ts";

/** A command, and what a template then shows of what it made. */
type Row = readonly [command: string, shown: string, template: string, expected: string];

/** In this order: later ones need earlier ones. */
const MADE: readonly Row[] = [
  ["create namespace team", "ns team", "{.status.phase}", "Active"],
  ["create configmap cm --from-literal=a=1", "cm cm", "{.data.a}", "1"],
  [
    "create secret generic sec --from-literal=a=1",
    "secret sec",
    "{.type} {.data.a}",
    "Opaque MQ==",
  ],
  [
    "create secret docker-registry reg --docker-server=r.example.com --docker-username=u --docker-password=p",
    "secret reg",
    "{.type}",
    "kubernetes.io/dockerconfigjson",
  ],
  ["create serviceaccount robot", "sa robot", "{.metadata.name}", "robot"],
  ["create quota q --hard=pods=5,cpu=2", "quota q", "{.spec.hard.pods} {.spec.hard.cpu}", "5 2"],
  [
    "create role reader --verb=get,list --resource=pods,deployments.apps --resource-name=x",
    "role reader",
    "{.rules[0].verbs} {.rules[1].apiGroups}",
    '["get","list"] ["apps"]',
  ],
  [
    "create clusterrole spy --verb=get --non-resource-url=/logs/*",
    "clusterrole spy",
    "{.rules[0].nonResourceURLs[0]}",
    "/logs/*",
  ],
  [
    "create rolebinding readers --role=reader --user=jane --group=devs --serviceaccount=default:robot",
    "rolebinding readers",
    "{.roleRef.kind} {.subjects[*].kind}",
    "Role User Group ServiceAccount",
  ],
  [
    "create clusterrolebinding spies --clusterrole=spy --user=jane",
    "clusterrolebinding spies",
    "{.roleRef.name} {.subjects[0].name}",
    "spy jane",
  ],
  [
    "create priorityclass high --value=1000 --description=important",
    "priorityclass high",
    "{.value} {.preemptionPolicy}",
    "1000 PreemptLowerPriority",
  ],
  [
    "create poddisruptionbudget pdb --selector=app=web --min-available=50%",
    "pdb pdb",
    "{.spec.minAvailable}",
    "50%",
  ],
  [
    "create ingress ing --class=nginx --rule=a.example.com/x*=web:80,tls=cert --default-backend=web:http",
    "ingress ing",
    "{.spec.ingressClassName} {.spec.rules[0].http.paths[0].pathType} {.spec.tls[0].secretName}",
    "nginx Prefix cert",
  ],
  [
    "create job once --image=busybox:1 -- true",
    "job once",
    "{.spec.template.spec.restartPolicy} {.spec.template.spec.containers[0].command}",
    'Never ["true"]',
  ],
  [
    "create cronjob often --image=busybox:1 --schedule='*/5 * * * *' -- date",
    "cronjob often",
    "{.spec.schedule}",
    "*/5 * * * *",
  ],
  [
    "create job manual --from=cronjob/often",
    "job manual",
    "{.metadata.ownerReferences[0].kind}",
    "CronJob",
  ],
  [
    "create deployment web --image=nginx:1 --replicas=2 --port=80",
    "deployment web",
    "{.spec.replicas} {.spec.template.spec.containers[0].ports[0].containerPort}",
    "2 80",
  ],
  [
    "create service clusterip plain --tcp=80:8080",
    "svc plain",
    "{.spec.type} {.spec.ports[0].targetPort} {.spec.ipFamilyPolicy}",
    "ClusterIP 8080 SingleStack",
  ],
  [
    "create service clusterip headless --clusterip=None",
    "svc headless",
    "{.spec.clusterIP} {.spec.clusterIPs}",
    'None ["None"]',
  ],
  [
    "create service nodeport open --tcp=80 --node-port=30123",
    "svc open",
    "{.spec.ports[0].nodePort} {.spec.externalTrafficPolicy}",
    "30123 Cluster",
  ],
  [
    "create service loadbalancer lb --tcp=443",
    "svc lb",
    "{.spec.type} {.spec.allocateLoadBalancerNodePorts}",
    "LoadBalancer true",
  ],
  [
    "create service externalname ext --external-name=db.example.com",
    "svc ext",
    "{.spec.type} {.spec.externalName} {.spec.clusterIP}",
    "ExternalName db.example.com ",
  ],
  [
    "run one --image=nginx:1 --port=80 --env=A=b --labels=app=one",
    "pod one",
    "{.spec.containers[0].env[0].value} {.spec.restartPolicy} {.status.phase}",
    "b Always Pending",
  ],
  [
    "expose deployment web --port=80 --target-port=8080 --type=NodePort",
    "svc web",
    "{.spec.selector.app} {.spec.ports[0].targetPort}",
    "web 8080",
  ],
  ["expose pod one --port=80 --name=one-svc", "svc one-svc", "{.spec.selector.app}", "one"],
  ["scale deployment web --replicas=3", "deployment web", "{.spec.replicas}", "3"],
  [
    "scale deployment web --current-replicas=3 --replicas=4",
    "deployment web",
    "{.spec.replicas}",
    "4",
  ],
  [
    "autoscale deployment web --min=2 --max=5 --cpu-percent=80",
    "hpa web",
    "{.spec.minReplicas} {.spec.maxReplicas} {.spec.metrics[0].resource.target.averageUtilization}",
    "2 5 80",
  ],
  [
    "set image deployment/web nginx=nginx:2",
    "deployment web",
    "{.spec.template.spec.containers[0].image} {.metadata.generation}",
    "nginx:2 4",
  ],
  [
    "set env deployment/web MODE=dark",
    "deployment web",
    "{.spec.template.spec.containers[0].env[0].value}",
    "dark",
  ],
  [
    "set resources deployment/web --limits=cpu=200m --requests=cpu=100m",
    "deployment web",
    "{.spec.template.spec.containers[0].resources.limits.cpu}",
    "200m",
  ],
  [
    "set serviceaccount deployment/web robot",
    "deployment web",
    "{.spec.template.spec.serviceAccountName}",
    "robot",
  ],
  ["set selector service/plain app=other", "svc plain", "{.spec.selector.app}", "other"],
  [
    "set subject rolebinding/readers --user=joe",
    "rolebinding readers",
    "{.subjects[*].name}",
    "jane devs robot joe",
  ],
  ["rollout pause deployment/web", "deployment web", "{.spec.paused}", "true"],
  ["rollout resume deployment/web", "deployment web", "{.spec.paused}", ""],
  [
    "rollout restart deployment/web",
    "deployment web",
    "{.metadata.generation}",
    "10",
  ],
];

testWith(
  ["kubectl"],
  "kubectl's generators make what they promise",
  () =>
    withKubectl("kubernetes", async (kubectl) => {
      for (const [command, shown, template, expected] of MADE) {
        await kubectl.ok(command);
        assertEquals(await kubectl.ok(`get ${shown} -o 'jsonpath=${template}'`), expected, command);
      }
      const directory = await Deno.makeTempDir();
      try {
        const { certificate, key } = await serverCertificate();
        await Deno.writeTextFile(`${directory}/c`, certificate);
        await Deno.writeTextFile(`${directory}/k`, key);
        await kubectl.ok(`create secret tls cert --cert=${directory}/c --key=${directory}/k`);
      } finally {
        await Deno.remove(directory, { recursive: true });
      }
      assertEquals(await kubectl.ok("get secret cert -o 'jsonpath={.type}'"), "kubernetes.io/tls");
      assertMatch(
        await kubectl.fails("scale deployment web --current-replicas=9 --replicas=1"),
        /[Ee]xpected replicas to be 9, was 4/,
      );
      assertMatch(
        await kubectl.fails("create service nodeport again --tcp=80 --node-port=30123"),
        /provided port is already allocated/,
      );
    }, { bootstrap: BOOTSTRAP }),
);

async function serverCertificate() {
  const now = new Date();
  const authority = await makeAuthority("test", now);
  return await makeCertificate(
    { commonName: "web", hosts: ["web"], usages: [USAGE.server], now },
    authority,
  );
}

testWith(
  ["kubectl"],
  "kubectl rollout history and undo read the revisions of a deployment",
  () =>
    withKubectl("kubernetes", async (kubectl) => {
      await kubectl.ok("create deployment web --image=nginx:2");
      const uid = await kubectl.ok("get deployment web -o 'jsonpath={.metadata.uid}'");
      for (const revision of [1, 2]) await kubectl.ok("create -f -", revisionOf(uid, revision));
      await kubectl.ok("annotate deployment web deployment.kubernetes.io/revision=2");
      const history = await kubectl.ok("rollout history deployment/web");
      assertMatch(history, /^1 +<none>\n2 +<none>/m);
      assertMatch(await kubectl.ok("rollout history deployment/web --revision=1"), /nginx:1/);
      await kubectl.ok("rollout undo deployment/web");
      assertEquals(
        await kubectl.ok(
          "get deployment web -o 'jsonpath={.spec.template.spec.containers[0].image}'",
        ),
        "nginx:1",
      );
    }),
);

/** A replica set as the deployment controller makes one of each revision. */
function revisionOf(uid: string, revision: number): string {
  const labels = { app: "web", "pod-template-hash": `h${revision}` };
  return JSON.stringify({
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: {
      name: `web-h${revision}`,
      labels,
      annotations: { "deployment.kubernetes.io/revision": String(revision) },
      ownerReferences: [
        { apiVersion: "apps/v1", kind: "Deployment", name: "web", uid, controller: true },
      ],
    },
    spec: {
      replicas: 0,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: "nginx", image: `nginx:${revision}` }] },
      },
    },
  });
}

testWith(
  ["kubectl"],
  "kubectl certificate approves and denies requests once",
  () =>
    withKubectl("kubernetes", async (kubectl) => {
      for (const name of ["good", "bad"]) {
        await kubectl.ok(
          "create -f -",
          JSON.stringify({
            apiVersion: "certificates.k8s.io/v1",
            kind: "CertificateSigningRequest",
            metadata: { name },
            spec: {
              signerName: "example.com/signer",
              usages: ["client auth"],
              request: btoa(await certificateRequest(name)),
            },
          }),
        );
      }
      assertMatch(await kubectl.ok("get csr good"), / Pending$/m);
      await kubectl.ok("certificate approve good");
      await kubectl.ok("certificate deny bad");
      assertMatch(await kubectl.ok("get csr good"), / Approved$/m);
      assertMatch(await kubectl.ok("get csr bad"), / Denied$/m);
      assertMatch(await kubectl.fails("certificate deny good"), /already Approved/);
    }),
);

testWith(
  ["kubectl"],
  "kubectl drain evicts as far as budgets let it",
  () =>
    withKubectl("kubernetes", async (kubectl) => {
      await kubectl.ok(
        "create -f -",
        JSON.stringify({ apiVersion: "v1", kind: "Node", metadata: { name: "n1" } }),
      );
      for (const name of ["a", "b"]) await kubectl.ok("create -f -", podOn("n1", name));
      await kubectl.ok("create poddisruptionbudget pdb --selector=app=web --min-available=1");
      await allowDisruptions(kubectl, 1);
      const refused = await kubectl.fails("drain n1 --force --timeout=1s --grace-period=0");
      assertMatch(refused, /global timeout|Cannot evict/);
      const left = await kubectl.ok("get pods -o name");
      assertEquals(left.trim().split("\n").length, 1, left);
      assertEquals(await kubectl.ok("get node n1 -o 'jsonpath={.spec.unschedulable}'"), "true");
      await kubectl.ok("delete pdb pdb");
      await kubectl.ok("drain n1 --force --timeout=120s --grace-period=0");
      assertEquals(await kubectl.ok("get pods -o name"), "");
      await kubectl.ok("uncordon n1");
    }),
);

function podOn(nodeName: string, name: string): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, labels: { app: "web" } },
    spec: { nodeName, containers: [{ name: "c", image: "nginx:1" }] },
  });
}

/** As the disruption controller would. */
async function allowDisruptions(kubectl: Kubectl, disruptionsAllowed: number): Promise<void> {
  const status = {
    observedGeneration: 1,
    disruptionsAllowed,
    currentHealthy: 2,
    desiredHealthy: 1,
    expectedPods: 2,
  };
  await kubectl.ok(
    `patch pdb pdb --subresource=status --type=merge -p '${JSON.stringify({ status })}'`,
  );
  for (const name of ["a", "b"]) {
    const ready = { status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] } };
    await kubectl.ok(`patch pod ${name} --subresource=status -p '${JSON.stringify(ready)}'`);
  }
}

function assertMatch(text: string, pattern: RegExp): void {
  assert(pattern.test(text), `${pattern} in:\n${text}`);
}
