import { assert, assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import {
  checkCidr,
  checkIp,
  checkLegacyCidr,
  checkLegacyIp,
  IpAddress,
  parseCidr,
  parseCidrSloppy,
  parseIp,
  parseIpSloppy,
} from "./ip.ts";
import { VALID } from "./messages.ts";

const NO_IP = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
const NO_CIDR = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";
const canonical = (text: string) => `must be in canonical form ("${text}")`;

Deno.test("checkIp() takes canonical addresses and says what else is wrong", () => {
  const cases: [string, string?][] = [
    ["10.9.8.7"],
    ["0.0.0.0"],
    ["::"],
    ["::1"],
    ["fe80::abc"],
    ["1:2:3:4:5:6:7:8"],
    ["1:0:2:0:3:0:4:0"],
    ["2001:db8::1:0:0:1"],
    ["", NO_IP],
    ["1", NO_IP],
    ["0x7f.1", NO_IP],
    ["1.2.3", NO_IP],
    ["1.2.3.256", NO_IP],
    ["1.2.3.4.5", NO_IP],
    [" 1.2.3.4", NO_IP],
    ["1.2.3.4\n", NO_IP],
    ["fe80::1%eth0", NO_IP],
    ["1::2::3", NO_IP],
    ["1:2:3:4:5:6:7", NO_IP],
    ["1:2:3:4:5:6:7::8", NO_IP],
    [":1:2:3:4:5:6:7", NO_IP],
    ["::12345", NO_IP],
    ["::1.2.3", NO_IP],
    ["1.2.3.4::", NO_IP],
    ["::1" + "0".repeat(300), NO_IP],
    ["010.0.0.1", "must not have leading 0s"],
    ["::00001", "must not have leading 0s"],
    ["::1.2.03.4", "must not have leading 0s"],
    ["::ffff:1.2.3.4", "must not be an IPv4-mapped IPv6 address"],
    ["0:0:0:0:0:ffff:102:304", "must not be an IPv4-mapped IPv6 address"],
    ["FE80::ABC", canonical("fe80::abc")],
    ["0:0:0:0:0:0:0:1", canonical("::1")],
    ["1:0:0:2:0:0:0:3", canonical("1:0:0:2::3")],
    ["::1.2.3.4", canonical("::102:304")],
  ];
  for (const [text, message] of cases) {
    assertEquals(checkIp(text), message === undefined ? VALID : [message], text);
    const legacy = message === undefined || message.startsWith("must be in canonical");
    assertEquals(checkLegacyIp(text).length === 0, legacy, text);
    assertEquals(parseIp(text) !== undefined, legacy, text);
  }
});

Deno.test("checkCidr() takes canonical ranges and says what else is wrong", () => {
  const cases: [string, string?][] = [
    ["10.9.8.0/24"],
    ["0.0.0.0/0"],
    ["1.2.3.4/32"],
    ["2001:db8::/64"],
    ["::/0"],
    ["10.0.0.0", NO_CIDR],
    ["10.0.0.0/33", NO_CIDR],
    ["10.0.0.0/-1", NO_CIDR],
    ["10.0.0.0/8/8", NO_CIDR],
    ["::/129", NO_CIDR],
    ["/24", NO_CIDR],
    ["10.0.0.0/", NO_CIDR],
    ["10.0.0.0/08", "must not have leading 0s in IP or prefix length"],
    ["010.0.0.0/8", "must not have leading 0s in IP or prefix length"],
    ["::ffff:1.2.3.0/120", "must not have an IPv4-mapped IPv6 address"],
    ["10.0.0.1/8", "must not have bits set beyond the prefix length"],
    ["2001:DB8::/64", canonical("2001:db8::/64")],
  ];
  for (const [text, message] of cases) {
    assertEquals(checkCidr(text), message === undefined ? VALID : [message], text);
    const legacy = message === undefined || message.startsWith("must be in canonical");
    assertEquals(checkLegacyCidr(text).length === 0, legacy, text);
    assertEquals(parseCidr(text) !== undefined, legacy, text);
  }
});

Deno.test("parseIpSloppy() reads zeros before a number as nothing, not as octal", () => {
  assertEquals(String(parseIpSloppy("010.000.0.08")), "10.0.0.8");
  assertEquals(String(parseIpSloppy("::ffff:010.0.0.1")), "10.0.0.1");
  assertEquals(String(parseCidrSloppy("::ffff:10.0.0.1/104")), "10.0.0.0/8");
});

const bytes = fc.oneof(
  fc.array(fc.nat(255), { minLength: 4, maxLength: 4 }),
  fc.array(fc.oneof(fc.constant(0), fc.nat(255)), { minLength: 16, maxLength: 16 }),
);

Deno.test("an address that was printed reads back as the same bytes", () => {
  fc.assert(fc.property(bytes, (given) => {
    const address = new IpAddress(given);
    const again = parseIpSloppy(String(address));
    assertEquals(again?.bytes, address.bytes);
    assertEquals(checkIp(String(address)), VALID);
  }));
});

Deno.test("IpRange.contains() agrees with a comparison of bits", () => {
  fc.assert(fc.property(bytes, bytes, fc.nat(128), (a, b, size) => {
    const [left, right] = [new IpAddress(a), new IpAddress(b)];
    const bits = Math.min(size, left.bytes.length * 8);
    const range = parseCidrSloppy(`${left}/${bits}`);
    assert(range !== undefined);
    const binary = (address: IpAddress) =>
      address.bytes.map((byte) => byte.toString(2).padStart(8, "0")).join("").slice(0, bits);
    const inside = left.family === right.family && binary(left) === binary(right);
    assertEquals(range.contains(right), inside);
    assert(range.contains(left) && range.contains(range.first));
  }));
});
