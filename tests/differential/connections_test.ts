/** What leads to nodes, pods and services: the same requests to this server and to the reference's, and one agent. */
import { NodeAgentStandIn, podOn } from "../../testing/node_agent.ts";
import { slowTests } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import type { HttpRequest } from "../../toolkit/serving/mod.ts";
import { type Headers, Transport } from "../../toolkit/transport/mod.ts";
import { type Pair, type Side, SIDES, startPair } from "./servers.ts";

const PODS = "/api/v1/namespaces/default/pods";
const SERVICES = "/api/v1/namespaces/default/services";

/** Method, path, and the protocol to change to. */
type Asked = readonly [method: string, path: string, upgrade?: string];

const SPDY = "SPDY/3.1";

const ASKED: readonly Asked[] = [
  ["GET", `${PODS}/x/log`],
  ["GET", `${PODS}/x/log?container=c&follow=true&previous=1&timestamps&tailLines=0&limitBytes=5`],
  ["GET", `${PODS}/x/log?sinceTime=2026-01-02T03:04:05Z&follow=false`],
  ["GET", `${PODS}/x/log?sinceSeconds=5&insecureSkipTLSVerifyBackend=true`],
  ["GET", `${PODS}/x/log?container=y`],
  ["GET", `${PODS}/x/log?tailLines=z`],
  ["GET", `${PODS}/x/log?tailLines=`],
  ["GET", `${PODS}/x/log?sinceTime=yesterday`],
  ["GET", `${PODS}/x/log?tailLines=-1&limitBytes=0`],
  ["GET", `${PODS}/x/log?sinceSeconds=0`],
  ["GET", `${PODS}/x/log?sinceSeconds=1&sinceTime=2026-01-02T03:04:05Z`],
  ["GET", `${PODS}/x/log?stream=Stdout`],
  ["GET", `${PODS}/two/log`],
  ["GET", `${PODS}/two/log?container=b`],
  ["GET", `${PODS}/none/log`],
  ["GET", `${PODS}/idle/log`],
  ["GET", `${PODS}/lost/log`],
  ["GET", `${PODS}/refused/log`],
  ["GET", `${PODS}/missing/log`],
  ["GET", `${PODS}/broken/log`],
  ["GET", `${PODS}/away/log`],
  ["POST", `${PODS}/x/log`],
  ["DELETE", `${PODS}/x/log`],
  ["GET", `${PODS}/x/log/more`],
  ["POST", `${PODS}/x/exec?command=a&command=b+c&stdin=true&stdout=1&stderr=0&tty`, SPDY],
  ["POST", `${PODS}/x/exec`, SPDY],
  ["POST", `${PODS}/x/exec?command=ls`],
  ["GET", `${PODS}/x/exec?command=ls`],
  ["PUT", `${PODS}/x/exec?command=ls`],
  ["POST", `${PODS}/x/exec?dryRun=All`, SPDY],
  ["POST", `${PODS}/x/exec?container=y`, SPDY],
  ["POST", `${PODS}/two/exec`, SPDY],
  ["POST", `${PODS}/idle/exec`, SPDY],
  ["POST", `${PODS}/lost/exec`, SPDY],
  ["POST", `${PODS}/none/exec`, SPDY],
  ["POST", `${PODS}/x/attach?container=c&stdout=true&tty=false`, SPDY],
  ["POST", `${PODS}/two/attach`, SPDY],
  ["POST", `${PODS}/x/portforward`, SPDY],
  ["POST", `${PODS}/x/portforward?ports=1,2&ports=3`, SPDY],
  ["POST", `${PODS}/x/portforward?ports=x`, SPDY],
  ["POST", `${PODS}/x/portforward?ports=65536`, SPDY],
  ["POST", `${PODS}/idle/portforward`, SPDY],
  ["GET", `${PODS}/x/proxy/`],
  ["GET", `${PODS}/none/proxy/`],
  ["GET", `${PODS}/a:b:c:d/proxy/`],
  ["GET", `${PODS}/ftp:x:80/proxy/`],
  ["GET", `${PODS}/here:80/proxy/`],
  ["GET", `${PODS}/here:80/proxy/?dryRun=All`],
  ["GET", "/api/v1/nodes/n1/proxy/metrics"],
  ["POST", "/api/v1/nodes/n1/proxy/run"],
  ["GET", "/api/v1/nodes/http:n1:80/proxy/"],
  ["GET", "/api/v1/nodes/a:b:c:d/proxy/"],
  ["GET", "/api/v1/nodes/none/proxy/"],
  ["GET", `${SERVICES}/none/proxy/`],
  ["GET", `${SERVICES}/none:80/proxy/`],
  ["GET", `${SERVICES}/s:99/proxy/`],
  ["GET", `${SERVICES}/s:80/proxy/`],
  ["GET", `${SERVICES}/s/proxy/`],
  ["GET", `${SERVICES}/https::80/proxy/`],
];

/** What an agent answers to the pods of these names. */
const ANSWERS: Readonly<Record<string, readonly [status: number, body: string]>> = {
  refused: [400, "container is waiting"],
  missing: [404, "no such container"],
  broken: [500, "out of order"],
  away: [403, "not you"],
};

function agent({ path, upgrade }: HttpRequest) {
  const [status, body] = ANSWERS[path.split("/")[3] ?? ""] ?? [200, "some text\n"];
  return upgrade === undefined ? { status, body } : { status: 418, body: "no streams here" };
}

async function prepare(pair: Pair, side: Side, node: NodeAgentStandIn): Promise<void> {
  const { url, http } = pair.servers[side];
  const metadata = { name: "s", namespace: "default" };
  const objects: [path: string, object: object][] = [
    ["/api/v1/nodes", node.node()],
    ...["x", "refused", "missing", "broken", "away"].map((name): [string, object] => [
      PODS,
      podOn(name),
    ]),
    [PODS, podOn("two", { containers: ["a", "b"] })],
    [PODS, podOn("idle", { node: "" })],
    [PODS, podOn("lost", { node: "n9" })],
    [PODS, podOn("here")],
    [SERVICES, { apiVersion: "v1", kind: "Service", metadata, spec: { ports: [{ port: 80 }] } }],
    ["/api/v1/namespaces/default/endpoints", {
      apiVersion: "v1",
      kind: "Endpoints",
      metadata,
      subsets: [{ addresses: [{ ip: "10.1.2.3" }], ports: [{ port: 80 }] }],
    }],
  ];
  const send = async (method: string, path: string, type: string, body: object) => {
    const response = await fetch(url + path, {
      method,
      client: http,
      headers: { "content-type": type },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    assert(response.ok, `${side} ${path}: ${text}`);
  };
  for (const [path, object] of objects) await send("POST", path, "application/json", object);
  const status = { podIP: "127.0.0.1", podIPs: [{ ip: "127.0.0.1" }] };
  await send("PATCH", `${PODS}/here/status`, "application/merge-patch+json", { status });
}

Deno.test({
  name: "what leads to nodes, pods and services is answered and passed on as by the reference",
  ignore: !slowTests(),
  fn: async () => {
    await using node = await NodeAgentStandIn.start(agent);
    await using pair = await startPair({
      tokens: ["known,tester,1"],
      files: async (folder) => {
        const write = async (name: string, text: string) => {
          await Deno.writeTextFile(`${folder}/${name}`, text);
          return `${folder}/${name}`;
        };
        return [
          `--kubelet-certificate-authority=${await write("nodes.crt", node.authority)}`,
          `--kubelet-client-certificate=${await write("node.crt", node.identity.certificate)}`,
          `--kubelet-client-key=${await write("node.key", node.identity.key)}`,
          "--kubelet-preferred-address-types=Hostname,InternalIP",
        ];
      },
    });
    const found = {} as Record<Side, Record<string, unknown>>;
    for (const side of SIDES) {
      await prepare(pair, side, node);
      using transport = new Transport();
      const { hostname, port } = new URL(pair.servers[side].url);
      const place = {
        host: hostname,
        port: Number(port),
        tls: { serverName: hostname, insecure: true },
      };
      const results: Record<string, unknown> = found[side] = {};
      for (const [method, path, upgrade] of ASKED) {
        node.requests.length = 0;
        const headers: Headers = {
          authorization: "Bearer known",
          ...(upgrade !== undefined && { upgrade }),
        };
        const answer = await transport.call(place, { method, path, headers });
        const passed = node.requests.map((one) => [
          one.method,
          one.path,
          one.query,
          one.upgrade ?? null,
          one.peer.certificates?.length,
        ]);
        results[`${method} ${path}`] = [...comparable(answer.status, answer.body), passed];
      }
    }
    // It calls a node that is not there a pod.
    const theirs = JSON.stringify(found.reference)
      .replaceAll('"pods \\"n9\\" not found",{"name":"n9","kind":"pods"}', NO_NODE);
    assertEquals(found.ours, JSON.parse(theirs));
  },
});

/** An address of this machine that counts beyond it; undefined: it has none. */
function ownAddress(): string | undefined {
  return Deno.networkInterfaces().find(({ address, family }) =>
    family === "IPv4" && !address.startsWith("127.") && !address.startsWith("169.254.")
  )?.address;
}

/** What is passed on, below the place's own path. */
const PASSED: readonly (readonly [method: string, path: string])[] = [
  ["GET", ""],
  ["HEAD", ""],
  ["GET", "?a=b"],
  ["POST", ""],
  ["GET", "/"],
  ["GET", "/a/b?c=d&path=e"],
  ["GET", "/a/b/"],
  ["GET", "/a//b/./c/../d"],
  ["GET", "/../../x"],
  ["GET", "/a%2Fb%20c%3Fd%25;e=1,2"],
  ["PUT", "/y"],
  ["PATCH", "/y"],
  ["DELETE", "/y"],
  ["OPTIONS", "/y"],
  ["HEAD", "/y"],
  ["GET", "/redirect/local"],
  ["GET", "/redirect/own"],
  ["GET", "/redirect/ours"],
  ["GET", "/redirect/other"],
  ["GET", "/redirect/relative"],
  ["GET", "/redirect/through"],
  ["GET", "/fault"],
];

const address = ownAddress();

Deno.test({
  name: "proxies pass on requests and answers as the reference does",
  ignore: !slowTests() || address === undefined,
  fn: async () => {
    if (address === undefined) return;
    const seen: unknown[] = [];
    let ours = "";
    await using place = await NodeAgentStandIn.start((request) => {
      const { method, path, query, headers } = request;
      // Where a path is not the shortest, theirs says its end twice, or leaves out what it is below.
      const said = headers["x-forwarded-uri"] ?? "";
      const odd = /\/[dx]$/.test(String(said));
      const kept = Object.entries(headers).filter(([name]) =>
        name !== "connection" && !(odd && name === "x-forwarded-uri")
      );
      seen.push([method, path, query, Object.fromEntries(kept)]);
      const locations: Record<string, string> = {
        "/redirect/local": "/login/?a=%2F#b",
        "/redirect/own": `http://${headers.host}/login`,
        "/redirect/ours": `https://${address}:${place.port}/login`,
        "/redirect/other": "https://elsewhere.example/login",
        "/redirect/relative": "login",
        "/redirect/through": `${PODS}/x:${place.port}/proxy/login`,
      };
      const location = locations[path];
      return {
        status: location !== undefined ? 302 : path === "/fault" ? 500 : 200,
        headers: {
          "content-type": "text/x",
          "access-control-allow-origin": "*",
          "x-mine": "kept",
          ...(location !== undefined && { location }),
        },
        body: "some text",
      };
    }, { https: false, hostname: address });
    await using pair = await startPair({ tokens: ["known,tester,1"] });
    const found = {} as Record<Side, unknown[]>;
    for (const side of SIDES) {
      const { url, http } = pair.servers[side];
      await makeReachable(url, http, address, place);
      using transport = new Transport();
      const { hostname, port } = new URL(url);
      ours = `${hostname}:${port}`;
      const at = {
        host: hostname,
        port: Number(port),
        tls: { serverName: hostname, insecure: true },
      };
      const results: unknown[] = found[side] = [];
      const places = [
        `${PODS}/x:${place.port}/proxy`,
        `/api/v1/nodes/n1:81/proxy`,
        `/api/v1/nodes/http:n1:${place.port}/proxy`,
        `${SERVICES}/s:80/proxy`,
        `${SERVICES}/http:s:web/proxy`,
      ];
      for (const prefix of places) {
        for (const [method, path] of prefix.includes("n1:81") ? [] : PASSED) {
          seen.length = 0;
          const { status, headers, body } = await transport.call(at, {
            method,
            path: prefix + path,
            headers: {
              authorization: "Bearer known",
              "x-remote-user": "root",
              "x-forwarded-for": "198.51.100.7",
              "user-agent": "test/1",
              accept: "*/*",
              "accept-encoding": "identity",
            },
          });
          const shown = ["location", "content-type", "x-mine", "access-control-allow-origin"]
            .map((name) => headers[name] ?? null);
          const told = [prefix, method, path, status, shown, new TextDecoder().decode(body), seen];
          results.push(JSON.parse(JSON.stringify(told).replaceAll(ours, "SERVER")));
        }
      }
    }
    assertEquals(found.ours, found.reference);
  },
});

async function makeReachable(
  url: string,
  client: Deno.HttpClient,
  ip: string,
  place: NodeAgentStandIn,
): Promise<void> {
  const send = async (method: string, path: string, type: string, body: object) => {
    const response = await fetch(url + path, {
      method,
      client,
      headers: { "content-type": type },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    assert(response.ok, `${path}: ${text}`);
  };
  const create = (path: string, body: object) => send("POST", path, "application/json", body);
  const metadata = { name: "s", namespace: "default" };
  const ports = [{ name: "web", port: 80 }];
  // The agent's port is another: that of the place is one of the node's others.
  await create("/api/v1/nodes", {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name: "n1" },
    status: { addresses: [{ type: "InternalIP", address: ip }] },
  });
  await create(PODS, podOn("x"));
  const status = { podIP: ip, podIPs: [{ ip }] };
  await send("PATCH", `${PODS}/x/status`, "application/merge-patch+json", { status });
  await create(SERVICES, { apiVersion: "v1", kind: "Service", metadata, spec: { ports } });
  const targetRef = { kind: "Pod", name: "x", namespace: "default" };
  await create("/api/v1/namespaces/default/endpoints", {
    apiVersion: "v1",
    kind: "Endpoints",
    metadata,
    subsets: [{ addresses: [{ ip, targetRef }], ports: [{ name: "web", port: place.port }] }],
  });
}

const NO_NODE = '"nodes \\"n9\\" not found",{"name":"n9","kind":"nodes"}';

/** Of a Status what is said, of everything else the text. */
function comparable(status: number, body: Uint8Array): unknown[] {
  const text = new TextDecoder().decode(body);
  if (!text.startsWith("{")) return [status, text];
  const { code, reason, message, details } = JSON.parse(text);
  return [status, code, reason, message, details ?? null];
}
