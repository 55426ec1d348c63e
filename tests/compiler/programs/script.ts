import { createClient, Deployment, lines, Pod } from "../../../mod.ts";

await using client = await createClient({ namespace: "shop" });
const selected = { labelSelector: { app: "web" } };
let newest = "";
for await (const pod of client.iterate(Pod, selected)) {
  console.log(newest = pod.metadata.name, pod.spec.nodeName ?? "pending", pod.status?.phase);
}
await client.patch(Deployment, "web", { spec: { replicas: 3 } });
await client.waitFor(Deployment, "web", (web) => web?.status?.readyReplicas === 3, {
  timeout: "2m",
});
for await (const event of client.watch(Pod, { ...selected, signal: AbortSignal.timeout(10_000) })) {
  if (event.type === "SYNCED") console.log("that was all; now changes");
  else console.log(event.type, event.object.metadata.name);
}
const logs = await client.logs(newest, { follow: true, tailLines: 10 });
for await (const line of lines(logs)) console.log(line);
