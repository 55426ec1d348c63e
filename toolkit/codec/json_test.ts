import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import { schemaOf } from "../schema/mod.ts";
import {
  CodecError,
  decodeJson,
  decodeUntypedJson,
  DEPTH_LIMIT,
  encodeJson,
  encodeUntypedJson,
} from "./mod.ts";

const schema = schemaOf("kubernetes");
const decoder = new TextDecoder();

function typeOf(group: string, version: string, kind: string) {
  const type = schema.kind(group, version, kind);
  assert(type !== undefined);
  return type;
}

const pod = typeOf("", "v1", "Pod");
const configMap = typeOf("", "v1", "ConfigMap");
const deployment = typeOf("apps", "v1", "Deployment");

const roundTrip = (type: typeof pod, text: string) =>
  decoder.decode(encodeJson(type, decodeJson(type, text)));

Deno.test("decodeJson() and encodeJson() give the form that a server writes", () => {
  const cases: [name: string, given: string, written: string][] = [
    [
      "what is always written",
      "{}",
      '{"metadata":{},"spec":{"containers":null},"status":{}}',
    ],
    [
      "kind first, whatever the order",
      '{"spec":{"nodeName":"n","containers":[]},"apiVersion":"v1","kind":"Pod"}',
      '{"kind":"Pod","apiVersion":"v1","metadata":{},"spec":{"containers":[],"nodeName":"n"},"status":{}}',
    ],
    [
      "zero values that are left out, and pointers to them that are not",
      '{"spec":{"containers":[],"hostNetwork":false,"priority":0,"subdomain":"","nodeSelector":{}}}',
      '{"metadata":{},"spec":{"containers":[],"priority":0},"status":{}}',
    ],
    [
      "null is unset",
      '{"metadata":null,"spec":{"containers":null,"priority":null,"nodeSelector":null}}',
      '{"metadata":{},"spec":{"containers":null},"status":{}}',
    ],
    [
      "maps in the order of bytes",
      '{"metadata":{"labels":{"\ue000":"","😀":"","b":"","10":"","2":"","__proto__":"p"}}}',
      '{"metadata":{"labels":{"10":"","2":"","__proto__":"p","b":"","\ue000":"","😀":""}},"spec":{"containers":null},"status":{}}',
    ],
    [
      "what HTML would take amiss is escaped",
      '{"metadata":{"name":"<a>&\u2028"}}',
      '{"metadata":{"name":"\\u003ca\\u003e\\u0026\\u2028"},"spec":{"containers":null},"status":{}}',
    ],
    [
      "half a surrogate pair is replaced",
      '{"metadata":{"name":"\\ud800"}}',
      '{"metadata":{"name":"\ufffd"},"spec":{"containers":null},"status":{}}',
    ],
    [
      "quantities, times and integers in their one spelling",
      '{"metadata":{"creationTimestamp":"2026-01-02T05:04:05+02:00","generation":-0},"spec":{"overhead":{"cpu":0.5,"memory":"1024Mi"},"containers":[],"terminationGracePeriodSeconds":9223372036854775807}}',
      '{"metadata":{"creationTimestamp":"2026-01-02T03:04:05Z"},"spec":{"containers":[],"terminationGracePeriodSeconds":9223372036854775807,"overhead":{"cpu":"500m","memory":"1Gi"}},"status":{}}',
    ],
    [
      "unknown fields are dropped, names in another case among them",
      '{"Metadata":{"name":"a"},"spec":{"containers":[],"x":{"y":1}}}',
      '{"metadata":{},"spec":{"containers":[]},"status":{}}',
    ],
    [
      "a raw value keeps its order and its digits",
      '{"metadata":{"managedFields":[{"fieldsV1":{"z":9007199254740993,"a":[1.5,{}]}}]}}',
      '{"metadata":{"managedFields":[{"fieldsV1":{"z":9007199254740993,"a":[1.5,{}]}}]},"spec":{"containers":null},"status":{}}',
    ],
  ];
  for (const [name, given, written] of cases) {
    assertEquals(roundTrip(pod, given), written, name);
    assertEquals(roundTrip(pod, written), written, `${name}, again`);
  }
});

Deno.test("encodeJson() leaves a time out only where it is unset, and null elsewhere", () => {
  const written = roundTrip(deployment, '{"status":{"conditions":[{"type":"A","status":"True"}]}}');
  assert(written.includes('"lastTransitionTime":null'), written);
  assert(!written.includes("creationTimestamp"), written);
});

Deno.test("decodeJson() names the field, what was found and what was expected", () => {
  const cases: [text: string, message: string][] = [
    [
      '{"spec":{"containers":[{"name":"a"},{"ports":[{"containerPort":"http"}]}]}}',
      "json: cannot unmarshal string into field spec.containers[1].ports[0].containerPort of type int32",
    ],
    [
      '{"spec":{"priority":2147483648}}',
      "number 2147483648 into field spec.priority of type int32",
    ],
    ['{"spec":{"priority":1.5}}', "number 1.5 into field spec.priority of type int32"],
    [
      '{"spec":{"terminationGracePeriodSeconds":9223372036854775808}}',
      "number 9223372036854775808 into field spec.terminationGracePeriodSeconds of type int64",
    ],
    ['{"spec":[]}', "cannot unmarshal array into field spec of type PodSpec"],
    ['{"metadata":{"labels":{"a":1}}}', "number 1 into field metadata.labels.a of type string"],
    ['{"spec":{"overhead":{"cpu":"1 core"}}}', "field spec.overhead.cpu: quantities must match"],
    [
      '{"metadata":{"creationTimestamp":"today"}}',
      "field metadata.creationTimestamp: parsing time",
    ],
    ['{"metadata":{"name":"a"}', "json: line 1, column 25: unexpected end of JSON input"],
    ['{"metadata":\n {,}}', 'json: line 2, column 3: invalid character ","'],
    ["{} {}", "after the top-level value"],
    ["3", "cannot unmarshal number 3 into value of type Pod"],
    ["", "unexpected end of JSON input"],
  ];
  for (const [text, message] of cases) {
    const error = assertThrows(() => decodeJson(pod, text), message);
    assert(error instanceof CodecError, text);
  }
});

Deno.test("decodeJson() reports unknown and duplicate fields when asked to", () => {
  const problems: string[] = [];
  const text =
    '{"kind":"Pod","spec":{"containers":[{"name":"a","name":"b","imagee":1}],"no":{}},"x":1}';
  const object = decodeJson(pod, text, { problems });
  assertEquals(problems, [
    'duplicate field "spec.containers[0].name"',
    'unknown field "spec.containers[0].imagee"',
    'unknown field "spec.no"',
    'unknown field "x"',
  ]);
  assertEquals((object.spec as { containers: { name: string }[] }).containers[0]?.name, "b");
});

Deno.test("decodeJson() reports nothing about a clean document", () => {
  const problems: string[] = [];
  decodeJson(pod, '{"metadata":{"annotations":{"a":"x:\\"y\\":{"}},"spec":{"containers":[]}}', {
    problems,
  });
  assertEquals(problems, []);
});

Deno.test("decodeJson() reads both spellings of a definition's extensions, and keeps its own", () => {
  for (const dialect of ["kubernetes", "orch"] as const) {
    const own = dialect === "orch" ? "x-orch" : "x-kubernetes";
    const group = dialect === "orch" ? "apiextensions.orch.io" : "apiextensions.k8s.io";
    const type = schemaOf(dialect).kind(group, "v1", "CustomResourceDefinition");
    assert(type !== undefined);
    for (const given of ["x-orch", "x-kubernetes"]) {
      const problems: string[] = [];
      const text =
        `{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"${given}-int-or-string":true}}}]}}`;
      const written = decoder.decode(encodeJson(type, decodeJson(type, text, { problems })));
      assert(written.includes(`{"${own}-int-or-string":true}`), written);
      assertEquals(problems, []);
    }
  }
});

Deno.test("decodeJson() refuses what is too deep or too large", () => {
  const deep = "[".repeat(DEPTH_LIMIT + 10) + "]".repeat(DEPTH_LIMIT + 10);
  const text = `{"metadata":{"managedFields":[{"fieldsV1":${deep}}]}}`;
  assertThrows(() => decodeJson(pod, text), "levels deep");
  assertThrows(() => decodeUntypedJson(deep), "levels deep");
  assertThrows(() => decodeUntypedJson("[".repeat(1_000_000)), "levels deep");
  const endless = '{"a":'.repeat(20_000) + "1" + "}".repeat(20_000);
  assertThrows(() => decodeUntypedJson(endless, { problems: [] }), "levels deep");
  assertThrows(() => decodeJson(pod, "{}", { limitBytes: 1 }), "more than the limit of 1");
});

Deno.test("decodeUntypedJson() keeps integers exact, and encodeUntypedJson() writes them back", () => {
  for (const text of ["9007199254740993", "[-9223372036854775808,18446744073709551615]", "1.5"]) {
    assertEquals(decoder.decode(encodeUntypedJson(decodeUntypedJson(text))), text);
  }
  assertEquals(decodeUntypedJson("9007199254740993"), 9007199254740993n);
  assertEquals(decodeUntypedJson("1e21"), 1e21);
  assertThrows(() => decodeUntypedJson("1e400"), "number 1e400 is out of range");
});

Deno.test("encodeJson() refuses values of a wrong type, and objects without an end", () => {
  assertThrows(
    () => encodeJson(pod, { spec: { containers: "none" } }),
    "cannot unmarshal string into field spec.containers of type []Container",
  );
  const endless: Record<string, unknown> = {};
  endless.self = endless;
  assertThrows(() => encodeUntypedJson(endless), /^json: more than 500 levels deep$/);
});

Deno.test("decodeJson() changes no prototype", () => {
  const text =
    '{"metadata":{"labels":{"__proto__":"a","constructor":"b"}},"__proto__":{"spec":{}}}';
  const object = decodeJson(configMap, text);
  assertEquals(Object.getPrototypeOf(object), Object.prototype);
  assertEquals(({} as Record<string, unknown>).spec, undefined);
  const { labels } = object.metadata as { labels: object };
  assertEquals(Object.keys(labels), ["__proto__", "constructor"]);
});

Deno.test("decodeJson() tells integers from numbers that only have their value", () => {
  for (const number of ["1.0", "1e3", "1E+3", "10.00", "-0.0", "0e5"]) {
    for (const field of ['"priority":', '"activeDeadlineSeconds": ']) {
      const error = assertThrows(
        () => decodeJson(pod, `{"spec":{${field}${number}}}`),
        `json: cannot unmarshal number ${number} into field spec.`,
      );
      assert(error instanceof CodecError);
    }
    assertThrows(() => decodeJson(pod, `{"spec":${number}}`), "of type PodSpec");
    assertThrows(
      () => decodeJson(pod, `{"spec":{"containers":${number} }}`),
      "of type []Container",
    );
    assertThrows(() => decodeJson(configMap, `{"data":${number}\n}`), "of type map[string]string");
  }
  const problems: string[] = [];
  assertEquals(
    decodeJson(pod, '{"spec":{"overhead":{"cpu":1e3,"memory":2.0}},"spec":null,"x":1.0}', {
      problems,
    }).spec,
    { containers: null },
  );
  assertEquals(problems, ['duplicate field "spec"', 'unknown field "x"']);
  assertEquals(
    decodeJson(pod, '{"spec":{"overhead":{"cpu":1e3,"memory":2.0,"a":"1.0"}}}').spec,
    { containers: null, overhead: { a: "1", cpu: "1e3", memory: "2" } },
  );
});

Deno.test("decodeJson() has plain numbers in what has no type", () => {
  const revision = typeOf("apps", "v1", "ControllerRevision");
  assertEquals(
    decodeJson(revision, '{"data":{"a":1.0,"b":[2e1,{"c":3.0}],"__proto__":4.0},"revision":1}')
      .data,
    JSON.parse('{"a":1,"b":[20,{"c":3}],"__proto__":4}'),
  );
  assertEquals(decodeUntypedJson('{"a":1.0,"b":[2e1]}'), { a: 1, b: [20] });
});

Deno.test("decodeJson() tells of unknown and duplicate fields as they stand, and of so many", () => {
  const cases: [text: string, problems: string[]][] = [
    ['{"b":1,"data":{"x":"1","x":"2","x":"3"},"a":{"q":1,"q":2},"data":{},"b":2}', [
      'unknown field "b"',
      'duplicate field "data.x"',
      'unknown field "a"',
      'duplicate field "data"',
    ]],
    ['{"metadata":{"ownerReferences":[{},{"name":"1","name":"2","x":1}]},"a\\nb":1}', [
      'duplicate field "metadata.ownerReferences[1].name"',
      'unknown field "metadata.ownerReferences[1].x"',
      'unknown field "a\\nb"',
    ]],
    // What is read as it is has no fields that are known to be wrong.
    ['{"metadata":{"managedFields":[{"fieldsV1":{"f:a":{},"f:a":{}}}]}}', []],
  ];
  const type = schemaOf("kubernetes").kind("", "v1", "ConfigMap")!;
  for (const [text, expected] of cases) {
    const problems: string[] = [];
    decodeJson(type, text, { problems });
    assertEquals(problems, expected, text);
  }
  const many = Array.from({ length: 5000 }, (_, index) => `"x${index}":1`).join(",");
  const long = "x".repeat(100_000);
  const twice = '"a":"","a":"",'.repeat(1000);
  for (const text of [`{${many}}`, `{"data":{${twice}"${long}":""},"${long}":1,"${long}y":1}`]) {
    const problems: string[] = [];
    decodeJson(type, text, { problems });
    assert(problems.length <= 100 && problems.join("").length < 200_000);
  }
});
