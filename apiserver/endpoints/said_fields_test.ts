import { decodeProtobuf, encodeProtobuf } from "../../toolkit/codec/mod.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { saidFields } from "./said_fields.ts";

Deno.test("saidFields() leaves of an object in Protobuf what was said", () => {
  const cases: [kind: string, group: string, said: Record<string, unknown>][] = [
    ["ConfigMap", "", { metadata: { name: "a" }, data: { empty: "", full: "x" } }],
    ["Deployment", "apps", {
      metadata: { name: "a", labels: { app: "a" } },
      spec: {
        replicas: 0,
        selector: { matchLabels: { app: "a" } },
        template: { spec: { containers: [{ name: "c", ports: [{ containerPort: 80 }] }] } },
      },
    }],
    ["Secret", "", { metadata: { name: "a" }, immutable: false, data: { key: "AAA=" } }],
    ["Role", "rbac.authorization.k8s.io", {
      metadata: { name: "a" },
      rules: [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }],
    }],
  ];
  for (const [kind, group, said] of cases) {
    const type = schemaOf("kubernetes").kind(group, "v1", kind)!;
    const read = decodeProtobuf(type, encodeProtobuf(type, said));
    assertEquals(JSON.parse(JSON.stringify(saidFields(type, read))), said, kind);
  }
});
