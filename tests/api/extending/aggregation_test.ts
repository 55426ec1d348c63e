/** Versions of groups that other servers have: found, checked, passed on to. */

import type { AnyObject } from "../../../testing/api_client.ts";
import { startTestServer } from "../../../testing/api_server.ts";
import { eventually } from "../../../testing/eventually.ts";
import { metricValues } from "../../../testing/metric_samples.ts";
import { FakeClock } from "../../../toolkit/clock.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { makeAuthority, makeCertificate, USAGE } from "../../../toolkit/certificates/mod.ts";
import { BOOTSTRAP } from "../with_kubectl.ts";
import { startWithRoles } from "../rbac.ts";
import {
  API_SERVICES,
  apiServiceOf,
  available,
  EVERYTHING,
  LOOSE,
  NAME,
  NODES,
  serviceOf,
  withExtension,
} from "./aggregated.ts";
import { ExtensionServer, type Otherwise } from "./extension_server.ts";

Deno.test(
  "requests go on to an extension server, in the name of who asks",
  LOOSE,
  () =>
    withExtension(async (client, extension) => {
      await client.post(API_SERVICES, apiServiceOf(extension));
      assertEquals((await available(client, "True")).reason, "Passed");
      const { status, json } = await client.get(`${NODES}?limit=5`);
      assertEquals([status, json.kind], [200, "NodeMetricsList"]);
      const asked = extension.asked.findLast(({ url }) => url === `${NODES}?limit=5`);
      assertEquals(asked?.headers["x-remote-user"], "tester");
      assertEquals(asked?.headers.authorization, undefined);
      assertEquals(asked?.headers.host, "metrics.default.svc");
      await client.post(`${NODES}`, { note: "hello" });
      assertEquals(JSON.parse(extension.asked.at(-1)?.body ?? ""), { note: "hello" });
      const large = { note: "x".repeat(2_000_000) };
      assertEquals((await client.post(`${NODES}`, large)).status, 200);
      assertEquals(JSON.parse(extension.asked.at(-1)?.body ?? ""), large);
      assertEquals((await client.get("/apis/metrics.k8s.io/v1beta1/nothing")).status, 404);
      const groups = (await client.get("/apis")).json.groups.map(({ name }: AnyObject) => name);
      assert(groups.includes("metrics.k8s.io"), groups.join());
      const list = (await client.get("/apis/metrics.k8s.io/v1beta1")).json;
      assertEquals(list.resources.map(({ name }: AnyObject) => name), ["nodes", "pods"]);
      await client.delete(`${API_SERVICES}/${NAME}`);
      assertEquals((await client.get(NODES)).status, 404);
    }),
);

Deno.test(
  "headers that a client makes up don't reach an extension server",
  LOOSE,
  () =>
    withExtension(async (client, extension) => {
      await client.post(API_SERVICES, apiServiceOf(extension));
      await available(client, "True");
      await client.get(NODES, {
        headers: {
          "x-remote-user": "admin",
          "x-remote-group": "system:masters",
          "x-remote-extra-scopes": "all",
        },
      });
      const headers = extension.asked.at(-1)?.headers ?? {};
      assertEquals(headers["x-remote-user"], "tester");
      assert(!String(headers["x-remote-group"]).includes("masters"));
      assertEquals(headers["x-remote-extra-scopes"], undefined);
      // Who acts as somebody else is that one there, and nobody is told who it really is.
      await client.get(NODES, {
        headers: {
          "impersonate-user": "bob",
          "impersonate-group": "dev",
          "impersonate-extra-scopes": "view",
        },
      });
      const told = Object.entries(extension.asked.at(-1)?.headers ?? {})
        .filter(([name]) => /^(x-remote|impersonate|authorization)/.test(name)).sort();
      assertEquals(told, [
        ["x-remote-extra-scopes", "view"],
        ["x-remote-group", "dev, system:authenticated"],
        ["x-remote-user", "bob"],
      ]);
    }),
);

Deno.test(
  "an extension server is told the id and the path of a request, and not by who sends it",
  LOOSE,
  () =>
    withExtension(async (client, extension) => {
      await client.post(API_SERVICES, apiServiceOf(extension));
      await available(client, "True");
      const { headers } = await client.get(`${NODES}?limit=1`, {
        headers: { "x-forwarded-uri": "/made/up", "audit-id": "no id\tof\tany" },
      });
      const asked = extension.asked.at(-1)?.headers ?? {};
      assertEquals(asked["x-forwarded-uri"], NODES);
      assert(headers.get("audit-id"), "the answer has an id");
      assertEquals(asked["audit-id"], headers.get("audit-id"));
    }),
);

const ANSWERED_ELSEWHERE: readonly (readonly [
  name: string,
  answer: readonly [status: number, headers: Record<string, string>],
  status: number,
  location: string | null,
])[] = [
  ["moved", [301, { location: "https://elsewhere.example/" }], 502, null],
  ["found", [302, { location: "/apis/elsewhere" }], 502, null],
  ["sent on with its body", [307, { location: "https://elsewhere.example/" }], 502, null],
  ["without an address", [300, {}], 300, null],
  ["made", [201, { location: "/apis/made" }], 201, "/apis/made"],
];

Deno.test(
  "no client is sent elsewhere by an extension server, nor are pages of others let in",
  LOOSE,
  () =>
    withExtension(async (client, extension) => {
      await client.post(API_SERVICES, apiServiceOf(extension));
      await available(client, "True");
      for (const [name, [code, more], status, location] of ANSWERED_ELSEWHERE) {
        extension.otherwise = ({ url }, response) => {
          if (url !== NODES) return false;
          response.writeHead(code, {
            "content-type": "application/json",
            "access-control-allow-origin": "*",
            "access-control-allow-credentials": "true",
            ...more,
          }).end("{}");
          return true;
        };
        const answer = await client.get(NODES);
        const { headers } = answer;
        assertEquals([answer.status, headers.get("location")], [status, location], name);
        const letIn = [...headers.keys()].filter((header) => header.startsWith("access-control"));
        assertEquals(letIn, [], name);
        if (status === 502) {
          const why = "the backend attempted to redirect this request, which is not permitted";
          assertEquals(answer.text, why);
        }
      }
    }),
);

Deno.test("what is escaped in a path is authorized as what it is passed on as", LOOSE, async () => {
  await using extension = await ExtensionServer.start("metrics", "default");
  await using roles = await startWithRoles();
  const { admin, alice } = roles;
  assertEquals((await admin.post("/api/v1/namespaces/default/services", serviceOf())).status, 201);
  await admin.post(API_SERVICES, apiServiceOf(extension));
  await available(admin, "True");
  const asked = () => extension.asked.map(({ url }) => url).filter((url) => url.includes("nodes"));
  const before = asked();
  // Everybody may read what describes the API, which is below the same path.
  for (const path of [NODES, NODES.replace("/apis/", "/apis%2F"), NODES.replaceAll("/", "%2f")]) {
    const { status } = await alice.get(path.replace(/^%2f/, "/"));
    assertEquals([status, asked()], [403, before], path);
  }
  assertEquals((await admin.get(NODES.replace("/apis/", "/apis%2F"))).status, 200);
  assertEquals(asked().slice(before.length), [NODES]);
});

const BROKEN: readonly (readonly [
  name: string,
  change: (extension: ExtensionServer) => AnyObject,
  reason: string,
  message: RegExp,
])[] = [
  [
    "another authority",
    () => ({ caBundle: undefined }),
    "FailedDiscoveryCheck",
    /VERIFY|certificate/i,
  ],
  [
    "no such service",
    ({ port }) => ({ service: { name: "none", namespace: "default", port } }),
    "ServiceNotFound",
    /^service\/none in "default" is not present$/,
  ],
  [
    "nobody listening",
    () => ({ service: { name: "metrics", namespace: "default", port: 1 } }),
    "FailedDiscoveryCheck",
    /refused/i,
  ],
];

for (const [name, change, reason, message] of BROKEN) {
  Deno.test(
    `an extension server with ${name} is told to be unavailable`,
    LOOSE,
    () =>
      withExtension(async (client, extension) => {
        const object = apiServiceOf(extension, change(extension));
        const made = await client.post(API_SERVICES, object);
        assertEquals(made.status, 201, made.text);
        const condition = await available(client, "False");
        assertEquals(condition.reason, reason);
        assert(message.test(condition.message), condition.message);
        const { status, headers, text } = await client.get(NODES);
        assertEquals([status, text], [503, "service unavailable\n"]);
        assertEquals(headers.get("content-type"), "text/plain; charset=utf-8");
        // Whoever has to know everything finds that it does not.
        const group = (await client.get("/apis/metrics.k8s.io")).json;
        assertEquals(group.preferredVersion.version, "v1beta1");
        const { items } = (await client.get("/apis", { accept: EVERYTHING })).json;
        const found = items.find((one: AnyObject) => one.metadata.name === "metrics.k8s.io");
        assertEquals(found.versions, [{ version: "v1beta1", freshness: "Stale" }]);
        assertEquals((await client.get("/api/v1/namespaces")).status, 200);
      }),
  );
}

const ONE_BAD_ANSWER: readonly (readonly [name: string, otherwise: Otherwise])[] = [
  ["fails", (_, response) => {
    response.writeHead(500).end();
    return true;
  }],
  ["breaks off", (_, response) => {
    response.destroy();
    return true;
  }],
];

for (const [name, otherwise] of ONE_BAD_ANSWER) {
  Deno.test(
    `an extension server is there although one of its places ${name}`,
    LOOSE,
    () =>
      withExtension(async (client, extension) => {
        let isBad = true;
        extension.otherwise = (request, response) => {
          if (!isBad || request.url !== NODES.slice(0, NODES.lastIndexOf("/"))) return false;
          isBad = false;
          return otherwise(request, response);
        };
        const watch = await client.watch(`${API_SERVICES}?watch=true`);
        await client.post(API_SERVICES, apiServiceOf(extension));
        let conditions: AnyObject[] = [];
        while (conditions.length === 0) {
          conditions = (await watch.next())?.object.status?.conditions ?? [];
        }
        watch.close();
        assertEquals([isBad, conditions[0]?.reason], [false, "Passed"], conditions[0]?.message);
      }),
  );
}

Deno.test(
  "an extension server that does not answer holds up the checks of no other",
  LOOSE,
  () =>
    withExtension(async (client, silent) => {
      await using other = await ExtensionServer.start("other", "default");
      const service = { ...serviceOf(), metadata: { name: "other", namespace: "default" } };
      const made = await client.post("/api/v1/namespaces/default/services", service);
      assertEquals(made.status, 201);
      const asked = Promise.withResolvers<void>();
      silent.otherwise = () => {
        asked.resolve();
        return true;
      };
      const path = `${API_SERVICES}/v1.other.example`;
      await client.post(API_SERVICES, apiServiceOf(silent));
      await asked.promise;
      other.otherwise = (_, response) => {
        response.writeHead(200).end("{}");
        return true;
      };
      const object = apiServiceOf(other, {
        group: "other.example",
        version: "v1",
        service: { name: "other", namespace: "default", port: other.port },
      });
      object.metadata.name = "v1.other.example";
      assertEquals((await client.post(API_SERVICES, object)).status, 201);
      const conditionOf = async (at: string) => (await client.get(at)).json.status?.conditions?.[0];
      await eventually("the other one is there", async () => {
        return (await conditionOf(path))?.reason === "Passed";
      });
      assertEquals(await conditionOf(`${API_SERVICES}/${NAME}`), undefined);
    }),
);

Deno.test(
  "an APIService tells at once that its service is gone, and that it is back",
  LOOSE,
  async () => {
    const clock = new FakeClock(Date.now());
    await using extension = await ExtensionServer.start("metrics", "default");
    await using server = await startTestServer({ clock });
    const { client } = server;
    const services = "/api/v1/namespaces/default/services";
    assertEquals((await client.post(services, serviceOf())).status, 201);
    await client.post(API_SERVICES, apiServiceOf(extension));
    await available(client, "True");
    // The next check of what has not changed is due in half a minute.
    const reasonSoon = async (wanted: string) => {
      let [reason, passedMs] = ["", 0];
      await eventually(`the reason ${wanted}`, async () => {
        if (passedMs < 10_000) await clock.advance(500);
        passedMs += 500;
        const { status } = (await client.get(`${API_SERVICES}/${NAME}`)).json;
        reason = status?.conditions?.[0]?.reason;
        return reason === wanted;
      }, { shows: () => reason });
    };
    assertEquals((await client.delete(`${services}/metrics`)).status, 200);
    await reasonSoon("ServiceNotFound");
    assertEquals((await client.post(services, serviceOf())).status, 201);
    await reasonSoon("Passed");
  },
);

Deno.test(
  "an APIService tells what its service lacks",
  LOOSE,
  () =>
    withExtension(async (client, extension) => {
      const service = { name: "bare", namespace: "default", port: 443 };
      const path = "/api/v1/namespaces/default";
      await client.post(`${path}/services`, {
        ...serviceOf(),
        metadata: { name: "bare" },
        spec: { ports: [{ name: "https", port: 443 }] },
      });
      await client.post(API_SERVICES, apiServiceOf(extension, { service }));
      const told = async (reason: string, message: string) => {
        let condition: AnyObject = {};
        await eventually(`the reason ${reason}`, async () => {
          const { status } = (await client.get(`${API_SERVICES}/${NAME}`)).json;
          condition = status?.conditions?.[0] ?? {};
          return condition.reason === reason;
        }, { limitMs: 30_000, shows: () => JSON.stringify(condition) });
        assertEquals([condition.status, condition.message], ["False", message]);
      };
      const change = (spec: object) => client.patch(`${API_SERVICES}/${NAME}`, "merge", { spec });
      await told("EndpointsNotFound", 'cannot find endpointslices for service/bare in "default"');
      const slice = await client.post(
        "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
        {
          kind: "EndpointSlice",
          apiVersion: "discovery.k8s.io/v1",
          metadata: { name: "bare", labels: { "kubernetes.io/service-name": "bare" } },
          addressType: "IPv4",
          ports: [{ name: "https", port: 443 }],
          endpoints: [{ addresses: ["192.0.2.1"], conditions: { ready: false } }],
        },
      );
      assertEquals(slice.status, 201, slice.text);
      await change({ versionPriority: 7 });
      await told(
        "MissingEndpoints",
        'endpointslices for service/bare in "default" have no addresses with port name "https"',
      );
      await change({ service: { port: 444 } });
      await told("ServicePortError", 'service/bare in "default" is not listening on port 444');
    }),
);

Deno.test(
  "what a server has is read from its document of all groups, whether or not it is there for requests",
  LOOSE,
  () =>
    withExtension(async (client, extension) => {
      const versionIn = async () => {
        const { json } = await client.get("/apis", { accept: EVERYTHING });
        const group = json.items.find(({ metadata }: AnyObject) =>
          metadata.name === "metrics.k8s.io"
        );
        return group?.versions[0];
      };
      const kind = { group: "metrics.k8s.io", version: "v1beta1", kind: "Thing" };
      const part = { subresource: "status", responseKind: kind, verbs: ["get"] };
      const thing = { resource: "things", responseKind: kind, scope: "Cluster", verbs: ["list"] };
      const told: { document?: object } = {};
      extension.otherwise = ({ url }, response) => {
        if (url !== "/apis") response.writeHead(200).end();
        else if (told.document === undefined) response.writeHead(503).end();
        else {
          response.writeHead(200, { "content-type": `${EVERYTHING}; charset=utf-8` });
          response.end(JSON.stringify(told.document));
        }
        return true;
      };
      await client.post(API_SERVICES, apiServiceOf(extension));
      // What its version's path answers is no list, and its groups are not told yet.
      assertEquals((await available(client, "True")).reason, "Passed");
      assertEquals(await versionIn(), { version: "v1beta1", freshness: "Stale" });
      const things = [
        { ...thing, shortNames: ["th"], subresources: [part, 3], unknown: 1 },
        { resource: "more" },
      ];
      told.document = {
        kind: "APIGroupDiscoveryList",
        items: [{
          metadata: { name: "metrics.k8s.io" },
          versions: [{ version: "v1beta1", resources: things }],
        }],
      };
      extension.otherwise = ((before) => (request, response) => {
        if (request.url === "/apis") return before(request, response);
        response.writeHead(500).end();
        return true;
      })(extension.otherwise);
      const path = `${API_SERVICES}/${NAME}`;
      await client.patch(path, "merge", { spec: { versionPriority: 2 } });
      await available(client, "False");
      assertEquals(await versionIn(), {
        version: "v1beta1",
        resources: [
          { ...thing, singularResource: "", shortNames: ["th"], subresources: [part] },
          {
            resource: "more",
            responseKind: { group: "", version: "", kind: "" },
            scope: "",
            singularResource: "",
            verbs: [],
          },
        ],
        freshness: "Current",
      });
    }),
);

Deno.test(
  "metrics tell which APIServices are unavailable, and how often one became so",
  LOOSE,
  () =>
    withExtension(async (client, extension) => {
      const shown = async (name: string) => metricValues((await client.get("/metrics")).text, name);
      const unavailable = () => shown("aggregator_unavailable_apiservice");
      const losses = () => shown("aggregator_unavailable_apiservice_total");
      assertEquals(await unavailable(), {});
      await client.post(API_SERVICES, apiServiceOf(extension));
      await available(client, "True");
      const labels = `name="${NAME}"`;
      assertEquals([await unavailable(), await losses()], [{ [labels]: 0 }, {}]);
      const nobody = { spec: { service: { name: "metrics", namespace: "default", port: 1 } } };
      const patched = await client.patch(`${API_SERVICES}/${NAME}`, "merge", nobody);
      assertEquals(patched.status, 200, patched.text);
      await available(client, "False");
      const lost = { [`${labels},reason="FailedDiscoveryCheck"`]: 1 };
      await eventually("the loss to be counted", async () =>
        (await losses())[Object.keys(lost)[0]!] === 1);
      assertEquals([await unavailable(), await losses()], [{ [labels]: 1 }, lost]);
      assertEquals((await client.get(`${NODES}/n1`)).status, 503);
      const place = 'group="metrics.k8s.io",version="v1beta1",resource="nodes"';
      const counted = "apiserver_request_terminations_total";
      assertEquals(await shown(counted), {
        [`verb="GET",${place},subresource="",scope="resource",component="aggregator",code="503"`]:
          1,
      });
      await client.delete(`${API_SERVICES}/${NAME}`);
      assertEquals(await unavailable(), {});
    }),
);

Deno.test(
  "an extension server that dies in the middle of a list breaks that answer only",
  LOOSE,
  () =>
    withExtension(async (client, extension) => {
      await client.post(API_SERVICES, apiServiceOf(extension));
      await available(client, "True");
      extension.otherwise = (request, response) => {
        if (!request.url?.includes("/nodes")) return false;
        response.writeHead(200, { "content-type": "application/json", "content-length": "100000" });
        response.write('{"kind":"NodeMetricsList","items":[', () => response.destroy());
        return true;
      };
      const broken = await client.get(NODES).then(({ json }) => json, (error) => error);
      assert(broken?.kind !== "NodeMetricsList", "half a list");
      assertEquals((await client.get("/api/v1/namespaces")).status, 200);
      extension.otherwise = () => false;
      assertEquals((await client.get(NODES)).status, 200);
    }),
);

Deno.test(
  "the server proves to an extension server who it is, and tells where it may be checked",
  LOOSE,
  async () => {
    const now = new Date();
    const authority = await makeAuthority("front proxy", now);
    const identity = await makeCertificate(
      { commonName: "front-proxy-client", hosts: [], usages: [USAGE.client], now },
      authority,
    );
    await using extension = await ExtensionServer.start(
      "metrics",
      "default",
      authority.certificate,
    );
    const requestHeader = {
      authorities: authority.certificate,
      allowedNames: ["front-proxy-client"],
      usernameHeaders: ["X-Remote-User"],
      uidHeaders: ["X-Remote-Uid"],
      groupHeaders: ["X-Remote-Group"],
      extraPrefixes: ["X-Remote-Extra-"],
    };
    await using server = await startTestServer({
      withNamespace: false,
      proxyIdentity: { current: identity, close() {} },
      bootstrap: { ...BOOTSTRAP, authentication: () => Promise.resolve({ requestHeader }) },
    });
    const { client } = server;
    await server.server.ready;
    await client.post("/api/v1/namespaces/default/services", serviceOf());
    await client.post(API_SERVICES, apiServiceOf(extension));
    await available(client, "True");
    assertEquals((await client.get(NODES)).status, 200);
    assertEquals(extension.proofs.at(-1), "front-proxy-client");
    const path = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication";
    const { data } = (await client.get(path)).json;
    assertEquals(data["requestheader-allowed-names"], '["front-proxy-client"]');
    assertEquals(data["requestheader-client-ca-file"], authority.certificate);
    const own = (await client.get(`${API_SERVICES}/v1.apps`)).json;
    assertEquals([own.spec.groupPriorityMinimum, own.status.conditions[0].reason], [
      17800,
      "Local",
    ]);
  },
);
