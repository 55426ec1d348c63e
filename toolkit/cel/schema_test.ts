import { assertEquals } from "../deps/assert.ts";
import { type AnswerRow, testAnswers } from "../../testing/cel_answers.ts";
import {
  ENVIRONMENT_OF_SCHEMA,
  environmentOf,
  OBJECT_OF_SCHEMA,
} from "../../testing/cel_schema.ts";
import { escapeField } from "./field_names.ts";
import { activationOf } from "./frame.ts";
import { compileCel } from "./program.ts";
import { type CelSchema, typeOfSchema } from "./schema_type.ts";
import { adapterOfSchema } from "./schema_value.ts";

/** As the reference answers: value or error, cost, and the cost's estimate by the schema. */
const ROWS: readonly AnswerRow[] = [
  ["(self.spec.ls + ['z', 'q'])[2] == 'z'", "bool:true"],
  ["(self.spec.ls + ['z', 'q']).size()", "int:3"],
  ["(self.spec.lm + oldSelf.spec.lm).map(x, x.k)", "[string:a, string:b]"],
  ["self.spec.r > 0", "bool:true", 4, 4, 4],
  ["self.spec.r == 3", "bool:true", 4, 3, 3],
  ["self.spec.d == 2.0", "bool:true", 4, 3, 3],
  ["self.spec.b", "bool:true", 3, 3, 3],
  ["self.spec.s == 'hello'", "bool:true", 4, 4, 4],
  ["self.spec.s.size() > 2", "bool:true", 5, 5, 5],
  ["self.spec.s10.contains('b')", "bool:true", 4, 3, 7],
  ["self.spec.s10.startsWith('ab')", "bool:true", 4, 4, 4],
  ["self.spec.s.matches('^h.*$')", "bool:true", 5, 5, 629149],
  ["self.spec.s10 + self.spec.e == 'abca'", "bool:true", 8, 7, 12],
  ["self.spec.e == 'a'", "bool:true", 4, 4, 4],
  ["self.spec.e in ['a','b']", "bool:true", 3, 15, 15],
  ["type(self.spec.io) == string", "bool:true", 5, 5, 5],
  [
    "type(self.spec.io) == int ? self.spec.io > 1 : self.spec.io.contains('%')",
    "bool:true",
    9,
    8,
    314581,
  ],
  ["self.spec.l.all(x, x.size() > 0)", "bool:true", 16, 4, 34],
  ["self.spec.l.exists(x, x == 'a')", "bool:true", 13, 4, 34],
  ["self.spec.l.map(x, x + 'b').size() == 2", "bool:true", 34, 16, 106],
  ["self.spec.l.map(x, x + 'b').all(y, y.startsWith('a'))", "bool:false", 43, 15, 130],
  ["self.spec.l.filter(x, x == 'a').size() == 1", "bool:true", 23, 16, 91],
  ["self.spec.l[0] == 'a'", "bool:true", 5, 5, 5],
  ["self.spec.l[5] == 'a'", "error: index out of bounds: 5"],
  ["'a' in self.spec.l", "bool:true", 5, 3, 8],
  ["self.spec.lu.all(x, x > 0)", "bool:true", 19, 4, 7864319],
  ["self.spec.lu.sum() == 6", "bool:true", 7, 4, 1572867],
  ["self.spec.lu.isSorted()", "bool:true", 6, 3, 1572866],
  ["self.spec.lu.max() > 1", "bool:true", 7, 4, 1572867],
  ["self.spec.l.indexOf('b') == 1", "bool:true", 4, 4, 29],
  ["self.spec.l.isSorted()", "bool:true", 3, 3, 28],
  ["self.spec.lo.all(x, x.name.size() > 0 && x.port > 0)", "bool:true", 24, 4, 1429874],
  [
    "self.spec.lo.all(x, self.spec.lo.exists(y, y.name == x.name))",
    "bool:true",
    48,
    4,
    695140594659,
  ],
  ["self.spec.lo.exists_one(x, x.port == 80)", "bool:true", 13, 5, 571953],
  ["self.spec.lo.map(x, x.name) == ['x','y']", "bool:true", 33, 25, 2001843],
  ["self.spec.lo.map(x, x.name).join(',') == 'x,y'", "bool:true", 34, 15, Infinity],
  ["self.spec.l.join(',') == 'a,b'", "bool:true", 5, 4, 25],
  ["self.spec.lo[0].name == 'x'", "bool:true", 6, 6, 6],
  ["has(self.spec.lo[0].o)", "bool:false", 4, 4, 4],
  ["self.spec.lm == oldSelf.spec.lm", "bool:true", 7, 7, 7],
  ["self.spec.lm + [] == self.spec.lm", "bool:true", 8, 18, 18],
  ["self.spec.ls + ['z'] == ['z','r','q']", "bool:true", 5, 25, 25],
  ["self.spec.ls == ['r','q']", "bool:true", 4, 14, 14],
  ["self.spec.ls.all(x, x in oldSelf.spec.ls)", "bool:true", 22, 4, 174],
  ["self.spec.m['k'] == 'v'", "bool:true", 5, 5, 5],
  ["self.spec.m.k == 'v'", "bool:true", 5, 5, 5],
  ["self.spec.m.all(k, self.spec.m[k] != '')", "bool:true", 18, 4, 3145724],
  ["self.spec.m.all(k, k.size() < 5)", "bool:true", 16, 4, 2359294],
  ["self.spec.m.exists(k, v, v == 'v' && k == 'k')", "bool:true", 15],
  ["self.spec.m.size() == 2", "bool:true", 5, 5, 5],
  ["'k' in self.spec.m", "bool:true", 4, 4, 4],
  ["self.spec.m3.all(k, self.spec.m3[k].all(i, i > 0))", "bool:true", 35, 4, 100],
  ["self.spec.m3.map(k, self.spec.m3[k].size()).sum() == 3", "bool:true", 41, 15, 91],
  ["self.spec.dt > timestamp('2023-01-01T00:00:00Z')", "bool:true", 4, 5, 5],
  ["self.spec.date == timestamp('2024-01-02T00:00:00Z')", "bool:true", 4, 5, 5],
  ["self.spec.dur > duration('1h')", "bool:true", 4, 5, 5],
  ["string(self.spec.by) == 'hi'", "bool:true", 5, 4, 5],
  ["self.spec.by == b'hi'", "bool:true", 4, 4, 4],
  ["has(self.spec.n)", "bool:false", 2, 2, 2],
  ["self.spec.?n.orValue('x') == 'x'", "bool:true", 3, 5, 5],
  ["self.spec.my__dash__field == 'f'", "bool:true", 4, 4, 4],
  ["self.spec.a__dot__b__slash__c == 5", "bool:true", 4, 3, 3],
  ["self.spec.__underscores__x == 7", "bool:true", 4, 3, 3],
  ["self.spec.__namespace__ == 'ns'", "bool:true", 4, 4, 4],
  ["self.spec.namespace == 'ns'", "bool:true", 4, 4, 4],
  ["self.spec.any == oldSelf.spec.any", "bool:true", 7, 6, 6],
  [
    "self.spec.any.q == 1",
    "compile: ERROR: <input>:1:14: undefined field 'q'\n | self.spec.any.q == 1\n | .............^",
  ],
  [
    "self.spec.anyt == 1",
    "compile: ERROR: <input>:1:10: undefined field 'anyt'\n | self.spec.anyt == 1\n | .........^",
  ],
  ["self.spec == oldSelf.spec", "bool:true", 7, 4, 4],
  ["self == oldSelf", "bool:true", 3, 2, 2],
  ["self.metadata.name == 'n'", "bool:true", 4, 4, 4],
  [
    "self.metadata.labels == 1",
    "compile: ERROR: <input>:1:14: undefined field 'labels'\n | self.metadata.labels == 1\n | .............^",
  ],
  ["self.kind == 'K'", "bool:true", 3, 3, 3],
  ["self.spec.nested.all(x, x.all(y, y.size() < 4))", "bool:true", 32, 4, 144],
  ["self.spec.emb.metadata.name == 'e'", "bool:true", 6, 6, 6],
  [
    "self.spec.emb.z == 1",
    "compile: ERROR: <input>:1:14: undefined field 'z'\n | self.spec.emb.z == 1\n | .............^",
  ],
  ["self.spec.s.split(',').all(x, x != '')", "bool:true", 9, 4, 13212054],
  ["self.spec.s10.replace('a','bb').size() < 10", "bool:true", 6, 5, 13],
  ["self.spec.s10.substring(1).size() == 2", "bool:true", 6, 5, 9],
  ["self.spec.s10.upperAscii() == 'ABC'", "bool:true", 5, 4, 8],
  ["self.spec.s10.lowerAscii().trim() == 'abc'", "bool:true", 6, 4, 12],
  ["self.spec.s10.find('[a-z]') == 'a'", "bool:true", 6, 6, 14],
  ["self.spec.s10.findAll('[a-z]').size() == 3", "bool:true", 7, 7, 15],
  ["isURL(self.spec.s10)", "bool:false", 4, 4, 4],
  [
    "url(self.spec.s).getHost() == ''",
    'error: URL parse error during conversion from string: parse "hello": invalid URI for request',
  ],
  [
    "isQuantity(self.spec.s10) && quantity(self.spec.s10).isGreaterThan(quantity('1'))",
    "bool:false",
    4,
    3,
    16,
  ],
  ["isIP(self.spec.s10)", "bool:false", 4, 3, 7],
  ["isCIDR(self.spec.s)", "bool:false", 4, 3, 314576],
  ["!format.dns1123Label().validate(self.spec.s10).hasValue()", "bool:true", 14, 6, 134],
  ["format.named('uri').hasValue()", "bool:true", 2, 2, 2],
  ["isSemver(self.spec.s10)", "bool:false", 4, 3, 7],
  ["sets.contains(self.spec.ls, ['q'])", "bool:true", 6, 14, 24],
  ["sets.equivalent(self.spec.ls, self.spec.l)", "bool:false", 15, 7, 107],
  ["self.spec.lu.map(x, x * 2).filter(y, y > 2).size() == 2", "bool:true", 81, 27, 45613054],
  ["self.spec.lu.sort() == [1,2,3]", "bool:true", 33, 25, 4947796033563],
  ["self.spec.ls.distinct().size() == 2", "bool:true", 24, 16, 216],
  ["self.spec.nested.flatten().size() == 3", "bool:true", 18, 16, 20],
  ["self.spec.lu.reverse()[0] == 3", "bool:true", 20, 15, 1572878],
  ["self.spec.lu.slice(0,2).size() == 2", "bool:true", 18, 18, 18],
  ["self.spec.l.sortBy(x, x).size() == 2", "bool:true", 53, 39, 157],
  ["self.spec.lo.sortBy(x, x.name)[0].port == 80", "bool:true", 57, 40, 42937094413],
  ["self.spec.lu.transformList(i, v, i + v).size() == 3", "bool:true", 51, 16, 23592961],
  ["self.spec.m.transformMap(k, v, v.size()).size() == 2", "bool:true", 16, 36, 1966111],
  ["self.spec.s10 < 'zzz'", "bool:true", 4, 4, 4],
  ["self.spec.s10 in self.spec.ls", "bool:false", 8, 6, 16],
  ["(self.spec.b ? self.spec.l : self.spec.ls).all(x, x != '')", "bool:true", 14, 7, 47],
  ["optional.of(self.spec.s10).orValue('a') == 'abc'", "bool:true", 5, 6, 6],
  ["self.spec.l.size() <= 5 ? true : false", "bool:true", 5, 5, 5],
  ["self.spec.s10 == self.spec.s", "bool:false", 7, 7, 10],
  ["self.spec.r == self.spec.a__dot__b__slash__c", "bool:false", 7, 6, 6],
  ["self.spec.m == {'k': 'v', 'l': 'w'}", "bool:true", 4, 34, 34],
  ["self.spec.l == ['a', 'b']", "bool:true", 4, 14, 14],
  ["[self.spec.s10, self.spec.e].all(x, x.size() > 0)", "bool:true", 29, 23, 29],
  ["{'a': self.spec.s10}.all(k, k == 'a')", "bool:true", 39, 37, 38],
  ["self.spec.l.map(x, self.spec.s10).all(y, y == 'abc')", "bool:true", 45, 15, 110],
  ["self.spec.lm.filter(x, x.v > 1).all(x, x.k == 'b')", "bool:true", 30, 15, 235],
  ["self.spec.?s10.orValue('').size() > 1", "bool:true", 5, 6, 6],
  ["self.spec.l[?0].orValue('').size() > 0", "bool:true", 6, 7, 7],
  ["\"%s is %d\".format([self.spec.s10, self.spec.r]) == 'abc is 3'", "bool:true", 18, 18, 18],
  ["strings.quote(self.spec.s10) == 'x'", "bool:false", 5, 4, 8],
  ["self.spec.l.first().orValue('') == 'a'", "bool:true", 5, 6, 6],
  ["self.spec.s10.indexOf('b') == 1", "bool:true", 4, 4, 8],
  ["dyn(self.spec.s10) == 'abc'", "bool:true", 5, 5, 5],
  ["self.spec.l.all(i, v, i >= 0 && v != '')", "bool:true", 16, 4, 34],
  ["self.spec.dt.getHours() == 3", "bool:true", 5, 5, 5],
  ["self.spec.s.charAt(0) == 'h'", "bool:true", 5, 5, 5],
  ["self.spec.s10.size() == self.spec.s.size()", "bool:false", 9, 9, 9],
  ["bytes(self.spec.s10).size() == 3", "bool:true", 6, 5, 9],
  ["string(self.spec.r).size() == 1", "bool:true", 6, 6, 6],
  [
    "ip('127.0.0.1') == ip(self.spec.s10)",
    'error: IP Address "abc" parse error during conversion from string: ParseAddr("abc"): unable to parse IP',
  ],
  ["cidr('10.0.0.0/8').containsIP(self.spec.s)", "error: no such overload", 6, 5, 314581],
  [
    "quantity(self.spec.s10) == quantity('1')",
    "error: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  ],
  [
    "url(self.spec.s10) == url('/a')",
    'error: URL parse error during conversion from string: parse "abc": invalid URI for request',
  ],
];

testAnswers("an object with a schema", ROWS, ENVIRONMENT_OF_SCHEMA, OBJECT_OF_SCHEMA);

const SPEC = (spec: CelSchema): CelSchema => ({ type: "object", properties: { spec } });

const MISMATCHES: readonly [name: string, schema: CelSchema, json: unknown, error: string][] = [
  ["a null", { type: "string" }, null, "no such key: spec"],
  ["no integer", { type: "integer" }, 1.5, "invalid data, expected int, got number"],
  ["no text", { type: "string" }, 1, "invalid data, expected string, got number"],
  [
    "no list",
    { type: "array", items: { type: "string" } },
    {},
    "invalid data, expected an array, got map",
  ],
  ["no object", { type: "object", properties: {} }, [], "invalid data, expected a map, got list"],
  ["no boolean", { type: "boolean" }, "true", "invalid data, expected bool, got string"],
  [
    "no time",
    { type: "string", format: "date-time" },
    "x",
    'Invalid date-time formatted string x: parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
  ],
  [
    "no duration",
    { type: "string", format: "duration" },
    "x",
    'Invalid duration x: time: invalid duration "x"',
  ],
];
for (const [name, spec, json, message] of MISMATCHES) {
  Deno.test(`adapterOfSchema() gives an error when JSON is not what the schema says: ${name}`, () => {
    const schema = SPEC(spec);
    const self = adapterOfSchema(schema, true)({ spec: json });
    const { error } = compileCel("self.spec", environmentOf(schema)).run(
      activationOf({ self }),
      1_000,
    );
    assertEquals(error?.message, message);
  });
}

const NAMES: readonly [name: string, escaped: string | undefined][] = [
  ["plain", "plain"],
  ["my-field", "my__dash__field"],
  ["a.b/c", "a__dot__b__slash__c"],
  ["a__b", "a__underscores__b"],
  ["a___b", "a__underscores___b"],
  ["namespace", "__namespace__"],
  ["namespaces", "namespaces"],
  ["-a", "__dash__a"],
  ["", undefined],
  ["1a", undefined],
  ["a b", undefined],
  ["é", undefined],
];
for (const [name, escaped] of NAMES) {
  Deno.test(`escapeField() spells ${JSON.stringify(name)}`, () => {
    assertEquals(escapeField(name), escaped);
  });
}

Deno.test("typeOfSchema() is as quick for a schema of a thousand lists in lists", () => {
  let schema: CelSchema = { type: "string" };
  for (let i = 0; i < 1_000; i++) schema = { type: "array", items: schema };
  const type = typeOfSchema(schema, "Deep");
  // Two bytes a list, one for the comma, in three megabytes.
  assertEquals(type !== undefined && "maxSize" in type ? type.maxSize : undefined, 1048575);
});
