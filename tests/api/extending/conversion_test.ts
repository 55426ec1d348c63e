/** Custom resources in several versions: converted by a webhook, or as their definition declares. */

import type { ServerResponse } from "node:http";
import type { AnyObject, ApiClient } from "../../../testing/api_client.ts";
import { metricValues } from "../../../testing/metric_samples.ts";
import { startTestServer, type TestServer } from "../../../testing/api_server.ts";
import { shortly } from "../../../testing/api_watch.ts";
import { passTimeUntil } from "../../../testing/time.ts";
import { keyPrefix } from "../../../apiserver/storage/mod.ts";
import { FakeClock } from "../../../toolkit/clock.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import {
  definitionOf,
  DEFINITIONS,
  definitionUntil,
  gadget,
  gadgets,
  install,
  versionOf,
} from "./definitions.ts";
import { renaming, type Review, WebhookServer } from "./webhook_server.ts";

const LOOSE = { sanitizeOps: false, sanitizeResources: false };

const ANYTHING = {
  openAPIV3Schema: {
    type: "object",
    properties: {
      spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    },
  },
};

const versions = () => [
  versionOf("v1", { schema: ANYTHING, subresources: {} }),
  versionOf("v2", { schema: ANYTHING, subresources: {} }),
];

/** v2 calls v1's `size` its `amount`. */
const convert = renaming("size", "amount");

async function withWebhook(
  run: (client: ApiClient, webhook: WebhookServer, server: TestServer) => Promise<void>,
  conversionReviewVersions: readonly string[] = ["v9", "v1"],
): Promise<void> {
  await using webhook = await WebhookServer.start(convert);
  await using server = await startTestServer();
  await install(
    server.client,
    definitionOf({
      versions: versions(),
      conversion: {
        strategy: "Webhook",
        webhook: { clientConfig: webhook.clientConfig, conversionReviewVersions },
      },
    }),
  );
  await run(server.client, webhook, server);
}

Deno.test(
  "a webhook converts what is read, written, watched and patched",
  LOOSE,
  () =>
    withWebhook(async (client) => {
      const made = await client.post(gadgets("v2"), gadget("a", { amount: 3, x: 1 }, "v2"));
      assertEquals([made.status, made.json.apiVersion, made.json.spec], [201, "example.com/v2", {
        amount: 3,
        x: 1,
      }]);
      assertEquals((await client.get(`${gadgets("v1")}/a`)).json.spec, { size: 3, x: 1 });
      const watch = await client.watch(`${gadgets("v2")}?watch=true`);
      assertEquals((await watch.next())?.object.spec, { amount: 3, x: 1 });
      const patched = await client.patch(`${gadgets("v2")}/a`, "merge", { spec: { amount: 4 } });
      assertEquals(patched.json.spec, { amount: 4, x: 1 });
      assertEquals((await watch.next())?.object.spec, { amount: 4, x: 1 });
      await client.delete(`${gadgets("v2")}/a`);
      const deleted = await watch.next();
      assertEquals([deleted?.type, deleted?.object.spec], ["DELETED", { amount: 4, x: 1 }]);
      watch.close();
    }),
);

Deno.test(
  "no webhook is asked to convert what can't be read, and watches of it say so",
  LOOSE,
  () =>
    withWebhook(async (client, webhook, { store }) => {
      const prefix = keyPrefix("/registry", { group: "example.com", resource: "gadgets" });
      const key = `${prefix}default/bad`;
      const changes = [
        { type: "put", key, value: new TextEncoder().encode("nonsense") },
        { type: "delete", key },
      ] as const;
      for (const change of changes) {
        const { resourceVersion } = (await client.get("/api/v1/namespaces")).json.metadata;
        const since = `&resourceVersion=${resourceVersion}`;
        const watch = await client.watch(`${gadgets("v2")}?watch=true${since}`);
        await store.commit([change]);
        assertEquals(
          (await watch.rest()).map(shortly),
          ["ERROR 500 StorageReadError"],
          change.type,
        );
      }
      assertEquals(webhook.reviews, []);
    }),
);

Deno.test(
  "a list goes to a webhook in one batch, and only once",
  LOOSE,
  () =>
    withWebhook(async (client, webhook) => {
      const count = 1000;
      const numbers = Array(count).keys();
      await Promise.all(Array.from({ length: 16 }, async () => {
        for (const number of numbers) {
          await client.post(gadgets(), gadget(`g${number}`, { size: number }));
        }
      }));
      assertEquals(webhook.reviews.length, 0, "no conversion of what is stored as it was sent");
      const { json } = await client.get(gadgets("v2"));
      assertEquals(json.items.length, count);
      assert(json.items.every(({ spec }: AnyObject) => typeof spec.amount === "number"));
      assertEquals(webhook.reviews.map(({ request }) => request.objects.length), [count]);
      await client.get(gadgets("v2"));
      assertEquals(webhook.reviews.length, 1, "what was converted is remembered");
      await client.patch(`${gadgets()}/g7`, "merge", { spec: { size: 0 } });
      await client.get(gadgets("v2"));
      assertEquals(webhook.reviews.at(-1)?.request.objects.length, 1);
    }),
);

const answer = (response: ServerResponse, text: string, status = 200) => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(text);
  return undefined;
};

const changed =
  (change: (object: AnyObject) => void): Review => async (review, response, request) => {
    const converted = await convert(review, response, request) ?? {};
    converted.response.convertedObjects.forEach(change);
    return converted;
  };

const BROKEN: readonly (readonly [name: string, review: Review, message: RegExp])[] = [
  ["answers garbage", (_, response) => answer(response, "{garbage"), /json|parse|invalid/i],
  ["answers with a list", (_, response) => answer(response, "[]"), /not an object/],
  [
    "answers 500",
    (_, response) => answer(response, "oh", 500),
    /failed: an error on the server \("oh"\) has/,
  ],
  [
    "answers 422",
    (_, response) => answer(response, "Cannot handle it", 422),
    /failed: the server rejected our request due to an error in our request/,
  ],
  [
    "answers another review",
    ({ kind, request }) => ({ apiVersion: "x/v1", kind, response: { uid: request.uid } }),
    /expected webhook response/,
  ],
  [
    "answers somebody else",
    ({ apiVersion, kind }) => ({ apiVersion, kind, response: { uid: "x" } }),
    /expected response.uid/,
  ],
  [
    "says no",
    ({ apiVersion, kind, request }) => ({
      apiVersion,
      kind,
      response: { uid: request.uid, result: { status: "Failure", message: "I can't" } },
    }),
    /I can't/,
  ],
  [
    "loses objects",
    ({ apiVersion, kind, request }) => ({
      apiVersion,
      kind,
      response: { uid: request.uid, result: { status: "Success" }, convertedObjects: [] },
    }),
    /returned 0 objects, expected 1/,
  ],
  [
    "gives another version",
    changed((object) => object.apiVersion = "example.com/v3"),
    /invalid groupVersion/,
  ],
  ["gives another kind", changed((object) => object.kind = "Other"), /invalid kind/],
  [
    "gives another name",
    changed((object) => object.metadata.name = "b"),
    /must have the same name/,
  ],
  ["gives another UID", changed((object) => object.metadata.uid = "b"), /must have the same UID/],
  ["gives no metadata", changed((object) => delete object.metadata), /missing metadata/],
  [
    "gives a label that is none",
    changed((object) => object.metadata.labels = { "a b": "c" }),
    /metadata.labels: Invalid value: "a b"/,
  ],
  [
    "gives a label a value that is none",
    changed((object) => object.metadata.labels = { a: "b c" }),
    /metadata.labels: Invalid value: "b c"/,
  ],
  [
    "gives an annotation that is none",
    changed((object) => object.metadata.annotations = { "/": "c" }),
    /metadata.annotations: Invalid value: "\/"/,
  ],
  ["breaks the connection", (_, response) => void response.destroy(), /failed/],
  ["redirects", (_, response) => {
    response.writeHead(307, { location: "https://localhost:1/" });
    response.end();
    return undefined;
  }, /failed: the server responded with the status code 307/],
];

Deno.test(
  "a webhook that breaks fails requests that need it, and no other",
  LOOSE,
  () =>
    withWebhook(async (client, webhook) => {
      await client.post(gadgets(), gadget("a", { size: 1 }));
      for (const [name, review, message] of BROKEN) {
        webhook.review = review;
        const { status, json } = await client.get(`${gadgets("v2")}/a`);
        assertEquals([status, json.reason], [500, "InternalError"], name);
        assert(message.test(json.message), `${name}: ${json.message}`);
        assertEquals((await client.get(gadgets("v2"))).status, 500, name);
        assertEquals((await client.get(`${gadgets()}/a`)).status, 200, name);
        assertEquals((await client.get("/api/v1/namespaces")).status, 200, name);
      }
      webhook.review = convert;
      assertEquals((await client.get(`${gadgets("v2")}/a`)).json.spec, { amount: 1 });
    }),
);

Deno.test(
  "metrics tell how long webhooks took for which definition, and why they failed",
  LOOSE,
  () =>
    withWebhook(async (client, webhook) => {
      await client.post(gadgets(), gadget("a", { size: 1 }));
      const failures: readonly (readonly [failure: string, review: Review])[] = [
        ["call_failure", (_, response) => answer(response, "oh", 500)],
        ["malformed_response_failure", ({ apiVersion, kind }) => ({ apiVersion, kind })],
        ["partial_response_failure", ({ apiVersion, kind, request: { uid } }) => ({
          ...{ apiVersion, kind },
          response: { uid, result: { status: "Success" } },
        })],
        ["invalid_converted_object_failure", changed((object) => object.kind = "Other")],
      ];
      for (const [, review] of failures) {
        webhook.review = review;
        assertEquals((await client.get(`${gadgets("v2")}/a`)).status, 500);
      }
      webhook.review = convert;
      assertEquals((await client.get(`${gadgets("v2")}/a`)).status, 200);
      const { text } = await client.get("/metrics");
      const outcomes = Object.fromEntries([
        ...failures.map(([failure]) => [
          `failure_type="conversion_webhook_${failure}",result="failure"`,
          1,
        ]),
        [`failure_type="",result="success"`, 1],
      ]);
      assertEquals(metricValues(text, "apiserver_conversion_webhook_request_total"), outcomes);
      const count = "apiserver_conversion_webhook_duration_seconds_count";
      assertEquals(metricValues(text, count), outcomes);
      const of = (succeeded: boolean) =>
        `crd_name="gadgets.example.com",from_version="v1",succeeded="${succeeded}",to_version="v2"`;
      const counted = "apiserver_crd_conversion_webhook_duration_seconds_count";
      assertEquals(metricValues(text, counted), {
        [of(false)]: failures.length,
        [of(true)]: 1,
      });
    }),
);

Deno.test(
  "a webhook that speaks v1beta1 alone needs to say neither whom it answers nor what it is",
  LOOSE,
  () =>
    withWebhook(async (client, webhook) => {
      await client.post(gadgets(), gadget("a", { size: 1 }));
      const spec = async () => (await client.get(`${gadgets("v2")}/a`)).json.spec;
      const response = { result: { status: "Success" } };
      const answers: readonly (readonly [name: string, said: (review: AnyObject) => object])[] = [
        ["nothing of the review", () => ({})],
        ["nothing in so many words", () => ({ apiVersion: null, kind: "" })],
        ["the review without its uid", ({ apiVersion, kind }) => ({ apiVersion, kind })],
      ];
      for (const [name, said] of answers) {
        webhook.review = async (review, ...more) => {
          assertEquals(review.apiVersion, "apiextensions.k8s.io/v1beta1");
          assertEquals(review.response, {
            uid: "",
            convertedObjects: null,
            result: { metadata: {} },
          }, "there is a place for the answer");
          const { convertedObjects } = (await convert(review, ...more))?.response ?? {};
          return { ...said(review), response: { ...response, convertedObjects } };
        };
        assertEquals(await spec(), { amount: 1 }, name);
        await client.patch(`${gadgets()}/a`, "merge", {
          metadata: { labels: { asked: name.replaceAll(" ", "-") } },
        });
      }
      webhook.review = ({ kind }) => ({ kind, apiVersion: "x/v1", response });
      assertEquals((await client.get(`${gadgets("v2")}/a`)).status, 500);
    }, ["v1beta1"]),
);

Deno.test(
  "a webhook can't change what metadata says but labels and annotations",
  LOOSE,
  () =>
    withWebhook(async (client, webhook) => {
      await client.post(gadgets(), gadget("a", { size: 1 }));
      webhook.review = changed((object) => {
        object.metadata.finalizers = ["example.com/x"];
        object.metadata.generation = 99;
        object.metadata.labels = { seen: "yes" };
      });
      const { json: { metadata } } = await client.get(`${gadgets("v2")}/a`);
      assertEquals([metadata.finalizers, metadata.generation], [undefined, 1]);
      assertEquals(metadata.labels, { seen: "yes" });
    }),
);

const DECLARED = "apiextensions.k8s.io/conversion";

Deno.test("a definition may declare its conversion", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const rules = [
    { from: "v1", to: "v2", rules: [{ move: { from: ".spec.size", to: ".spec.amount" } }] },
  ];
  const definition = definitionOf({ versions: versions() });
  definition.metadata.annotations = { [DECLARED]: JSON.stringify(rules) };
  await install(client, definition);
  await client.post(gadgets("v2"), gadget("a", { amount: 3 }, "v2"));
  assertEquals((await client.get(`${gadgets()}/a`)).json.spec, { size: 3 });
  assertEquals((await client.get(gadgets("v2"))).json.items[0].spec, { amount: 3 });
  const patched = await client.patch(`${gadgets("v2")}/a`, "merge", { spec: { amount: 5 } });
  assertEquals(patched.json.spec, { amount: 5 });
  const applied = await client.patch(
    `${gadgets("v2")}/a?fieldManager=me&force=true`,
    "apply",
    gadget("a", { amount: 6 }, "v2"),
  );
  assertEquals(applied.json.spec, { amount: 6 });
  assertEquals((await client.get(`${gadgets()}/a`)).json.spec, { size: 6 });
});

Deno.test("a declared conversion that makes no sense is refused with its definition", async () => {
  await using server = await startTestServer();
  const definition = definitionOf({ versions: versions() });
  definition.metadata.annotations = { [DECLARED]: "[{from: v1, to: v3, rules: []}]" };
  const { status, json } = await server.client.post(DEFINITIONS, definition);
  assertEquals(status, 422);
  assert(/"v3" is not a version of this definition/.test(json.message), json.message);
});

Deno.test("objects in an old version are rewritten in the background, and the version may go", async () => {
  const clock = new FakeClock();
  await using server = await startTestServer({ clock });
  const { client } = server;
  await install(client, definitionOf({ versions: versions() }));
  for (let i = 0; i < 250; i++) await client.post(gadgets(), gadget(`g${i}`, { size: i }));
  const [one, two] = versions();
  const switched = [{ ...one, storage: false }, { ...two, storage: true }];
  const path = `${DEFINITIONS}/gadgets.example.com`;
  await client.patch(path, "merge", { spec: { versions: switched } });
  const refused = await client.patch(path, "merge", { spec: { versions: [switched[1]] } });
  assertEquals(refused.status, 422, "v1 can't go while objects are stored in it");
  const migrated = definitionUntil(
    client,
    "gadgets.example.com",
    ({ status }) => status.storedVersions.join() === "v2",
  );
  const { status } = await passTimeUntil(clock, migrated);
  const condition = status.conditions.find(({ type }: AnyObject) => type === "StorageMigrating");
  assertEquals([condition.status, condition.reason], ["False", "Completed"]);
  const gone = await client.patch(path, "merge", { spec: { versions: [switched[1]] } });
  assertEquals(gone.status, 200, gone.text);
  const { json } = await client.get(gadgets("v2"));
  assertEquals(json.items.length, 250);
  assert(json.items.every(({ apiVersion }: AnyObject) => apiVersion === "example.com/v2"));
  assert(json.items.every(({ metadata }: AnyObject) => metadata.generation === 1));
});
