/** A control plane as a part of a program: startApiServer() of server.ts. */
import { startApiServer } from "../../server.ts";
import type {
  AccessQuestion,
  ControlPlane,
  ControlPlaneOptions,
  DefinedResource,
} from "../../server.ts";
import { customDefinition } from "../../testing/custom_definition.ts";
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { createClient } from "../../toolkit/client/create_client.ts";
import { isForbidden, isUnauthorized } from "../../toolkit/errors/mod.ts";
import {
  ClusterRole,
  ConfigMap,
  Deployment,
  Namespace,
  RoleBinding,
  Service,
} from "../../toolkit/kinds/built_in.ts";
import { type AnyObject, dynamicKind } from "../../toolkit/kinds/mod.ts";
import type { Dialect } from "../../toolkit/names.ts";
import { localhost, serverAuthority } from "../../toolkit/serving/testdata/pki.ts";
import { errorsKept } from "../../testing/api_server.ts";

const DIALECTS = ["kubernetes", "orch"] satisfies Dialect[];

const Website = dynamicKind({
  group: "example.com",
  version: "v1",
  kind: "Website",
  plural: "websites",
});

function website(change: (definition: AnyObject) => void = () => {}): DefinedResource {
  const spec = { type: "object", properties: { replicas: { type: "integer", default: 1 } } };
  const definition: AnyObject = customDefinition({
    kind: "Website",
    plural: "websites",
    schema: { type: "object", properties: { spec } },
  });
  change(definition);
  return { definition: () => definition as unknown as ReturnType<DefinedResource["definition"]> };
}

for (const dialect of DIALECTS) {
  Deno.test(`startApiServer() serves custom resources alone, ${dialect}`, async () => {
    await using server = await startApiServer({ dialect, resources: [website()] });
    const client = server.client();
    assertEquals([client.dialect, client.namespace], [dialect, "default"]);
    const made = await client.create(Website, { metadata: { name: "shop" }, spec: {} });
    assertEquals(made.spec, { replicas: 1 });
    for await (const event of client.watch(Website)) {
      if (event.type === "SYNCED") await client.patch(Website, "shop", { spec: { replicas: 3 } });
      if (event.type === "MODIFIED") break;
    }
    await client.create(Namespace, { metadata: { name: "other" } });
    await assertRejects(
      () => client.create(ConfigMap, { metadata: { name: "a" } }),
      /404|not find/,
    );
    assert(await client.can("delete", Website));
  });

  Deno.test(`startApiServer() serves the groups that it is told to, ${dialect}`, async (t) => {
    const cases: [ControlPlaneOptions["groups"], deployments: boolean, services: boolean][] = [
      ["all", true, true],
      [["apps"], true, false],
      [["core"], false, true],
      [["", "apps"], true, true],
      [[], false, false],
    ];
    for (const [groups, deployments, services] of cases) {
      await t.step(JSON.stringify(groups), async () => {
        const { logger, errors } = errorsKept();
        await using server = await startApiServer({ dialect, groups, logger });
        const client = server.client();
        const found = async (kind: typeof Deployment | typeof Service) =>
          await client.list(kind).then(() => true, () => false);
        assertEquals([await found(Deployment), await found(Service)], [deployments, services]);
        if (services) {
          const spec = { ports: [{ port: 80 }] };
          const { spec: { clusterIP } } = await client.create(Service, {
            metadata: { name: "web" },
            spec,
          });
          assert(clusterIP?.startsWith("10.0.0."));
        }
        assertEquals(errors, []);
      });
    }
  });
}

Deno.test("startApiServer() says what is wrong with its options", async (t) => {
  const taken = website();
  const cases: [what: string, options: unknown, why: RegExp][] = [
    ["a dialect", { dialect: "klingon" }, /dialect is "klingon": write orch or kubernetes/],
    ["a group", { groups: ["aps"] }, /groups names "aps", which is not built in: .*apps, .*core/],
    ["groups", { groups: "some" }, /groups is "some": write "none", "all" or a list/],
    ["a store", { store: "redis://here" }, /unknown scheme/],
    ["a mode", { authorize: "some" }, /authorize is "some": write "all", "rbac", or a function/],
    ["an open address", { listen: { hostname: "0.0.0.0" } }, /no listen.certificate/],
    [
      "a certificate",
      { listen: { certificate: { cert: "none", key: "none" } } },
      /listen.certificate.cert holds no certificate/,
    ],
    ["a resource twice", { resources: [taken, taken] }, /two resources are defined as "websites/],
    [
      "a definition",
      { resources: [website(({ spec }) => spec.group = "Nonsense!")] },
      /spec.group/,
    ],
  ];
  for (const [what, options, why] of cases) {
    await t.step(what, async () => {
      await assertRejects(() => startApiServer(options as ControlPlaneOptions), why);
    });
  }
});

Deno.test("startApiServer() rejects where a definition's names are taken", async () => {
  const rival = website(({ metadata, spec }) => {
    Object.assign(metadata ?? {}, { name: "sites.example.com" });
    spec.names = { kind: "Website", plural: "sites" };
  });
  await assertRejects(
    () => startApiServer({ resources: [website(), rival] }),
    /the definition sites.example.com is not accepted: .*Website/,
  );
});

Deno.test("startApiServer() finds what it left in its file, and brings definitions up to date", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const store = `file:${folder}/store.db`;
    {
      await using server = await startApiServer({ store, resources: [website()] });
      await server.client().create(Website, { metadata: { name: "kept" }, spec: {} });
    }
    const changed = website(({ spec }) => {
      const { properties } = spec.versions[0].schema.openAPIV3Schema;
      properties.spec.properties.image = { type: "string", default: "nginx" };
    });
    await using server = await startApiServer({ store, resources: [changed] });
    const { spec } = await server.client().get(Website, "kept");
    assertEquals(spec, { replicas: 1, image: "nginx" });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("startApiServer() ends with its signal", async (t) => {
  const reason = new Error("over");
  await t.step("before its start", async () => {
    const signal = AbortSignal.abort(reason);
    assertEquals(await startApiServer({ signal }).catch((error) => error), reason);
  });
  await t.step("while it starts", async () => {
    const stop = new AbortController();
    const starting = startApiServer({ signal: stop.signal, resources: [website()] });
    stop.abort(reason);
    assertEquals(await starting.catch((error) => error), reason);
  });
  await t.step("while it runs", async () => {
    const stop = new AbortController();
    await using server = await startApiServer({ signal: stop.signal });
    const client = server.client();
    const watching = (async () => {
      for await (const { type } of client.watch(Namespace)) if (type === "SYNCED") stop.abort();
    })();
    await watching;
    await server[Symbol.asyncDispose]();
    await assertRejects(() => client.get(Namespace, "default"), "the server has stopped");
  });
});

/** Everybody whom a token names. */
const authenticate: ControlPlaneOptions["authenticate"] = ({ headers }) => {
  const token = headers.get("authorization")?.replace(/^Bearer /, "");
  if (token === "broken") throw new Error("the directory is gone");
  if (token === "nameless") return { username: "" };
  return token?.startsWith("token-of-") ? { username: token.slice("token-of-".length) } : undefined;
};

async function statusOf(server: ControlPlane, path: string, headers: HeadersInit = {}) {
  const answer = await server.fetch(new Request(`http://any.example${path}`, { headers }));
  await answer.body?.cancel();
  return answer.status;
}

const NAMESPACES = "/api/v1/namespaces";

Deno.test("whom a request is from is never what its headers say by themselves", async (t) => {
  await using server = await startApiServer({});
  const claims: HeadersInit[] = [
    {},
    { "x-remote-user": "system:admin", "x-remote-group": "system:masters" },
    { "impersonate-user": "system:admin" },
    { "x-forwarded-for": "127.0.0.1", forwarded: "for=127.0.0.1" },
  ];
  for (const headers of claims) {
    await t.step(JSON.stringify(headers), async () => {
      assertEquals(await statusOf(server, NAMESPACES, headers), 403);
    });
  }
  assertEquals(await statusOf(server, NAMESPACES, { authorization: "Bearer guessed" }), 401);
  assertEquals(await statusOf(server, "/version"), 200);
  // Nor is somebody who can ask in the name of this process taken for one in a review.
  const answer = await server.client().fetch("/apis/authentication.k8s.io/v1/tokenreviews", {
    method: "POST",
    body: JSON.stringify({ spec: { token: "guessed" } }),
    headers: { "content-type": "application/json" },
  });
  assert(!(await answer.json()).status.authenticated);
});

Deno.test("authenticate() says in whose name requests are", async (t) => {
  const { logger, errors } = errorsKept();
  await using server = await startApiServer({ authenticate, logger });
  const cases: [token: string, status: number][] = [
    ["Bearer token-of-jane", 200],
    ["Bearer guessed", 401],
    ["Bearer broken", 401],
    ["Bearer nameless", 401],
  ];
  for (const [authorization, status] of cases) {
    await t.step(authorization, async () => {
      assertEquals(await statusOf(server, NAMESPACES, { authorization }), status);
    });
  }
  assertEquals(await statusOf(server, NAMESPACES), 403);
  assertEquals(errors.length, 2);
});

Deno.test("authorize() decides on all but who may do everything", async () => {
  const asked: AccessQuestion[] = [];
  const { logger } = errorsKept();
  await using server = await startApiServer({
    resources: [website()],
    logger,
    authorize(question) {
      asked.push(question);
      if (question.name === "broken") throw new Error("the policy is gone");
      return question.user.username === "jane" && question.verb !== "delete";
    },
  });
  await server.client().create(Website, { metadata: { name: "shop" }, spec: {} });
  assertEquals(asked, []);
  const jane = server.client("jane");
  await jane.get(Website, "shop");
  const { user, ...question } = asked.at(-1)!;
  assertEquals([user.username, user.groups], ["jane", ["system:authenticated"]]);
  assertEquals(question, {
    verb: "get",
    path: "/apis/example.com/v1/namespaces/default/websites/shop",
    kind: { ...Website },
    namespace: "default",
    name: "shop",
  });
  const refused = async (call: Promise<unknown>) => isForbidden(await call.catch((e) => e));
  assert(await refused(jane.delete(Website, "shop")));
  // What can't be decided may be asked again.
  const undecided = await jane.get(Website, "broken").catch((e) => e);
  assertEquals([undecided.code, undecided.message.includes("the authorize function failed")], [
    500,
    true,
  ]);
  assert(await refused(server.client("joe").get(Website, "shop")));
  assertEquals(await jane.can("delete", Website), false);
  assertEquals(await jane.can("list", Website), true);
});

for (const dialect of DIALECTS) {
  Deno.test(`authorize: "rbac" goes by roles and bindings, ${dialect}`, async () => {
    await using server = await startApiServer({
      dialect,
      authorize: "rbac",
      resources: [website()],
    });
    const [admin, jane] = [server.client(), server.client("jane")];
    const shop = { metadata: { name: "shop" }, spec: {} };
    await assertRejects(() => jane.create(Website, shop), /"jane" cannot create/);
    await admin.create(ClusterRole, {
      metadata: { name: "owner" },
      rules: [{ verbs: ["*"], apiGroups: ["example.com"], resources: ["websites"] }],
    });
    await admin.create(RoleBinding, {
      metadata: { name: "jane" },
      roleRef: { kind: "ClusterRole", name: "owner" },
      subjects: [{ kind: "User", name: "jane" }],
    });
    await jane.create(Website, shop);
    await assertRejects(() => jane.list(Website, { allNamespaces: true }), /at the cluster scope/);
    await admin.delete(RoleBinding, "jane");
    await assertRejects(() => jane.get(Website, "shop"), /"jane" cannot get/);
    // What every cluster has is there from the start.
    assertEquals((await admin.get(ClusterRole, "view")).rules?.length, 12);
  });
}

Deno.test("a control plane that listens is there for other programs", async () => {
  const { cert, key } = { cert: localhost.certificate, key: localhost.key };
  await using server = await startApiServer({
    listen: { certificate: { cert, key } },
    authenticate,
  });
  assert(/^https:\/\/127\.0\.0\.1:\d+$/.test(server.url));
  const http = Deno.createHttpClient({ caCerts: [serverAuthority.certificate] });
  try {
    const status = async (authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization };
      const answer = await fetch(server.url + NAMESPACES, { client: http, headers });
      await answer.body?.cancel();
      return answer.status;
    };
    assertEquals(await status(), 403);
    assertEquals(await status("Bearer guessed"), 401);
    assertEquals(await status("Bearer token-of-jane"), 200);
  } finally {
    http.close();
  }
});

Deno.test("a control plane is a transport of clients", async () => {
  await using server = await startApiServer({ authenticate, dialect: "orch" });
  const { fetch } = server;
  const asJane = (request: Request) => {
    request.headers.set("authorization", "Bearer token-of-jane");
    return fetch(request);
  };
  await using client = await createClient({ transport: { fetch: asJane } });
  assertEquals(client.dialect, "orch");
  await client.create(Namespace, { metadata: { name: "shop" } });
  await using nobody = await createClient({ transport: server, dialect: "orch" });
  const error = await nobody.get(Namespace, "shop").catch((error) => error);
  assert(isForbidden(error) && !isUnauthorized(error));
});

Deno.test("a thousand requests at once, and watches that are dropped, leave nothing behind", async () => {
  await using server = await startApiServer({ resources: [website()] });
  const client = server.client();
  const watches = Array.from({ length: 20 }, async (_, index) => {
    let left = index;
    for await (const { type } of client.watch(Website)) if (type === "ADDED" && left-- <= 0) break;
  });
  const names = Array.from({ length: 1000 }, (_, index) => `site-${index}`);
  await Promise.all(names.map((name) => client.create(Website, { metadata: { name }, spec: {} })));
  await Promise.all(watches);
  assertEquals((await client.list(Website)).items.length, 1000);
});
