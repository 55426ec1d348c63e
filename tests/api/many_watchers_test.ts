/**
 * Many watches of the same objects, over both protocols: none misses anything, sees it twice or out
 * of order, whoever else is slow, leaves or comes late.
 */
import { type AnyObject, ApiClient } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import type { TestWatch, WatchEvent } from "../../testing/api_watch.ts";
import { runs } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { fixedTls } from "../../toolkit/serving/mod.ts";
import { material, serverAuthority } from "../../toolkit/serving/testdata/pki.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";

type Server = Awaited<ReturnType<typeof startTestServer>>;

const startSecure = () =>
  startTestServer({
    serving: { listen: { hostname: "127.0.0.1", port: 0 }, tls: fixedTls(material) },
    // Its own client does not know the authority of these certificates.
    withNamespace: false,
  });

/** A client with which objects are made, and the namespace for them. */
async function writer(clients: readonly ApiClient[]): Promise<ApiClient> {
  const [client] = clients as [ApiClient];
  await client.post("/api/v1/namespaces", { metadata: { name: "default" } });
  return client;
}

/** A client of one protocol; over HTTP/2 all of its watches share a connection. */
function clientOf({ url }: Server, http2: boolean): ApiClient {
  return new ApiClient(url, {
    token: "test-token",
    http: Deno.createHttpClient({
      caCerts: [serverAuthority.certificate],
      http1: !http2,
      http2,
    }),
  });
}

/** What is done to an object; `version` tells what was done last. */
interface Step {
  readonly name: string;
  readonly is: "put" | "delete";
  readonly labelled: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  name: fc.constantFrom("a", "b", "c", "d", "e"),
  is: fc.constantFrom("put", "put", "put", "delete"),
  labelled: fc.boolean(),
});

async function take(client: ApiClient, { name, is, labelled }: Step): Promise<void> {
  const path = `${MAPS}/${name}`;
  if (is === "delete") return void await client.request("DELETE", path);
  const labels = { app: labelled ? "x" : null };
  const { status } = await client.patch(path, "merge", { metadata: { labels } });
  if (status !== 404) return;
  const made = labelled ? { app: "x" } : {};
  await client.request("POST", MAPS, { body: { metadata: { name, labels: made } } });
}

const versionOf = ({ object }: WatchEvent) => Number(object.metadata.resourceVersion);

/** Reads a watch up to the object that is made last. */
async function untilLast(watch: TestWatch): Promise<WatchEvent[]> {
  const events: WatchEvent[] = [];
  for (;;) {
    const event = await watch.next();
    if (event === undefined) throw new Error("the watch ended early");
    if (event.type === "BOOKMARK") continue;
    events.push(event);
    if (event.object.metadata.name === "last") return events;
  }
}

/** What a client holds that follows events from nothing; throws where no client could. */
function stateAfter(events: readonly WatchEvent[]): Map<string, string> {
  const state = new Map<string, string>();
  for (const { type, object } of events) {
    const { name = "", resourceVersion = "" } = object.metadata;
    assertEquals(state.has(name), type !== "ADDED", `${type} ${name}`);
    if (type === "DELETED") state.delete(name);
    else state.set(name, resourceVersion);
  }
  return state;
}

/**
 * Invariants: revisions of changes only grow; all watches of one selection that began together are
 * told the very same; and what a watch was told adds up to what a list shows.
 */
Deno.test("many watches over both protocols are told all, once and in order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 3, maxLength: 12 }),
      fc.nat(),
      async (rounds, chosen) => {
        await using server = await startSecure();
        const clients = [false, true].map((http2) => clientOf(server, http2));
        try {
          const writing = await writer(clients);
          const { metadata } = (await writing.get(MAPS)).json as AnyObject;
          const since = `${MAPS}?watch=1&resourceVersion=${metadata.resourceVersion}`;
          const paths = [since, `${since}&labelSelector=app%3Dx`, `${MAPS}?watch=1`];
          const watches = await Promise.all(
            paths.flatMap((path) =>
              clients.flatMap((client) => [client.watch(path), client.watch(path)])
            ),
          );
          const late: TestWatch[] = [];
          for (const [at, steps] of rounds.entries()) {
            await Promise.all(steps.map((one) => take(writing, one)));
            if (at !== chosen % rounds.length) continue;
            // Some leave in the middle, others come and catch up.
            const leaving = await Promise.all(clients.map((client) => client.watch(paths[0]!)));
            for (const client of clients) late.push(await client.watch(paths[0]!));
            for (const watch of leaving) watch.close();
          }
          const last = { name: "last", labels: { app: "x" } };
          await writing.post(MAPS, { metadata: last });
          const told = await Promise.all([...watches, ...late].map(untilLast));
          for (const events of told) {
            const versions = events.map(versionOf);
            assertEquals(versions, [...new Set(versions)].sort((a, b) => a - b));
          }
          const lists = await Promise.all(
            [MAPS, `${MAPS}?labelSelector=app%3Dx`, MAPS].map((path) => writing.get(path)),
          );
          const shown = lists.map(({ json }) =>
            (json.items as AnyObject[]).map(({ metadata }) => [
              metadata.name,
              metadata.resourceVersion,
            ])
          );
          for (const [at, events] of told.entries()) {
            const selection = at < watches.length ? Math.floor(at / 4) : 0;
            assertEquals(events, told[at < watches.length ? selection * 4 : 0]);
            assertEquals([...stateAfter(events)].sort(), shown[selection]!.sort());
          }
        } finally {
          for (const client of clients) client.close();
        }
      },
    ),
    { numRuns: runs(8) },
  );
});

Deno.test("a thousand watches are told of each change, and a slow one holds up none", async () => {
  await using server = await startSecure();
  const clients = Array.from({ length: 11 }, () => clientOf(server, true));
  try {
    const writing = await writer(clients);
    const watching = clients.slice(1);
    const watches = (await Promise.all(
      watching.map((client) =>
        Promise.all(Array.from({ length: 99 }, () => client.watch(`${MAPS}?watch=1`)))
      ),
    )).flat();
    // One that never reads, in front of the others.
    await watching[0]!.watch(`${MAPS}?watch=1`);
    for (const name of ["a", "b", "c"]) await writing.post(MAPS, { metadata: { name } });
    await writing.delete(`${MAPS}/b`);
    const told = await Promise.all(watches.map((watch) => watch.take(4)));
    for (const events of told) {
      assertEquals(events, ["ADDED a", "ADDED b", "ADDED c", "DELETED b"]);
    }
    assert(told.length === 990);
  } finally {
    for (const client of clients) client.close();
  }
});
