import { type Change, testKind } from "../../../testing/kind_tables.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { rulesOf } from "../declarations.ts";

const MAIN = { name: "main", image: "a:1" };
const SECCOMP = "container.seccomp.security.alpha.kubernetes.io/main";
const POD_SECCOMP = "seccomp.security.alpha.kubernetes.io/pod";
const APP_ARMOR = "container.apparmor.security.beta.kubernetes.io/main";
const MIRROR = "kubernetes.io/config.mirror";
const COST = "controller.kubernetes.io/pod-deletion-cost";
const TOLERATIONS = "scheduler.alpha.kubernetes.io/tolerations";

const annotated = (annotations: object, spec: object = {}): Change => ({
  metadata: { annotations },
  spec,
});
const secured = (securityContext: object): Change => ({
  containers: [{ ...MAIN, securityContext }],
});
const at = (key: string) => `metadata.annotations[${key}]`;
const profile = (field: string) => `spec.containers[0].securityContext.${field}`;
const localhost = (localhostProfile: string) => ({ type: "Localhost", localhostProfile });
const notInt = (cost: string) => `${at(COST)}: Invalid value: "${cost}": must be a 32bit integer`;

const condition = (type: string, status: string, observedGeneration?: number) => ({
  type,
  status,
  lastProbeTime: "2026-01-01T00:00:00Z",
  lastTransitionTime: "2026-01-01T00:00:00Z",
  ...(observedGeneration !== undefined && { observedGeneration }),
});

testKind({
  group: "",
  resource: "pods",
  valid: { spec: { containers: [MAIN] } },
  good: [
    ["a mirror on its node", annotated({ [MIRROR]: "a" }, { nodeName: "n" })],
    ["a cost", annotated({ [COST]: "-2147483648" })],
    ["no cost", annotated({ [COST]: "0" })],
    ["tolerations of old", annotated({ [TOLERATIONS]: '[{"key":"a","operator":"Exists"}]' })],
    ["no tolerations", annotated({ [TOLERATIONS]: "null" })],
    ["a profile", annotated({ [SECCOMP]: "localhost/a/b", [POD_SECCOMP]: "docker/default" })],
    [
      "profiles that are the same",
      annotated({ [SECCOMP]: "localhost/a", [APP_ARMOR]: "localhost/b" }, {
        ...secured({ seccompProfile: localhost("a"), appArmorProfile: localhost("b") }),
      }),
    ],
  ],
  bad: [
    [
      "a mirror nowhere",
      annotated({ [MIRROR]: "a" }),
      `${at(MIRROR)}: Invalid value: "a": must set spec.nodeName if mirror pod annotation is set`,
    ],
    ["a cost that is none", annotated({ [COST]: "x" }), notInt("x")],
    ["a cost of more digits", annotated({ [COST]: "08" }), notInt("08")],
    ["a cost with a sign", annotated({ [COST]: "+8" }), notInt("+8")],
    ["too high a cost", annotated({ [COST]: "2147483648" }), notInt("2147483648")],
    ["an empty cost", annotated({ [COST]: "" }), notInt("")],
    [
      "tolerations of old that tolerate nothing",
      annotated({ [TOLERATIONS]: '[{"key":"a","operator":"Exists","value":"b"},{}]' }),
      `metadata.annotations.${TOLERATIONS}[0].operator: Invalid value: ` +
      "\"b\": value must be empty when `operator` is 'Exists'",
      `metadata.annotations.${TOLERATIONS}[1].operator: Invalid value: "": operator must be Exists ` +
      'when `key` is empty, which means "match all values and all keys"',
    ],
    [
      "tolerations of old that are none",
      annotated({ [TOLERATIONS]: "[1]" }),
      `metadata.annotations: Invalid value: "${TOLERATIONS}": must be a list of tolerations, in ` +
      "JSON",
    ],
    [
      "profiles that are none",
      annotated({ [POD_SECCOMP]: "a", [SECCOMP]: "localhost//a/../b", [APP_ARMOR]: "a" }),
      `metadata.annotations.${POD_SECCOMP}: Invalid value: "a": must be a valid seccomp profile`,
      `metadata.annotations.${SECCOMP}: Invalid value: "/a/../b": must be a relative path`,
      `metadata.annotations.${SECCOMP}: Invalid value: "/a/../b": must not contain '..'`,
      `${at(APP_ARMOR)}: Invalid value: "a": invalid AppArmor profile name: "a"`,
    ],
    [
      "a profile of nobody",
      annotated({ "container.apparmor.security.beta.kubernetes.io/other": "unconfined" }),
      `${at("container.apparmor.security.beta.kubernetes.io/other")}: Invalid value: "other": ` +
      "container not found",
    ],
    [
      "profiles of two types",
      annotated({ [SECCOMP]: "unconfined", [APP_ARMOR]: "runtime/default" }, {
        ...secured({
          seccompProfile: { type: "RuntimeDefault" },
          appArmorProfile: { type: "Unconfined" },
        }),
      }),
      `${
        profile("seccompProfile.type")
      }: Forbidden: seccomp type in annotation and field must match`,
      `${profile("appArmorProfile.type")}: Forbidden: apparmor type in annotation and field must ` +
      "match",
    ],
    [
      "two profiles",
      annotated({ [SECCOMP]: "localhost/a", [APP_ARMOR]: "localhost/a" }, {
        ...secured({ seccompProfile: localhost("b"), appArmorProfile: localhost("b") }),
      }),
      `${
        profile("seccompProfile.localhostProfile")
      }: Forbidden: seccomp profile in annotation and ` +
      "field must match",
      `${profile("appArmorProfile.localhostProfile")}: Forbidden: apparmor profile in annotation ` +
      "and field must match",
    ],
    [
      "two profiles of the pod",
      annotated({ [POD_SECCOMP]: "unconfined" }, {
        securityContext: { seccompProfile: localhost("b") },
      }),
      "spec.securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field " +
      "must match",
    ],
  ],
  defaults: [
    [
      "a profile of an annotation",
      annotated({ [APP_ARMOR]: "localhost/b" }),
      {
        spec: {
          containers: [{
            ...MAIN,
            resources: {},
            terminationMessagePath: "/dev/termination-log",
            terminationMessagePolicy: "File",
            imagePullPolicy: "IfNotPresent",
            securityContext: { appArmorProfile: localhost("b") },
          }],
        },
      },
    ],
  ],
  updates: [
    {
      name: "a profile comes, and a mirror",
      to: annotated({ [APP_ARMOR]: "unconfined", [MIRROR]: "a" }),
      causes: [
        `${at(MIRROR)}: Invalid value: "a": must set spec.nodeName if mirror pod annotation is set`,
        `${at(APP_ARMOR)}: Forbidden: may not add AppArmor annotations`,
        `${at(MIRROR)}: Forbidden: may not add mirror pod annotation`,
        `${at(MIRROR)}: Invalid value: "a": must set spec.nodeName if mirror pod annotation is set`,
      ],
    },
    {
      name: "another profile, and no mirror",
      from: annotated({ [APP_ARMOR]: "unconfined", [MIRROR]: "a" }, { nodeName: "n" }),
      to: annotated({ [APP_ARMOR]: "runtime/default", [MIRROR]: null }),
      causes: [
        `${at(APP_ARMOR)}: Forbidden: may not remove or update AppArmor annotations`,
        `${at(MIRROR)}: Forbidden: may not remove or update mirror pod annotation`,
      ],
    },
    {
      name: "labels through ephemeral containers",
      through: "ephemeralcontainers",
      to: { metadata: { labels: { a: "b" }, annotations: { [MIRROR]: "a" } } },
      becomes: { metadata: { labels: null, annotations: null } },
    },
    {
      name: "ephemeral containers of a mirror",
      through: "ephemeralcontainers",
      from: annotated({ [MIRROR]: "a" }, { nodeName: "n" }),
      to: { spec: { ephemeralContainers: [{ name: "x", image: "i" }] } },
      causes: ["[]: Forbidden: static pods do not support ephemeral containers"],
    },
    {
      name: "labels through a resize",
      through: "resize",
      to: { metadata: { labels: { a: "b" } } },
      becomes: { metadata: { labels: null } },
    },
    {
      name: "owners and old generations through the status",
      through: "status",
      from: {
        status: {
          observedGeneration: 3,
          conditions: ["Ready", "example.com/a", "example.com/a"].map((type, index) => ({
            type,
            status: "True",
            observedGeneration: index + 1,
          })),
        },
      },
      to: {
        metadata: {
          ownerReferences: [{ apiVersion: "v1", kind: "Node", name: "n", uid: "u" }],
        },
        status: {
          observedGeneration: null,
          conditions: [
            condition("example.com/a", "True"),
            condition("Ready", "True", 7),
            condition("example.com/a", "False"),
            condition("example.com/a", "True"),
          ],
        },
      },
      becomes: {
        metadata: { ownerReferences: null },
        status: {
          observedGeneration: 3,
          conditions: [
            condition("example.com/a", "True", 2),
            condition("Ready", "True", 7),
            condition("example.com/a", "False", 3),
            condition("example.com/a", "True"),
          ],
        },
      },
    },
    {
      name: "addresses in other forms",
      through: "status",
      to: {
        status: { podIPs: [{ ip: "FD00::1" }], hostIP: "1.2.3.4", hostIPs: [{ ip: "1.2.3.4" }] },
      },
      warnings: [
        'status.podIPs[0].ip: IPv6 address "FD00::1" should be in RFC 5952 canonical format ' +
        '("fd00::1")',
      ],
    },
  ],
});

Deno.test("pods are told of profiles in annotations", () => {
  const { prepareForCreate } = rulesOf("core/v1", "pods", NAMES.kubernetes);
  const said = (annotation: string, spec: object = {}) => {
    const pod = {
      metadata: { annotations: { [APP_ARMOR]: annotation } },
      spec: { containers: [structuredClone(MAIN)], ...structuredClone(spec) },
    } as unknown as JsonObject;
    const warnings: string[] = [];
    prepareForCreate?.(pod, {
      uid: () => "u",
      user: { name: "a", uid: "", groups: [], extra: {} },
      time: () => "",
      warn: (text) => void warnings.push(text),
    });
    return warnings;
  };
  const told = [
    `${at(APP_ARMOR)}: deprecated since v1.30; use the "appArmorProfile" field instead`,
  ];
  const unconfined = { appArmorProfile: { type: "Unconfined" } };
  assertEquals(said("unconfined"), told);
  assertEquals(said("nothing known"), told);
  assertEquals(said("unconfined", { securityContext: unconfined }), []);
  assertEquals(said("unconfined", secured(unconfined)), []);
  assertEquals(said("unconfined", { os: { name: "windows" } }), []);
});
