/** Logs and streams of pods: a whole server, before a stand-in for the agent of a node. */
import { createClient } from "../../mod.ts";
import { startTestServer, TEST_TOKEN } from "../../testing/api_server.ts";
import type { TestServer, TestServerOptions } from "../../testing/api_server.ts";
import { ClusterNetwork } from "../../testing/cluster_network.ts";
import { type AgentHandler, echoing, makePod, NodeAgentStandIn } from "../../testing/node_agent.ts";
import { auditTo } from "../../testing/audit.ts";
import { eventually } from "../../testing/eventually.ts";
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { DIALECTS } from "../../toolkit/names.ts";
import type { HttpResponse } from "../../toolkit/serving/mod.ts";
import { DEFAULT_NODE_AGENTS } from "./mod.ts";
import { openWebSocket, Transport } from "../../toolkit/transport/mod.ts";

const PODS = "/api/v1/namespaces/default/pods";
const encoder = new TextEncoder();

interface Env extends AsyncDisposable {
  readonly agent: NodeAgentStandIn;
  readonly server: TestServer;
}

/** A server with a node `n1`, whose agent answers as `handler` says, and a pod `x` on it. */
async function env(handler: AgentHandler, options: TestServerOptions = {}): Promise<Env> {
  const agent = await NodeAgentStandIn.start(handler);
  const server = await startTestServer({ nodeAgents: agent.settings(), ...options });
  await agent.makeNode(server.client);
  await makePod(server.client, "x");
  return {
    agent,
    server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await agent[Symbol.asyncDispose]();
    },
  };
}

const text = (body: NonNullable<HttpResponse["body"]>): HttpResponse => ({ status: 200, body });

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

Deno.test("an agent with a bad certificate is told nothing, unless any will do", async () => {
  await using other = await NodeAgentStandIn.start(() => text("other"));
  await using it = await env(() => text("x"));
  await it.server.client.post("/api/v1/nodes", {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name: "n2" },
    status: {
      addresses: [{ type: "InternalIP", address: "127.0.0.1" }],
      daemonEndpoints: { kubeletEndpoint: { Port: other.port } },
    },
  });
  await makePod(it.server.client, "y", { node: "n2" });
  const { json } = await it.server.client.get(`${PODS}/y/log`);
  assertEquals([json.code, json.reason], [503, "ServiceUnavailable"]);
  assert(
    /^error dialing backend: .*certificate signed by unknown/.test(json.message),
    json.message,
  );
  assertEquals(other.requests.length, 0);
  const trusting = await it.server.client.get(`${PODS}/y/log?insecureSkipTLSVerifyBackend=true`);
  assertEquals(trusting.text, "other");
  const metrics = (await it.server.client.get("/metrics")).text;
  for (
    const line of [
      "kube_apiserver_pod_logs_backend_tls_failure_total 1",
      'kube_apiserver_pod_logs_insecure_backend_total{usage="enforce_tls"} 1',
      'kube_apiserver_pod_logs_insecure_backend_total{usage="skip_tls_allowed"} 1',
    ]
  ) assert(metrics.includes(line), line);
});

Deno.test("what leads to a node is a 503 when no agent is there", async () => {
  const gone = await NodeAgentStandIn.start(() => text("x"));
  await using server = await startTestServer({ nodeAgents: gone.settings() });
  const { client, url } = server;
  await gone.makeNode(client);
  await makePod(client, "x");
  await gone[Symbol.asyncDispose]();
  const { json } = await client.get(`${PODS}/x/log`);
  assertEquals([json.code, json.reason], [503, "ServiceUnavailable"]);
  const refused = `error dialing backend: 127.0.0.1:${gone.port}: connection refused`;
  assertEquals(json.message, refused);
  for (const upgrade of ["SPDY/3.1", "websocket"]) {
    const { status, said } = await upgraded(url, `${PODS}/x/exec?command=ls`, upgrade);
    assertEquals([status, JSON.parse(said).message], [503, refused]);
  }
  await client.post("/api/v1/nodes", {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name: "bare" },
    status: { addresses: [{ type: "Other", address: "10.1.2.3" }] },
  });
  await makePod(client, "y", { node: "bare" });
  const { json: bare } = await client.get(`${PODS}/y/log`);
  assertEquals([bare.code, bare.reason], [503, "ServiceUnavailable"]);
  assert(bare.message.startsWith("no preferred addresses found for node bare: it has Other 10"));
});

/** Asks to change the protocol; what is refused is read. */
async function upgraded(url: string, path: string, upgrade: string) {
  // A browser can't do otherwise.
  const method = upgrade === "websocket" ? "GET" : "POST";
  using transport = new Transport();
  const { hostname, port } = new URL(url);
  const answer = await transport.send({ host: hostname, port: Number(port) }, {
    method,
    path,
    headers: {
      authorization: `Bearer ${TEST_TOKEN}`,
      connection: "Upgrade",
      upgrade,
      ...(upgrade === "websocket" && {
        "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      }),
    },
  });
  let said = "";
  const decoder = new TextDecoder();
  for await (const piece of answer.body) said += decoder.decode(piece, { stream: true });
  answer.upgraded?.stream.destroy();
  return { status: answer.status, said, headers: answer.headers };
}

for (const dialect of DIALECTS) {
  Deno.test(`exec and attach reach the agent over a WebSocket, ${dialect}`, async () => {
    const authorizer = { authorize: () => ({ decision: "allow" as const, reason: "" }) };
    await using it = await env(echoing, { dialect, authorizer });
    await using client = await createClient({
      config: it.server.url,
      dialect,
      namespace: "default",
    });
    await using process = await client.exec("x", { command: ["sh", "-c", "a b"], stdin: true });
    const writer = process.stdin.getWriter();
    await writer.write(encoder.encode("hello "));
    await writer.write(new Uint8Array(300_000).fill(65));
    writer.releaseLock();
    const { code, stdout } = await process.output();
    assertEquals([code, stdout.length], [0, 300_006]);
    await using attached = await client.attach("x", { tty: true, container: "c" });
    assertEquals((await attached.output()).code, 0);
    assertEquals(it.agent.requests.map(({ method, path, query }) => [method, path, query]), [
      ["GET", "/exec/default/x/c", "command=sh&command=-c&command=a+b&error=1&input=1&output=1"],
      ["GET", "/attach/default/x/c", "output=1&tty=1"],
    ]);
    for (const { headers, peer } of it.agent.requests) {
      assertEquals(headers.authorization, undefined);
      assertEquals(headers.host, `127.0.0.1:${it.agent.port}`);
      assertEquals(peer.certificates?.length, 1);
    }
    await eventually("the agent is left alone", () => it.agent.connections === 0);
  });
}

Deno.test("portforward reaches the agent, with its ports", async () => {
  await using it = await env(echoing);
  const { status } = await upgraded(
    it.server.url,
    `${PODS}/x/portforward?ports=8080`,
    "websocket",
  );
  const [{ path, query } = { path: "", query: "" }] = it.agent.requests;
  assertEquals([status, path, query], [101, "/portForward/default/x", "port=8080"]);
  const several = await upgraded(it.server.url, `${PODS}/x/portforward?ports=1,x`, "websocket");
  assertEquals(
    JSON.parse(several.said).message,
    'cannot convert to []int32: strconv.ParseUint: parsing "x": invalid syntax',
  );
});

Deno.test("a stream of any protocol goes through byte by byte, until one side ends", async () => {
  const seen = Promise.withResolvers<string>();
  await using it = await env((request) => ({
    status: 101,
    headers: { upgrade: request.upgrade ?? "", "x-stream-protocol-version": "v4" },
    upgrade: {
      kind: "raw",
      async run(stream) {
        for await (const piece of stream.incoming) {
          seen.resolve(new TextDecoder().decode(piece));
          await stream.write(encoder.encode("pong"));
          return;
        }
      },
    },
  }));
  using transport = new Transport();
  const { hostname, port } = new URL(it.server.url);
  const { upgraded, headers } = await transport.send({ host: hostname, port: Number(port) }, {
    method: "POST",
    path: `${PODS}/x/exec?command=ls&stdout=true`,
    headers: {
      authorization: `Bearer ${TEST_TOKEN}`,
      upgrade: "SPDY/3.1",
      "x-stream-protocol-version": ["v5", "v4"],
    },
  });
  assert(upgraded !== undefined);
  assertEquals([headers.upgrade, headers["x-stream-protocol-version"]], ["SPDY/3.1", "v4"]);
  upgraded.stream.write(encoder.encode("ping"));
  let said = new TextDecoder().decode(upgraded.head);
  for await (const piece of upgraded.stream) said += new TextDecoder().decode(piece);
  assertEquals([await seen.promise, said], ["ping", "pong"]);
  assertEquals(it.agent.requests[0]?.headers["x-stream-protocol-version"], ["v5", "v4"]);
});

Deno.test("a stream that the agent refuses is answered with what it says", async () => {
  let status = 403;
  await using it = await env(() => ({ status, body: "not here" }));
  const path = `${PODS}/x/exec?command=ls`;
  const refused = await upgraded(it.server.url, path, "websocket");
  assertEquals([refused.status, refused.said], [403, "not here"]);
  status = 200;
  const odd = await upgraded(it.server.url, path, "websocket");
  const message = "Internal error occurred: invalid upgrade response: status code 200";
  assertEquals([odd.status, JSON.parse(odd.said).message], [500, message]);
});

const STREAM_REFUSALS: [path: string, code: number, message: string][] = [
  ["x/exec?command=ls&container=y", 400, "container y is not valid for pod x"],
  ["none/exec", 404, 'pods "none" not found'],
  ["idle/exec", 400, "pod idle does not have a host assigned"],
  ["idle/portforward", 400, "pod idle does not have a host assigned"],
  ["x/exec?dryRun=All", 400, "dryRun is not supported"],
  ["x/attach?dryRun", 400, "dryRun is not supported"],
];

Deno.test("streams refuse what can't be asked for, and ask nobody", async () => {
  await using it = await env(echoing);
  await makePod(it.server.client, "idle", { node: "" });
  for (const [path, code, message] of STREAM_REFUSALS) {
    const { status, said } = await upgraded(it.server.url, `${PODS}/${path}`, "websocket");
    assertEquals([status, JSON.parse(said).message], [code, message], path);
  }
  const plain = await it.server.client.post(`${PODS}/x/exec`, {});
  assertEquals([plain.status, plain.json.message], [400, "Upgrade request required"]);
  assertEquals((await it.server.client.put(`${PODS}/x/exec`, {})).status, 405);
  assertEquals((await it.server.client.get(`${PODS}/x/exec/more`)).status, 404);
  assertEquals(it.agent.requests.length, 0);
});

Deno.test("a stream that is opened by a GET takes the permission to create", async () => {
  const asked: string[] = [];
  const authorizer = {
    authorize: ({ verb, subresource }: { verb: string; subresource: string }) => {
      if (subresource !== "") asked.push(`${verb} ${subresource}`);
      const decision = verb === "create" && subresource === "exec"
        ? "no opinion" as const
        : "allow" as const;
      return { decision, reason: "only reading" };
    },
  };
  await using it = await env(echoing, { authorizer });
  const path = `${PODS}/x/exec?command=ls`;
  const refused = await upgraded(it.server.url, path, "websocket");
  const message = 'pods "x" is forbidden: only reading';
  assertEquals([refused.status, JSON.parse(refused.said).message], [403, message]);
  assertEquals(asked, ["get exec", "create exec"]);
  const attached = await upgraded(it.server.url, `${PODS}/x/attach`, "websocket");
  assertEquals(attached.status, 101);
  assertEquals(it.agent.requests.length, 1);
});

Deno.test("admission is asked about streams, and may change what they ask for", async () => {
  const seen: unknown[] = [];
  await using it = await env(echoing, {
    admission: [{
      handles: ["CONNECT"],
      mutate({ object, kind, name, subresource, operation, options }) {
        seen.push([operation, kind.kind, name, subresource, options.fields, { ...object }]);
        if (object !== undefined && object.container === "b") object.container = "a";
      },
      validate({ object }) {
        if (object?.tty === true) throw new Error("no terminals");
      },
    }],
  });
  await makePod(it.server.client, "two", { containers: ["a", "b"] });
  const path = `${PODS}/two/exec?command=ls&container=b&stdout=true`;
  const { status } = await upgraded(it.server.url, path, "websocket");
  assertEquals([status, it.agent.requests[0]?.path], [101, "/exec/default/two/a"]);
  assertEquals(seen, [[
    "CONNECT",
    "PodExecOptions",
    "two",
    "exec",
    {},
    {
      kind: "PodExecOptions",
      apiVersion: "v1",
      stdout: true,
      container: "b",
      command: ["ls"],
    },
  ]]);
  const tty = await upgraded(it.server.url, `${path}&tty=true`, "websocket");
  assertEquals(tty.status, 500);
  assertEquals(it.agent.requests.length, 1);
});

Deno.test("plugins keep people out of privileged containers", async () => {
  await using it = await env(echoing, { plugins: ["DenyEscalatingExec"] });
  await makePod(it.server.client, "host", { spec: { hostPID: true } });
  const refused = await upgraded(it.server.url, `${PODS}/host/exec?command=ls`, "websocket");
  assertEquals(refused.status, 403);
  assert(JSON.parse(refused.said).message.includes("a container using host pid"));
  assertEquals((await upgraded(it.server.url, `${PODS}/x/exec`, "websocket")).status, 101);
});

Deno.test("a server that stops ends streams and logs", async () => {
  const opened = Promise.withResolvers<void>();
  await using it = await env((request) => {
    if (request.upgrade === undefined) {
      return text((async function* () {
        yield encoder.encode("first\n");
        await new Promise<void>((resolve) =>
          request.signal.addEventListener("abort", () => resolve())
        );
      })());
    }
    return {
      status: 101,
      headers: { upgrade: "x" },
      upgrade: {
        kind: "raw",
        async run(stream) {
          opened.resolve();
          for await (const _ of stream.incoming);
        },
      },
    };
  });
  using transport = new Transport();
  const { hostname, port } = new URL(it.server.url);
  const headers = { authorization: `Bearer ${TEST_TOKEN}` };
  const place = { host: hostname, port: Number(port) };
  const stream = await transport.send(place, {
    method: "POST",
    path: `${PODS}/x/exec`,
    headers: { ...headers, upgrade: "x" },
  });
  await opened.promise;
  const log = await transport.send(place, {
    method: "GET",
    path: `${PODS}/x/log?follow=true`,
    headers,
  });
  const pieces = log.body[Symbol.asyncIterator]();
  await pieces.next();
  // Far longer than this test may take: it is not waited for.
  const closed = it.server.server.close(600_000);
  await assertRejects(() => pieces.next());
  for await (const _ of stream.upgraded!.stream);
  await closed;
  await eventually("the agent is left alone", () => it.agent.connections === 0);
});

Deno.test("connections to an agent are made within its time", async () => {
  await using silent = await ClusterNetwork.start(undefined);
  await using it = await env(() => text("x"), {
    nodeAgents: DEFAULT_NODE_AGENTS,
    egress: silent.egress,
    clock: { ...systemClock, after: (ms, run) => systemClock.after(ms === 5_000 ? 0 : ms, run) },
  });
  const { json } = await it.server.client.get(`${PODS}/x/log`);
  assertEquals(json.code, 503);
  assert(json.message.endsWith("no connection within 5000 ms"), json.message);
});

Deno.test("what leads to nodes goes through the proxy of the cluster's network", async () => {
  const agent = await NodeAgentStandIn.start(() => text("through"));
  await using network = await ClusterNetwork.start(agent.port);
  await using server = await startTestServer({
    nodeAgents: agent.settings(),
    egress: network.egress,
  });
  await agent.makeNode(server.client);
  await makePod(server.client, "x");
  assertEquals((await server.client.get(`${PODS}/x/log`)).text, "through");
  assertEquals(network.targets, [`127.0.0.1 ${agent.port}`]);
  await agent[Symbol.asyncDispose]();
});

Deno.test("logs and streams are recorded when they are over, with the code that was answered", async () => {
  const records: [path: string, code: number, lasted: boolean][] = [];
  const audit = auditTo(({ context, code, lasted }) => {
    if (context.info.subresource !== "") records.push([context.info.subresource, code, lasted]);
  });
  const more = Promise.withResolvers<void>();
  const logging: AgentHandler = (request) =>
    request.path.startsWith("/containerLogs")
      ? text((async function* () {
        yield encoder.encode("first\n");
        await more.promise;
      })())
      : echoing(request);
  const authorizer = { authorize: () => ({ decision: "allow" as const, reason: "" }) };
  await using it = await env(logging, { audit, authorizer });
  const followed = await it.server.client.send("GET", `${PODS}/x/log?follow=true`);
  const reader = followed.body!.getReader();
  await reader.read();
  {
    await using client = await createClient({
      config: it.server.url,
      dialect: "kubernetes",
      namespace: "default",
    });
    await using process = await client.exec("x", { command: ["a"], stdin: true });
    assertEquals(records, []);
    await process.stdin.close();
    await process.output();
    await eventually("the stream is recorded", () => records.length === 1);
  }
  more.resolve();
  assertEquals((await reader.read()).done, true);
  await eventually("the log is recorded", () => records.length === 2);
  await it.server.client.get(`${PODS}/x/log?container=none`);
  assertEquals(records, [["exec", 101, true], ["log", 200, true], ["log", 400, true]]);
});
