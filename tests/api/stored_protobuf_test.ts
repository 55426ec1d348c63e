/** What writers and watches get in Protobuf comes from what was stored: it is what readers get of the object. */
import { startTestServer } from "../../testing/api_server.ts";
import { decodeWatchFrame } from "../../toolkit/codec/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";

const WHOLE = "application/vnd.kubernetes.protobuf";
const PARTIAL = `${WHOLE};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`;

const template = {
  metadata: { labels: { app: "a" } },
  spec: { containers: [{ name: "c", image: "i" }] },
};
const selector = { matchLabels: { app: "a" } };
const target = { kind: "Deployment", name: "d", apiVersion: "apps/v1" };

/** Objects of kinds that are stored in several ways: some are shown in other versions than they are stored in. */
const OBJECTS: readonly [collection: string, object: object][] = [
  ["/api/v1/namespaces/default/configmaps", { data: { text: "é \u2028" } }],
  ["/api/v1/namespaces/default/pods", { spec: { ...template.spec, nodeName: "n" } }],
  ["/api/v1/nodes", { spec: { podCIDR: "10.1.0.0/24" } }],
  ["/apis/apps/v1/namespaces/default/statefulsets", {
    spec: {
      serviceName: "s",
      selector,
      template,
      volumeClaimTemplates: [{
        metadata: { name: "v" },
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1024Mi" } } },
      }],
    },
  }],
  ["/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers", {
    spec: { scaleTargetRef: target, maxReplicas: 5, targetCPUUtilizationPercentage: 70 },
  }],
  ["/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers", {
    spec: { scaleTargetRef: target, maxReplicas: 5 },
  }],
];

for (const mediaType of [WHOLE, "application/json"]) {
  for (const [collection, object] of OBJECTS) {
    Deno.test(`a writer and a watch get ${collection} in Protobuf as a reader does, stored as ${mediaType}`, async () => {
      await using server = await startTestServer({ storageMediaType: mediaType });
      const { client } = server;
      const path = `${collection}/a`;
      const shapes = [WHOLE, PARTIAL];
      const watches = await Promise.all(
        shapes.map((accept) => client.watch(`${collection}?watch=1`, { accept })),
      );
      const labels = (value: string) => ({ metadata: { labels: { value } } });
      const writes = [
        () => client.post(collection, { metadata: { name: "a" }, ...object }, { accept: WHOLE }),
        () => client.patch(path, "merge", labels("1"), { accept: WHOLE }),
        () => client.patch(path, "merge", labels("2"), { accept: PARTIAL }),
        // Nothing to store: the object as it is.
        () => client.patch(path, "merge", labels("2"), { accept: WHOLE }),
      ];
      for (const [index, write] of writes.entries()) {
        const { status, bytes, text } = await write();
        assert(status === 200 || status === 201, text);
        const [whole, partial] = await Promise.all(
          shapes.map(async (accept) => (await client.get(path, { accept })).bytes),
        );
        assertEquals(bytes, index === 2 ? partial : whole);
        if (index === 3) continue;
        for (const [watch, expected] of [[watches[0], whole], [watches[1], partial]] as const) {
          const frame = decodeWatchFrame((await watch!.frame())!);
          assertEquals(frame, { type: index === 0 ? "ADDED" : "MODIFIED", object: expected! });
        }
      }
    });
  }
}
