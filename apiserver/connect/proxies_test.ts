/** Requests that are passed on to pods, services and nodes: a whole server, before a stand-in for all of them. */
import { startTestServer, TEST_TOKEN, type TestServer } from "../../testing/api_server.ts";
import type { TestServerOptions } from "../../testing/api_server.ts";
import { ClusterNetwork } from "../../testing/cluster_network.ts";
import { type AgentHandler, makePod, NodeAgentStandIn } from "../../testing/node_agent.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { type HttpRequest, readBody } from "../../toolkit/serving/mod.ts";
import { type Headers, Transport, type WholeResponse } from "../../toolkit/transport/mod.ts";

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Headers;
  readonly body?: Uint8Array | AsyncIterable<Uint8Array>;
}

interface Env extends AsyncDisposable {
  readonly place: NodeAgentStandIn;
  readonly server: TestServer;
  /** Where connections were to lead. */
  readonly targets: string[];
  /** Sends a request as it is, and follows nothing. */
  ask(asked: Asked): Promise<WholeResponse>;
}

/** A server from which every connection leads to one stand-in, wherever it was to lead. */
async function env(
  handler: AgentHandler,
  { https = false, ...options }: TestServerOptions & { https?: boolean } = {},
): Promise<Env> {
  const place = await NodeAgentStandIn.start(handler, { https });
  const network = await ClusterNetwork.start(place.port);
  const server = await startTestServer({
    nodeAgents: place.settings({ https }),
    egress: network.egress,
    lookUp: () => Promise.resolve(["10.9.9.9"]),
    ...options,
  });
  const transport = new Transport();
  const at = { host: "127.0.0.1", port: Number(new URL(server.url).port) };
  return {
    place,
    server,
    targets: network.targets,
    ask: ({ method = "GET", path, headers = {}, body }) =>
      transport.call(at, {
        method,
        path,
        headers: { authorization: `Bearer ${TEST_TOKEN}`, host: "api.example:6443", ...headers },
        body,
      }),
    async [Symbol.asyncDispose]() {
      transport.close();
      await server[Symbol.asyncDispose]();
      await network[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const encode = (text: string) => new TextEncoder().encode(text);
const PODS = "/api/v1/namespaces/default/pods";
const SERVICES = "/api/v1/namespaces/default/services";

/** Answers with what it is asked. */
async function mirror(request: HttpRequest) {
  const { method, path, query } = request;
  const body = decode(await readBody(request, 1 << 20));
  return { status: 200, body: `${method} ${path}?${query} ${body}` };
}

const PATHS: [sent: string, passed: string][] = [
  ["x:8080/proxy/", "/?"],
  ["x:8080/proxy/a/b", "/a/b?"],
  ["x:8080/proxy/a/b/", "/a/b/?"],
  ["x:8080/proxy/a//b/./c/../d", "/a/b/d?"],
  ["x:8080/proxy/../../../secrets", "/secrets?"],
  ["x:8080/proxy/%2e%2e/%2e%2e/y", "/y?"],
  ["x:8080/proxy/a%2Fb%20c%3Fd%25", "/a/b%20c%3Fd%25?"],
  ["x:8080/proxy/%C3%A4;b=1,2", "/%C3%A4;b=1,2?"],
  ["x:8080/proxy/a?b=c&path=/d&dry=x", "/a?b=c&path=/d&dry=x"],
];

Deno.test("a proxy passes on any method, path, query and body", async () => {
  await using it = await env(mirror);
  await makePod(it.server.client, "x", { ip: "10.1.2.3" });
  for (const [sent, passed] of PATHS) {
    const { status, body } = await it.ask({ path: `${PODS}/${sent}` });
    assertEquals([status, decode(body)], [200, `GET ${passed} `], sent);
  }
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    const { status, body } = await it.ask({
      method,
      path: `${PODS}/x:8080/proxy/y`,
      body: encode("said"),
    });
    assertEquals([status, decode(body)], [200, `${method} /y? said`]);
  }
  const pieces = async function* () {
    for (let at = 0; at < 40; at++) yield await Promise.resolve(new Uint8Array(10_000).fill(65));
  };
  const large = await it.ask({ method: "POST", path: `${PODS}/x:8080/proxy/y`, body: pieces() });
  assertEquals(large.body.length, "POST /y? ".length + 400_000);
  const head = await it.ask({ method: "HEAD", path: `${PODS}/x:8080/proxy/y` });
  assertEquals([head.status, head.body.length], [200, 0]);
  assert(it.targets.every((target) => target === "10.1.2.3 8080"));
});

Deno.test("who asks, and what proves it, does not get through a proxy", async () => {
  const authenticator = {
    authenticate: () => ({
      is: "known" as const,
      user: { name: "u", uid: "", groups: ["system:masters"], extra: {} },
    }),
  };
  await using it = await env(() => ({ status: 200 }), { authenticator });
  await makePod(it.server.client, "x", { ip: "10.1.2.3", port: 9090 });
  await it.ask({
    path: `${PODS}/x/proxy/a/?b`,
    headers: {
      authorization: "Bearer secret",
      "proxy-authorization": "Basic secret",
      "impersonate-user": "v",
      "impersonate-group": "g",
      "impersonate-extra-e": "f",
      "x-remote-user": "root",
      "x-remote-group": "system:masters",
      "x-remote-extra-scope": "all",
      "x-forwarded-for": "198.51.100.7",
      "x-mine": "kept",
      te: "trailers",
      "user-agent": "kept/1",
    },
  });
  const { headers } = it.place.requests[0]!;
  const others = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !["connection", "host"].includes(name)),
  );
  assertEquals(others, {
    "user-agent": "kept/1",
    "x-forwarded-for": "198.51.100.7, 127.0.0.1",
    "x-forwarded-uri": `${PODS}/x/proxy/a/`,
    "x-mine": "kept",
  });
  assertEquals(headers.host, "api.example:6443");
  assertEquals(it.targets, ["10.1.2.3 9090"]);
});

Deno.test("what a proxy answers comes back, but for what is of its connection", async () => {
  await using it = await env(() => ({
    status: 418,
    headers: {
      "content-type": "text/x",
      "set-cookie": ["a=b", "c=d"],
      "access-control-allow-origin": "*",
      "access-control-allow-credentials": "true",
      "proxy-authenticate": "Basic",
      "x-mine": "kept",
    },
    body: "short",
  }));
  await makePod(it.server.client, "x", { ip: "10.1.2.3" });
  const { status, headers, body } = await it.ask({ path: `${PODS}/x/proxy/a` });
  assertEquals([status, decode(body)], [418, "short"]);
  assertEquals(
    [headers["content-type"], headers["set-cookie"], headers["x-mine"]],
    ["text/x", ["a=b", "c=d"], "kept"],
  );
  for (const name of Object.keys(headers)) {
    assert(!name.startsWith("access-control") && !name.startsWith("proxy-"), name);
  }
});

const LOCATIONS: [sent: string, told: string][] = [
  ["/login?next=%2F#top", `${PODS}/x:81/proxy/login?next=%2F#top`],
  ["http://10.1.2.3:81/login", `${PODS}/x:81/proxy/login`],
  ["//10.1.2.3:81/", `${PODS}/x:81/proxy/`],
  ["http://api.example:6443/login", `http://api.example:6443${PODS}/x:81/proxy/login`],
  [`${PODS}/x:81/proxy/there`, `${PODS}/x:81/proxy/there`],
  ["https://elsewhere.example/a", "https://elsewhere.example/a"],
  ["there", "there"],
  ["?a", "?a"],
  ["mailto:/x", "mailto:/x"],
];

Deno.test("redirects are not followed, and lead back through the proxy", async () => {
  let location = "";
  await using it = await env(() => ({ status: 302, headers: { location } }));
  await makePod(it.server.client, "x", { ip: "10.1.2.3" });
  for (const [sent, told] of LOCATIONS) {
    location = sent;
    const { status, headers } = await it.ask({ path: `${PODS}/x:81/proxy/a` });
    assertEquals([status, headers.location], [302, told]);
  }
  assertEquals(it.place.requests.length, LOCATIONS.length);
  const bare = await it.ask({ path: `${PODS}/x:81/proxy?a=b` });
  assertEquals([bare.status, bare.headers.location], [301, `${PODS}/x:81/proxy/?a=b`]);
  assertEquals(it.place.requests.length, LOCATIONS.length);
  assertEquals((await it.ask({ method: "POST", path: `${PODS}/x:81/proxy` })).status, 302);
});

const NOT_REACHED = [
  "127.0.0.1",
  "127.8.9.1",
  "0.0.0.0",
  "169.254.169.254",
  "224.0.0.1",
  "255.255.255.255",
  "::1",
  "::",
  "fe80::1",
  "ff02::1",
];

Deno.test("nothing on this machine or its links is reached through a proxy", async () => {
  let addresses: string[] = [];
  await using it = await env(mirror, { lookUp: () => Promise.resolve(addresses) });
  const { client } = it.server;
  for (const [at, ip] of NOT_REACHED.entries()) {
    await makePod(client, `p${at}`, { ip });
    const { status, body } = await it.ask({ path: `${PODS}/p${at}/proxy/` });
    assertEquals([status, JSON.parse(decode(body)).message], [400, "address not allowed"], ip);
  }
  await makePod(client, "none");
  assertEquals((await it.ask({ path: `${PODS}/none/proxy/` })).status, 400);
  await it.place.makeNode(client, "named", "node.example");
  for (const ip of [...NOT_REACHED, "::ffff:127.0.0.1"]) {
    // One of several is enough.
    addresses = ["10.1.2.3", ip];
    const { status, body } = await it.ask({ path: "/api/v1/nodes/named/proxy/metrics" });
    assertEquals([status, JSON.parse(decode(body)).message], [400, "address not allowed"], ip);
  }
  assertEquals(it.targets, []);
});

Deno.test("a node's agent shows itself to the server, and its other ports to nobody's certificate", async () => {
  await using it = await env(mirror, { https: true });
  const { client } = it.server;
  await it.place.makeNode(client, "n1", "127.0.0.1");
  const local = await it.ask({ path: "/api/v1/nodes/n1/proxy/" });
  assertEquals(local.status, 400);
  await it.place.makeNode(client, "n2", "node.example");
  // The certificate is for another name.
  const { status, body } = await it.ask({ path: "/api/v1/nodes/n2/proxy/stats" });
  assertEquals(status, 503);
  const { message } = JSON.parse(decode(body));
  assert(/^error trying to reach service: .*wanted to match node\.example/.test(message), message);
  const other = await it.ask({ path: "/api/v1/nodes/https:n2:8443/proxy/stats" });
  assertEquals([other.status, decode(other.body)], [200, "GET /stats? "]);
  assertEquals(it.place.requests[0]?.peer.certificates, undefined);
  assertEquals(it.targets, [`10.9.9.9 ${it.place.port}`, "10.9.9.9 8443"]);
});

Deno.test("a node's agent is reached by its node, on its own port", async () => {
  await using it = await env(mirror);
  const { client } = it.server;
  await it.place.makeNode(client, "n2", "node.example");
  const { port } = it.place;
  for (const name of ["n2", `n2:${port}`, `https:n2:${port}`, "n2:81"]) {
    const { status } = await it.ask({ path: `/api/v1/nodes/${name}/proxy/stats` });
    assertEquals(status, 200, name);
  }
  const agent = `10.9.9.9 ${port}`;
  assertEquals(it.targets.at(-1), "10.9.9.9 81");
  assert(it.targets.slice(0, -1).every((target) => target === agent));
});

async function makeService(
  it: Env,
  ports: readonly object[],
  addresses: readonly object[],
  endpointPorts: readonly object[],
): Promise<void> {
  const { client } = it.server;
  const metadata = { name: "s", namespace: "default" };
  const answers = [
    await client.post(SERVICES, { apiVersion: "v1", kind: "Service", metadata, spec: { ports } }),
    await client.post("/api/v1/namespaces/default/endpoints", {
      apiVersion: "v1",
      kind: "Endpoints",
      metadata,
      subsets: [{ addresses, ports: endpointPorts }],
    }),
  ];
  for (const { status, text } of answers) assertEquals(status, 201, text);
}

const ref = (name: string, namespace = "default") => ({ kind: "Pod", name, namespace });

Deno.test("a service is reached by a pod behind it that has the address", async () => {
  await using it = await env(mirror);
  const { client } = it.server;
  await makePod(client, "x", { ip: "10.1.2.3" });
  await makePod(client, "moved", { ip: "10.1.2.9" });
  await makeService(
    it,
    [{ name: "web", port: 80 }, { name: "admin", port: 81 }],
    [
      { ip: "10.1.2.1" },
      { ip: "10.1.2.2", targetRef: ref("gone") },
      { ip: "10.1.2.3", targetRef: ref("x") },
      { ip: "10.1.2.4", targetRef: ref("moved") },
      { ip: "10.1.2.5", targetRef: ref("x", "other") },
    ],
    [{ name: "web", port: 8080 }, { name: "admin", port: 8081 }],
  );
  for (let round = 0; round < 10; round++) {
    for (const name of ["s:web", "s:80", "http:s:81"]) {
      assertEquals((await it.ask({ path: `${SERVICES}/${name}/proxy/` })).status, 200);
    }
  }
  assertEquals(new Set(it.targets), new Set(["10.1.2.3 8080", "10.1.2.3 8081"]));
});

const REFUSALS: [path: string, code: number, message: string][] = [
  [`${PODS}/a:b:c:d/proxy/`, 400, 'invalid pod request "a:b:c:d"'],
  [`${PODS}/ftp:x:80/proxy/`, 400, 'invalid pod request "ftp:x:80"'],
  [`${PODS}/:80/proxy/`, 400, 'invalid pod request ":80"'],
  [`${PODS}/none/proxy/`, 404, 'pods "none" not found'],
  [
    `${PODS}/x:web/proxy/`,
    503,
    'error trying to reach service: "web" is no port: name one by its number, 1 to 65535',
  ],
  [
    `${PODS}/x:99999/proxy/`,
    503,
    'error trying to reach service: "99999" is no port: name one by its number, 1 to 65535',
  ],
  [`${PODS}/x/proxy/?dryRun=All`, 400, "dryRun is not supported"],
  ["/api/v1/nodes/http:n:1:2/proxy/", 400, 'invalid node request "http:n:1:2"'],
  ["/api/v1/nodes/none/proxy/", 404, 'nodes "none" not found'],
  [`${SERVICES}/https::80/proxy/`, 400, 'invalid service request "https::80"'],
  [`${SERVICES}/none/proxy/`, 404, 'services "none" not found'],
  [`${SERVICES}/none:80/proxy/`, 404, 'services "none" not found'],
  [`${SERVICES}/s:99/proxy/`, 503, 'no service port 99 found for service "s"'],
  [`${SERVICES}/s:none/proxy/`, 503, 'no endpoints available for service "s:none"'],
  [`${SERVICES}/s:80/proxy/`, 503, 'no endpoints available for service "s:80"'],
];

Deno.test("proxies refuse what leads nowhere, and connect to nobody", async () => {
  await using it = await env(mirror);
  await makePod(it.server.client, "x", { ip: "10.1.2.3" });
  await makeService(it, [{ port: 80 }], [{ ip: "10.1.2.8", targetRef: ref("x") }], [{ port: 1 }]);
  for (const [path, code, message] of REFUSALS) {
    const { status, body } = await it.ask({ path });
    assertEquals([status, JSON.parse(decode(body)).message], [code, message], path);
  }
  assertEquals(it.targets, []);
});

Deno.test("a proxy upgrades what its place upgrades, with its query", async () => {
  await using it = await env((request) => ({
    status: 101,
    headers: { upgrade: String(request.upgrade) },
    upgrade: {
      kind: "raw",
      run: (stream) => stream.write(encode(`${request.path}?${request.query}`)),
    },
  }));
  await makePod(it.server.client, "x", { ip: "10.1.2.3" });
  using transport = new Transport();
  const at = { host: "127.0.0.1", port: Number(new URL(it.server.url).port) };
  const { upgraded } = await transport.send(at, {
    method: "GET",
    path: `${PODS}/x/proxy/live?a=b`,
    headers: { authorization: `Bearer ${TEST_TOKEN}`, upgrade: "tunnel" },
  });
  let said = decode(upgraded!.head);
  for await (const piece of upgraded!.stream) said += decode(piece);
  assertEquals(said, "/live?a=b");
});

Deno.test("admission is asked about proxies, and may lead them elsewhere", async () => {
  const seen: unknown[] = [];
  await using it = await env(mirror, {
    admission: [{
      handles: ["CONNECT"],
      mutate({ object, name, subresource }) {
        seen.push([name, subresource, { ...object }]);
        if (object?.path === "/secret") object.path = "/public";
      },
    }],
  });
  await makePod(it.server.client, "x", { ip: "10.1.2.3" });
  const { body } = await it.ask({ path: `${PODS}/http:x:80/proxy/secret?path=/other` });
  assertEquals(decode(body), "GET /public?path=/other ");
  const options = { kind: "PodProxyOptions", apiVersion: "v1", path: "/secret" };
  assertEquals(seen, [["http:x:80", "proxy", options]]);
});

Deno.test("every byte to and from a client passes the throttle", async () => {
  let passed = 0;
  await using it = await env(mirror, {
    async *throttle(pieces) {
      for await (const piece of pieces) {
        passed += piece.length;
        yield piece;
      }
    },
  });
  await makePod(it.server.client, "x", { ip: "10.1.2.3" });
  const pieces = async function* () {
    yield await Promise.resolve(new Uint8Array(300_000));
  };
  const { body } = await it.ask({ method: "POST", path: `${PODS}/x/proxy/y`, body: pieces() });
  assertEquals(passed, 300_000 + body.length);
});
