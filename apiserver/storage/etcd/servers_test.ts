import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { memberName, parseMembers } from "./servers.ts";

Deno.test("parseMembers() reads hosts, ports and encryption", () => {
  const cases: [string, string, boolean][] = [
    ["etcd://a", "a:2379", false],
    ["etcd://a:1234", "a:1234", false],
    ["etcd://a:80", "a:80", false],
    ["ETCDS://a.example.com:2379/", "a.example.com:2379", true],
    ["etcds://10.0.0.1", "10.0.0.1:2379", true],
    ["etcd://[::1]:2380", "[::1]:2380", false],
    ["etcd://[fd00::1]", "[fd00::1]:2379", false],
  ];
  for (const [url, name, secure] of cases) {
    const [member] = parseMembers([url]);
    assertEquals([member && memberName(member), member?.secure], [name, secure], url);
  }
  assertEquals(parseMembers(["etcd://[::1]"])[0]?.host, "::1");
});
