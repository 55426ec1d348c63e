/** checkConversions(): what comes back is let through, and what is lost is named. */
import { assert, assertRejects } from "../../toolkit/deps/assert.ts";
import { defineVersionedResource, Type } from "../../mod.ts";
import { testEnv } from "../../testing.ts";

function disk(loses: "nothing" | "unit" | "notes" | "all", fails = false) {
  return defineVersionedResource({
    group: "storage.example.com",
    kind: "Disk",
    storage: "v1",
    versions: {
      v1: {
        spec: Type.Object({
          sizeGiB: Type.Integer({ minimum: 1, maximum: 4096 }),
          encrypted: Type.Boolean({ default: false }),
          tags: Type.Array(Type.String()),
          notes: Type.Record(Type.String()),
        }),
        status: Type.Object({ usedGiB: Type.Integer() }),
      },
      v1beta1: {
        spec: Type.Object({
          size: loses === "unit" ? Type.String() : Type.String({ pattern: "^[1-9][0-9]{0,2}Gi$" }),
          tags: Type.Array(Type.String()),
          notes: Type.Record(Type.String()),
        }),
        status: Type.Object({ usedGiB: Type.Integer() }),
      },
    },
  }).convert({
    v1beta1: {
      up({ spec: { size, tags, notes }, status }) {
        if (loses === "all") throw new Error("nothing goes up");
        const sizeGiB = Number.parseInt(size);
        const kept = loses === "notes" ? {} : notes;
        return { spec: { sizeGiB, tags, notes: kept }, ...(status && { status }) };
      },
      down({ spec: { sizeGiB, tags, notes }, status }) {
        if (fails && sizeGiB > 4000) throw new Error("too large");
        return { spec: { size: `${sizeGiB}Gi`, tags, notes }, ...(status && { status }) };
      },
    },
  });
}

Deno.test("checkConversions() is content where all comes back, also what a version can't carry", async () => {
  await using env = await testEnv({ seed: 3 });
  await env.checkConversions(disk("nothing"));
  await env.checkConversions(disk("nothing"), 10);
});

const LOSSES = [
  [
    "unit",
    false,
    /Disk v1beta1 to v1 and back, object \d+ of seed 3: spec\.size was "\d+" and came/,
  ],
  ["notes", false, /Disk v1beta1 to v1 and back, .*: spec\.notes\S* was .* came back as nothing/],
  ["all", false, /none of 100 random objects of Disk v1beta1 can be stored: .*nothing goes up/],
  ["nothing", true, /Disk v1 to v1beta1 and back, object \d+ of seed 3: .*too large/],
] as const;

for (const [loses, fails, message] of LOSSES) {
  Deno.test(`checkConversions() names the version and the field: ${message.source}`, async () => {
    await using env = await testEnv({ seed: 3 });
    const error = await assertRejects(() => env.checkConversions(disk(loses, fails)));
    assert(message.test(error.message), error.message);
  });
}

Deno.test("checkConversions() refuses no runs at all", async () => {
  await using env = await testEnv();
  await assertRejects(() => env.checkConversions(disk("nothing"), 0), /from 1 on/);
});
