import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { type Dialect, DIALECTS } from "../../toolkit/names.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { describeField, describeStruct } from "../../toolkit/descriptions/mod.ts";
import { FAULTS } from "../../toolkit/descriptions/faults.ts";
import type { OpenApiSchema } from "./mod.ts";
import { OpenApi } from "./service.ts";
import { patchDefinitionName } from "./names.ts";
import { builtin } from "./testdata/resources.ts";

/** As many as there are. Fewer: words were lost, or the test has lost sight of them. */
const DESCRIBED_FIELDS = 2531;
const DESCRIBED_STRUCTS = 595;

interface Defined extends OpenApiSchema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Defined>>;
  readonly $ref?: string;
  readonly allOf?: readonly Defined[];
}

/** The definitions of either version of OpenAPI. */
async function makeDocuments(dialect: Dialect) {
  const resources = builtin(dialect);
  const api = new OpenApi({
    dialect,
    info: { title: "API", version: "v1.36.0" },
    resources: () => resources,
    generation: () => 1,
  });
  const json = async (path: string) =>
    JSON.parse(new TextDecoder().decode((await api.answer({ path }))!.body));
  const two = (await json("/openapi/v2")).definitions as Record<string, Defined>;
  const { paths } = await json("/openapi/v3");
  const three: Record<string, Defined> = {};
  for (const name of Object.keys(paths)) {
    Object.assign(three, (await json(`/openapi/v3/${name}`)).components.schemas);
  }
  return { two, three };
}

const made = new Map<Dialect, ReturnType<typeof makeDocuments>>();

/** Made once: it takes a while. */
function documents(dialect: Dialect): ReturnType<typeof makeDocuments> {
  return made.getOrInsertComputed(dialect, () => makeDocuments(dialect));
}

for (const dialect of DIALECTS) {
  Deno.test(`all that is served has a description, in ${dialect}`, async () => {
    const { two, three } = await documents(dialect);
    for (const definitions of [two, three]) {
      const missing: string[] = [];
      for (const [name, { description, properties = {} }] of Object.entries(definitions)) {
        if (description === undefined) missing.push(name);
        for (const [field, property] of Object.entries(properties)) {
          if (property.description === undefined) missing.push(`${name}.${field}`);
        }
      }
      // It is no type of the schema.
      assertEquals(missing.filter((name) => name !== patchDefinitionName(dialect)), []);
    }
  });

  Deno.test(`a field's own words stand beside what it refers to, in ${dialect}`, async () => {
    const { two, three } = await documents(dialect);
    const probeOf = (definitions: Record<string, Defined>) => {
      const [name] = Object.keys(definitions).filter((each) => each.endsWith(".v1.Container"));
      return definitions[name!]!.properties!.livenessProbe!;
    };
    const schema = schemaOf(dialect);
    const container = schema.struct("core/v1", "Container");
    const own = describeField(container, container.properties.get("livenessProbe")!)!;
    assert(own !== describeStruct(schema.struct("core/v1", "Probe")));
    const older = probeOf(two);
    assertEquals([older.description, older.$ref?.split(".").at(-1)], [own, "Probe"]);
    const newer = probeOf(three);
    assertEquals([newer.description, newer.$ref], [own, undefined]);
    assertEquals(newer.allOf?.map(({ $ref }) => $ref?.split(".").at(-1)), ["Probe"]);
  });
}

Deno.test("as many structs and fields are described as ever", async () => {
  const { two } = await documents("kubernetes");
  const described = Object.values(two).filter(({ description }) => description !== undefined);
  const structs = described.filter(({ properties }) => properties !== undefined);
  const fields = structs.flatMap(({ properties }) => Object.values(properties!))
    .filter(({ description }) => description !== undefined);
  assert(structs.length >= DESCRIBED_STRUCTS, `only ${structs.length} structs are described`);
  assert(fields.length >= DESCRIBED_FIELDS, `only ${fields.length} fields are described`);
});

Deno.test("no served text reads as the tables may not", async () => {
  const { two } = await documents("kubernetes");
  const texts = Object.entries(two).flatMap(([name, { description = "", properties = {} }]) => [
    [name, description] as const,
    ...Object.entries(properties).map(([field, { description = "" }]) =>
      [`${name}.${field}`, description] as const
    ),
  ]).filter(([, text]) => text !== "");
  for (const [fault, has] of Object.entries(FAULTS)) {
    assertEquals(texts.filter(([, text]) => has(text)), [], fault);
  }
});
