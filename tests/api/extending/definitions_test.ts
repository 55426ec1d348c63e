/** Definitions of custom resources: how they come and go, and what they may not take. */

import type { AnyObject } from "../../../testing/api_client.ts";
import { eventually } from "../../../testing/eventually.ts";
import { startTestServer } from "../../../testing/api_server.ts";
import type { AdmissionPlugin } from "../../../apiserver/admission/admission.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import {
  definitionOf,
  DEFINITIONS,
  definitionUntil,
  gadget,
  gadgets,
  has,
  install,
  versionOf,
} from "./definitions.ts";

Deno.test("definitions that want the same names wait until these are free", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  const rival = definitionOf({
    names: { plural: "widgets", singular: "gadget", kind: "Gadget", listKind: "GadgetList" },
  }, "widgets");
  assertEquals((await client.post(DEFINITIONS, rival)).status, 201);
  const refused = await definitionUntil(
    client,
    "widgets.example.com",
    has("NamesAccepted", "False"),
  );
  const condition = refused.status.conditions.find(({ type }: AnyObject) =>
    type === "NamesAccepted"
  );
  assertEquals(condition.reason, "ListKindConflict");
  assertEquals((await client.get("/apis/example.com/v1/namespaces/default/widgets")).status, 404);
  await client.delete(`${DEFINITIONS}/gadgets.example.com`);
  await definitionUntil(client, "widgets.example.com", has("Established", "True"));
  assertEquals((await client.get("/apis/example.com/v1/namespaces/default/widgets")).status, 200);
});

Deno.test("a definition is served on under its names when it asks for one that is taken", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  await install(client, definitionOf({}, "sprockets"));
  await client.post(gadgets(), gadget("a"));
  const watch = await client.watch(`${gadgets()}?watch=true`);
  assertEquals((await watch.next())?.object.metadata.name, "a");
  const taken = { spec: { names: { shortNames: ["sprockets"] } } };
  const path = `${DEFINITIONS}/gadgets.example.com`;
  assertEquals((await client.patch(path, "merge", taken)).status, 200);
  const told = await definitionUntil(client, "gadgets.example.com", has("NamesAccepted", "False"));
  assert(has("Established", "True")(told), "it stays established");
  const { status, json } = await client.get(gadgets());
  assertEquals([status, json.items?.length], [200, 1]);
  const { resources } = (await client.get("/apis/example.com/v1")).json;
  const found = resources.find(({ name }: AnyObject) => name === "gadgets");
  assertEquals([found?.kind, found?.shortNames], ["Gadget", undefined]);
  watch.close();
});

Deno.test("a definition goes after its objects, and nothing new comes meanwhile", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  const held = { ...gadget("held"), metadata: { name: "held", finalizers: ["example.com/hold"] } };
  for (const object of [gadget("a"), held]) await client.post(gadgets(), object);
  await client.delete(`${DEFINITIONS}/gadgets.example.com`);
  const ending = await definitionUntil(client, "gadgets.example.com", has("Terminating", "True"));
  assertEquals(ending.metadata.finalizers, ["customresourcecleanup.apiextensions.k8s.io"]);
  const verbs = ["delete", "deletecollection", "get", "list", "watch"];
  const { resources } = (await client.get("/apis/example.com/v1")).json;
  assertEquals(resources[0].verbs, verbs);
  const everything = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  const { items } = (await client.get("/apis", { accept: everything })).json;
  const own = items.find(({ metadata }: AnyObject) => metadata.name === "example.com");
  assertEquals(own.versions[0].resources[0].verbs, verbs);
  const refused = await client.post(gadgets(), gadget("b"));
  const why = (name: string) =>
    `gadgets.example.com "${name}" is forbidden: ` +
    "create not allowed while custom resource definition is terminating";
  assertEquals([refused.status, refused.json.message], [403, why("b")]);
  for (const query of ["", "&dryRun=All"]) {
    const applied = await client.patch(
      `${gadgets()}/late?fieldManager=m${query}`,
      "apply",
      gadget("late"),
    );
    assertEquals([applied.status, applied.json.message], [403, why("late")]);
  }
  assertEquals((await client.get(`${gadgets()}/late`)).status, 404);
  const watch = await client.watch(
    `${DEFINITIONS}?watch=true&fieldSelector=metadata.name=gadgets.example.com`,
  );
  await client.patch(`${gadgets()}/held`, "merge", { metadata: { finalizers: null } });
  for (let event = await watch.next(); event?.type !== "DELETED"; event = await watch.next());
  watch.close();
  assertEquals((await client.get(gadgets())).status, 404);
});

Deno.test("a definition goes although it is deleted while its first status is written", async () => {
  const path = `${DEFINITIONS}/gadgets.example.com`;
  let deleted: Promise<unknown> | undefined;
  const meanwhile: AdmissionPlugin = {
    handles: ["UPDATE"],
    about: ({ resource }, subresource) =>
      resource === "customresourcedefinitions" && subresource === "status",
    async validate() {
      await (deleted ??= server.client.delete(path));
    },
  };
  await using server = await startTestServer({ admission: [meanwhile] });
  const { client } = server;
  assertEquals((await client.post(DEFINITIONS, definitionOf())).status, 201);
  const left = await eventually(
    "it goes",
    async () => deleted !== undefined && (await client.get(path)).status === 404,
  );
  assertEquals(left, undefined);
});

Deno.test("what is installed shows in discovery at once, and ends no other watch", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  const watch = await client.watch("/api/v1/configmaps?watch=true");
  const own = await client.watch(`${gadgets()}?watch=true`);
  await install(client, definitionOf({}, "sprockets"));
  const { json } = await client.get("/apis/example.com/v1");
  const found = json.resources.map(({ name }: AnyObject) => name);
  assert(found.includes("sprockets") && found.includes("gadgets/scale"), found.join());
  const document = await client.get("/openapi/v3/apis/example.com/v1");
  assert(document.text.includes("com.example.v1.Sprocket"), "described at once");
  await client.post("/api/v1/namespaces/default/configmaps", { metadata: { name: "x" } });
  assertEquals((await watch.next())?.object.metadata.name, "x");
  await client.post(gadgets(), gadget("a"));
  assertEquals((await own.next())?.object.metadata.name, "a");
  // A definition's own change ends the watches on what it defines: clients begin anew.
  await client.patch(`${DEFINITIONS}/gadgets.example.com`, "merge", {
    spec: { versions: [versionOf("v1", { additionalPrinterColumns: [] })] },
  });
  assertEquals((await own.rest()).length, 0);
  watch.close();
});

Deno.test("groups of the dialect itself say who approved of them", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const definition = definitionOf({ group: "example.k8s.io" });
  definition.metadata = { name: "gadgets.example.k8s.io" };
  assertEquals((await client.post(DEFINITIONS, definition)).status, 422);
  definition.metadata.annotations = { "api-approved.kubernetes.io": "https://example.com/1" };
  const { status } = await install(client, definition);
  const condition = status.conditions.find(({ type }: AnyObject) => type.startsWith("Kubernetes"));
  assertEquals([condition.status, condition.message], [
    "True",
    "approved in https://example.com/1",
  ]);
});

Deno.test("definitions in a version of a built-in group take nothing of it, and are not told of", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const group = "networking.k8s.io";
  const told = () =>
    Promise.all(
      [`/apis/${group}/v1`, `/openapi/v3/apis/${group}/v1`].map(async (path) =>
        (await client.get(path)).text
      ),
    );
  const before = await told();
  for (const plural of ["networkpolicies", "gadgets"]) {
    const definition = definitionOf({ group });
    definition.metadata = {
      name: `${plural}.${group}`,
      annotations: { "api-approved.kubernetes.io": "unapproved, as a test" },
    };
    const kind = plural === "gadgets" ? "Gadget" : "NetworkPolicy";
    definition.spec.names = { plural, kind };
    await install(client, definition);
  }
  assertEquals(await told(), before);
  const policies = `/apis/${group}/v1/namespaces/default/networkpolicies`;
  const policy = { metadata: { name: "a" }, spec: { podSelector: {} } };
  const made = await client.post(policies, policy);
  assertEquals([made.status, made.json.spec], [201, {
    podSelector: {},
    policyTypes: ["Ingress"],
  }]);
  // Who knows of it finds it.
  assertEquals((await client.get(`/apis/${group}/v1/gadgets`)).json.kind, "GadgetList");
});

Deno.test("a definition of what is built in takes no object with it when it goes", async () => {
  const group = "networking.k8s.io";
  const path = `/apis/${group}/v1/namespaces/default/ingresses`;
  const backend = { service: { name: "x", port: { number: 80 } } };
  for (const version of ["v1", "v9"]) {
    await using server = await startTestServer();
    const { client } = server;
    const ingress = (name: string) => ({
      metadata: { name },
      spec: { defaultBackend: backend },
    });
    assertEquals((await client.post(path, ingress("before"))).status, 201);
    const definition = definitionOf({
      group,
      names: { plural: "ingresses", kind: "Ingress" },
      versions: [versionOf(version, { storage: true })],
    });
    const name = `ingresses.${group}`;
    definition.metadata = {
      name,
      annotations: { "api-approved.kubernetes.io": "unapproved, as a test" },
    };
    await install(client, definition);
    const seen = (await client.get(`/apis/${group}/${version}/ingresses`)).status;
    assertEquals(seen, version === "v1" ? 200 : 404, version);
    const watch = await client.watch(
      `${DEFINITIONS}?watch=true&fieldSelector=metadata.name=${name}`,
    );
    await client.delete(`${DEFINITIONS}/${name}`);
    let last: AnyObject = {};
    for (let event = await watch.next(); event?.type !== "DELETED"; event = await watch.next()) {
      last = event?.object ?? last;
    }
    watch.close();
    const ended = last.status.conditions.find(({ type }: AnyObject) => type === "Terminating");
    assertEquals([ended.status, ended.reason], ["False", "OverlappingBuiltInResource"], version);
    assertEquals((await client.post(path, ingress("after"))).status, 201);
    const { items } = (await client.get(path)).json;
    const left = items.map(({ metadata }: AnyObject) => metadata.name);
    assertEquals(left, ["after", "before"], version);
  }
});

Deno.test("the objects of a definition go with it although no version of them is served", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  await client.post(gadgets(), gadget("a"));
  const path = `${DEFINITIONS}/gadgets.example.com`;
  const off = [{ op: "replace", path: "/spec/versions/0/served", value: false }];
  assertEquals((await client.patch(path, "json", off)).status, 200);
  await client.delete(path);
  await eventually("it goes", async () => (await client.get(path)).status === 404);
  await install(client, definitionOf());
  assertEquals((await client.get(gadgets())).json.items, []);
});

Deno.test("a definition is not served before the authorities of its webhook can be read", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const definition = definitionOf();
  const service = { namespace: "default", name: "converter" };
  const conversion = (clientConfig: object) => ({
    strategy: "Webhook",
    webhook: { clientConfig, conversionReviewVersions: ["v1"] },
  });
  definition.spec.conversion = conversion({ service, caBundle: btoa("\n") });
  assertEquals((await client.post(DEFINITIONS, definition)).status, 201);
  const path = `${DEFINITIONS}/gadgets.example.com`;
  const refused = await definitionUntil(
    client,
    "gadgets.example.com",
    has("Established", "False"),
  );
  const { reason, message } = refused.status.conditions.find(({ type }: AnyObject) =>
    type === "Established"
  );
  assertEquals([reason, message], [
    "InvalidCABundle",
    "The conversion webhook CABundle is invalid",
  ]);
  assertEquals((await client.get(gadgets())).status, 404);
  const mended = await client.patch(path, "merge", {
    spec: { conversion: { webhook: { clientConfig: { caBundle: null } } } },
  });
  assertEquals(mended.status, 200, mended.text);
  await definitionUntil(client, "gadgets.example.com", has("Established", "True"));
  assertEquals((await client.get(gadgets())).status, 200);
});
