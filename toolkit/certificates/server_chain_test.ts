import { slowTests, testWith } from "../../testing/requirements.ts";
import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import { rootsOfPem, verifyServerChain } from "./mod.ts";
import { issue } from "./testdata/issue.ts";
import { type ServerChainCase, serverChainCases } from "./testdata/server_chains.ts";

const cases = await serverChainCases();
const verifyCase = ({ sent, roots, serverName }: ServerChainCase) =>
  verifyServerChain(
    sent.map(({ der }) => der),
    rootsOfPem(roots, "bundle"),
    new Date(),
    serverName,
  );

for (const one of cases) {
  const { name, sent, refused } = one;
  Deno.test(`verifyServerChain() ${refused ? "refuses" : "trusts"} one: ${name}`, () => {
    if (refused === undefined) assertEquals(verifyCase(one)[0].der, sent[0]?.der);
    else assertThrows(() => verifyCase(one), refused);
  });
}

/** Go's verifier is the reference: what it says of each case. */
async function verdictsOfGo(): Promise<string[]> {
  const program = new URL("./testdata/verify.go", import.meta.url).pathname;
  const child = new Deno.Command("go", {
    args: ["run", program],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  const asked = cases.map(({ sent, roots, serverName }) => ({
    Sent: sent.map(({ der }) => der.toBase64()),
    Roots: roots,
    ServerName: serverName,
  }));
  await writer.write(new TextEncoder().encode(JSON.stringify(asked)));
  await writer.close();
  const { success, stdout } = await child.output();
  assert(success, "the program in Go failed");
  return JSON.parse(new TextDecoder().decode(stdout));
}

if (slowTests()) {
  testWith(["go"], "verifyServerChain() says of every case what Go's verifier says", async () => {
    const verdicts = await verdictsOfGo();
    const different = cases.flatMap((one, at) => {
      let ours = "";
      try {
        verifyCase(one);
      } catch (error) {
        ours = (error as Error).message;
      }
      const its = verdicts[at] ?? "";
      return (ours === "") === (its === "") ? [] : [`${one.name}: ${ours || "trusts"}, Go: ${its}`];
    });
    assertEquals(different, []);
  });
}

Deno.test("verifyServerChain() refuses nothing and garbage", async () => {
  const root = await issue({ authority: true });
  const roots = rootsOfPem(root.certificate, "bundle");
  const verify = (sent: Uint8Array[]) => () => verifyServerChain(sent, roots, new Date(), "x");
  assertThrows(verify([]), /no certificate/);
  assertThrows(verify([new Uint8Array([1, 2])]), /malformed/);
  assertThrows(verify(Array.from({ length: 17 }, () => root.der)), /more than 16/);
});

Deno.test("rootsOfPem() refuses a bundle of which nothing can be read", () => {
  for (
    const text of ["", "garbage", "-----BEGIN CERTIFICATE-----\nMAAC\n-----END CERTIFICATE-----"]
  ) {
    assertThrows(() => rootsOfPem(text, "the bundle"), /the bundle holds no certificate/);
  }
});

Deno.test("verifyServerChain() ends on a bundle that is made to cost time", async () => {
  const leaf = await issue({ name: "x", hosts: ["x"] });
  const bundle = await Promise.all(
    Array.from({ length: 120 }, () => issue({ name: "x", authority: true })),
  );
  const roots = rootsOfPem(bundle.map(({ certificate }) => certificate).join(""), "bundle");
  assertThrows(() => verifyServerChain([leaf.der], roots, new Date(), "x"), /limit/);
});
