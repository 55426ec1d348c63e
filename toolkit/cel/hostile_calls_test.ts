import { assert, assertEquals } from "../deps/assert.ts";
import { CelEnvironment } from "./environment.ts";
import { activationOf } from "./frame.ts";
import {
  AuthorizationQuestions,
  AUTHORIZER_TYPE,
  AuthorizerValue,
  JSON_PATCH_LIBRARY,
  STANDARD_LIBRARIES,
} from "./library/mod.ts";
import { compileCel } from "./program.ts";
import { type CelType, INT, listOf, STRING } from "./type.ts";
import { ofJson, type Value } from "./values.ts";
import { Work } from "./work.ts";

const COST_LIMIT = 1_000_000;
/** What all runs about an object may do, and one of them. */
const ALL_WORK = 20_000_000;
const RUN_WORK = 3_000_000;

const LONG = 400_000;
const repeated = (part: string) => part.repeat(LONG / part.length);
/** Another text of the same characters, as another field of an object has it. */
const again = (text: string) => JSON.parse(JSON.stringify(text)) as string;

const TEXTS = {
  letters: repeated("a"),
  lettersAgain: again(repeated("a")),
  lettersThenB: repeated("a") + "b",
  digits: repeated("1") + "x",
  mixedCase: "é" + repeated("aA"),
  blanks: "a" + repeated(" ") + "a",
  faces: repeated("😀"),
  accents: repeated("é"),
  tildes: repeated("~/"),
  spans: repeated("1h"),
  clauses: repeated("%s"),
  percents: repeated("%%"),
  manyZeros: "0".repeat(1_000) + "x",
  host: `http://${repeated("a")}/`,
  query: `/?${"a=b&".repeat(10_000)}`,
  queryAgain: again(`/?${"a=b&".repeat(10_000)}`),
  version: `1.2.3-${repeated("a.")}a`,
  versionAgain: again(`1.2.3-${repeated("a.")}a`),
  labels: repeated("a.") + "a",
};
const authorizer = new AuthorizerValue(
  new AuthorizationQuestions(() => ({ allowed: true, reason: "" })),
);

function run(
  expression: string,
  types: Readonly<Record<string, CelType>>,
  values: Readonly<Record<string, Value>>,
  work = new Work(ALL_WORK),
): unknown {
  const environment = new CelEnvironment({
    libraries: [...STANDARD_LIBRARIES, JSON_PATCH_LIBRARY],
    variables: types,
  });
  const { value, error } = compileCel(expression, environment)
    .run(activationOf(values), COST_LIMIT, work);
  return error?.message ?? value;
}

/** Calls of which the cost says little, and that are made as often as there is cost for. */
const HOSTILE: readonly [name: string, call: string][] = [
  ["the size of a text", "letters.size()"],
  ["nothing in a text", "letters.contains('')"],
  ["a text among others that are as long", "lettersAgain in [letters]"],
  ["a character", "letters.charAt(0)"],
  ["a character behind others of two units", "faces.charAt(3)"],
  ["letters between others", "mixedCase.lowerAscii()"],
  ["letters made large", "mixedCase.upperAscii()"],
  ["blanks inside of a text", "blanks.trim()"],
  ["a text that is nearly there", "letters.indexOf('b' + letters.substring(399900))"],
  [
    "a text that is nearly there, from the end",
    "letters.lastIndexOf(letters.substring(399900) + 'b')",
  ],
  [
    "a text that is replaced where it nearly is",
    "letters.replace('b' + letters.substring(399900), '')",
  ],
  ["a text that is split where it nearly can be", "letters.split('b' + letters.substring(399900))"],
  ["each letter replaced", "letters.replace('a', 'b')"],
  ["a letter replaced by a long text", "'aaaaaaaaaaaaaaaaaaaa'.replace('a', letters)"],
  ["a long text before each letter", "'aaaaaaaaaaaaaaaaaaaa'.replace('', letters)"],
  ["a text that no memory holds", "letters.replace('a', letters)"],
  ["texts without a character", "empties.join()"],
  ["a text in quotes", "strings.quote(faces)"],
  ["a key of a patch", "jsonpatch.escapeKey(tildes)"],
  ["a number that isn't one", "double(digits)"],
  ["a time that is none", "timestamp(accents)"],
  ["a short time that is none", "timestamp('é' + '')"],
  ["a span that is long", "duration(spans)"],
  ["a short span that is none", "duration('é' + '')"],
  ["a time that is one", "timestamp('2024-01-01T00:00:00Z' + '')"],
  ["a span that is one", "duration('1h2m' + '')"],
  ["a time where a zone is", "timestamp(0).getHours('Europe/Berlin')"],
  ["a time in a zone that isn't there", "timestamp(0).getHours('x')"],
  ["two long texts in order", "two.sort()"],
  ["long texts that differ in the end", "prefixed.sort()"],
  ["nothing, and a long list", "sets.intersects(ints, [])"],
  ["a URL", "isURL('http://a/b?c=d')"],
  ["a text that is no URL", "isURL('x')"],
  ["a long URL", "isURL('http://a/' + accents)"],
  ["a URL that is read", "url('http://a/b?c=d')"],
  ["a host's port", "host.all(u, ints.all(x, u.getPort() == 'x' || true))"],
  ["a host's name", "host.all(u, ints.all(x, u.getHostname() == 'x' || true))"],
  ["a query", "query.all(u, ints.all(x, u.getQuery() == {} || true))"],
  ["URLs that are equal", "urls.all(u, urls.all(v, ints.all(x, u == v)))"],
  ["an address", "isIP('1:2:3:4:5:6:7:8')"],
  ["an address that is read", "ip('1:2:3:4:5:6:7:8')"],
  ["an address in its canonical form", "ip.isCanonical('1:2:3:4:5:6:7:8')"],
  ["a long text that is no address", "ip(accents)"],
  ["a range of addresses", "isCIDR('1:2:3:4:5:6:7:8/64')"],
  ["a range of addresses that is read", "cidr('1:2:3:4:5:6:7:8/64')"],
  ["a range without its last bits", "range.all(c, ints.all(x, c.masked() != c))"],
  ["an address in a range", "range.all(c, ints.all(x, c.containsIP('::1') || true))"],
  ["a range in a range", "range.all(c, ints.all(x, c.containsCIDR('::1/64') || true))"],
  ["digits behind the point", "'%.1000f'.format([1.5])"],
  ["digits before the point", "'%f'.format([1e300])"],
  ["a fraction", "'%f'.format([1.5])"],
  ["an exponent", "'%e'.format([1.5])"],
  ["a text in hexadecimal", "'%x'.format([letters])"],
  ["bytes as a text", "inBytes.all(b, ints.all(x, '%s'.format([b]) != ''))"],
  ["texts in a list", "'%s'.format([[accents]])"],
  ["fractions in a list", "'%s'.format([[1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5]])"],
  ["a template that is long", "clauses.format(ints)"],
  ["a quantity that is none", "isQuantity('x')"],
  ["a quantity of zeros that is none", "isQuantity(manyZeros)"],
  ["a sum of quantities", "amounts.all(a, amounts.all(b, ints.all(x, a.add(b) != a)))"],
  ["a quantity as a number", "amounts.all(a, ints.all(x, a.asApproximateFloat() > 0.0))"],
  ["a version that is none", "isSemver('x')"],
  ["versions that are equal", "versions.all(u, versions.all(v, ints.all(x, u == v)))"],
  ["a name that is none", "format.dns1123Label().validate('é')"],
  ["a name of the right form", "format.dns1123Subdomain().validate('a')"],
  ["an account", "authorizer.serviceAccount('a', labels)"],
];

const LISTS: Readonly<Record<string, string>> = {
  inBytes: "[bytes(letters)]",
  host: "[url(host)]",
  query: "[url(query)]",
  urls: "[url(query), url(queryAgain)]",
  range: "[cidr('1:2:3:4:5:6:7:8/64')]",
  amounts: "[quantity('1e1000').add(quantity('1n'))]",
  versions: "[semver(version), semver(versionAgain)]",
};

const NUMBERS = Array.from({ length: COST_LIMIT }, (_, i) => i);
const HOSTILE_TYPES = {
  ...Object.fromEntries(Object.keys(TEXTS).map((name) => [name, STRING])),
  ints: listOf(INT),
  empties: listOf(STRING),
  two: listOf(STRING),
  prefixed: listOf(STRING),
  authorizer: AUTHORIZER_TYPE,
};
const HOSTILE_VALUES = {
  ...TEXTS,
  ints: ofJson(NUMBERS),
  empties: ofJson(NUMBERS.map(() => "")),
  two: ofJson([TEXTS.lettersThenB, TEXTS.lettersAgain]),
  prefixed: ofJson(Array.from({ length: 100 }, (_, i) => TEXTS.letters.slice(0, 4_000) + i)),
  authorizer,
};

/** The call, as often as can be paid for, whatever comes of it. */
function asOftenAsCanBe(call: string): string {
  const [, list] = /^(\w+)\.all\(/.exec(call) ?? [];
  const own = list === undefined ? undefined : LISTS[list];
  if (list !== undefined && own !== undefined) {
    return call.replaceAll(`${list}.all(`, `${own}.all(`);
  }
  return `ints.all(x, [${Array(5).fill(call).join(", ")}].size() == 0 || true)`;
}

for (const [name, call] of HOSTILE) {
  Deno.test(`a call is bounded by what it does: ${name}`, () => {
    const found = run(asOftenAsCanBe(call), HOSTILE_TYPES, HOSTILE_VALUES);
    assertEquals(found, "operation cancelled: too much work");
  });
}

Deno.test("calls that unwrap optionals are bounded by what they do", () => {
  const expression = "[ints.slice(0, 20000).map(i, optional.of(i))]" +
    ".all(list, ints.all(x, optional.unwrap(list).size() > 0))";
  const found = run(expression, HOSTILE_TYPES, HOSTILE_VALUES);
  assertEquals(found, "operation cancelled: too much work");
});

/** What one call counts at least, of which others would end a run as well, only later. */
const COUNTED: readonly [call: string, leastSteps: number][] = [
  ["isQuantity('x')", 200],
  ["isSemver('x')", 200],
  ["isURL('x')", 600],
  ["timestamp('é' + '') == timestamp(0) || true", 400],
  ["duration('é' + '') == duration('1s') || true", 400],
  ["timestamp('2024-01-01T00:00:00Z' + '') > timestamp(0)", 30],
  ["duration('1h2m' + '') > duration('1s')", 15],
  ["'%d%d%d'.format([1, 2, 3])", 24],
  ["percents.format([])", 3 * LONG],
  ["timestamp(0).getHours('America/Lima')", 2_000],
  ["ip('x') == ip('::1') || true", 100],
  ["'%s'.format([[1, 1, 1, 1]])", 50],
  ["timestamp(accents) == timestamp(0) || true", LONG * 16],
  ["duration(accents) == duration('1s') || true", LONG * 16],
  ["letters.replace('b' + letters.substring(399900), '')", LONG * 2.9],
  ["[[1], [2]].flatten()", 20],
  ["[1, 2, 3].max()", 3],
  ["[bytes(letters), bytes(letters)].sort()", LONG / 16],
  ["quantity('1').isLessThan(quantity('2'))", 50],
  ["quantity('1').isGreaterThan(quantity('2'))", 50],
  ["quantity('1').compareTo(quantity('2'))", 50],
  ["quantity('1').add(quantity('2')) == quantity('3')", 140],
  ["quantity('1').sub(quantity('2')) == quantity('3')", 140],
  ["quantity('1').add(2)", 100],
  ["quantity('1').sub(2)", 100],
  ["quantity('1').isInteger()", 100],
  ["quantity('1').asInteger()", 100],
  ["quantity('1').asApproximateFloat()", 100],
  ["semver('1.2.3')", 20],
  ["semver('1.2.3', true)", 20],
  ["isSemver('1.2.3')", 20],
  ["isSemver('1.2.3', true)", 20],
  ["authorizer.path('a')", 10],
  ["authorizer.group('').resource('a')", 10],
  ["faces.substring(1)", LONG * 0.08],
  ["faces.substring(1, 2)", LONG * 0.08],
  ["letters.replace('a', 'b', 1)", LONG * 1.5],
  ["letters.lastIndexOf('b', 1)", LONG / 64],
  ["sets.contains([1, 2], [1, 2])", 4],
  ["sets.intersects([1, 2], [3])", 4],
];
for (const [call, leastSteps] of COUNTED) {
  Deno.test(`a call counts at least ${leastSteps} steps: ${call}`, () => {
    const work = new Work(ALL_WORK);
    run(call, HOSTILE_TYPES, HOSTILE_VALUES, work);
    const used = ALL_WORK - work.left;
    assert(used >= leastSteps, `${used} steps`);
  });
}

/** Calls that take no longer than what is paid for them: each of them did. */
const CHEAP: readonly [name: string, call: string][] = [
  ["a piece of a long list", "ints.slice(0, 1)"],
  ["a long list that is to have nothing in it", "sets.contains(ints, [])"],
  ["nothing that is to have a long list in it", "sets.contains([], ints)"],
  ["a text that is far longer than another", "letters == 'a'"],
  ["a text that is before a far shorter one", "letters < 'a'"],
];
for (const [name, call] of CHEAP) {
  Deno.test(`a call ends the run by its cost: ${name}`, () => {
    const found = run(asOftenAsCanBe(call), HOSTILE_TYPES, HOSTILE_VALUES);
    assertEquals(found, "operation cancelled: actual cost limit exceeded");
  });
}

/** What rules check of a thousand values, each as long as such values are. */
const USUAL: readonly [check: string, value: (index: number) => string][] = [
  ["isURL(v)", (i) => `https://registry.example.com:5000/v2/library/image-${i}?tag=latest`],
  ["url(v).getHostname() != ''", (i) => `https://node-${i}.example.com/healthz?verbose=true`],
  ["url(v).getQuery().size() == 2", (i) => `https://a.example.com/a?page=${i}&sort=name`],
  ["url(v).getPort() == '8443'", (i) => `https://node-${i}.example.com:8443/`],
  ["!isURL(v)", (i) => `not a url ${i}`],
  ["isIP(v) && ip(v).family() == 6", (i) => `2001:db8:1:2:3:4:5:${i.toString(16)}`],
  ["ip.isCanonical(v)", (i) => `2001:db8::${(i + 1).toString(16)}`],
  ["isCIDR(v) && cidr(v).prefixLength() == 64", (i) => `2001:db8:1:${i.toString(16)}::/64`],
  ["cidr('10.0.0.0/8').containsIP(v)", (i) => `10.1.${i % 256}.7`],
  ["cidr('10.0.0.0/8').containsCIDR(v)", (i) => `10.1.${i % 256}.0/24`],
  ["timestamp(v).getHours('Europe/Berlin') >= 0", (i) => `2024-01-01T00:00:00.${i + 1}Z`],
  ["timestamp(v) < timestamp('2030-01-01T00:00:00Z')", () => "2024-01-01T00:00:00.123456Z"],
  ["duration(v) > duration('1ms')", (i) => `1h2m${i % 60}s`],
  ["'%s: %d, %.2f'.format([v, 1, 1.5]).size() > 9", (i) => `name-${i}`],
  ["'%s'.format([[v, v, v]]).size() > 9", (i) => `a name with, say, 40 characters: ${i}`],
  ["quantity(v).add(quantity('1')).isGreaterThan(quantity('1'))", (i) => `${i + 1}.5Gi`],
  ["isQuantity(v)", (i) => `${i}123456789m`],
  ["semver(v).isLessThan(semver('9.0.0'))", (i) => `1.${i}.3-rc.1+build.20240101`],
  ["isSemver(v, true)", (i) => `v1.${i}`],
  ["!format.dns1123Label().validate(v).hasValue()", (i) => `${"a".repeat(50)}-${i}`],
  ["!format.dns1123Subdomain().validate(v).hasValue()", (i) => `${"a.".repeat(50)}x-${i}`],
  ["!format.qualifiedName().validate(v).hasValue()", (i) => `example.com/name-${i}`],
  ["!format.datetime().validate(v).hasValue()", () => "2021-01-01T00:00:00Z"],
  ["format.uuid().validate(v).hasValue()", (i) => `${i}`],
  ["v.lowerAscii() == v && v.trim() == v", (i) => `${"é".repeat(50)}${i}`],
  ["v.replace('-', '_').split('_').join('-') == v", (i) => `some-name-of-${i}-parts`],
  ["v.indexOf('of') > 0 && v.lastIndexOf('-') > 0", (i) => `some-name-of-${i}-parts`],
  ["v.charAt(0) == 's' && v.substring(2, 4) == 'me'", (i) => `some-name-of-${i}-parts`],
  ["v.contains('name') && v.size() > 3", (i) => `some-name-of-${i}-parts`],
  ["strings.quote(v).size() > 2", (i) => `some name, "${i}", in quotes`],
  ["sets.contains(['a', 'b', v], [v])", (i) => `name-${i}`],
  ["[v, 'b', 'a'].sort().slice(0, 1)[0] == 'a'", (i) => `name-${i}`],
  ["double(v) > 0.5 && int(double(v)) > 0", (i) => `${i + 1}.5e3`],
];
for (const [check, value] of USUAL) {
  Deno.test(`a thousand usual values take less than half of a run: ${check}`, () => {
    const all = ofJson(Array.from({ length: 1_000 }, (_, index) => value(index)));
    const work = new Work(ALL_WORK);
    const found = run(`all.all(v, ${check})`, { all: listOf(STRING) }, { all }, work);
    assertEquals(found, true);
    const used = ALL_WORK - work.left;
    assert(used < RUN_WORK / 2, `${used} steps`);
  });
}
