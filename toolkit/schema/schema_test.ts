import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import { DIALECTS, groupInDialect, NAMES } from "../names.ts";
import { findKind, schemaOf, subresourceKind, type Type } from "./mod.ts";

const rows = (await Deno.readTextFile(new URL("../facts/kinds.tsv", import.meta.url)))
  .trimEnd().split("\n").slice(1).map((line) => line.split("\t"));

const schema = schemaOf("kubernetes");

for (const dialect of DIALECTS) {
  Deno.test(`schemaOf(${dialect}) knows every resource of kinds.tsv, its kind and its list`, () => {
    const schema = schemaOf(dialect);
    assertEquals(schema.resources.length, rows.length);
    for (const [kubernetes = "", orch = "", version = "", plural = "", , kind = ""] of rows) {
      const group = dialect === "orch" ? orch : kubernetes;
      const resource = schema.resource(group, version, plural);
      assertEquals(resource?.kind, kind);
      const type = schema.kind(group, version, kind);
      assert(type?.hasProtobuf, `${group}/${version} ${kind}`);
      const list = schema.kind(group, version, `${kind}List`);
      if (!resource?.verbs.includes("list")) continue;
      const items = list?.properties.get("items")?.type;
      assert(items?.kind === "list" && items.element === type, `${kind}List`);
      for (const subresource of resource.subresources) {
        const body = subresourceKind(resource, subresource, dialect);
        assert(schema.kind(body.group, body.version, body.kind), `${plural}/${subresource}`);
      }
    }
  });
}

Deno.test("subresourceKind() tells bodies from query parameters", () => {
  const pods = schema.resource("", "v1", "pods");
  const deployments = schema.resource("apps", "v1", "deployments");
  assert(pods !== undefined && deployments !== undefined);
  const cases: [given: ReturnType<typeof subresourceKind>, kind: string, query: boolean][] = [
    [subresourceKind(pods, "exec", "kubernetes"), "PodExecOptions", true],
    [subresourceKind(pods, "eviction", "kubernetes"), "Eviction", false],
    [subresourceKind(pods, "status", "kubernetes"), "Pod", false],
    [subresourceKind(deployments, "scale", "kubernetes"), "Scale", false],
  ];
  for (const [given, kind, query] of cases) {
    assertEquals([given.kind, given.query], [kind, query]);
  }
});

Deno.test("Schema.kind() knows where the meta kinds are legal", () => {
  const cases: [group: string, version: string, kind: string, known: boolean][] = [
    ["", "v1", "Status", true],
    ["", "v1", "APIResourceList", true],
    ["apps", "v1", "APIResourceList", false],
    ["apps", "v1", "DeleteOptions", true],
    ["example.com", "v7", "DeleteOptions", true],
    [NAMES.kubernetes.group("meta"), "v1", "Table", true],
    [NAMES.orch.group("meta"), "v1", "Table", true],
    [NAMES.kubernetes.group("meta"), "v1beta1", "PartialObjectMetadataList", true],
    [NAMES.kubernetes.group("meta"), "v2", "Table", false],
    ["", "v1", "Table", false],
    ["", "v1", "ObjectMeta", false],
    ["", "v1", "List", true],
    ["", "v1", "Config", true],
  ];
  for (const [group, version, kind, known] of cases) {
    assertEquals(schema.kind(group, version, kind) !== undefined, known, `${group} ${kind}`);
  }
});

Deno.test("Schema.kind() speaks its own dialect, and findKind() both", () => {
  const orch = schemaOf("orch");
  const group = NAMES.orch.group("networking");
  assert(orch.kind(group, "v1", "Ingress") !== undefined);
  assertEquals(schema.kind(group, "v1", "Ingress"), undefined);
  assertEquals(findKind(group, "v1", "Ingress", "kubernetes")?.schema.dialect, "orch");
  for (const dialect of DIALECTS) {
    const { configGroupNodeAgent, configKindNodeAgent } = NAMES[dialect];
    assert(schemaOf(dialect).kind(configGroupNodeAgent, "v1beta1", configKindNodeAgent));
    const egress = NAMES[dialect].configGroupEgressSelector;
    assert(schemaOf(dialect).kind(egress, "v1beta1", "EgressSelectorConfiguration"));
    const discovery = groupInDialect(NAMES.kubernetes.group("apidiscovery"), "orch");
    assert(schemaOf(dialect).kind(discovery, "v2", "APIGroupDiscoveryList"));
  }
});

Deno.test("fields carry what patches, apply and defaults go by", () => {
  const field = (struct: string, name: string) => {
    const found = schema.struct("core/v1", struct).properties.get(name);
    assert(found !== undefined, `${struct}.${name}`);
    return found;
  };
  const containers = field("PodSpec", "containers");
  assertEquals(containers.patchStrategies, ["merge"]);
  assertEquals([containers.patchMergeKey, containers.listMerge], ["name", "map"]);
  assertEquals(containers.listMapKeys, ["name"]);
  const ports = field("Container", "ports");
  assertEquals(ports.listMapKeys, ["containerPort", "protocol"]);
  assertEquals(field("ContainerPort", "protocol").default, "TCP");
  assertEquals(field("PodSpec", "volumes").patchStrategies, ["merge", "retainKeys"]);
  assertEquals(field("PersistentVolumeSpec", "claimRef").atomic, false);
  assertEquals(field("PodSpec", "nodeSelector").atomic, true);
  assertEquals(field("ContainerPort", "containerPort").proto, 3);
  const policy = field("Container", "imagePullPolicy").type;
  assert(policy.kind === "string" && policy.enumerated && policy.values.includes("Always"));
  // An inline struct's fields belong to the parent.
  assertEquals(field("Volume", "emptyDir").pointer, true);
});

Deno.test("every type of every kind resolves", () => {
  const seen = new Set<Type>();
  const visit = (type: Type): void => {
    if (seen.has(type)) return;
    seen.add(type);
    if (type.kind === "struct") type.fields.forEach((field) => visit(field.type));
    else if (type.kind === "list") visit(type.element);
    else if (type.kind === "map") visit(type.value);
  };
  for (const { type } of schema.kinds()) visit(type);
  assert(seen.size > 800);
  assertThrows(() => schema.struct("core/v1", "Nothing"), "no type core/v1.Nothing");
  assertThrows(() => schema.struct("toString", "x"), "no package toString");
});
