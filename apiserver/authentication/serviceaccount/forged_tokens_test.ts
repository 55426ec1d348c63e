/** Tokens that nobody signed so, or that no server may believe. */
import { createHmac, sign } from "node:crypto";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import {
  base64,
  ISSUER,
  KEYS,
  partsOf,
  signed,
  utf8,
  world,
} from "../../../testing/account_world.ts";

/** A token with any header and claims, or their text, signed by the RSA key as that key signs. */
function signedUnder(header: object, claims: object | string): string {
  const text = `${base64(header)}.${base64(claims)}`;
  return `${text}.${sign("sha256", utf8.encode(text), KEYS.RSA.privateKey).toString("base64url")}`;
}

Deno.test("a good signature is none under a header that says another algorithm", async () => {
  await using made = await world({}, "RSA");
  const [header, claims] = partsOf(await made.issued());
  assertEquals((await made.who(signedUnder(header, claims))).authenticated, true);
  const cases: object[] = [
    ...["none", "HS256", "RS384", "PS256", "rs256", "", undefined, ["RS256"]].map((alg) => ({
      alg,
    })),
    { crit: [] },
    { crit: ["exp"] },
    { b64: false },
  ];
  const strange = await made.who(signedUnder({ ...header, kid: 1 }, claims));
  assertEquals([strange.authenticated, strange.error], [undefined, "invalid bearer token"]);
  const twice = JSON.stringify(claims).replace("{", '{"exp":99999999999,');
  assertEquals(
    (await made.who(signedUnder(header, twice))).error,
    'the token\'s claims: duplicate field "exp"',
  );
  for (const changed of cases) {
    const { authenticated, error } = await made.who(signedUnder({ ...header, ...changed }, claims));
    assertEquals([authenticated, error], [
      undefined,
      "go-jose/go-jose: error in cryptographic primitive",
    ], JSON.stringify(changed));
  }
});

Deno.test("what was forged is nobody's", async () => {
  await using made = await world({}, "RSA");
  const good = await made.issued();
  const [head = "", body = "", signature = ""] = good.split(".");
  const [header, claims] = partsOf(good);
  const { kid } = header;
  const hmac = (alg: string, secret: string) => {
    const text = `${base64({ alg, kid })}.${body}`;
    return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
  };
  const other = await signed("P-256", claims);
  const [otherHead = ""] = other.split(".");
  const cases: [name: string, token: string][] = [
    ["no signature, alg none", `${base64({ alg: "none", kid })}.${body}.`],
    ["alg none and a signature", `${base64({ alg: "none", kid })}.${body}.${signature}`],
    ["alg None", `${base64({ alg: "None" })}.${body}.AA`],
    ["no alg", `${base64({ kid })}.${body}.${signature}`],
    ["HS256 with the public key", hmac("HS256", KEYS.RSA.publicKey)],
    ["HS256 with the public key, called RS256", hmac("RS256", KEYS.RSA.publicKey)],
    ["another hash than the key's", `${base64({ alg: "RS512", kid })}.${body}.${signature}`],
    ["another padding", `${base64({ alg: "PS256", kid })}.${body}.${signature}`],
    ["another sort of key", `${base64({ alg: "ES256", kid })}.${body}.${signature}`],
    ["the id of another key", `${otherHead}.${body}.${signature}`],
    ["another key, under this one's id", `${head}.${other.split(".").slice(1).join(".")}`],
    ["a key that nobody knows", await signed("stranger", claims)],
    ["critical extensions", `${base64({ ...header, crit: ["x"], x: 1 })}.${body}.${signature}`],
    ["claims exchanged", `${head}.${base64({ ...claims, sub: "x" })}.${signature}`],
    ["a space after the claims", `${head}.${body} .${signature}`],
    ["padding", `${head}=.${body}.${signature}`],
    ["a part too many", `${good}.${signature}`],
    ["a part too few", `${head}.${body}`],
    ["no parts", "..."],
    ["no JSON", `${head}.${base64("{")}.${signature}`],
    ["a list", `${head}.${base64([claims])}.${signature}`],
    ["no UTF-8", `${head}._w.${signature}`],
    ["deep", `${head}.${base64("[".repeat(50_000))}.${signature}`],
    ["long", `${head}.${body}.${"A".repeat(100_000)}`],
    ["a megabyte", `${head}.${body}.${"A".repeat(1024 ** 2)}`],
    ["another issuer", await signed("RSA", { ...claims, iss: "https://evil.example.com" })],
    ["no issuer", await signed("RSA", { ...claims, iss: undefined })],
    ["an issuer that is a list", await signed("RSA", { ...claims, iss: [ISSUER] })],
  ];
  for (const [name, token] of cases) {
    const { authenticated, user, error = "" } = await made.who(token);
    assertEquals([authenticated, user], [undefined, {}], name);
    // Nothing of a token is told.
    for (const part of token.split(".")) assert(part.length < 8 || !error.includes(part), name);
  }
  assertEquals((await made.who(good)).authenticated, true);
  // A key without an id may have signed it.
  const nameless = await signed("RSA", claims);
  assertEquals((await made.who(nameless)).authenticated, true);
});
