import type { FlowSchema } from "../../toolkit/api/flowcontrol_v1.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import type { ServerContext } from "../server_context.ts";
import { SchemaStatus } from "./schema_status.ts";

const never = new AbortController().signal;

const schema = (name: string): FlowSchema => ({
  metadata: { name },
  spec: { priorityLevelConfiguration: { name: "level" }, matchingPrecedence: 1 },
});

/** One that writes through a client which fails for the schemas of these names. */
function writing(...broken: readonly string[]) {
  const written: string[] = [];
  const clock = new FakeClock();
  const client = {
    apply(_kind: unknown, { metadata: { name } }: { metadata: { name: string } }) {
      written.push(name);
      return broken.includes(name)
        ? Promise.reject(new Error(`${name} can't be written`))
        : Promise.resolve();
    },
  };
  const context = { clock, random: () => 0, client, features: new Set(["ServerSideApply"]) };
  return { clock, written, status: new SchemaStatus(context as unknown as ServerContext) };
}

Deno.test("check() writes all schemas, and says which could not be written", async () => {
  const { status, written } = writing("b");
  const schemas = ["a", "b", "c"].map(schema);
  await assertRejects(() => status.check(schemas, () => true, never), /b can't be written/);
  assertEquals(written, ["a", "b", "c"]);
});

Deno.test("check() writes a schema six times a minute, and asks for a look later", async () => {
  const { status, written, clock } = writing();
  const schemas = [schema("a")];
  const later = [];
  for (let count = 0; count < 8; count++) {
    later.push(await status.check(schemas, () => true, never));
  }
  assertEquals(written.length, 6);
  assertEquals(later, [...Array(6).fill(undefined), 30_000, 30_000]);
  await clock.advance(61_000);
  assertEquals(await status.check(schemas, () => true, never), undefined);
  assertEquals(written.length, 7);
});
