import type { PersistentVolume } from "../../../toolkit/api/core_v1.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { secretsOfVolume } from "./volume_secrets.ts";

const bound = (source: unknown) =>
  ({ spec: { claimRef: { namespace: "ns", name: "c" }, ...source as object } }) as PersistentVolume;

const VOLUMES: [what: string, volume: PersistentVolume, secrets: string[]][] = [
  ["nothing", bound({ hostPath: { path: "/" } }), []],
  ["a share", bound({ azureFile: { secretName: "s" } }), ["ns/s"]],
  ["a share elsewhere", bound({ azureFile: { secretName: "s", secretNamespace: "x" } }), ["x/s"]],
  ...["cephfs", "flexVolume", "rbd", "scaleIO", "iscsi"].flatMap((
    source,
  ): [string, PersistentVolume, string[]][] => [
    [source, bound({ [source]: { secretRef: { name: "s" } } }), ["ns/s"]],
    [`${source} elsewhere`, bound({ [source]: { secretRef: { name: "s", namespace: "x" } } }), [
      "x/s",
    ]],
    [`${source} without a name`, bound({ [source]: { secretRef: { namespace: "x" } } }), []],
  ]),
  ...["cinder", "storageos"].map((
    source,
  ): [string, PersistentVolume, string[]] => [
    source,
    bound({ [source]: { secretRef: { name: "s", namespace: "x" } } }),
    ["x/s"],
  ]),
  [
    "a driver: what its controller needs is none of the nodes' business",
    bound({
      csi: Object.fromEntries(
        ["controllerPublish", "controllerExpand", "nodePublish", "nodeStage", "nodeExpand"]
          .map((use) => [`${use}SecretRef`, { namespace: "x", name: use }]),
      ),
    }),
    ["x/nodePublish", "x/nodeStage", "x/nodeExpand"],
  ],
];

Deno.test("secretsOfVolume() tells the secrets that nodes need for it, and no others", () => {
  for (const [what, volume, secrets] of VOLUMES) {
    const found = [...secretsOfVolume(volume)].map(({ namespace, name }) => `${namespace}/${name}`);
    assertEquals(found, secrets, what);
  }
});
