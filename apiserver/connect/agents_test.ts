/** What logs and streams have in common: agents that are away, certificates, the end, records. */
import { createClient } from "../../mod.ts";
import { startTestServer, TEST_TOKEN } from "../../testing/api_server.ts";
import { ClusterNetwork } from "../../testing/cluster_network.ts";
import { type AgentHandler, echoing, makePod, NodeAgentStandIn } from "../../testing/node_agent.ts";
import { auditTo } from "../../testing/audit.ts";
import { eventually } from "../../testing/eventually.ts";
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { DEFAULT_NODE_AGENTS } from "./mod.ts";
import { Transport } from "../../toolkit/transport/mod.ts";
import { encoder, env, PODS, text, upgraded } from "../../testing/server_with_agent.ts";

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
