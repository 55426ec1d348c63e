import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { assert, assertEquals } from "../deps/assert.ts";
import { issue } from "../certificates/testdata/issue.ts";
import type { Endpoint, Protocol } from "./mod.ts";

/** Asks a server, and prints what comes of it. */
const programOf = (endpoint: Endpoint) => `
  import { Transport } from ${JSON.stringify(new URL("./mod.ts", import.meta.url).href)};
  using transport = new Transport();
  try {
    const request = { method: "GET", path: "/" };
    console.log((await transport.call(${JSON.stringify(endpoint)}, request)).status);
  } catch (error) {
    console.log(error.message);
  }`;

/** What the machine trusts is settled when a program starts: so each case is a program. */
async function ask(endpoint: Endpoint, authority: string | undefined): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--quiet", "--allow-net=127.0.0.1", "-"],
    env: authority === undefined ? {} : { DENO_CERT: authority },
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  await ReadableStream.from([new TextEncoder().encode(programOf(endpoint))]).pipeTo(child.stdin);
  return new TextDecoder().decode((await child.output()).stdout).trim();
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
    const { port } = server.address() as AddressInfo;
    const cases: [name: string, protocol: Protocol, trusted: boolean, expected: string][] =
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
        ask(
          { host: "127.0.0.1", port, protocols: [protocol], tls: { serverName: name } },
          trusted ? authority : undefined,
        )
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
