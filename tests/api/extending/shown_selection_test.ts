/** Selecting custom objects by fields that they have only as a webhook shows them. */

import type { AnyObject, ApiClient } from "../../../testing/api_client.ts";
import { startTestServer } from "../../../testing/api_server.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { definitionOf, gadget, gadgets, install, versionOf } from "./definitions.ts";
import { renaming, WebhookServer } from "./webhook_server.ts";

/** Handles of the runtime's client end a little after the server. */
const LOOSE = { sanitizeOps: false, sanitizeResources: false };

function version(name: string, field: string): AnyObject {
  const properties = { [field]: { type: "string" }, size: { type: "integer" } };
  return versionOf(name, {
    schema: {
      openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties } } },
    },
    subresources: {},
    additionalPrinterColumns: [],
    selectableFields: [{ jsonPath: `.spec.${field}` }, { jsonPath: ".spec.size" }],
  });
}

/** v2 calls v1's `color` its `hue`. */
const convert = renaming("color", "hue");

async function withColors(
  run: (client: ApiClient, webhook: WebhookServer) => Promise<void>,
): Promise<void> {
  await using webhook = await WebhookServer.start(convert);
  await using server = await startTestServer();
  const { client } = server;
  await install(
    client,
    definitionOf({
      versions: [version("v1", "color"), version("v2", "hue")],
      conversion: {
        strategy: "Webhook",
        webhook: { clientConfig: webhook.clientConfig, conversionReviewVersions: ["v1"] },
      },
    }),
  );
  for (const [name, color, size] of [["a", "blue", 1], ["b", "red", 1], ["c", "blue", 2]]) {
    await client.post(gadgets(), gadget(String(name), { color, size }));
  }
  await run(client, webhook);
}

const chosen = (version: string, selector: string, more = "") =>
  `${gadgets(version)}?fieldSelector=${encodeURIComponent(selector)}${more}`;

async function namesOf(client: ApiClient, path: string): Promise<string[]> {
  const { status, json } = await client.get(path);
  assertEquals(status, 200, json.message);
  return json.items.map(({ metadata }: AnyObject) => metadata.name);
}

Deno.test(
  "lists are chosen by fields as their version shows them",
  LOOSE,
  () =>
    withColors(async (client) => {
      const cases: [version: string, selector: string, names: string[]][] = [
        ["v1", "spec.color=blue", ["a", "c"]],
        ["v2", "spec.hue=blue", ["a", "c"]],
        ["v2", "spec.hue!=blue", ["b"]],
        ["v2", "spec.hue=blue,spec.size=2", ["c"]],
        ["v2", "spec.hue=blue,metadata.name=a", ["a"]],
        ["v2", "spec.hue=blue,metadata.name=b", []],
        ["v2", "spec.hue=green", []],
      ];
      for (const [version, selector, names] of cases) {
        assertEquals(await namesOf(client, chosen(version, selector)), names, selector);
      }
      for (const [version, field] of [["v1", "spec.hue"], ["v2", "spec.color"]] as const) {
        const { status, json } = await client.get(chosen(version, `${field}=blue`));
        assertEquals([status, json.message], [400, `field label not supported: ${field}`]);
      }
    }),
);

Deno.test(
  "pages are chosen by fields as their version shows them, each from the same state",
  LOOSE,
  () =>
    withColors(async (client) => {
      const first = await client.get(chosen("v2", "spec.hue=blue", "&limit=1"));
      const { continue: token, remainingItemCount } = first.json.metadata;
      assertEquals([first.json.items[0].metadata.name, remainingItemCount], ["a", undefined]);
      // What happens between two pages is in neither.
      await client.delete(`${gadgets()}/c`);
      await client.post(gadgets(), gadget("d", { color: "blue", size: 3 }));
      const second = await client.get(
        chosen("v2", "spec.hue=blue", `&limit=1&continue=${encodeURIComponent(token)}`),
      );
      const { items, metadata } = second.json;
      assertEquals(items.map(({ metadata }: AnyObject) => metadata.name), ["c"]);
      assertEquals([metadata.continue, metadata.resourceVersion], [
        undefined,
        first.json.metadata.resourceVersion,
      ]);
      assertEquals(await namesOf(client, chosen("v2", "spec.hue=blue")), ["a", "d"]);
    }),
);

Deno.test(
  "collections that are deleted are chosen by fields as their version shows them",
  LOOSE,
  () =>
    withColors(async (client) => {
      const { status } = await client.delete(chosen("v2", "spec.hue=blue"));
      assertEquals(status, 200);
      assertEquals(await namesOf(client, gadgets()), ["b"]);
    }),
);

for (const beginsWithState of [true, false]) {
  const from = beginsWithState ? "what there is" : "a version";
  Deno.test(
    `watches from ${from} are told of fields as their version shows them`,
    LOOSE,
    () =>
      withColors(async (client) => {
        const { resourceVersion } = (await client.get(gadgets())).json.metadata;
        const since = beginsWithState ? "" : `&resourceVersion=${resourceVersion}`;
        const watch = await client.watch(chosen("v2", "spec.hue=blue", `&watch=true${since}`));
        const next = async () => {
          const { type, object } = await watch.next() ?? {};
          return [type, object?.metadata.name, object?.spec.hue];
        };
        if (beginsWithState) {
          for (const name of ["a", "c"]) assertEquals(await next(), ["ADDED", name, "blue"]);
        }
        const paint = (name: string, color: string) =>
          client.patch(`${gadgets()}/${name}`, "merge", { spec: { color } });
        await paint("b", "green");
        await paint("b", "blue");
        assertEquals(await next(), ["ADDED", "b", "blue"]);
        await client.patch(`${gadgets()}/b`, "merge", { spec: { size: 5 } });
        assertEquals(await next(), ["MODIFIED", "b", "blue"]);
        await paint("b", "red");
        assertEquals((await next()).slice(0, 2), ["DELETED", "b"]);
        await client.delete(`${gadgets()}/b`);
        await client.delete(`${gadgets()}/a`);
        assertEquals(await next(), ["DELETED", "a", "blue"]);
        watch.close();
      }),
  );
}

Deno.test(
  "a webhook that fails fails what is chosen by what it shows, and no other",
  LOOSE,
  () =>
    withColors(async (client, webhook) => {
      webhook.review = (_, response) => {
        response.statusCode = 500;
        response.end("oh");
        return undefined;
      };
      assertEquals((await client.get(chosen("v2", "spec.hue=blue"))).status, 500);
      assertEquals(await namesOf(client, chosen("v1", "spec.color=blue")), ["a", "c"]);
    }),
);
