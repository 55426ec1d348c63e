import { assertEquals } from "../../toolkit/deps/assert.ts";
import { sourceAddresses } from "./source_addresses.ts";

type Header = string | readonly string[] | undefined;

Deno.test("sourceAddresses() ends in the address of the connection, whatever headers say", () => {
  const cases: [forwarded: Header, real: Header, remote: string, expected: string[]][] = [
    [undefined, undefined, "127.0.0.1", ["127.0.0.1"]],
    [undefined, undefined, "::ffff:10.0.0.1", ["10.0.0.1"]],
    [undefined, undefined, "", []],
    ["1.1.1.1, 2.2.2.2", undefined, "3.3.3.3", ["1.1.1.1", "2.2.2.2", "3.3.3.3"]],
    ["1.1.1.1", undefined, "1.1.1.1", ["1.1.1.1"]],
    ["1.1.1.1,2.2.2.2", undefined, "1.1.1.1", ["1.1.1.1", "2.2.2.2", "1.1.1.1"]],
    ["x, <b>, 1.1.1.1:80,, 2.2.2.2", undefined, "3.3.3.3", ["2.2.2.2", "3.3.3.3"]],
    ["1.1.1.1", "2.2.2.2", "3.3.3.3", ["1.1.1.1", "2.2.2.2", "3.3.3.3"]],
    ["1.1.1.1", "1.1.1.1", "3.3.3.3", ["1.1.1.1", "3.3.3.3"]],
    [undefined, "2001:DB8::1", "::1", ["2001:db8::1", "::1"]],
    [["1.1.1.1", "9.9.9.9"], undefined, "3.3.3.3", ["1.1.1.1", "3.3.3.3"]],
  ];
  for (const [forwarded, real, address, expected] of cases) {
    const headers = { "x-forwarded-for": forwarded, "x-real-ip": real };
    const found = sourceAddresses({ headers, peer: { address, port: 1 } });
    assertEquals(found, expected, JSON.stringify([forwarded, real]));
  }
  const many = Array.from({ length: 5000 }, () => "1.1.1.1").join(",");
  const headers = { "x-forwarded-for": many };
  assertEquals(sourceAddresses({ headers, peer: { address: "", port: 1 } }).length, 100);
});
