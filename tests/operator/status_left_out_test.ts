/** Fields of a status that a controller takes back, in dialects that keep what nobody applies any more. */
import { defineController, defineOperator, defineResource, DIALECTS, Type } from "../../mod.ts";
import { explore, testEnv } from "../../testing.ts";
import { slowTests } from "../../testing/requirements.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";

const Lamp = defineResource({
  group: "example.com",
  version: "v1",
  kind: "Lamp",
  spec: Type.Object({ on: Type.Boolean() }),
  status: Type.Object({
    lit: Type.Optional(Type.String()),
    place: Type.Optional(Type.Object({
      room: Type.Optional(Type.String()),
      floor: Type.Optional(Type.Integer()),
    })),
  }),
});

const operator = defineOperator({
  name: "lamps",
  controllers: [defineController({
    for: Lamp,
    reconcile({ spec: { on } }, ctx) {
      ctx.status({
        lit: on ? "yes" : undefined,
        place: on ? { room: "hall", floor: 1 } : { room: "hall", floor: undefined },
        conditions: { Ready: true },
      });
    },
  })],
});

const lamp = { metadata: { name: "a" }, spec: { on: true } };
const groups = ["core"];

for (const dialect of DIALECTS) {
  Deno.test(`a field that a controller takes back is gone, unless others have it, ${dialect}`, async () => {
    await using env = await testEnv({ operator, dialect, groups });
    const { client } = env;
    const shown = async () => {
      const { lit, place } = (await client.get(Lamp, "a")).status ?? {};
      return { lit, place };
    };
    await client.create(Lamp, lamp);
    await env.settle();
    assertEquals(await shown(), { lit: "yes", place: { room: "hall", floor: 1 } });
    await client.patch(Lamp, "a", { spec: { on: false } });
    await env.settle();
    assertEquals(await shown(), { lit: undefined, place: { room: "hall" } });
    await client.patch(Lamp, "a", { spec: { on: true } });
    await env.settle();
    // Another one says the same, and does not take it back.
    await client.apply(Lamp, { metadata: { name: "a" }, status: { lit: "yes" } }, {
      subresource: "status",
      fieldManager: "other",
    });
    await client.patch(Lamp, "a", { spec: { on: false } });
    await env.settle();
    assertEquals(await shown(), { lit: "yes", place: { room: "hall" } });
  });

  Deno.test(`a field that a controller takes back is gone, whatever breaks, ${dialect}`, () =>
    explore({ operator, dialect, groups, runs: slowTests() ? 200 : 3 }, async (env) => {
      await env.client.create(Lamp, lamp);
      await env.settle("10m");
      await env.client.patch(Lamp, "a", { spec: { on: false } });
      await env.settle("10m");
      const { lit, place } = (await env.client.get(Lamp, "a")).status ?? {};
      assertEquals([lit, place], [undefined, { room: "hall" }]);
    }));
}
