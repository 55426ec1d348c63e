/** The forms in which objects come: both say the same of the same objects. */
import { encodeEnveloped, encodeUntypedJson, encodeWatchFrame } from "../codec/mod.ts";
import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import { isResourceExpired } from "../errors/mod.ts";
import { ConfigMap } from "../kinds/built_in.ts";
import { dynamicKind } from "../kinds/mod.ts";
import { type Dialect, DIALECTS, NAMES } from "../names.ts";
import { schemaOf } from "../schema/mod.ts";
import type { Received, WireForm } from "./form.ts";
import { WireForms } from "./forms.ts";

const WIDGET = dynamicKind({
  group: "example.com",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
});
const TRIM = { keepManagers: new Set(["me"]), dropAnnotations: new Set(["last"]) };

function map(name: string, revision: string) {
  return {
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: {
      name,
      namespace: "a",
      uid: `uid-${name}`,
      resourceVersion: revision,
      annotations: { last: "{}", "é": "ü" },
      managedFields: [{ manager: "me" }, { manager: "them" }],
    },
    data: { key: "välue" },
  };
}

const EXPIRED = {
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Failure",
  message: "too old",
  reason: "Expired",
  code: 410,
};

type Message = { readonly kind: string; readonly apiVersion: string };

/** Messages in one of the forms. */
function encoded(dialect: Dialect, protobuf: boolean) {
  const schema = schemaOf(dialect);
  const whole = (object: Message) =>
    protobuf
      ? encodeEnveloped(schema.kind("", "v1", object.kind)!, object)
      : encodeUntypedJson(object);
  const event = (type: string, object: Message) => {
    if (!protobuf) return encodeUntypedJson({ type, object });
    return encodeWatchFrame({ type, object: whole(object) }).subarray(4);
  };
  return { whole, event };
}

async function formOf(dialect: Dialect, protobuf: boolean): Promise<WireForm<object>> {
  const forms = new WireForms({ dialect, protobuf: true });
  const type = protobuf ? NAMES[dialect].protobufMediaType : "application/json";
  const headers = { "content-type": `${type};stream=watch` };
  return await forms.ofAnswer(ConfigMap, { headers });
}

const identity = ({ key, uid, revision }: Received<unknown>) => [key, uid, revision];

for (const dialect of DIALECTS) {
  for (const protobuf of [true, false]) {
    const name = `WireForm in ${protobuf ? "Protobuf" : "JSON"}, ${dialect}`;

    Deno.test(`${name}: objects, pages and events`, async () => {
      const form = await formOf(dialect, protobuf);
      const { whole, event } = encoded(dialect, protobuf);
      const one = map("one", "7"), two = map("two", "8");
      assertEquals(identity(form.object(whole(one))), ["a/one", "uid-one", "7"]);
      assertEquals(form.object(whole(one)).take(), one);
      assertEquals(form.other(whole(EXPIRED)), EXPIRED);
      const list = {
        kind: "ConfigMapList",
        apiVersion: "v1",
        metadata: { resourceVersion: "9", continue: "more" },
        items: [one, two],
      };
      const page = form.page(whole(list));
      assertEquals([page.revision, page.next], ["9", "more"]);
      const items = [...page.items];
      assertEquals(items.map(identity), [["a/one", "uid-one", "7"], [
        "a/two",
        "uid-two",
        "8",
      ]]);
      assertEquals(items.map((item) => item.take()), [one, two]);
      const added = form.event(event("ADDED", one));
      assert(added.type === "ADDED");
      assertEquals(added.object.take(), one);
      const mark = { ...map("", "12"), metadata: { resourceVersion: "12" } };
      assertEquals(form.event(event("BOOKMARK", mark)), { type: "BOOKMARK", revision: "12" });
      const error = assertThrows(() => form.event(event("ERROR", EXPIRED)));
      assert(isResourceExpired(error), String(error));
      assertThrows(() => form.event(event("SURPRISE", one)), /(json|protobuf): /);
    });

    Deno.test(`${name}: other() leaves out of objects of its kind what it is told to`, async () => {
      const form = await formOf(dialect, protobuf);
      const { whole } = encoded(dialect, protobuf);
      const trim = { keepManagers: new Set(["them"]), dropAnnotations: new Set<string>() };
      const one = map("one", "7");
      const { managedFields, ...metadata } = one.metadata;
      const less = (...kept: typeof managedFields) => ({
        ...one,
        metadata: { ...metadata, ...(kept.length > 0 && { managedFields: kept }) },
      });
      assertEquals(form.other(whole(one)), one);
      assertEquals(form.other(whole(one), trim), less({ manager: "them" }));
      const none = { ...trim, keepManagers: new Set<string>() };
      assertEquals(form.other(whole(one), none), less());
      assertEquals(form.other(whole(less()), none), less());
      assertEquals(form.other(whole(EXPIRED), none), EXPIRED);
    });

    Deno.test(`${name}: newestManager() names who wrote last, where that is sure`, async () => {
      const form = await formOf(dialect, protobuf);
      const { whole } = encoded(dialect, protobuf);
      const at = (second: number) => `2026-01-01T00:00:0${second}Z`;
      const a5 = { manager: "a", time: at(5) }, b5 = { manager: "b", time: at(5) };
      const c4 = { manager: "c", time: at(4) };
      const cases: [string, { manager: string; time?: string }[], string][] = [
        ["nobody", [], ""],
        ["without a time", [{ manager: "a" }], ""],
        ["the newest", [{ manager: "a", time: at(3) }, b5, c4], "b"],
        ["two in one second", [a5, b5, c4], ""],
        ["two entries of one", [a5, a5], "a"],
        ["newer than two", [a5, b5, { manager: "c", time: at(6) }], "c"],
      ];
      for (const [label, managedFields, expected] of cases) {
        const one = map("one", "7");
        const object = { ...one, metadata: { ...one.metadata, managedFields } };
        assertEquals(form.object(whole(object)).newestManager(), expected, label);
      }
    });

    Deno.test(`${name}: bytes to keep are read again, trimmed or whole`, async () => {
      const form = await formOf(dialect, protobuf);
      const decode = await new WireForms({ dialect, protobuf: true }).decoder<object>(ConfigMap);
      const one = map("one", "7");
      const received = form.object(encoded(dialect, protobuf).whole(one));
      const { data, metadata: { annotations: _, managedFields: __, ...metadata } } = one;
      assertEquals(decode(received.bytes()), one);
      assertEquals(decode(received.bytes(TRIM)), {
        kind: one.kind,
        apiVersion: one.apiVersion,
        metadata: { ...metadata, annotations: { "é": "ü" }, managedFields: [{ manager: "me" }] },
        data,
      });
      assertEquals(received.take(), one);
    });
  }
}

Deno.test("WireForm in Protobuf refuses an object of another kind", async () => {
  const form = await formOf("kubernetes", true);
  const secret = encodeEnveloped(schemaOf("kubernetes").kind("", "v1", "Secret")!, {
    kind: "Secret",
    apiVersion: "v1",
    metadata: { name: "s" },
  });
  const error = assertThrows(() => form.object(secret), /(json|protobuf): /);
  assert(error.message.includes("a Secret of v1 where a ConfigMap of v1 was asked for"));
});

for (
  const json of ["[]", "7", "null", `{"items":{}}`, `{"items":[1]}`, `{"type":"ADDED"}`, "{"]
) {
  Deno.test(`WireForm in JSON refuses ${json}`, async () => {
    const form = await formOf("kubernetes", false);
    const bytes = new TextEncoder().encode(json);
    assertThrows(
      () => (json.includes("type") ? form.event(bytes) : form.page(bytes)),
      /(json|protobuf): /,
    );
  });
}

Deno.test("WireForms asks for Protobuf of what is built in alone", async () => {
  const forms = new WireForms({ dialect: "orch", protobuf: true });
  assertEquals(await forms.accept(ConfigMap), "application/vnd.orch.protobuf, application/json");
  assertEquals(await forms.accept(WIDGET), "application/json");
  const view = ";as=PartialObjectMetadata;g=meta.orch.io;v=v1";
  assertEquals(await forms.accept(WIDGET, true), `application/json${view}`);
  const plain = new WireForms({ dialect: "orch", protobuf: false });
  assertEquals(await plain.accept(ConfigMap), "application/json");
});
