/** Objects that others write all the time: who names no version has a turn nonetheless. */
import { MemoryStore, type Store } from "../../apiserver/storage/mod.ts";
import type { Answer, ApiClient } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";

const COLLECTION = "/api/v1/namespaces/default/pods";
const OBJECT = `${COLLECTION}/a`;
/** More than a client would try by itself. */
const FASTER = 25;

/** A store in which others are faster than the next commits, each with the same value once more. */
class HotStore extends MemoryStore {
  #faster = 0;
  writes = 0;

  heat(): void {
    this.#faster = FASTER;
  }

  override async commit(...args: Parameters<Store["commit"]>): Promise<number> {
    const [[op]] = args;
    if (op !== undefined && this.#faster > 0 && op.key.endsWith("/a")) {
      this.#faster--;
      this.writes++;
      const current = await this.get(op.key);
      await super.commit([{ type: "put", key: op.key, value: current!.value }]);
    }
    return await super.commit(...args);
  }
}

type Write = (client: ApiClient, resourceVersion: string) => Promise<Answer>;

const BINDING = {
  metadata: { name: "a" },
  target: { kind: "Node", name: "n" },
};

const WRITES: Readonly<Record<string, readonly [write: Write, status: number]>> = {
  "PUT without a version": [
    (client) =>
      client.put(OBJECT, {
        metadata: { name: "a" },
        spec: { containers: [{ name: "c", image: "j" }] },
      }),
    200,
  ],
  "PUT with a version": [
    (client, resourceVersion) =>
      client.put(OBJECT, {
        metadata: { name: "a", resourceVersion },
        spec: { containers: [{ name: "c", image: "j" }] },
      }),
    409,
  ],
  "merge patch": [
    (client) => client.patch(OBJECT, "merge", { metadata: { labels: { a: "b" } } }),
    200,
  ],
  "merge patch with a version": [
    (client, resourceVersion) =>
      client.patch(OBJECT, "merge", { metadata: { resourceVersion, labels: { a: "b" } } }),
    409,
  ],
  "binding": [(client) => client.post(`${OBJECT}/binding`, BINDING), 201],
  "DELETE": [(client) => client.delete(OBJECT, { gracePeriodSeconds: 0 }), 200],
  "DELETE with a version": [
    (client, resourceVersion) =>
      client.delete(OBJECT, { gracePeriodSeconds: 0, preconditions: { resourceVersion } }),
    409,
  ],
};

for (const [name, [write, expected]] of Object.entries(WRITES)) {
  Deno.test(`a ${name} of an object that others write all the time is a ${expected}`, async () => {
    const store = new HotStore();
    await using server = await startTestServer({ store });
    const { client } = server;
    const { json } = await client.post(COLLECTION, {
      metadata: { name: "a" },
      spec: { containers: [{ name: "c", image: "i" }] },
    });
    store.heat();
    const { status, text } = await write(client, json.metadata.resourceVersion);
    assertEquals(status, expected, text);
    // Who names a version is told at once that it is an old one.
    assertEquals(store.writes, expected === 409 ? 1 : FASTER);
  });
}
