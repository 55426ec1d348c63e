/**
 * Quotas on several servers with one store: whichever of them is asked, there is never more than there may be.
 */

import type { ApiClient } from "../../testing/api_client.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { Replicas, SHARED_STORES } from "./replicas.ts";

const HERE = "/api/v1/namespaces/quota-race";
const HARD = 100;
const RACING = slowTests() ? 1000 : 200;

async function makeQuota(client: ApiClient, name: string, left: number): Promise<void> {
  const hard = { configmaps: String(HARD) };
  const made = await client.post(`${HERE}/resourcequotas`, { metadata: { name }, spec: { hard } });
  assertEquals(made.status, 201, made.text);
  const status = { hard, used: { configmaps: String(HARD - left) } };
  const path = `${HERE}/resourcequotas/${name}/status`;
  assertEquals((await client.patch(path, "merge", { status })).status, 200);
}

for (const { name, needs, replicas: count, run } of SHARED_STORES) {
  testWith(
    needs,
    `of racing creates on ${count} servers over one ${name} the last place goes to one`,
    async () => {
      await run((options) =>
        Replicas.run(count, options, async (replicas) => {
          const first = replicas.client(0);
          const metadata = { name: "quota-race" };
          assertEquals((await first.post("/api/v1/namespaces", { metadata })).status, 201);
          await makeQuota(first, "a", HARD);
          await makeQuota(first, "b", 1);
          // Each has seen both by then.
          for (let one = 0; one < count; one++) {
            const { json } = await replicas.client(one).get(`${HERE}/resourcequotas/b`);
            assertEquals(json.status.used.configmaps, String(HARD - 1));
          }
          const answers = await Promise.all(
            Array.from({ length: RACING }, (_, index) =>
              replicas.client(index).post(`${HERE}/configmaps`, {
                metadata: { name: `m-${index}` },
              })),
          );
          const made = answers.filter(({ status }) =>
            status === 201
          ).length;
          const refused = answers.filter(({ status }) => status === 403);
          assertEquals([made, refused.length], [1, RACING - 1]);
          for (const { json } of refused) {
            assert(json.message.includes("exceeded quota: b"), json.message);
          }
          const used = (await first.get(`${HERE}/resourcequotas/b`)).json.status.used.configmaps;
          const { items } = (await first.get(`${HERE}/configmaps`)).json;
          const own = items.filter(({ metadata }: { metadata: { name: string } }) =>
            metadata.name.startsWith("m-")
          );
          assertEquals([used, own.length], [String(HARD), 1]);
        })
      );
    },
  );
}
