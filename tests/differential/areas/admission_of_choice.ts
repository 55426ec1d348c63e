/**
 * Admission plugins that are off by default: what they fill in, and what they refuse.
 *
 * @module
 */

import type { Area } from "../scenario.ts";
import { type Case, container, pod, scenario, sized, type Write } from "./admission_case.ts";

const OFF_BY_DEFAULT: readonly Case[] = [
  {
    name: "AlwaysPullImages",
    writes: [
      [
        "post",
        "pods",
        pod("p", { initContainers: [container("i", { imagePullPolicy: "Never" })] }),
      ],
      ["patch", "pods/p", { metadata: { labels: { a: "b" } } }],
    ],
  },
  {
    name: "ExtendedResourceToleration",
    writes: [
      ["post", "pods", sized("p", { "example.com/b": "1" }, { "example.com/b": "1" })],
      ["post", "pods", pod("plain")],
    ],
  },
  {
    name: "LimitPodHardAntiAffinityTopology",
    writes: ["kubernetes.io/hostname", "topology.kubernetes.io/zone"].map((topologyKey, index) => [
      "post",
      "pods",
      pod(`p${index}`, {
        affinity: {
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector: {} }],
          },
        },
      }),
    ]),
  },
  {
    name: "PodNodeSelector of a namespace",
    annotations: { "scheduler.alpha.kubernetes.io/node-selector": "a=b, c=d" },
    writes: [
      ["post", "pods", pod("p")],
      ["post", "pods", pod("same", { nodeSelector: { a: "b", e: "f" } })],
      ["post", "pods", pod("other", { nodeSelector: { a: "c" } })],
    ],
  },
  {
    name: "PodNodeSelector that is none",
    annotations: { "scheduler.alpha.kubernetes.io/node-selector": "a b" },
    writes: [["post", "pods", pod("p")]],
  },
  {
    name: "PodNodeSelector of the cluster",
    writes: [
      ["post", "pods", pod("p")],
      ["post", "pods", pod("other", { nodeSelector: { all: "x" } })],
    ],
  },
  {
    name: "PodTolerationRestriction of a namespace",
    annotations: {
      "scheduler.alpha.kubernetes.io/defaultTolerations": '[{"key":"a","operator":"Exists"}]',
      "scheduler.alpha.kubernetes.io/tolerationsWhitelist":
        '[{"key":"a","operator":"Exists"},{"key":"node.kubernetes.io/not-ready","operator":"Exists"},' +
        '{"key":"node.kubernetes.io/unreachable","operator":"Exists"},' +
        '{"key":"node.kubernetes.io/memory-pressure","operator":"Exists"}]',
    },
    writes: [
      ["post", "pods", pod("p")],
      ["post", "pods", sized("sized", { cpu: "1" })],
      ["post", "pods", pod("other", { tolerations: [{ key: "b", operator: "Exists" }] })],
      ["patch", "pods/p", { spec: { tolerations: [{ key: "c", operator: "Exists" }] } }],
    ],
  },
  {
    name: "PodTolerationRestriction that is none",
    annotations: { "scheduler.alpha.kubernetes.io/defaultTolerations": "[" },
    writes: [["post", "pods", pod("p")]],
  },
  {
    name: "PodTolerationRestriction of the cluster",
    writes: [
      ["post", "pods", pod("p")],
      ["post", "pods", pod("other", { tolerations: [{ key: "forbidden", operator: "Exists" }] })],
    ],
  },
  {
    name: "DenyServiceExternalIPs",
    writes: [
      ["post", "services", {
        metadata: { name: "s" },
        spec: { ports: [{ port: 1 }], externalIPs: ["1.2.3.4"] },
      }],
    ],
  },
  {
    name: "EventRateLimit",
    writes: [1, 2, 3, 4].map((index) => [
      "post",
      "events",
      {
        metadata: { name: `e${index}` },
        involvedObject: { kind: "Pod", name: `p${index % 3}`, namespace: "adm-$" },
      },
    ]),
  },
  {
    name: "ServiceAccount",
    writes: [
      ["post", "serviceaccounts", {
        metadata: {
          name: "strict",
          annotations: { "kubernetes.io/enforce-mountable-secrets": "true" },
        },
        secrets: [{ name: "mine" }],
        imagePullSecrets: [{ name: "pull" }],
        automountServiceAccountToken: false,
      }],
      ["post", "pods", pod("p", { initContainers: [container("i")] })],
      ["post", "pods", pod("no", { automountServiceAccountToken: false })],
      ["post", "pods", pod("unknown", { serviceAccountName: "nobody" })],
      [
        "post",
        "pods",
        pod("mounted", {
          containers: [container("c", {
            volumeMounts: [{
              name: "v",
              mountPath: "/var/run/secrets/kubernetes.io/serviceaccount",
            }],
          })],
          volumes: [{ name: "v", emptyDir: {} }],
        }),
      ],
      ["post", "pods", pod("strict", { serviceAccountName: "strict" })],
      [
        "post",
        "pods",
        pod("volume", {
          serviceAccountName: "strict",
          volumes: [{ name: "v", secret: { secretName: "other" } }],
        }),
      ],
      [
        "post",
        "pods",
        pod("env", {
          serviceAccountName: "strict",
          containers: [container("c", { envFrom: [{ secretRef: { name: "other" } }] })],
        }),
      ],
      [
        "post",
        "pods",
        pod("variable", {
          serviceAccountName: "strict",
          initContainers: [container("i", {
            env: [{ name: "E", valueFrom: { secretKeyRef: { name: "other", key: "k" } } }],
          })],
        }),
      ],
      [
        "post",
        "pods",
        pod("pull", {
          serviceAccountName: "strict",
          imagePullSecrets: [{ name: "other" }],
        }),
      ],
      [
        "post",
        "pods",
        pod("mirror", { serviceAccountName: "strict" }, {
          annotations: { "kubernetes.io/config.mirror": "x" },
        }),
      ],
      [
        "post",
        "pods",
        pod("mirror", { imagePullSecrets: [{ name: "s" }] }, {
          annotations: { "kubernetes.io/config.mirror": "x" },
        }),
      ],
      [
        "post",
        "pods",
        pod("mirror", {}, {
          annotations: { "kubernetes.io/config.mirror": "x" },
        }),
      ],
      ["patch", "pods/strict/ephemeralcontainers", {
        spec: {
          ephemeralContainers: [
            container("e", { envFrom: [{ secretRef: { name: "other" } }] }),
          ],
        },
      }],
    ],
  },
  {
    name: "NamespaceAutoProvision",
    writes: [
      ["post", "/api/v1/namespaces/made-$/configmaps?dryRun=All", { metadata: { name: "a" } }],
      ["post", "/api/v1/namespaces/made-$/configmaps", { metadata: { name: "a" } }],
      ["put", "/api/v1/namespaces/none-$/configmaps/a", { metadata: { name: "a" } }],
      ["delete", "/api/v1/namespaces/none-$/configmaps/a"],
    ],
  },
];

/** Every pod needs one where all plugins are on. */
const ACCOUNT: Write = ["post", "serviceaccounts", { metadata: { name: "default" } }];

/** Plugins that are not, where all of them are on together. */
export const admissionOfChoice: Area = {
  name: "admission of choice",
  *scenarios() {
    for (const one of OFF_BY_DEFAULT) {
      yield scenario({ ...one, writes: [ACCOUNT, ...one.writes] });
    }
  },
};
