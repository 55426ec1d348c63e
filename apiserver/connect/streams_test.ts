/** Streams of pods: a whole server, before a stand-in for the agent of a node. */
import { createClient } from "../../mod.ts";
import { TEST_TOKEN } from "../../testing/api_server.ts";
import { echoing, makePod } from "../../testing/node_agent.ts";
import { eventually } from "../../testing/eventually.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { DIALECTS } from "../../toolkit/names.ts";
import { Transport } from "../../toolkit/transport/mod.ts";
import { encoder, env, PODS, upgraded } from "../../testing/server_with_agent.ts";

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
