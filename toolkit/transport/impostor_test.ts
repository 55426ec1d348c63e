/**
 * A pinned certificate is public: whoever has it must not get by without its key. Servers of this
 * runtime can't be made to try; one in Go can.
 */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assertEquals, assertRejects } from "../deps/assert.ts";
import { Transport } from "./mod.ts";

const program = new URL("./testdata/impostor.go", import.meta.url).pathname;

/** What an impostor says: where it is and as whom, then of each request that it got. */
async function withImpostor(
  args: string[],
  run: (said: { port: number; certificate: string }) => Promise<void>,
): Promise<string> {
  const child = new Deno.Command("go", {
    args: ["run", program, ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("\n")) text += (await reader.read()).value ?? "\n";
  const [first = "", rest = ""] = text.split("\n", 2);
  await run(JSON.parse(first));
  await child.stdin.close();
  let asked = rest;
  for (let next = await reader.read(); !next.done; next = await reader.read()) asked += next.value;
  await child.status;
  return asked;
}

if (slowTests()) {
  for (const args of [[], ["v1"]]) {
    testWith(["go"], `send() sends nothing to who lacks the key ${args.join()}`, async () => {
      using transport = new Transport();
      const asked = await withImpostor(args, async ({ port, certificate }) => {
        const tls = { serverName: "hook.default.svc", roots: certificate };
        await assertRejects(
          () => transport.call({ host: "127.0.0.1", port, tls }, { method: "GET", path: "/" }),
          /BadSignature|version 1/,
        );
      });
      assertEquals(asked, "");
    });
  }
}
