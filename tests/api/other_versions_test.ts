/** Who manages fields that were named in another version of a kind than the one that is written. */
import type { AnyObject, ApiClient } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { definitionOf, install, versionOf } from "./extending/definitions.ts";

const AUTOSCALERS = "namespaces/default/horizontalpodautoscalers";
const GADGETS = "namespaces/default/gadgets";

/** An object in two versions. */
interface TwoVersions {
  readonly name: string;
  readonly kind: string;
  readonly definition?: AnyObject;
  readonly first: { readonly apiVersion: string; readonly collection: string };
  readonly second: { readonly apiVersion: string; readonly collection: string };
  /** What is applied in the first version, and where a field of it is in either. */
  readonly spec: AnyObject;
  readonly field: readonly [first: string, second: string];
  /** A field that nobody has applied, alike in both. */
  readonly other: string;
}

const size = { type: "integer" };
const schemaOf = (properties: AnyObject) => ({
  schema: {
    openAPIV3Schema: {
      type: "object",
      properties: { spec: { type: "object", properties } },
    },
  },
});
const custom = { apiVersion: "example.com/v1", collection: `/apis/example.com/v1/${GADGETS}` };
const custom2 = { apiVersion: "example.com/v2", collection: `/apis/example.com/v2/${GADGETS}` };
const MOVES = [
  { from: "v1", to: "v2", rules: [{ move: { from: ".spec.size", to: ".spec.amount" } }] },
];

const CASES: readonly TwoVersions[] = [
  {
    name: "a built-in kind",
    kind: "HorizontalPodAutoscaler",
    first: { apiVersion: "autoscaling/v1", collection: `/apis/autoscaling/v1/${AUTOSCALERS}` },
    second: { apiVersion: "autoscaling/v2", collection: `/apis/autoscaling/v2/${AUTOSCALERS}` },
    spec: {
      maxReplicas: 3,
      targetCPUUtilizationPercentage: 50,
      scaleTargetRef: { kind: "Deployment", name: "web", apiVersion: "apps/v1" },
    },
    field: ["maxReplicas", "maxReplicas"],
    other: "minReplicas",
  },
  {
    name: "versions that are alike",
    kind: "Gadget",
    definition: definitionOf({ versions: [versionOf("v1"), versionOf("v2")] }),
    first: custom,
    second: custom2,
    spec: { size: 3 },
    field: ["size", "size"],
    other: "replicas",
  },
  {
    name: "versions that are converted as declared",
    kind: "Gadget",
    definition: withMoves(definitionOf({
      versions: [
        versionOf("v1", schemaOf({ size, replicas: size })),
        versionOf("v2", schemaOf({ amount: size, replicas: size })),
      ],
    })),
    first: custom,
    second: custom2,
    spec: { size: 3 },
    field: ["size", "amount"],
    other: "replicas",
  },
];

function withMoves(definition: AnyObject): AnyObject {
  definition.metadata.annotations = { "apiextensions.k8s.io/conversion": JSON.stringify(MOVES) };
  return definition;
}

/** The fields of a manager's entry below `spec`, with its version; undefined: it has none. */
function managed(
  object: AnyObject,
  manager: string,
): [apiVersion: string, fields: string[]] | undefined {
  const entry = object.metadata.managedFields.find((one: AnyObject) => one.manager === manager);
  return entry && [entry.apiVersion, Object.keys(entry.fieldsV1["f:spec"] ?? {}).sort()];
}

for (const given of CASES) {
  const { name, kind, definition, first, second, spec, field: [before, after], other } = given;
  const apply = (client: ApiClient, to: typeof first, manager: string, spec: AnyObject) =>
    client.patch(`${to.collection}/a?fieldManager=${manager}`, "apply", {
      apiVersion: to.apiVersion,
      kind,
      metadata: { name: "a" },
      spec,
    });
  const patch = (client: ApiClient, to: typeof first, manager: string, spec: AnyObject) =>
    client.patch(`${to.collection}/a?fieldManager=${manager}`, "merge", { spec });

  Deno.test(`a manager keeps its fields when another version is written: ${name}`, async () => {
    await using server = await startTestServer();
    const { client } = server;
    if (definition !== undefined) await install(client, definition);
    const made = await apply(client, first, "owner", spec);
    assertEquals(made.status, 201, made.text);
    const own = managed(made.json, "owner");
    assertEquals(own?.[0], first.apiVersion);

    // Somebody writes another field in the other version.
    const patched = await patch(client, second, "somebody", { [other]: 2 });
    assertEquals(patched.status, 200, patched.text);
    assertEquals(managed(patched.json, "owner"), own);
    assertEquals(managed(patched.json, "somebody"), [second.apiVersion, [`f:${other}`]]);

    // What it owns is not to be had without a conflict, by whatever name.
    const refused = await apply(client, second, "third", { [after]: 4 });
    assertEquals(refused.status, 409, refused.text);
    assert(refused.json.message.includes('conflict with "owner"'), refused.text);

    // Whoever takes it by force has it alone.
    const taken = await patch(client, second, "somebody", { [after]: 5 });
    assertEquals(taken.json.spec[after], 5, taken.text);
    assertEquals(
      managed(taken.json, "owner")?.[1] ?? [],
      own![1].filter((one) => one !== `f:${before}`),
    );
    assertEquals(managed(taken.json, "somebody")?.[1], [`f:${after}`, `f:${other}`].sort());
  });

  Deno.test(`what a manager leaves out in another version goes: ${name}`, async () => {
    await using server = await startTestServer();
    const { client } = server;
    if (definition !== undefined) await install(client, definition);
    await apply(client, first, "owner", { ...spec, [other]: 2 });
    const { [before]: value, ...rest } = spec;
    // A builtin's other fields are alike in both versions, but for what it takes as a metric.
    delete rest.targetCPUUtilizationPercentage;
    const again = await apply(client, second, "owner", { ...rest, [after]: value });
    assertEquals(again.status, 200, again.text);
    // A default stands for what nobody says.
    assert(again.json.spec[other] !== 2, again.text);
    assertEquals(managed(again.json, "owner")?.[0], second.apiVersion);
    assert(!managed(again.json, "owner")![1].includes(`f:${other}`), again.text);
  });
}
