/**
 * What both servers are asked about nodes: pods and what these use, and every question about them.
 *
 * @module
 */

import type { Row } from "../rbac/scenario.ts";

/** Lines of a token file. */
export const PEOPLE = [
  'n1,system:node:n1,2,"system:nodes"',
  'n2,system:node:n2,3,"system:nodes"',
  'stray,system:node:n1,4,"others"',
];

const post = (as: string, path: string, body: unknown): Row => ({ as, method: "POST", path, body });
const admin = (path: string, body: unknown) => post("admin", path, body);

const CORE = "/api/v1/namespaces/default";
const SIZE = { storage: "1Gi" };

const pod = (name: string, spec: object, annotations?: object) => ({
  metadata: { name, annotations },
  spec: {
    serviceAccountName: "default",
    automountServiceAccountToken: false,
    containers: [{ name: "c", image: "i" }],
    ...spec,
  },
});

/** What the administrator makes first: each answers 201. */
export const OBJECTS: readonly Row[] = [
  admin(`${CORE}/pods`, {
    ...pod("web", {
      nodeName: "n1",
      imagePullSecrets: [{ name: "pull" }],
      containers: [{
        name: "c",
        image: "i",
        envFrom: [{ secretRef: { name: "env" } }, { configMapRef: { name: "settings" } }],
      }],
      volumes: [
        { name: "a", persistentVolumeClaim: { claimName: "data" } },
        {
          name: "b",
          ephemeral: {
            volumeClaimTemplate: {
              spec: { accessModes: ["ReadWriteOnce"], resources: { requests: SIZE } },
            },
          },
        },
        { name: "c", csi: { driver: "d.example.com", nodePublishSecretRef: { name: "publish" } } },
      ],
      resourceClaims: [{ name: "gpu", resourceClaimName: "gpu" }],
    }),
  }),
  admin(`${CORE}/pods`, pod("other", { nodeName: "n2", imagePullSecrets: [{ name: "theirs" }] })),
  admin(`${CORE}/pods`, pod("waiting", { imagePullSecrets: [{ name: "later" }] })),
  admin("/api/v1/persistentvolumes", {
    metadata: { name: "disk" },
    spec: {
      capacity: SIZE,
      accessModes: ["ReadWriteOnce"],
      claimRef: { namespace: "default", name: "data" },
      csi: {
        driver: "d.example.com",
        volumeHandle: "1",
        nodeStageSecretRef: { namespace: "kube-system", name: "stage" },
        controllerPublishSecretRef: { namespace: "kube-system", name: "controller" },
      },
    },
  }),
  admin("/apis/storage.k8s.io/v1/volumeattachments", {
    metadata: { name: "here" },
    spec: { attacher: "d.example.com", nodeName: "n1", source: { persistentVolumeName: "disk" } },
  }),
  admin("/apis/resource.k8s.io/v1/resourceslices", {
    metadata: { name: "mine" },
    spec: {
      nodeName: "n1",
      driver: "d.example.com",
      pool: { name: "n1", generation: 1, resourceSliceCount: 1 },
    },
  }),
  admin("/apis/resource.k8s.io/v1/resourceslices", {
    metadata: { name: "all" },
    spec: {
      allNodes: true,
      driver: "d.example.com",
      pool: { name: "p", generation: 1, resourceSliceCount: 1 },
    },
  }),
];

/** What agents try: the answers are compared. */
export const TURNS: readonly Row[] = [
  ...["n1", "n2", "stray"].flatMap((as): Row[] =>
    [
      `${CORE}/secrets/pull`,
      `${CORE}/secrets`,
      `${CORE}/secrets?fieldSelector=metadata.name%3Dpull`,
      "/api/v1/secrets",
      `${CORE}/configmaps/settings`,
      "/api/v1/persistentvolumes/disk",
      "/api/v1/nodes",
      "/api/v1/nodes/n1",
      "/api/v1/pods",
      "/api/v1/pods?fieldSelector=spec.nodeName%3Dn1",
      "/api/v1/pods?fieldSelector=spec.nodeName%21%3Dn1",
      "/api/v1/services",
      "/apis/storage.k8s.io/v1/csinodes/n1",
      "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/n1",
      "/apis/resource.k8s.io/v1/resourceslices?fieldSelector=spec.nodeName%3Dn1",
      "/metrics",
    ].map((path) => ({ as, method: "GET", path }))
  ),
  ...["n1", "n2", "stray"].map((as) =>
    post(as, "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", {
      spec: { namespace: "default" },
    })
  ),
];

const VERBS = [
  "get",
  "list",
  "watch",
  "create",
  "update",
  "patch",
  "delete",
  "deletecollection",
  "*",
];

/** `GROUP/RESOURCE[/SUBRESOURCE] NAMESPACE NAMES`, `-` for what is empty. */
const THINGS = [
  "/secrets default -,pull,env,publish,theirs,later,nothing",
  "/secrets kube-system stage,controller",
  "/secrets - pull",
  "/secrets/status default pull",
  "/configmaps default -,settings,other",
  "/persistentvolumeclaims default -,data,web-b,other",
  "/persistentvolumeclaims/status default -,data,other",
  "/persistentvolumes - -,disk,other",
  "/serviceaccounts default -,default,other",
  "/serviceaccounts/token default -,default,other",
  "/nodes - -,n1,n2",
  "/nodes/status - n1,n2",
  "/nodes/proxy - n1",
  "/pods default -,web,other,waiting",
  "/pods/status default web,other",
  "/pods/eviction default web",
  "/pods/log default web",
  "/events default -",
  "/services - -",
  "/endpoints default web",
  "/namespaces - default",
  "storage.k8s.io/volumeattachments - -,here,other",
  "storage.k8s.io/csinodes - -,n1,n2",
  "storage.k8s.io/csinodes/status - n1",
  "storage.k8s.io/csidrivers - d",
  "resource.k8s.io/resourceclaims default -,gpu,other",
  "resource.k8s.io/resourceslices - -,mine,all",
  "resource.k8s.io/resourceslices/status - mine",
  "coordination.k8s.io/leases kube-node-lease -,n1,n2",
  "coordination.k8s.io/leases default n1",
  "certificates.k8s.io/certificatesigningrequests - -,c",
  "certificates.k8s.io/podcertificaterequests default -,c",
  "node.k8s.io/runtimeclasses - -",
  "apps/deployments default -",
];

const WHO = [
  { user: "system:node:n1", groups: ["system:nodes"] },
  { user: "system:node:n2", groups: ["system:nodes", "system:authenticated"] },
  { user: "system:node:", groups: ["system:nodes"] },
  { user: "system:node:n1" },
  { user: "system:serviceaccount:default:default", groups: ["system:serviceaccounts"] },
  { user: "jane", groups: ["system:nodes"] },
];

const SELECTORS = [
  { rawSelector: "spec.nodeName=n1" },
  { rawSelector: "spec.nodeName==n1,status.phase=Running" },
  { rawSelector: "spec.nodeName!=n1" },
  { rawSelector: "spec.nodeName" },
  { requirements: [{ key: "spec.nodeName", operator: "In", values: ["n1"] }] },
  { requirements: [{ key: "spec.nodeName", operator: "NotIn", values: ["n1"] }] },
  { requirements: [{ key: "spec.nodeName", operator: "Exists" }] },
  {
    requirements: [
      { key: "spec.nodeName", operator: "In", values: ["n1"] },
      { key: "status.phase", operator: "In", values: ["Running", "Failed"] },
    ],
  },
];

/** Every question about these: verb by resource by identity, then selectors. */
export function matrix(): Row[] {
  const things = THINGS.flatMap((line) => {
    const [place = "", namespace = "", names = ""] = line.split(" ");
    const [group = "", resource = "", subresource] = place.split("/");
    return names.split(",").map((name) => ({
      resource,
      ...(group !== "" && { group }),
      ...(subresource !== undefined && { subresource }),
      ...(namespace !== "-" && { namespace }),
      ...(name !== "-" && { name }),
    }));
  });
  const plain = WHO.flatMap((who) =>
    things.flatMap((thing) =>
      VERBS.map((verb) => ({ ...who, resourceAttributes: { ...thing, verb } }))
    )
  );
  const selected = WHO.slice(0, 2).flatMap((who) =>
    [{ resource: "pods" }, { resource: "resourceslices", group: "resource.k8s.io" }].flatMap((
      thing,
    ) =>
      SELECTORS.flatMap((fieldSelector) =>
        ["list", "watch", "deletecollection", "get"].map((verb) => ({
          ...who,
          resourceAttributes: { ...thing, verb, fieldSelector },
        }))
      )
    )
  );
  return [...plain, ...selected]
    .map((spec) => admin("/apis/authorization.k8s.io/v1/subjectaccessreviews", { spec }));
}
