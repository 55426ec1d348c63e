/** What a run is told of its causes, and what becomes of the events that it records. */
import {
  type Cause,
  ConfigMap,
  CustomResourceDefinition,
  defineController,
  defineOperator,
  dynamicKind,
  Event,
  type Logger,
  Secret,
  silentLogger,
  watch,
} from "../../mod.ts";
import { testEnv } from "../../testing.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";

Deno.test("a cause names the manager that made the change", async () => {
  const seen: Cause[] = [];
  const controller = defineController({
    for: ConfigMap,
    when: () => true,
    reconcile: (_, { causes }) => void seen.push(...causes),
  });
  await using env = await testEnv({
    operator: defineOperator({ name: "looker", controllers: [controller] }),
  });
  await env.client.create(ConfigMap, { metadata: { name: "a" }, data: { x: "0" } }, {
    fieldManager: "maker",
  });
  await env.advance("1s");
  await env.client.patch(ConfigMap, "a", { data: { x: "1" } }, { fieldManager: "editor" });
  await env.advance("1s");
  const named = seen.filter(({ type, ref }) => type !== "Start" && ref === "default/a");
  assertEquals(named.map(({ type, by, changed }) => [type, by, changed?.join()]), [
    ["Added", "maker", undefined],
    ["Updated", "editor", "data.x"],
  ]);
});

Deno.test("a change of which a controller's own code throws is not lost", async () => {
  const errors: string[] = [];
  const logger: Logger = {
    ...silentLogger,
    error: (message, error) => void errors.push(`${message}: ${(error as Error).message}`),
    with: () => logger,
  };
  const seen: [name: string, causes: string][] = [];
  const thrown = (what: string) => {
    throw new Error(`${what} throws`);
  };
  const controller = defineController({
    for: ConfigMap,
    name: "careless",
    when: ({ object }) => object.data?.bad === undefined || thrown("when"),
    watches: [
      watch(Secret, {
        when: ({ object }) => object.type !== "bad/when" || thrown("when of a watch"),
        *to({ metadata, type }) {
          yield metadata.name;
          if (type === "bad/to") thrown("to");
        },
      }),
    ],
    reconcile: ({ metadata }, { causes }) =>
      void seen.push([
        metadata.name,
        causes.map(({ type, kind }) => `${type} ${kind?.kind}`).join(),
      ]),
  });
  await using env = await testEnv({ logger });
  for (const name of ["a", "b"]) await env.client.create(ConfigMap, { metadata: { name } });
  const running = await env.start(defineOperator({ name: "op", controllers: [controller] }));
  await env.settle();
  const since = () => seen.splice(0).filter(([name]) => name === "a" || name === "b");
  since();
  await env.client.patch(ConfigMap, "a", { data: { bad: "x" } });
  await env.advance("1s");
  assertEquals(since(), [["a", "Updated ConfigMap"]]);

  await env.client.create(Secret, { metadata: { name: "b" }, type: "bad/when" });
  await env.advance("1s");
  assertEquals(since(), [["b", "Added Secret"]]);

  await env.client.create(Secret, { metadata: { name: "x" }, type: "bad/to" });
  await env.client.create(Secret, { metadata: { name: "y" }, type: "bad/to" });
  await env.advance("4s");
  assertEquals(since(), []);
  await env.advance("2s");
  assertEquals(since().sort(), [["a", "Resync Secret"], ["b", "Resync Secret"]]);
  await env.advance("1m");
  assertEquals(since(), []);

  const text = "What a controller says of a change has thrown";
  assertEquals(errors.filter((one) => one.startsWith(text)), [
    `${text}: when throws`,
    `${text}: when of a watch throws`,
    `${text}: to throws`,
    `${text}: to throws`,
  ]);
  const counted = running.metrics.render();
  assertEquals(/^controller_change_errors_total\S* (\d+)$/m.exec(counted)?.[1], "4");
});

Deno.test("a change counts however much of the status changes beside it", async () => {
  const names = { kind: "Probe", plural: "probes" };
  const schema = {
    openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  };
  const Probe = dynamicKind({ group: "example.com", version: "v1", ...names });
  const seen: (readonly string[] | undefined)[] = [];
  const controller = defineController({
    for: Probe,
    reconcile: (_, { causes }) => void seen.push(...causes.map(({ changed }) => changed)),
  });
  await using env = await testEnv();
  await env.client.create(CustomResourceDefinition, {
    metadata: { name: "probes.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names,
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  });
  await env.settle();
  const statusOf = (value: number) =>
    Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`at${at}`, value]));
  await env.client.create(Probe, {
    metadata: { name: "a" },
    status: statusOf(0),
    zone: "north",
  });
  await env.start(defineOperator({ name: "prober", controllers: [controller] }));
  await env.settle();
  seen.length = 0;
  await env.client.patch(Probe, "a", { status: statusOf(1) });
  await env.settle();
  assertEquals(seen, []);
  await env.client.patch(Probe, "a", { status: statusOf(2), zone: "south" });
  await env.settle();
  // A cause does not name more.
  assertEquals(seen.map((changed) => changed?.length), [16]);
});

Deno.test("events beyond 25 about an object are left out, those of a long name are not", async () => {
  const name = `${"n".repeat(230)}${"n-".repeat(11)}n`;
  const controller = defineController({
    for: ConfigMap,
    when: ({ key }) => key === `default/${name}`,
    reconcile: (object, ctx) => {
      for (let at = 0; at < 10; at++) ctx.event("Seen", `${object.data?.turn} ${at}`);
    },
  });
  await using env = await testEnv({
    operator: defineOperator({ name: "talker", controllers: [controller] }),
  });
  for (let turn = 0; turn < 4; turn++) {
    await env.client.apply(ConfigMap, { metadata: { name }, data: { turn: `${turn}` } });
    await env.settle();
  }
  const notes = (await env.client.list(Event)).items.map(({ note }) => note);
  assertEquals([notes.length, new Set(notes).size], [25, 25]);
});
