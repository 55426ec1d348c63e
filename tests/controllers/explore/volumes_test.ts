/** Claims and volumes under schedules of faults. */
import {
  type Client,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  resourceV1,
  StorageClass,
  VolumeAttributesClass,
} from "../../../mod.ts";
import { endState } from "./end_state.ts";
import { testExplored } from "./explored.ts";
import { type Witness, witness } from "./witness.ts";

const { ResourceClaim, ResourceClaimTemplate } = resourceV1;
const containers = [{ name: "c", image: "i" }];
const claimOf = (storage: string, more: object = {}) => ({
  accessModes: ["ReadWriteOnce" as const],
  resources: { requests: { storage } },
  storageClassName: "",
  ...more,
});

async function makeVolume(client: Client, name: string, storage: string, more: object = {}) {
  await client.create(PersistentVolume, {
    metadata: { name },
    spec: {
      capacity: { storage },
      accessModes: ["ReadWriteOnce"],
      persistentVolumeReclaimPolicy: "Retain",
      nfs: { server: "s", path: "/" },
      ...more,
    } as never,
  });
}

/** Sees whether two claims ever have one volume. */
async function oneClaimEach(client: Client): Promise<Witness> {
  return await witness(client, PersistentVolumeClaim, (claims) => {
    const volumes = claims.map(({ spec }) => spec?.volumeName ?? "").filter((one) => one !== "");
    const twice = volumes.find((one, at) => volumes.indexOf(one) < at);
    return twice !== undefined && `${twice} has two claims`;
  });
}

testExplored("claims and volumes are bound, each to one", {
  on: ["persistentvolume-binder"],
  isLong: true,
  async scenario(env) {
    const { client } = env;
    await using seen = await oneClaimEach(client);
    await makeVolume(client, "small", "1Gi");
    await makeVolume(client, "large", "9Gi");
    await makeVolume(client, "kept", "50Gi", {
      claimRef: { namespace: "default", name: "third" },
    });
    await env.settle("10m");
    for (
      const [name, storage] of [["first", "5Gi"], ["second", "1Gi"], ["third", "1Gi"]] as const
    ) {
      await client.create(PersistentVolumeClaim, {
        metadata: { name },
        spec: claimOf(storage),
      });
      // What is there for two claims goes to whoever is seen first.
      await env.settle("10m");
    }
    await client.delete(PersistentVolumeClaim, "second");
    await env.settle("10m");
    seen.check();
    return await endState(client, [PersistentVolume, PersistentVolumeClaim]);
  },
});

testExplored("a claim that is made anew does not get what the old one had", {
  on: ["persistentvolume-binder", "pvc-protection", "pv-protection"],
  isLong: true,
  async scenario(env) {
    const { client } = env;
    await using seen = await oneClaimEach(client);
    await using kept = await witness(client, PersistentVolume, (volumes) => {
      const bound = volumes.filter(({ spec }) => spec?.claimRef !== undefined);
      const uids = bound.map(({ spec }) => spec!.claimRef!.uid).filter((uid) => uid !== undefined);
      return new Set(uids).size < uids.length && "a claim has two volumes";
    });
    for (const name of ["v1", "v2"]) await makeVolume(client, name, "1Gi");
    await client.create(PersistentVolumeClaim, { metadata: { name: "c" }, spec: claimOf("1Gi") });
    await env.settle("10m");
    for (const seconds of [1, 0]) {
      await client.delete(PersistentVolumeClaim, "c");
      await env.until(
        async () => await client.find(PersistentVolumeClaim, "c") === undefined,
        "10m",
      );
      await env.settle(`${seconds}s`);
      await client.create(PersistentVolumeClaim, { metadata: { name: "c" }, spec: claimOf("1Gi") });
      await env.settle("10m");
    }
    seen.check();
    kept.check();
    return await endState(client, [PersistentVolume, PersistentVolumeClaim]);
  },
});

testExplored("a claim that waits for its pod is bound where the pod is", {
  on: ["scheduler", "persistentvolume-binder"],
  isLong: true,
  nodes: 2,
  async scenario(env) {
    const { client } = env;
    await using seen = await oneClaimEach(client);
    await client.create(StorageClass, {
      metadata: { name: "local" },
      provisioner: "kubernetes.io/no-provisioner",
      volumeBindingMode: "WaitForFirstConsumer",
    });
    for (const node of ["node-1", "node-2"]) {
      const matchFields = [{ key: "metadata.name", operator: "In", values: [node] }];
      await makeVolume(client, `on-${node}`, "1Gi", {
        storageClassName: "local",
        nfs: undefined,
        local: { path: "/data" },
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchFields }] } },
      });
    }
    for (const name of ["a", "b", "c"]) {
      await client.create(PersistentVolumeClaim, {
        metadata: { name },
        spec: claimOf("1Gi", { storageClassName: "local" }),
      });
    }
    for (const name of ["a", "b"]) {
      await client.create(Pod, {
        metadata: { name },
        spec: {
          containers,
          volumes: [{ name: "v", persistentVolumeClaim: { claimName: name } }],
        },
      });
    }
    await env.settle("20m");
    seen.check();
    const { items: pods } = await client.list(Pod);
    const { items: claims } = await client.list(PersistentVolumeClaim);
    return {
      pods: pods.map(({ metadata: { name }, spec: { nodeName }, status }) => {
        const claim = claims.find(({ metadata }) => metadata.name === name);
        return [name, status?.phase, claim?.spec?.volumeName === `on-${nodeName}`];
      }),
      claims: claims.map(({ metadata: { name }, status }) => [name, status?.phase]),
    };
  },
});

testExplored("claims that pods use and volumes that are bound stay, and then go", {
  on: ["pvc-protection", "pv-protection"],
  async scenario(env) {
    const { client } = env;
    for (const name of ["used", "free"]) {
      await client.create(PersistentVolumeClaim, { metadata: { name }, spec: claimOf("1Gi") });
      await makeVolume(client, name, "1Gi");
    }
    await client.create(Pod, {
      metadata: { name: "user" },
      spec: {
        nodeName: "n",
        containers,
        volumes: [{ name: "v", persistentVolumeClaim: { claimName: "used" } }],
      },
    });
    const phase = async (phase: "Bound" | "Released") => {
      await client.patch(PersistentVolume, "used", { status: { phase } }, {
        subresource: "status",
      });
    };
    await phase("Bound");
    await env.settle("10m");
    for (const name of ["used", "free"]) {
      await client.delete(PersistentVolumeClaim, name);
      await client.delete(PersistentVolume, name);
    }
    await env.settle("10m");
    const between = await endState(client, [PersistentVolume, PersistentVolumeClaim]);
    await client.delete(Pod, "user", { gracePeriod: 0 });
    await phase("Released");
    await env.settle("10m");
    return [between, await endState(client, [PersistentVolume, PersistentVolumeClaim])];
  },
});

testExplored("classes of attributes that are named stay, and then go", {
  on: ["vac-protection"],
  async scenario(env) {
    const { client } = env;
    for (const name of ["claimed", "free", "had"]) {
      await client.create(VolumeAttributesClass, {
        metadata: { name },
        driverName: "example.com",
        parameters: { a: "b" },
      });
    }
    const spec = claimOf("1Gi", { volumeAttributesClassName: "claimed" });
    await client.create(PersistentVolumeClaim, { metadata: { name: "c" }, spec });
    await makeVolume(client, "v", "1Gi", {
      nfs: undefined,
      csi: { driver: "example.com", volumeHandle: "v" },
      volumeAttributesClassName: "had",
    });
    await env.settle("10m");
    for (const name of ["claimed", "free", "had"]) {
      await client.delete(VolumeAttributesClass, name);
    }
    await env.settle("10m");
    const between = await endState(client, [VolumeAttributesClass]);
    await client.delete(PersistentVolumeClaim, "c");
    await client.delete(PersistentVolume, "v");
    await env.settle("10m");
    return [between, await endState(client, [VolumeAttributesClass])];
  },
});

testExplored("a pod's own volumes have a claim each", {
  on: ["ephemeral-volume"],
  beside: ["garbagecollector"],
  async scenario(env) {
    const { client } = env;
    const volume = (name: string) => ({
      name,
      ephemeral: { volumeClaimTemplate: { spec: claimOf("1Gi") } },
    });
    await client.create(Pod, {
      metadata: { name: "p" },
      spec: { containers, volumes: [volume("data"), volume("more")] },
    });
    await env.settle("10s");
    await client.delete(PersistentVolumeClaim, "p-data", {}).catch(() => {});
    await env.settle("10m");
    return await endState(client, [PersistentVolumeClaim]);
  },
});

testExplored("a pod's claims on devices are made once each, and go with it", {
  on: ["resourceclaim"],
  beside: ["garbagecollector"],
  async scenario(env) {
    const { client } = env;
    await using seen = await witness(client, ResourceClaim, (claims) => {
      const owners = claims.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
        .map(({ metadata }) =>
          `${metadata.ownerReferences?.[0]?.name} ${
            metadata.annotations?.["resource.kubernetes.io/pod-claim-name"]
          }`
        );
      const twice = owners.find((one, at) => owners.indexOf(one) < at);
      return twice !== undefined && `${twice} has two claims`;
    });
    await client.create(ResourceClaimTemplate, {
      metadata: { name: "t" },
      spec: { spec: { devices: { requests: [{ name: "r", exactly: { deviceClassName: "c" } }] } } },
    });
    for (const name of ["stays", "ends"]) {
      await client.create(Pod, {
        metadata: { name },
        spec: {
          containers,
          resourceClaims: ["a", "b"].map((claim) => ({
            name: claim,
            resourceClaimTemplateName: "t",
          })),
        },
      });
    }
    await env.settle("10m");
    await client.patch(Pod, "ends", { status: { phase: "Succeeded" } }, { subresource: "status" });
    await env.settle("10m");
    seen.check();
    return await endState(client, [ResourceClaim, Pod]);
  },
});
