/**
 * Policies on several servers with one store, and after a restart: what one server was told all go
 * by, and none ever goes back.
 */

import { keyPrefix, MemoryStore } from "../../apiserver/storage/mod.ts";
import type { Answer, AnyObject, ApiClient } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { freePort } from "../../testing/free_port.ts";
import { testWith } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { install as installDefinition } from "./extending/definitions.ts";
import {
  bind,
  GROUP,
  install,
  LIMIT,
  limit,
  LIMIT_DEFINITION,
  LIMITS,
  map,
  MAPS,
  paramKind,
  validations,
} from "./policies.ts";
import { Replicas, SHARED_STORES } from "./replicas.ts";

const POLICIES = `${GROUP}/validatingadmissionpolicies`;
const BINDINGS = `${GROUP}/validatingadmissionpolicybindings`;

/** Nothing that is written may have this key. */
const FORBIDDEN = { no: "" };
const forbidding = validations("!has(object.data) || !('no' in object.data)");

/** What one of the servers says to a config map that would not be written. */
async function tries(client: ApiClient, data: AnyObject): Promise<number> {
  const { status, text } = await client.post(`${MAPS}?dryRun=All`, map("tried", data));
  assert(status === 201 || status === 422, text);
  return status;
}

/** Has a server catch up with all that was acknowledged before: a list does. */
async function catchUp(client: ApiClient): Promise<void> {
  assertEquals((await client.get(POLICIES)).status, 200);
}

const ok = ({ status, text }: Answer) => assert(status === 200 || status === 201, text);

/** Each is left as it was found. */
const STEPS: readonly (readonly [string, (one: ApiClient, other: ApiClient) => Promise<void>])[] = [
  ["a policy made through one is enforced by the other", async (one, other) => {
    assertEquals(await tries(other, FORBIDDEN), 201);
    const { resourceVersion } = (await other.get(BINDINGS)).json.metadata;
    const watch = await other.watch(`${BINDINGS}?watch=1&resourceVersion=${resourceVersion}`);
    await install({ client: one }, "validating", "never", forbidding);
    // Who is told of a binding is refused by it.
    assertEquals(await watch.take(1), ["ADDED never"]);
    assertEquals([await tries(other, FORBIDDEN), await tries(other, {})], [422, 201]);
  }],
  ["a policy that changes through one changes on the other", async (one, other) => {
    ok(await one.patch(`${POLICIES}/never`, "merge", { spec: validations("true") }));
    await catchUp(other);
    assertEquals(await tries(other, FORBIDDEN), 201);
    ok(await other.patch(`${POLICIES}/never`, "merge", { spec: forbidding }));
    await catchUp(one);
    assertEquals(await tries(one, FORBIDDEN), 422);
  }],
  ["a binding that changes through one changes on the other", async (one, other) => {
    const acting = (...validationActions: string[]) => ({ spec: { validationActions } });
    ok(await one.patch(`${BINDINGS}/never`, "merge", acting("Warn")));
    await catchUp(other);
    assertEquals(await tries(other, FORBIDDEN), 201);
    ok(await other.patch(`${BINDINGS}/never`, "merge", acting("Deny")));
    await catchUp(one);
    assertEquals(await tries(one, FORBIDDEN), 422);
  }],
  ["a policy deleted through one stops on the other", async (one, other) => {
    ok(await one.delete(`${POLICIES}/never`));
    await catchUp(other);
    assertEquals(await tries(other, FORBIDDEN), 201);
    ok(await one.delete(`${BINDINGS}/never`));
  }],
  ["a param that changes through one is seen by the other", async (one, other) => {
    const few = validations("size(object.data) <= int(params.data.most)");
    ok(await one.post(MAPS, map("limits", { most: "1" })));
    await install({ client: one }, "validating", "limit", { paramKind, ...few }, null);
    const ref = { name: "limits", namespace: "default", parameterNotFoundAction: "Deny" };
    await bind({ client: one }, "validating", "limit", "limit", { paramRef: ref });
    const two = { a: "", b: "" };
    await catchUp(other);
    assertEquals(await tries(other, two), 422);
    ok(await one.patch(`${MAPS}/limits`, "merge", { data: { most: "2" } }));
    await catchUp(other);
    assertEquals(await tries(other, two), 201);
    // Without it nobody knows how many.
    ok(await other.delete(`${MAPS}/limits`));
    await catchUp(one);
    assertEquals([await tries(one, two), await tries(one, {})], [422, 422]);
    ok(await other.delete(`${BINDINGS}/limit`));
    ok(await other.delete(`${POLICIES}/limit`));
    await catchUp(one);
  }],
  ["what was refused once is never let pass again", raceWithCreates],
];

const CREATES = 200;
const AT_ONCE = 16;

/** Creates what a policy is against while the policy is made. */
async function raceWithCreates(one: ApiClient, other: ApiClient): Promise<void> {
  const refusing = new Set<ApiClient>();
  const numbers = Array(CREATES).keys();
  const passed: string[] = [];
  const createAll = async () => {
    for (const number of numbers) {
      const client = number % 2 === 0 ? one : other;
      const isLate = refusing.has(client);
      const name = `race-${number}`;
      const { status, text } = await client.post(MAPS, map(name, FORBIDDEN));
      assert(status === 201 || status === 422, text);
      if (status === 422) refusing.add(client);
      else {
        assert(!isLate, `${name} passed where another one had been refused`);
        passed.push(name);
      }
    }
  };
  // A quarter is under way before the policy is.
  const first = Array.from({ length: CREATES / 4 }, () => numbers.next().value ?? 0);
  await Promise.all(first.map(async (number) => {
    ok(await (number % 2 === 0 ? one : other).post(MAPS, map(`race-${number}`, FORBIDDEN)));
  }));
  await Promise.all([
    ...Array.from({ length: AT_ONCE }, createAll),
    install({ client: one }, "validating", "never", forbidding),
  ]);
  for (const client of [one, other]) {
    await catchUp(client);
    assertEquals(await tries(client, FORBIDDEN), 422);
  }
  const { items } = (await other.get(MAPS)).json;
  const there = items.map(({ metadata }: AnyObject) => metadata.name)
    .filter((name: string) => name.startsWith("race-"));
  assertEquals(there.length, passed.length + first.length);
}

for (const { name, needs, run } of SHARED_STORES) {
  testWith(needs, `two servers on one ${name} enforce the same policies`, async (context) => {
    await run((options) =>
      Replicas.run(2, options, async (replicas) => {
        for (const [what, step] of STEPS) {
          const passed = await context.step(
            what,
            () => step(replicas.client(0), replicas.client(1)),
          );
          if (!passed) throw new Error("the steps after this one need it");
        }
        await context.step("a server that is started later enforces them at once", async () => {
          await replicas.kill(0);
          await replicas.start();
          assertEquals(await tries(replicas.client(1), FORBIDDEN), 422);
          assertEquals(await tries(replicas.client(0), FORBIDDEN), 422);
        });
      })
    );
  });
}

Deno.test("a server that starts again answers nobody before it knows all policies", async () => {
  const store = new MemoryStore();
  {
    await using server = await startTestServer({ store, keepStore: true });
    const { client } = server;
    await installDefinition(client, LIMIT_DEFINITION);
    ok(
      await client.post(LIMITS, limit("one", 1)),
    );
    // Where the kind of its params were not known yet, it would let everything pass.
    await install(server, "validating", "limit", {
      failurePolicy: "Ignore",
      paramKind: LIMIT,
      ...validations("size(object.data) <= params.most"),
    }, { paramRef: { name: "one", parameterNotFoundAction: "Allow" } });
    await install(server, "validating", "custom", {
      matchConstraints: {
        resourceRules: [{
          apiGroups: ["example.com"],
          apiVersions: ["v1"],
          resources: ["limits"],
          operations: ["CREATE"],
        }],
      },
      ...validations("object.most < 10"),
    });
  }
  for (const resource of ["validatingadmissionpolicies", "validatingadmissionpolicybindings"]) {
    const prefix = keyPrefix("/registry", { group: "admissionregistration.k8s.io", resource });
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const { range } = store;
    store.range = async (from, options) => {
      if (from === prefix) {
        asked.resolve();
        await answer.promise;
      }
      return await range.call(store, from, options);
    };
    const port = freePort();
    const serving = { listen: { hostname: "127.0.0.1", port } };
    const starting = startTestServer({ store, keepStore: true, withNamespace: false, serving });
    await asked.promise;
    // The store takes its time: nobody listens yet.
    const refused = await Deno.connect({ hostname: "127.0.0.1", port }).then(
      (connection) => connection.close(),
      (error) => error,
    );
    assert(refused instanceof Deno.errors.ConnectionRefused, `${refused}`);
    answer.resolve();
    await using server = await starting;
    store.range = range;
    const { client } = server;
    const [maps, customs, { status }] = await Promise.all([
      client.post(MAPS, map(`of-${resource}`, { a: "", b: "" })),
      client.post(LIMITS, limit("two", 10)),
      client.get("/readyz"),
    ]);
    assertEquals([maps.status, customs.status, status], [422, 422, 200], maps.text + customs.text);
  }
});
