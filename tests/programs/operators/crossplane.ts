/**
 * Crossplane: definitions that it makes of what its users define, controllers that it starts and ends with them, objects of
 * any kind that are made of others and follow them.
 *
 * @module
 */

import { eventually } from "../../../testing/eventually.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { encodeYaml } from "../../../toolkit/codec/mod.ts";
import { helmTemplate } from "../helm.ts";
import type { Operator } from "./operator.ts";

const API = "apiextensions.crossplane.io/v1";
const GROUP = "shop.example.com";
const NAMESPACE = "crossplane-system";

/** What it composes it may make: without its other program that is up to the administrator. */
const MAY_DO_ALL = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "ClusterRoleBinding",
  metadata: { name: "crossplane-composes" },
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
  subjects: [{ kind: "ServiceAccount", name: "crossplane", namespace: NAMESPACE }],
};

/** A kind, and another one in namespaces by which users ask for it. */
const DEFINITION = {
  apiVersion: API,
  kind: "CompositeResourceDefinition",
  metadata: { name: `xshops.${GROUP}` },
  spec: {
    group: GROUP,
    names: { kind: "XShop", plural: "xshops" },
    claimNames: { kind: "Shop", plural: "shops" },
    versions: [{
      name: "v1",
      served: true,
      referenceable: true,
      schema: {
        openAPIV3Schema: {
          type: "object",
          properties: {
            spec: {
              type: "object",
              required: ["size"],
              properties: { size: { type: "integer", minimum: 1 } },
            },
            status: { type: "object", properties: { room: { type: "string" } } },
          },
        },
      },
    }],
  },
};

/** Objects in namespaces can't be composed by this version. */
const VOLUME = {
  apiVersion: "v1",
  kind: "PersistentVolume",
  spec: {
    capacity: { storage: "1Gi" },
    accessModes: ["ReadWriteOnce"],
    hostPath: { path: "/shop" },
  },
};

const from = (fromFieldPath: string, toFieldPath: string) => ({
  type: "FromCompositeFieldPath",
  fromFieldPath,
  toFieldPath,
});

const ready = (fieldPath: string, matchString: string) => [
  { type: "MatchString", fieldPath, matchString },
];

/** What such an object is made of. */
const COMPOSITION = {
  apiVersion: API,
  kind: "Composition",
  metadata: { name: "shops" },
  spec: {
    compositeTypeRef: { apiVersion: `${GROUP}/v1`, kind: "XShop" },
    mode: "Resources",
    resources: [
      {
        name: "store",
        base: VOLUME,
        patches: [
          {
            ...from("spec.size", "spec.capacity.storage"),
            transforms: [{ type: "string", string: { type: "Format", fmt: "%dGi" } }],
          },
          { ...from("spec.capacity.storage", "status.room"), type: "ToCompositeFieldPath" },
        ],
        readinessChecks: ready("status.phase", "Available"),
      },
      {
        name: "place",
        base: { apiVersion: "v1", kind: "Namespace" },
        patches: [from("spec.claimRef.name", "metadata.labels[shop]")],
        readinessChecks: ready("status.phase", "Active"),
      },
    ],
  },
};

const shop = (name: string, size: number) => ({
  apiVersion: `${GROUP}/v1`,
  kind: "Shop",
  metadata: { name },
  spec: { size },
});

/** Crossplane. */
export const CROSSPLANE: Operator = {
  module: "github.com/crossplane/crossplane@v1.17.0",
  async manifests(_, folder) {
    const chart = `${folder}/cluster/charts/crossplane`;
    const parts = [await helmTemplate(NAMESPACE, chart, { "rbacManager.deploy": "false" })];
    for await (const { name } of Deno.readDir(`${folder}/cluster/crds`)) {
      parts.push(await Deno.readTextFile(`${folder}/cluster/crds/${name}`));
    }
    return [...parts, encodeYaml(MAY_DO_ALL)].join("\n---\n");
  },
  namespace: NAMESPACE,
  programs: [{
    path: "./cmd/crossplane",
    account: "crossplane",
    // Its webhooks have a port that can't be chosen; what it proves itself with is for functions.
    async flags(_, folder) {
      await Deno.copyFile(`${folder}/tls.crt`, `${folder}/ca.crt`);
      return [
        "WEBHOOK_ENABLED=false",
        `CACHE_DIR=${folder}/cache`,
        `TLS_CLIENT_CERTS_DIR=${folder}`,
        "core",
        "start",
        "--poll-interval=1s",
        "--enable-ssa-claims",
      ];
    },
  }],
  async use(kubectl) {
    await kubectl("create -f -", DEFINITION);
    await kubectl(`wait --for=condition=Offered xrd/xshops.${GROUP} --timeout=60s`);
    await kubectl("create -f -", COMPOSITION);
    const none = await kubectl("create -f -", shop("none", 0)).catch((error: Error) =>
      error.message
    );
    assert(none.includes("spec.size in body should be greater than or equal to 1"), none);
    await kubectl("create -f -", shop("corner", 2));
    await kubectl("wait --for=condition=Ready shop/corner --timeout=60s");
    const room = "get pv -o jsonpath={.items[*].spec.capacity.storage}";
    assertEquals(await kubectl(room), "2Gi");
    const places = "get namespaces -l shop=corner -o name";
    assertEquals((await kubectl(places)).trim().split("\n").length, 1);

    // What was asked for changes, and what became of it is told.
    await kubectl("apply --server-side --force-conflicts -f -", shop("corner", 3));
    await kubectl("wait --for=jsonpath={.status.room}=3Gi shop/corner --timeout=60s");
    assertEquals(await kubectl(room), "3Gi");
    assert((await kubectl("get composite")).includes("shops"));

    // It puts right what others change, and all goes with what was asked for.
    await kubectl(
      `patch ${
        (await kubectl("get pv -o name")).trim()
      } --type=merge -p {"spec":{"capacity":{"storage":"9Gi"}}}`,
    );
    await eventually("it is put right", async () => await kubectl(room) === "3Gi");
    await kubectl("delete shop/corner --cascade=foreground --wait");
    await eventually(
      "nothing is left",
      async () => await kubectl("get pv,xshops -o name") + await kubectl(places) === "",
    );
    await kubectl(`delete xrd/xshops.${GROUP} --wait`);
    assertEquals(await kubectl("get crds -o name").then((all) => all.includes(GROUP)), false);
  },
};
