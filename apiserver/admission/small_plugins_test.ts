import { testPlugin, type Write } from "../../testing/admission.ts";
import type { AnyObject } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { testContext } from "../../testing/server_context.ts";
import { assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { StatusError } from "../../toolkit/errors/mod.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import type { ServerContext } from "../server_context.ts";
import { admissionChain, type AdmissionRequest } from "./admission.ts";
import { ReinvocationContext } from "./reinvocation.ts";
import { denyEscalatingExec, denyExecOnPrivileged } from "./security/deny_exec.ts";

const pod = (spec: AnyObject = {}, metadata: AnyObject = {}): Write => ["post", "pods", {
  metadata: { name: "p", ...metadata },
  spec: { containers: [{ name: "c", image: "i" }], ...spec },
}];
const secured = (securityContext: AnyObject) => ({
  containers: [{ name: "c", image: "i", securityContext }],
});

testPlugin("namespaceAutoProvision() makes namespaces, but not for dry runs", {
  plugins: ["NamespaceAutoProvision"],
}, [
  {
    name: "a dry run",
    write: ["post", "/api/v1/namespaces/new/configmaps?dryRun=All", { metadata: { name: "a" } }],
    status: 404,
  },
  {
    name: "an object",
    write: ["post", "/api/v1/namespaces/new/configmaps", { metadata: { name: "a" } }],
  },
  {
    name: "an update",
    write: ["patch", "/api/v1/namespaces/other/configmaps/a", {}],
    status: 404,
  },
]);

Deno.test("namespaceAutoProvision() passes on why there may be no such namespace", async () => {
  const plugins = ["NamespaceAutoProvision", "AlwaysDeny"];
  await using server = await startTestServer({ plugins, withNamespace: false });
  const { status, json } = await server.client.post("/api/v1/namespaces/new/configmaps", {
    metadata: { name: "a" },
  });
  assertEquals([status, json.message, json.details], [
    403,
    'namespaces "new" is forbidden: admission control is denying all modifications',
    { name: "new", kind: "namespaces" },
  ]);
});

testPlugin("securityContextDeny() refuses users, groups and labels", {
  plugins: ["SecurityContextDeny"],
}, [
  {
    name: "of a pod",
    write: pod({ securityContext: { runAsUser: 1 } }),
    status: 403,
    message: "pod.Spec.SecurityContext.RunAsUser is forbidden",
  },
  {
    name: "of a pod's groups",
    write: pod({ securityContext: { supplementalGroups: [1] } }),
    status: 403,
    message: "pod.Spec.SecurityContext.SupplementalGroups is forbidden",
  },
  {
    name: "of a container",
    write: pod(secured({ seLinuxOptions: { level: "x" } })),
    status: 403,
    message: "SecurityContext.SELinuxOptions is forbidden",
  },
  { name: "and nothing else", write: pod(secured({ readOnlyRootFilesystem: true })) },
]);

testPlugin("denyServiceExternalIPs() refuses addresses that a service did not have", {
  plugins: ["DenyServiceExternalIPs", "DefaultIngressClass", "TaintNodesByCondition"],
}, [
  {
    name: "of a new one",
    write: ["post", "services", {
      metadata: { name: "s" },
      spec: { ports: [{ port: 1 }], externalIPs: ["1.2.3.4"], clusterIP: "None" },
    }],
    status: 403,
    message: "Use of external IPs is denied by admission control",
  },
  {
    name: "and taintNewNodes() taints nodes",
    write: ["post", "/api/v1/nodes", { metadata: { name: "n" } }],
    fields: { "spec.taints": [{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule" }] },
  },
  {
    name: "and defaultIngressClass() names the default class",
    before: [["post", "/apis/networking.k8s.io/v1/ingressclasses", {
      metadata: {
        name: "i",
        annotations: { "ingressclass.kubernetes.io/is-default-class": "true" },
      },
      spec: { controller: "example.com/c" },
    }]],
    write: ["post", "/apis/networking.k8s.io/v1/namespaces/$namespace/ingresses", {
      metadata: { name: "a" },
      spec: { defaultBackend: { service: { name: "s", port: { number: 1 } } } },
    }],
    fields: { "spec.ingressClassName": "i" },
  },
]);

Deno.test("alwaysDeny() refuses every write, reviews included", async () => {
  await using server = await startTestServer({ plugins: ["AlwaysDeny"], withNamespace: false });
  for (
    const [path, body] of [
      ["/api/v1/namespaces", { metadata: { name: "a" } }],
      ["/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
        spec: { nonResourceAttributes: { path: "/", verb: "get" } },
      }],
    ] as const
  ) {
    const { status, json } = await server.client.post(path, body);
    assertEquals(status, 403);
    assertEquals(json.message.endsWith("admission control is denying all modifications"), true);
  }
});

const PRESETS = "/apis/settings.k8s.io/v1alpha1/namespaces";
const preset = (name: string, spec: AnyObject): Write => [
  "post",
  `${PRESETS}/$namespace/podpresets`,
  { metadata: { name }, spec: { selector: { matchLabels: { a: "b" } }, ...spec } },
];
const SELECTED = { labels: { a: "b" } };

testPlugin("podPreset() adds what presets say", {
  plugins: ["PodPreset"],
  isServed: ({ onByDefault, group }) => onByDefault || group === "settings.k8s.io",
}, [
  {
    name: "to pods that they select",
    before: [preset("x", {
      env: [{ name: "E", value: "1" }],
      volumes: [{ name: "v", emptyDir: {} }],
      volumeMounts: [{ name: "v", mountPath: "/v" }],
    })],
    write: pod({}, SELECTED),
    fields: {
      "spec.containers.0.env": [{ name: "E", value: "1" }],
      "spec.containers.0.volumeMounts": [{ name: "v", mountPath: "/v" }],
      "spec.volumes": [{ name: "v", emptyDir: {} }],
    },
  },
  {
    name: "not to others",
    before: [preset("x", { env: [{ name: "E", value: "1" }] })],
    write: pod(),
    fields: { "spec.containers.0.env": undefined },
  },
  {
    name: "not to those that want none",
    before: [preset("x", { env: [{ name: "E", value: "1" }] })],
    write: pod({}, {
      ...SELECTED,
      annotations: { "podpreset.admission.kubernetes.io/exclude": "true" },
    }),
    fields: { "spec.containers.0.env": undefined },
  },
  {
    name: "not where they contradict the pod",
    before: [preset("x", { env: [{ name: "E", value: "1" }] })],
    write: pod(
      { containers: [{ name: "c", image: "i", env: [{ name: "E", value: "2" }] }] },
      SELECTED,
    ),
    fields: { "spec.containers.0.env": [{ name: "E", value: "2" }] },
  },
  {
    name: "not where they mount a volume that is mounted elsewhere already",
    before: [preset("x", {
      env: [{ name: "E", value: "1" }],
      volumes: [{ name: "v", emptyDir: {} }],
      volumeMounts: [{ name: "v", mountPath: "/v" }],
    })],
    write: pod({
      volumes: [{ name: "v", emptyDir: {} }],
      containers: [{ name: "c", image: "i", volumeMounts: [{ name: "v", mountPath: "/w" }] }],
    }, SELECTED),
    fields: {
      "spec.containers.0.env": undefined,
      "spec.containers.0.volumeMounts": [{ name: "v", mountPath: "/w" }],
      "metadata.annotations": undefined,
    },
  },
  {
    name: "and not where another volume is mounted in their place",
    before: [preset("x", {
      volumes: [{ name: "v", emptyDir: {} }],
      volumeMounts: [{ name: "v", mountPath: "/v" }],
    })],
    write: pod({
      volumes: [{ name: "w", emptyDir: {} }],
      containers: [{ name: "c", image: "i", volumeMounts: [{ name: "w", mountPath: "/v" }] }],
    }, SELECTED),
    fields: { "spec.containers.0.volumeMounts": [{ name: "w", mountPath: "/v" }] },
  },
  {
    name: "where they say what the last variable of a name says that is there twice",
    before: [preset("x", { env: [{ name: "E", value: "2" }, { name: "F", value: "3" }] })],
    write: pod({
      containers: [{
        name: "c",
        image: "i",
        env: [{ name: "E", value: "1" }, { name: "E", value: "2" }],
      }],
    }, SELECTED),
    fields: {
      "spec.containers.0.env": [
        { name: "E", value: "1" },
        { name: "E", value: "2" },
        { name: "F", value: "3" },
      ],
    },
  },
]);

Deno.test("podPreset() stops the start where there is no such API", async () => {
  await assertRejects(async () => {
    await using _ = await startTestServer({
      plugins: ["PodPreset"],
      isServed: ({ group, onByDefault }) => onByDefault && group !== "settings.k8s.io",
    });
  }, /PodPreset needs an API that this server does not serve: add --runtime-config=settings/);
});

const resource = { group: "", version: "v1", resource: "pods", kind: "Pod" } as ServedResource;
const connecting = (subresource: string): AdmissionRequest => ({
  operation: "CONNECT",
  resource,
  subresource,
  kind: resource as AdmissionRequest["kind"],
  namespace: "n",
  name: "p",
  user: { name: "u", uid: "", groups: [], extra: {} },
  dryRun: false,
  options: { kind: "ConnectOptions", fields: {} },
  object: {},
  old: undefined,
  warnings: [],
  annotations: {},
  signal: new AbortController().signal,
  reinvocation: new ReinvocationContext(),
});

Deno.test("denyEscalatingExec() and denyExecOnPrivileged() refuse to connect to strong pods", async () => {
  const privileged = secured({ privileged: true });
  const inits = { containers: [], initContainers: privileged.containers };
  for (
    const [make, spec, subresource, expected] of [
      [denyEscalatingExec, { hostNetwork: true }, "exec", "a container using host network"],
      [denyEscalatingExec, { hostPID: true }, "exec", "a container using host pid"],
      [denyEscalatingExec, { hostIPC: true }, "attach", "a container using host ipc"],
      [denyEscalatingExec, privileged, "exec", "a privileged container"],
      [denyExecOnPrivileged, inits, "attach", "a privileged container"],
      [denyExecOnPrivileged, { hostPID: true, hostIPC: true, hostNetwork: true }, "exec", ""],
      [denyEscalatingExec, secured({}), "exec", ""],
      [denyEscalatingExec, privileged, "portforward", ""],
      [denyEscalatingExec, undefined, "exec", 'pods "p" not found'],
    ] as const
  ) {
    const found = spec && { metadata: { name: "p" }, spec };
    const context = testContext({
      source: { find: () => undefined, all: () => [], generation: 1 },
      lister: (() => ({ get: () => found })) as unknown as ServerContext["lister"],
      client: {
        get: () => Promise.reject(new StatusError({ code: 404, reason: "NotFound", message: "" })),
      } as unknown as ServerContext["client"],
    });
    const asked = admissionChain([make(context)]).validate(connecting(subresource));
    const start = expected.startsWith("a ") ? "cannot exec into or attach to " : "";
    if (expected === "") await asked;
    else await assertRejects(() => asked, new RegExp(`${start}${expected}$`));
  }
});
