/** Pods on devices with taints, under schedules of faults. */
import { Pod, resourceV1 } from "../../../mod.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { endState } from "./end_state.ts";
import { testExplored } from "./explored.ts";

const { ResourceClaim, ResourceSlice } = resourceV1;

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
