/** Pods on devices with taints, under schedules of faults. */
import { Pod, resourceV1 } from "../../../mod.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { endState } from "./end_state.ts";
import { testExplored } from "./explored.ts";
import { witness } from "./witness.ts";

const { DeviceClass, ResourceClaim, ResourceClaimTemplate, ResourceSlice } = resourceV1;

testExplored("pods leave devices that break, and no others do", {
  on: ["device-taint-eviction"],
  async scenario(env) {
    const client = env.client.with({ namespace: "default" });
    const offer = (broken: string[]) => ({
      driver: "example.com",
      nodeName: "n",
      pool: { name: "pool", generation: 1, resourceSliceCount: 1 },
      devices: ["a", "b", "c"].map((name) => ({
        name,
        taints: broken.includes(name) ? [{ key: "broken", effect: "NoExecute" as const }] : [],
      })),
    });
    await client.create(ResourceSlice, { metadata: { name: "s" }, spec: offer([]) });
    for (const name of ["a", "b", "c"]) {
      const requests = [{ name: "r", exactly: { deviceClassName: "c" } }];
      await client.create(ResourceClaim, { metadata: { name }, spec: { devices: { requests } } });
      const { metadata: { uid } } = await client.create(Pod, {
        metadata: { name },
        spec: {
          nodeName: "n",
          terminationGracePeriodSeconds: 0,
          containers: [{ name: "c", image: "i" }],
          resourceClaims: [{ name: "c", resourceClaimName: name }],
        },
      });
      const result = { request: "r", driver: "example.com", pool: "pool", device: name };
      // The second one bears it for a while, and its device is mended before that is over.
      const tolerations = name === "b"
        ? [{ operator: "Exists" as const, effect: "NoExecute" as const, tolerationSeconds: 1800 }]
        : [];
      await client.patch(ResourceClaim, name, {
        status: {
          allocation: { devices: { results: [{ ...result, tolerations }] } },
          reservedFor: [{ resource: "pods", name, uid }],
        },
      } as never, { subresource: "status" });
    }
    await env.settle("1m");
    const there = await client.get(ResourceSlice, "s");
    const changed = await client.replace(ResourceSlice, { ...there, spec: offer(["a", "b"]) });
    await env.settle("10m");
    await client.replace(ResourceSlice, { ...changed, spec: offer(["a"]) });
    await env.settle("1h");
    const { items } = await client.list(Pod);
    assertEquals(items.map(({ metadata }) => metadata.name), ["b", "c"]);
    return await endState(client, [Pod, ResourceClaim]);
  },
});

testExplored(
  "pods have devices, no two of them the same one, and the others wait until some are free",
  {
    on: ["scheduler"],
    beside: ["resourceclaim"],
    nodes: 3,
    async scenario(env) {
      const { client } = env;
      await client.create(DeviceClass, {
        metadata: { name: "gpu" },
        spec: { extendedResourceName: "example.com/gpu" },
      });
      for (const nodeName of ["node-1", "node-2"]) {
        await client.create(ResourceSlice, {
          metadata: { name: nodeName },
          spec: {
            driver: "example.com",
            nodeName,
            pool: { name: nodeName, generation: 1, resourceSliceCount: 1 },
            devices: [{ name: "a" }, { name: "b" }],
          },
        });
      }
      const requests = [{ name: "r", exactly: { deviceClassName: "gpu" } }];
      await client.create(ResourceClaimTemplate, {
        metadata: { name: "t" },
        spec: { spec: { devices: { requests } } },
      });
      await client.create(ResourceClaim, {
        metadata: { name: "shared" },
        spec: { devices: { requests } },
      });
      await using seen = await witness(client, ResourceClaim, (claims) => {
        const given = claims.flatMap(({ status }) =>
          status?.allocation?.devices?.results?.map(({ pool, device }) => `${pool}/${device}`) ?? []
        );
        const twice = given.find((one, at) => given.indexOf(one) < at);
        return twice !== undefined && `two claims have the device ${twice}`;
      });
      const make = (name: string, spec: object) =>
        client.create(Pod, {
          metadata: { name },
          spec: { containers: [{ name: "c", image: "i" }], ...spec } as never,
        });
      const ofTemplate = { resourceClaims: [{ name: "c", resourceClaimTemplateName: "t" }] };
      const sharing = { resourceClaims: [{ name: "c", resourceClaimName: "shared" }] };
      const byName = {
        containers: [{
          name: "c",
          image: "i",
          resources: { limits: { "example.com/gpu": "1" } },
        }],
      };
      await make("one", ofTemplate);
      await make("two", sharing);
      await make("three", sharing);
      await make("four", byName);
      await env.settle("10m");
      // One of them has to wait.
      await make("five", ofTemplate);
      await make("six", byName);
      await env.settle("10m");
      for (const name of ["one", "four"]) {
        await client.patch(Pod, name, { status: { phase: "Succeeded" } }, {
          subresource: "status",
        });
      }
      await env.settle("30m");
      seen.check();
      const claims = (await client.list(ResourceClaim)).items;
      const pods = (await client.list(Pod)).items;
      return [
        pods.map(({ metadata, spec }) => [metadata.name, spec.nodeName !== undefined]),
        claims.map(({ metadata, spec, status }) => [
          metadata.ownerReferences?.map(({ name }) => name),
          spec.devices?.requests?.map(({ name }) => name),
          status?.allocation?.devices?.results?.length,
          status?.reservedFor?.map(({ name }) => name).sort(),
        ]).map((one) => JSON.stringify(one)).sort(),
      ];
    },
  },
);
