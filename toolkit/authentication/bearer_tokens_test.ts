import { assert, assertEquals } from "../deps/assert.ts";
import type { Credentials, Identity } from "./authenticator.ts";
import { bearerTokens, MAX_TOKEN_CHARS, subprotocolsWithoutToken } from "./bearer_tokens.ts";
import { forAudiences, type TokenAuthenticator } from "./token_authenticator.ts";

const KNOWN: Identity = { is: "known", user: { name: "u", uid: "", groups: [], extra: {} } };

/** Knows one token, refuses another, and writes down what it was asked. */
class Tokens implements TokenAuthenticator {
  readonly asked: string[] = [];

  authenticateToken(token: string): Identity {
    this.asked.push(token);
    if (token === "good") return KNOWN;
    return token === "expired" ? { is: "refused", reason: "it has expired" } : { is: "absent" };
  }
}

const credentials = (headers: Credentials["headers"]): Credentials => ({
  headers,
  peer: { address: "", port: 0 },
  signal: new AbortController().signal,
});

const websocket = { upgrade: "websocket", connection: "keep-alive, Upgrade" };
const encoded = (text: string) =>
  new TextEncoder().encode(text).toBase64({ alphabet: "base64url", omitPadding: true });
const K8S = "base64url.bearer.authorization.k8s.io.";
const ORCH = "base64url.bearer.authorization.orch.io.";

Deno.test("bearerTokens() finds the token that a request carries, or refuses what is none", async () => {
  const cases: [name: string, headers: Credentials["headers"], is: string, asked: string[]][] = [
    ["nothing", {}, "absent", []],
    ["a token", { authorization: "Bearer good" }, "known", ["good"]],
    ["small letters, spaces around", { authorization: " bearer good " }, "known", ["good"]],
    ["what follows is passed over", { authorization: "Bearer good more" }, "known", ["good"]],
    ["the first of several", { authorization: ["Bearer bad", "Bearer good"] }, "refused", ["bad"]],
    ["nobody's", { authorization: "Bearer bad" }, "refused", ["bad"]],
    ["an expired one", { authorization: "Bearer expired" }, "refused", ["expired"]],
    ["another scheme", { authorization: "Basic good" }, "absent", []],
    ["an extra space", { authorization: "Bearer  good" }, "absent", []],
    ["too long", { authorization: `Bearer ${"x".repeat(MAX_TOKEN_CHARS + 1)}` }, "refused", []],
    ["a megabyte", { authorization: `Bearer ${"x".repeat(1024 ** 2)}` }, "refused", []],
    [
      "a subprotocol",
      { ...websocket, "sec-websocket-protocol": `v4, ${K8S}${encoded("good")}` },
      "known",
      ["good"],
    ],
    [
      "in the other dialect",
      { ...websocket, "sec-websocket-protocol": [`${ORCH}${encoded("good")}`, "v4"] },
      "known",
      ["good"],
    ],
    [
      "of a request that opens no WebSocket",
      { "sec-websocket-protocol": `v4, ${K8S}${encoded("good")}` },
      "absent",
      [],
    ],
    [
      "alone",
      { ...websocket, "sec-websocket-protocol": `${K8S}${encoded("good")}` },
      "refused",
      [],
    ],
    [
      "twice",
      {
        ...websocket,
        "sec-websocket-protocol": `v4, ${K8S}${encoded("good")}, ${ORCH}${encoded("good")}`,
      },
      "refused",
      [],
    ],
    [
      "no base64",
      { ...websocket, "sec-websocket-protocol": `v4, ${K8S}a+b/=` },
      "refused",
      [],
    ],
    [
      "no text",
      { ...websocket, "sec-websocket-protocol": `v4, ${K8S}_w` },
      "refused",
      [],
    ],
    [
      "a bad header and a good subprotocol",
      {
        ...websocket,
        authorization: "Bearer bad",
        "sec-websocket-protocol": `v4, ${K8S}${encoded("good")}`,
      },
      "known",
      ["bad", "good"],
    ],
    [
      "a bad header and a bad subprotocol",
      {
        ...websocket,
        authorization: "Bearer bad",
        "sec-websocket-protocol": `v4, ${K8S}${encoded("expired")}`,
      },
      "refused",
      ["bad", "expired"],
    ],
    [
      "a bad subprotocol alone",
      { ...websocket, "sec-websocket-protocol": `v4, ${K8S}${encoded("bad")}` },
      "refused",
      ["bad"],
    ],
  ];
  for (const [name, headers, is, asked] of cases) {
    const tokens = new Tokens();
    const identity = await bearerTokens([tokens]).authenticate(credentials(headers));
    assertEquals([identity.is, tokens.asked], [is, asked], name);
  }
  const spaced = await bearerTokens([]).authenticate(credentials({ authorization: "Bearer  a" }));
  assertEquals(spaced.warnings?.length, 1);
});

Deno.test("bearerTokens() asks the next one where one refuses, and tells all reasons", async () => {
  const refusing = (reason: string): TokenAuthenticator => ({
    authenticateToken: () => Promise.resolve({ is: "refused", reason }),
  });
  const ask = (...tokens: TokenAuthenticator[]) =>
    bearerTokens(tokens).authenticate(credentials({ authorization: "Bearer good" }));
  assertEquals((await ask(refusing("a"), new Tokens())).is, "known");
  assertEquals(await ask(refusing("a"), refusing("b"), refusing("a")), {
    is: "refused",
    reason: "[invalid bearer token, a, b]",
    annotations: {},
    warnings: [],
  });
  assertEquals(await ask(refusing("a")), {
    is: "refused",
    reason: "[invalid bearer token, a]",
  });
});

Deno.test("forAudiences() has tokens be for the API, and for nobody else", async () => {
  const ask = (own: string[], audiences?: string[]) => {
    const { signal } = credentials({});
    return forAudiences(own, new Tokens()).authenticateToken("good", { audiences, signal });
  };
  const audiencesOf = async (own: string[], asked?: string[]) => {
    const identity = await ask(own, asked);
    return identity.is === "known" ? identity.audiences : identity.is;
  };
  assertEquals(await audiencesOf([]), undefined);
  assertEquals(await audiencesOf(["a", "b"]), ["a", "b"]);
  assertEquals(await audiencesOf(["a", "b"], ["b", "c"]), ["b"]);
  assertEquals(await audiencesOf(["a"], ["c"]), "absent");
  assertEquals(await audiencesOf([], ["c"]), "absent");
});

Deno.test("subprotocolsWithoutToken() leaves out tokens alone", () => {
  const headers = { "sec-websocket-protocol": [`a,${K8S}eA`, `${ORCH}eA, b`] };
  assertEquals(subprotocolsWithoutToken(headers), "a,b");
  assertEquals(subprotocolsWithoutToken({ "sec-websocket-protocol": `${K8S}eA` }), undefined);
  assert(!JSON.stringify(subprotocolsWithoutToken(headers)).includes("bearer"));
});
