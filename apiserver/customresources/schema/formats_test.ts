import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { formatTest } from "./formats.ts";

/** Texts that have a format, and texts that have not. */
const ROWS: Readonly<Record<string, readonly [good: string[], bad: string[]]>> = {
  bsonobjectid: [["507f1f77bcf86cd799439011"], ["507f1f77bcf86cd79943901", "x"]],
  uri: [
    ["/a", "http://a/b?c", "mailto:a@b", "https://u:p@[::1]:80/%20", "*"],
    [
      "",
      "a/b",
      "http://a b/",
      "http://a/%zz",
      "http://a:b/",
      "\u0001",
      "http://[::1/",
      "http://a[::1]/",
    ],
  ],
  email: [["a@b.c", "A B <a@b.c>", "A (x) B <a@b.c>", '"a b"@c', "a.b+c@d"], [
    "a",
    "@b",
    "a@",
    "a@b c",
    "<a@b",
    "a..b@c",
  ]],
  hostname: [["a", "a.bc", "a-b.cd", "ünï.de"], ["", "-a", "a.b.", "a_b", "a".repeat(64) + ".de"]],
  ipv4: [["1.2.3.4", "01.2.3.4"], ["1.2.3", "::1", "256.1.1.1"]],
  ipv6: [["::1", "1:2::3", "::ffff:1.2.3.4"], ["1.2.3.4", "::ffff:01.2.3.4", "1:2", "::g"]],
  cidr: [["10.0.0.0/8", "::/0"], ["10.0.0.0", "10.0.0.0/33"]],
  mac: [["01:23:45:67:89:ab", "01-23-45-67-89-AB", "0123.4567.89ab"], [
    "01:23:45",
    "01:23-45:67:89:ab",
  ]],
  uuid: [["550e8400-e29b-41d4-a716-446655440000", "550E8400E29B41D4A716446655440000"], [
    "550e8400",
  ]],
  uuid3: [["550e8400-e29b-31d4-a716-446655440000"], ["550e8400-e29b-41d4-a716-446655440000"]],
  uuid4: [["550e8400-e29b-41d4-a716-446655440000"], ["550e8400-e29b-41d4-c716-446655440000"]],
  uuid5: [["550e8400-e29b-51d4-a716-446655440000"], ["550e8400-e29b-41d4-a716-446655440000"]],
  isbn: [["0321751043", "978-0321751041"], ["0321751044", "978-0321751042"]],
  isbn10: [["0321751043"], ["978-0321751041"]],
  isbn13: [["978-0321751041"], ["0321751043"]],
  creditcard: [["4111 1111 1111 1111"], ["4111 1111 1111 1112", "1"]],
  ssn: [["111-22-3333"], ["111223333", "11-222-3333"]],
  hexcolor: [["#fff", "FFFFFF"], ["#ff", "ggg"]],
  rgbcolor: [["rgb(0, 10,255)"], ["rgb(0,0)", "rgb(256,0,0)"]],
  byte: [["YQ==", "YWI="], ["", "YQ", "Y-=="]],
  password: [["", "anything"], []],
  date: [["2024-02-29"], ["2023-02-29", "2024-13-01", "24-01-01", "2024-00-10", "2024-1-1"]],
  "date-time": [
    ["2024-02-29T10:11:12Z", "2024-02-29t10:11:12.5+01:00"],
    ["2024-02-29", "2024-02-29T24:00:00Z", "2024-02-29T10:11Z", "2024-02-30T10:11:12Z"],
  ],
  duration: [["1h2m", "3 days", "2 hr 1 week", "5 sec"], ["", "5", "h", "3 moons"]],
  "k8s-short-name": [["a-b"], ["A", "a.b", "-a", "a".repeat(64)]],
  "k8s-long-name": [["a-b.c"], ["A", "a..b", ""]],
};

for (const [format, [good, bad]] of Object.entries(ROWS)) {
  Deno.test(`formatTest() knows ${format}`, () => {
    const test = formatTest(format);
    assertEquals(good.filter((text) => test?.(text) !== true), []);
    assertEquals(bad.filter((text) => test?.(text) !== false), []);
  });
}

Deno.test("formatTest() knows no others", () => {
  for (const format of ["", "int32", "constructor", "semver"]) {
    assertEquals(formatTest(format), undefined);
  }
});

Deno.test("formats are tested in linear time", () => {
  const long = 100_000;
  const texts = ["a".repeat(long), "a.".repeat(long), "a@".repeat(long), "1h ".repeat(long)];
  texts.push(`${"a ".repeat(400)}<`, `${"\\".repeat(900)}"@`, `rgb(${" ".repeat(long)}`);
  for (const format of Object.keys(ROWS)) for (const text of texts) formatTest(format)?.(text);
});
