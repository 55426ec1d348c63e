/** Writes whose outcome the store can't tell: the client is told so, and nothing is done twice. */
import { Unavailable } from "../../apiserver/storage/errors.ts";
import { MemoryStore, type Store } from "../../apiserver/storage/mod.ts";
import type { Answer, ApiClient } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";

const COLLECTION = "/api/v1/namespaces/default/configmaps";
const OBJECT = `${COLLECTION}/a`;

/** A store in memory that loses the answer of the next commit once {@link lose} is called. */
class LossyStore extends MemoryStore {
  #lose = false;

  lose(): void {
    this.#lose = true;
  }

  override async commit(...args: Parameters<Store["commit"]>): Promise<number> {
    const revision = await super.commit(...args);
    if (!this.#lose) return revision;
    this.#lose = false;
    throw new Unavailable("writing to the store", "unknown", "the answer was lost");
  }
}

type Write = (client: ApiClient, resourceVersion: string) => Promise<Answer>;

const CHANGED = { x: "1", y: "2" };

const WRITES: Readonly<Record<string, Write>> = {
  "PUT with a version": (client, resourceVersion) =>
    client.put(OBJECT, { metadata: { name: "a", resourceVersion }, data: CHANGED }),
  "PUT without a version": (client) =>
    client.put(OBJECT, { metadata: { name: "a" }, data: CHANGED }),
  "JSON patch": (client) =>
    client.patch(OBJECT, "json", [
      // A second time it would fail: there is nothing to move any more.
      { op: "move", from: "/data/w", path: "/data/y" },
    ]),
  "merge patch": (client) => client.patch(OBJECT, "merge", { data: { w: null, y: "2" } }),
};

for (const [name, write] of Object.entries(WRITES)) {
  Deno.test(`a ${name} whose outcome is unknown is answered so, and done once`, async () => {
    const store = new LossyStore();
    await using server = await startTestServer({ store });
    const { client } = server;
    const body = { metadata: { name: "a" }, data: { x: "1", w: "2" } };
    const made = await client.post(COLLECTION, body);
    store.lose();
    const { status, json } = await write(client, made.json.metadata.resourceVersion);
    assertEquals([status, json.reason], [504, "Timeout"]);
    assertEquals((await client.get(OBJECT)).json.data, CHANGED);
  });
}
