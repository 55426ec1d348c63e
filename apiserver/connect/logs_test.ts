/** Logs of pods: a whole server, before a stand-in for the agent of a node. */
import { TEST_TOKEN } from "../../testing/api_server.ts";
import { makePod } from "../../testing/node_agent.ts";
import { eventually } from "../../testing/eventually.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { openWebSocket, Transport } from "../../toolkit/transport/mod.ts";
import { encoder, env, PODS, text } from "../../testing/server_with_agent.ts";

Deno.test("pods/log gives what the agent has, as text, and asks for what was asked", async () => {
  await using it = await env(() => text("one\ntwo\n"));
  const { client } = it.server;
  const answer = await client.get(`${PODS}/x/log`);
  assertEquals([answer.status, answer.text], [200, "one\ntwo\n"]);
  assertEquals(answer.headers.get("content-type"), "text/plain");
  await client.get(
    `${PODS}/x/log?container=c&follow=true&previous=1&sinceSeconds=3&tailLines=0&limitBytes=9&timestamps`,
  );
  await client.get(`${PODS}/x/log?sinceTime=2026-01-02T03:04:05%2B01:00&follow=false`);
  assertEquals(it.agent.requests.map(({ path, query }) => [path, query]), [
    ["/containerLogs/default/x/c", ""],
    [
      "/containerLogs/default/x/c",
      "follow=true&limitBytes=9&previous=true&sinceSeconds=3&tailLines=0&timestamps=true",
    ],
    ["/containerLogs/default/x/c", "sinceTime=2026-01-02T02%3A04%3A05Z"],
  ]);
  for (const { headers, peer } of it.agent.requests) {
    assertEquals(headers.authorization, undefined);
    assertEquals(peer.certificates?.length, 1);
  }
});

Deno.test("pods/log streams while the container writes, and ends with its client", async () => {
  const more = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  await using it = await env(() =>
    text((async function* () {
      try {
        yield encoder.encode("first\n");
        await more.promise;
        for (;;) {
          yield encoder.encode("more\n");
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      } finally {
        ended.resolve();
      }
    })())
  );
  const stop = new AbortController();
  const response = await it.server.client.send(
    "GET",
    `${PODS}/x/log?follow=true`,
    {},
    stop.signal,
  );
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  assertEquals((await reader.read()).value, "first\n");
  more.resolve();
  assert((await reader.read()).value?.startsWith("more\n"));
  stop.abort();
  await reader.read().catch(() => {});
  await ended.promise;
  await eventually("the agent is left alone", () => it.agent.connections === 0);
});

Deno.test("pods/log comes as messages over a WebSocket, in text where that is asked for", async () => {
  await using it = await env(() => text("one\ntwo\n"));
  using transport = new Transport();
  const { hostname, port } = new URL(it.server.url);
  const place = { host: hostname, port: Number(port) };
  const headers = { authorization: `Bearer ${TEST_TOKEN}` };
  for (
    const [protocols, said] of [
      [[], "one\ntwo\n"],
      [["binary.k8s.io"], "one\ntwo\n"],
      [["other", "base64.binary.k8s.io"], encoder.encode("one\ntwo\n").toBase64()],
    ] as const
  ) {
    const path = `${PODS}/x/log`;
    const socket = await openWebSocket(transport, place, { path, headers, protocols });
    assertEquals(socket.protocol, protocols.at(-1) ?? "");
    let heard = "";
    for (let message = await socket.next(); message; message = await socket.next()) {
      heard += new TextDecoder().decode(message.data);
    }
    assertEquals(heard, said);
  }
});

Deno.test("pods/log is an answer without content when the pod runs nowhere yet", async () => {
  await using it = await env(() => text("never"));
  await makePod(it.server.client, "idle", { node: "" });
  const { status, text: said } = await it.server.client.get(`${PODS}/idle/log`);
  assertEquals([status, said, it.agent.requests.length], [204, "", 0]);
});

const LOG_REFUSALS: [query: string, code: number, message: string][] = [
  ["container=y", 400, "container y is not valid for pod x"],
  ["tailLines=z", 400, 'strconv.ParseInt: parsing "z": invalid syntax'],
  [
    "sinceTime=yesterday",
    400,
    'parsing time "yesterday" as "2006-01-02T15:04:05Z07:00": cannot parse "yesterday" as "2006"',
  ],
  [
    "tailLines=-1",
    422,
    'PodLogOptions "x" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0',
  ],
  [
    "limitBytes=0",
    422,
    'PodLogOptions "x" is invalid: limitBytes: Invalid value: 0: must be greater than 0',
  ],
  [
    "sinceSeconds=0",
    422,
    'PodLogOptions "x" is invalid: sinceSeconds: Invalid value: 0: must be greater than 0',
  ],
  [
    "sinceSeconds=1&sinceTime=2026-01-02T03:04:05Z",
    422,
    'PodLogOptions "x" is invalid: []: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
  ],
  ["stream=All", 422, 'PodLogOptions "x" is invalid: stream: Forbidden: may not be specified'],
];

Deno.test("pods/log refuses what can't be asked for, and asks nobody", async () => {
  await using it = await env(() => text("never"));
  const { client } = it.server;
  for (const [query, code, message] of LOG_REFUSALS) {
    const { json } = await client.get(`${PODS}/x/log?${query}`);
    assertEquals([json.code, json.message], [code, message]);
  }
  const missing = await client.get(`${PODS}/none/log`);
  assertEquals([missing.status, missing.json.message], [404, 'pods "none" not found']);
  await makePod(client, "two", { containers: ["a", "b"] });
  const { json: two } = await client.get(`${PODS}/two/log`);
  const choice = "a container name must be specified for pod two, choose one of: [a b]";
  assertEquals([two.code, two.reason, two.message], [400, "BadRequest", choice]);
  await makePod(client, "lost", { node: "n9" });
  const { json: lost } = await client.get(`${PODS}/lost/log`);
  assertEquals([lost.code, lost.message], [404, 'nodes "n9" not found']);
  assertEquals((await client.delete(`${PODS}/x/log`)).status, 405);
  assertEquals(it.agent.requests.length, 0);
});

Deno.test("pods/log asks for one of two streams when the feature is on", async () => {
  const features = new Set(["PodLogsQuerySplitStreams"] as const);
  await using it = await env(() => text("x"), { features });
  const { client } = it.server;
  await client.get(`${PODS}/x/log`);
  await client.get(`${PODS}/x/log?stream=Stderr`);
  assertEquals(it.agent.requests.map(({ query }) => query), ["stream=All", "stream=Stderr"]);
  for (
    const [query, message] of [
      ["stream=Both", 'Unsupported value: "Both": supported values: "All", "Stderr", "Stdout"'],
      ["stream=Stdout&tailLines=1", "`tailLines` and specific `stream` are mutually exclusive"],
    ] as const
  ) {
    const { json } = await client.get(`${PODS}/x/log?${query}`);
    assertEquals(json.code, 422);
    assert(json.message.includes(message), json.message);
  }
});

Deno.test("pods/log tells what the agent says when it refuses", async () => {
  const cases: [status: number, code: number, reason: string, message: string][] = [
    [400, 400, "BadRequest", 'container "c" is waiting to start'],
    [
      404,
      404,
      "NotFound",
      "the server could not find the requested resource ( pods/log x)",
    ],
    [500, 500, "InternalError", 'Internal error occurred: container "c" is waiting to start'],
    [
      302,
      302,
      "",
      "the server responded with the status code 302 but did not return more information ( pods/log x)",
    ],
  ];
  let status = 200;
  await using it = await env(() => ({
    status,
    headers: { location: "/secrets" },
    body: 'container "c" is waiting to start',
  }));
  for (const [answered, code, reason, message] of cases) {
    status = answered;
    const response = await fetch(`${it.server.url}${PODS}/x/log`, {
      redirect: "manual",
      headers: { authorization: `Bearer ${TEST_TOKEN}` },
    });
    const said = await response.json();
    assertEquals([response.status, said.code, said.reason ?? "", said.message], [
      code,
      code,
      reason,
      message,
    ]);
    assertEquals(response.headers.get("location"), null);
  }
});
