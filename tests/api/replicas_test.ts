/**
 * Several servers on one store: whichever of them answers, clients see one and the same API.
 *
 * @module
 */

import type { Answer, AnyObject } from "../../testing/api_client.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { Follower, revisionOf } from "./follower.ts";
import { COLLECTION, Ledger, NAMESPACE, writeFence } from "./load.ts";
import { Replicas, SHARED_STORES } from "./replicas.ts";

/** What must hold, each with servers that have been through those before. */
const STEPS: readonly (readonly [string, (replicas: Replicas) => Promise<void>])[] = [
  ["every replica shows what another one has acknowledged", showWritesOfOthers],
  ["a list of an old version is the same on all", listOldVersions],
  ["a list begun on one goes on on the next", pageAcross],
  ["no update is lost between them", countTogether],
  ["of those who create, apply and delete at once, one is first", race],
  ["names are made up without taking one twice", generateNames],
  ["the endpoints of the service show all, and not one that has stopped", showEndpoints],
];

/** The other stores have their short test in `replica_faults_test.ts`. */
const STORES = SHARED_STORES.filter(({ name }) => slowTests() || name === "etcd");

for (const { name, needs, replicas: count, run } of STORES) {
  testWith(needs, `${count} API servers on one ${name} are one API`, async (context) => {
    await run((options) =>
      Replicas.run(count, options, async (replicas) => {
        const metadata = { name: NAMESPACE };
        assertEquals((await replicas.spread.post("/api/v1/namespaces", { metadata })).status, 201);
        const watches = await Watches.start(replicas);
        for (const [what, step] of STEPS) {
          const passed = await context.step(what, () => step(replicas));
          if (!passed) throw new Error("the steps after this one need it");
        }
        await context.step("watches tell the same on all, and go on elsewhere", () => {
          return watches.check(replicas);
        });
      })
    );
  });
}

async function showWritesOfOthers(replicas: Replicas): Promise<void> {
  const path = `${COLLECTION}/one`;
  for (let round = 0; round < 24; round++) {
    const writer = replicas.client(round);
    const object = configMap("one", String(round));
    const written = round === 0
      ? await writer.post(COLLECTION, object)
      : await writer.patch(path, "merge", { data: { token: String(round) } });
    assert(written.status <= 201, written.text);
    const revision = revisionOf(written.json);
    await Promise.all(Array.from({ length: replicas.count }, async (_, other) => {
      const reader = replicas.client(other);
      const [one, all, labelled] = await Promise.all([
        reader.get(path),
        reader.get(COLLECTION),
        reader.get(`${COLLECTION}?resourceVersion=${revision}&labelSelector=a%3Db`),
      ]);
      assertEquals(one.json, written.json);
      assert(revisionOf(all.json) >= revision, "a list is as new as what it shows");
      const [first] = all.json.items;
      assertEquals([first.data, revisionOf(first)], [{ token: String(round) }, revision]);
      assertEquals(revisionOf(labelled.json.items[0]), revision);
    }));
  }
  assertEquals((await replicas.client(0).delete(path)).status, 200);
  assertEquals((await replicas.client(1).get(path)).status, 404);
  assertEquals((await replicas.client(2).post(COLLECTION, configMap("one", "again"))).status, 201);
  assertEquals((await replicas.client(1).delete(path)).status, 200);
}

async function listOldVersions(replicas: Replicas): Promise<void> {
  const lists: AnyObject[] = [];
  for (let round = 0; round < 6; round++) {
    const { status } = await replicas.spread.post(COLLECTION, configMap(`old-${round}`, "x"));
    assertEquals(status, 201);
    lists.push((await replicas.client(round).get(COLLECTION)).json);
  }
  for (const list of lists) {
    const exact = `resourceVersion=${revisionOf(list)}&resourceVersionMatch=Exact`;
    for (let number = 0; number < replicas.count; number++) {
      const { json } = await replicas.client(number).get(`${COLLECTION}?${exact}`);
      assertEquals([revisionOf(json), json.items], [revisionOf(list), list.items]);
    }
  }
}

async function pageAcross(replicas: Replicas): Promise<void> {
  await Promise.all(Array.from({ length: 20 }, (_, number) => {
    return replicas.spread.post(COLLECTION, configMap(`page-${String(number).padStart(2, "0")}`));
  }));
  const whole = (await replicas.client(0).get(COLLECTION)).json;
  const items: AnyObject[] = [];
  let token = "";
  for (let page = 0; page === 0 || token !== ""; page++) {
    const more = token === "" ? "" : `&continue=${token}`;
    const answer = await replicas.client(page).get(`${COLLECTION}?limit=3${more}`);
    assertEquals(answer.status, 200, answer.text);
    const { metadata, items: some } = answer.json;
    assertEquals(metadata.resourceVersion, whole.metadata.resourceVersion);
    items.push(...some);
    token = metadata.continue ?? "";
    // What happens meanwhile is not in it.
    const writer = replicas.client(page + 1);
    await writer.delete(`${COLLECTION}/page-${String(19 - page).padStart(2, "0")}`);
    await writer.post(COLLECTION, configMap(`page-new-${page}`));
  }
  assertEquals(items, whole.items);
}

async function countTogether(replicas: Replicas): Promise<void> {
  const [workers, each] = [6, 15];
  const path = `${COLLECTION}/counter`;
  await replicas.spread.post(COLLECTION, configMap("counter", "0"));
  let conflicts = 0;
  await Promise.all(Array.from({ length: workers }, async () => {
    for (let done = 0; done < each;) {
      const object = (await replicas.spread.get(path)).json;
      object.data.token = String(Number(object.data.token) + 1);
      const { status, text } = await replicas.spread.put(path, object);
      assert(status === 200 || status === 409, text);
      if (status === 200) done++;
      else conflicts++;
    }
  }));
  const { data } = (await replicas.client(1).get(path)).json;
  assertEquals(data.token, String(workers * each));
  assert(conflicts > 0, "they met");
}

async function race(replicas: Replicas): Promise<void> {
  const all = (send: (number: number) => Promise<Answer>) => {
    return Promise.all(Array.from({ length: replicas.count }, (_, number) => send(number)));
  };
  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();
  const others = (status: number) => Array<number>(replicas.count - 1).fill(status);
  for (let round = 0; round < 10; round++) {
    const name = `race-${round}`;
    const path = `${COLLECTION}/${name}`;
    const created = await all((number) =>
      replicas.client(number).post(COLLECTION, configMap(name, `of ${number}`))
    );
    assertEquals(statuses(created), [201, ...others(409)]);
    for (const { status, json } of created) {
      if (status === 409) assertEquals(json.reason, "AlreadyExists");
      else assertEquals((await replicas.spread.get(path)).json, json);
    }
    const deleted = await all((number) => replicas.client(number).delete(path));
    assertEquals(statuses(deleted), [200, ...others(404)]);
    const applied = await all((number) => {
      const { kind, apiVersion, metadata } = configMap(name);
      const body = { kind, apiVersion, metadata, data: { [`of-${number}`]: "x" } };
      return replicas.client(number).patch(`${path}?fieldManager=m${number}`, "apply", body);
    });
    assertEquals(statuses(applied), [...others(200), 201]);
    const { data, metadata } = (await replicas.spread.get(path)).json;
    assertEquals([Object.keys(data).length, metadata.managedFields.length], [
      replicas.count,
      replicas.count,
    ]);
  }
}

async function generateNames(replicas: Replicas): Promise<void> {
  const answers = await Promise.all(Array.from({ length: 30 }, (_, number) => {
    const { kind, apiVersion } = configMap("");
    const metadata = { generateName: "made-up-" };
    return replicas.client(number).post(COLLECTION, { kind, apiVersion, metadata });
  }));
  for (const { status, text } of answers) assertEquals(status, 201, text);
  const names = new Set(answers.map(({ json }) => json.metadata.name));
  assertEquals(names.size, answers.length);
  const { items } = (await replicas.spread.get(COLLECTION)).json;
  const found = items.filter(({ metadata }: AnyObject) => names.has(metadata.name));
  assertEquals(found.length, answers.length);
}

async function showEndpoints(replicas: Replicas): Promise<void> {
  assertEquals(await endpointsOf(replicas), replicas.addresses);
  await replicas.start();
  assertEquals(await endpointsOf(replicas), replicas.addresses);
  assertEquals(await replicas.stop(0), 0);
  assertEquals(await endpointsOf(replicas), replicas.addresses);
}

/** The addresses of the API server's service, which both kinds of endpoints must show. */
async function endpointsOf({ spread }: Replicas): Promise<string[]> {
  const [endpoints, slice] = await Promise.all([
    spread.get("/api/v1/namespaces/default/endpoints/kubernetes"),
    spread.get("/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes"),
  ]);
  const [subset] = endpoints.json.subsets;
  const addresses = subset.addresses.map(({ ip }: AnyObject) => ip).sort();
  assertEquals(slice.json.endpoints.flatMap((one: AnyObject) => one.addresses).sort(), addresses);
  return addresses;
}

function configMap(name: string, token = "") {
  const metadata = { name, labels: { a: "b" } };
  return { kind: "ConfigMap", apiVersion: "v1", metadata, data: { token } };
}

/** Watches on each replica, and one that is cut short again and again and moves on to the next. */
class Watches {
  readonly #each: readonly Follower[];
  readonly #moving: Follower;
  readonly #over = new AbortController();

  private constructor(each: readonly Follower[], moving: Follower) {
    this.#each = each;
    this.#moving = moving;
  }

  static async start(replicas: Replicas): Promise<Watches> {
    const since = revisionOf((await replicas.spread.get(COLLECTION)).json);
    const each = Array.from({ length: replicas.count }, () => new Follower(COLLECTION, since));
    const watches = new Watches(each, new Follower(`${COLLECTION}?timeoutSeconds=1`, since));
    const { signal } = watches.#over;
    // One that stops hands its watches over to those that stay.
    for (const follower of each) {
      // What fails one, its until() tells.
      follower.followOn(replicas.clientOfAll(), signal).catch(() => {});
    }
    watches.#moving.followOn(replicas.spread, signal).catch(() => {});
    return watches;
  }

  async check(replicas: Replicas): Promise<void> {
    const until = await writeFence(replicas.spread, new Ledger());
    const all = [this.#moving, ...this.#each];
    await Promise.all(all.map((follower) => follower.until(until)));
    this.#over.abort();
    for (const { told } of this.#each) assertEquals(told, this.#moving.told);
    assert(this.#moving.told.length > 100);
  }
}
