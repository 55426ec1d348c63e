/** The scheduler under schedules of faults. */
import { Pod } from "../../../mod.ts";
import { testExplored } from "./explored.ts";
import { allOf, isActive, witness } from "./witness.ts";

const asking = (name: string, cpu: string, priority = 0) => ({
  metadata: { name },
  spec: {
    priority,
    containers: [{ name: "c", image: "i", resources: { requests: { cpu } } }],
  },
});

testExplored("pods have nodes with room for them, and one waits until there is some", {
  on: ["scheduler"],
  isLong: true,
  nodes: 2,
  async scenario(env) {
    const { client } = env;
    await using seen = await witness(client, Pod, (pods) => {
      const used = new Map<string, number>();
      for (const { spec } of pods.filter(isActive)) {
        const node = spec.nodeName;
        const cpu = Number(spec.containers[0]!.resources?.requests?.cpu);
        if (node !== undefined) used.set(node, (used.get(node) ?? 0) + cpu);
      }
      const full = [...used].find(([, cpu]) => cpu > 8);
      return full !== undefined && `${full[0]} has pods for ${full[1]} processors`;
    });
    for (const name of ["a", "b", "c", "d", "e"]) await client.create(Pod, asking(name, "3"));
    await env.settle("10m");
    const before = (await client.list(Pod)).items;
    const placed = before.filter(({ spec }) => spec.nodeName !== undefined);
    await client.delete(Pod, placed[0]!.metadata.name);
    await env.settle("20m");
    seen.check();
    const { items } = await client.list(Pod);
    return [placed.length, items.map(({ status }) => status?.phase)];
  },
});

testExplored("one pod goes for a more important one, and no other", {
  on: ["scheduler"],
  nodes: 2,
  async scenario(env) {
    const { client } = env;
    await client.create(Pod, asking("kept", "6", 5));
    await client.create(Pod, asking("gone", "6", 1));
    await env.settle("10m");
    await using seen = allOf(
      await witness(client, Pod, (pods) => {
        const kept = pods.find(({ metadata }) => metadata.name === "kept");
        return (kept === undefined || !isActive(kept)) && "the more important pod went";
      }),
    );
    await client.create(Pod, asking("urgent", "4", 10));
    await env.settle("20m");
    seen.check();
    const { items } = await client.list(Pod);
    return items.map(({ metadata, status }) => [metadata.name, status?.phase]);
  },
});
