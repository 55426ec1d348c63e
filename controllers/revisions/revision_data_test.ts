import { assertEquals } from "../../toolkit/deps/assert.ts";
import { encodeUntypedJson } from "../../toolkit/codec/mod.ts";
import { revisionDataOf, revisionTextOf, templateOfRevision } from "./revision_data.ts";

const TEMPLATE = {
  metadata: { labels: { app: "web", "10": "x", "9": "y" } },
  spec: {
    containers: [{ name: "main", image: "a<b>&c\u2028" }],
    terminationGracePeriodSeconds: 2n ** 62n,
  },
};

Deno.test("revisionDataOf() has the bytes that the reference writes", () => {
  assertEquals(
    revisionDataOf(TEMPLATE).text,
    '{"spec":{"template":{"$patch":"replace","metadata":{"labels":{"10":"x","9":"y","app":"web"}},' +
      '"spec":{"containers":[{"image":"a\\u003cb\\u003e\\u0026c\\u2028","name":"main","resources":{}}],' +
      '"terminationGracePeriodSeconds":4611686018427387904}}}}',
  );
});

Deno.test("revisionDataOf() has its data in the order of those bytes, as a server writes it", () => {
  const { data, text } = revisionDataOf(TEMPLATE);
  assertEquals(new TextDecoder().decode(encodeUntypedJson(data)), text);
});

Deno.test("revisionTextOf() is the same for the same template, whoever wrote it and when", () => {
  const { text, data } = revisionDataOf(TEMPLATE);
  assertEquals(revisionTextOf(data), text);
  const { metadata, spec } = TEMPLATE;
  const old = { spec, metadata: { creationTimestamp: null, ...metadata }, $patch: "replace" };
  assertEquals(revisionTextOf({ spec: { template: old } }), text);
});

Deno.test("revisionTextOf() has none for what keeps no template", () => {
  for (const data of [undefined, null, 1, "x", [], {}, { spec: [] }, { spec: { template: 1 } }]) {
    assertEquals(revisionTextOf(data), undefined);
    assertEquals(templateOfRevision(data), undefined);
  }
  assertEquals(
    typeof revisionTextOf({ spec: { template: { spec: { containers: 1 } } } }),
    "string",
  );
});

Deno.test("templateOfRevision() has what pods are made of, and no directive", () => {
  const { data } = revisionDataOf({ spec: { containers: [{ name: "main" }] } });
  assertEquals(templateOfRevision(data) as unknown, {
    metadata: {},
    spec: { containers: [{ resources: {}, name: "main" }] },
  });
});
