import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { assert, assertEquals } from "../deps/assert.ts";
import { issue } from "../certificates/testdata/issue.ts";

/** What the machine trusts is settled when a program starts: so each case is a program. */
async function ask(args: string[], authority: string | undefined): Promise<string> {
  const script = new URL("./testdata/ask.ts", import.meta.url).pathname;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--quiet", "--allow-net=127.0.0.1", script, ...args],
    env: authority === undefined ? {} : { DENO_CERT: authority },
  }).output();
  return new TextDecoder().decode(stdout).trim();
}

Deno.test("send() trusts the machine's authorities, and compares names itself", async () => {
  const root = await issue({ name: "root", authority: true });
  const named = await issue({ name: "cn.example", hosts: ["a.example"] }, root);
  const unnamed = await issue({ name: "a.example" }, root);
  const authority = await Deno.makeTempFile({ suffix: ".pem" });
  await Deno.writeTextFile(authority, root.certificate);
  for (const leaf of [named, unnamed]) {
    const options = { cert: leaf.certificate, key: leaf.key, allowHTTP1: true };
    const server = createSecureServer(options, (_, response) => void response.end("x"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const port = String((server.address() as AddressInfo).port);
    const cases: [name: string, protocol: string, trusted: boolean, expected: string][] =
      leaf === named
        ? [
          ["a.example", "http/1.1", true, "200"],
          ["a.example", "h2", true, "200"],
          ["a.example", "http/1.1", false, "unknown authority"],
          ["b.example", "h2", true, "valid for a.example, not b.example"],
          ["cn.example", "http/1.1", true, "valid for a.example, not cn.example"],
        ]
        : [["a.example", "http/1.1", true, "legacy Common Name"]];
    const said = await Promise.all(
      cases.map(([name, protocol, trusted]) =>
        ask([port, name, protocol], trusted ? authority : undefined)
      ),
    );
    for (const [at, [name, , , expected]] of cases.entries()) {
      assert(said[at]?.includes(expected), `${name}: ${said[at]}`);
    }
    assertEquals(said.length, cases.length);
    await new Promise((resolve) => server.close(resolve));
  }
  await Deno.remove(authority);
});
