/** Large answers for clients that read gzip. */
import { get, type IncomingHttpHeaders } from "node:http";
import { gunzipSync } from "node:zlib";
import { startTestServer } from "../../testing/api_server.ts";
import { joinedBytes } from "../../toolkit/joined_bytes.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";

/** What comes over the wire, which `fetch` would unpack. */
function raw(url: string, headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<
    { headers: IncomingHttpHeaders; body: Uint8Array; status: number | undefined }
  >();
  const request = get(url, {
    headers: { authorization: "Bearer test-token", ...headers },
  });
  request.on("error", reject);
  request.on("response", (response) => {
    const pieces: Uint8Array[] = [];
    response.on("data", (piece: Uint8Array) => pieces.push(piece));
    response.on("error", reject);
    response.on("end", () => {
      resolve({
        headers: response.headers,
        status: response.statusCode,
        body: joinedBytes(pieces),
      });
    });
  });
  return promise;
}

Deno.test("large answers are compressed for who can read them", async () => {
  // The same answer twice shows the same ages.
  await using server = await startTestServer({ clock: new FakeClock() });
  const { client } = server;
  const text = "a line of text that is like any other\n".repeat(300);
  for (let index = 0; index < 20; index++) {
    await client.post(MAPS, { metadata: { name: `m${index}` }, data: { text } });
  }
  const table = "application/json;as=Table;g=meta.k8s.io;v=v1";
  const partial = "application/vnd.kubernetes.protobuf";
  const cases: [query: string, headers: Record<string, string>, compressed: boolean][] = [
    ["", {}, false],
    ["", { "accept-encoding": "gzip" }, true],
    ["", { "accept-encoding": "deflate, gzip;q=0.5, br" }, true],
    ["", { "accept-encoding": "GZIP" }, true],
    ["", { "accept-encoding": "gzip;q=0" }, false],
    ["", { "accept-encoding": "br" }, false],
    ["?limit=19", { "accept-encoding": "gzip" }, true],
    ["?limit=2", { "accept-encoding": "gzip" }, false],
    ["?includeObject=Object", { "accept-encoding": "gzip", accept: table }, true],
    ["", { "accept-encoding": "gzip", accept: table }, false],
    ["", { "accept-encoding": "gzip", accept: partial }, true],
    ["?pretty=1", { "accept-encoding": "gzip" }, true],
  ];
  for (const [query, headers, compressed] of cases) {
    const what = `${query} ${JSON.stringify(headers)}`;
    const { "accept-encoding": _, ...plainHeaders } = headers;
    const plain = await raw(server.url + MAPS + query, plainHeaders);
    const answer = await raw(server.url + MAPS + query, headers);
    assertEquals(answer.headers["content-encoding"], compressed ? "gzip" : undefined, what);
    assertEquals(Number(answer.headers["content-length"]), answer.body.length, what);
    assertEquals(answer.headers["content-type"], plain.headers["content-type"], what);
    const body = compressed ? new Uint8Array(gunzipSync(answer.body)) : answer.body;
    assertEquals(body.length, plain.body.length, what);
    assert(body.every((byte, at) => byte === plain.body[at]), what);
    if (compressed) assert(answer.body.length < plain.body.length / 10, what);
  }
});

Deno.test("a watch is not compressed", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(MAPS, { metadata: { name: "a" }, data: { text: "x".repeat(300_000) } });
  const watch = await client.watch(`${MAPS}?watch=1`, { headers: { "accept-encoding": "gzip" } });
  assertEquals(watch.headers.get("content-encoding"), null);
  assertEquals(await watch.take(1), ["ADDED a"]);
});
