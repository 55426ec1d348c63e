/** Claims that a token says are elsewhere: whose they become, and what is refused. */
import type { PeerAnswer } from "../../../testing/https_peer.ts";
import { keySetOf, OTHER, RSA, Scene, signed, told } from "../../../testing/id_token_issuer.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";

const GROUPS = { "oidc-groups-claim": "groups", "oidc-username-prefix": "-" };
const SECRET = "access-token-that-is-a-secret";

/** What a token says of where its groups are. */
const elsewhere = (endpoint: unknown, more: object = { access_token: SECRET }) => ({
  _claim_names: { groups: "source" },
  _claim_sources: { source: { endpoint, ...more } },
});

Deno.test("groups may be in a token that is elsewhere", async () => {
  await using scene = await Scene.start();
  const { url } = scene.peer;
  const place = `${url}/groups?of=jane`;
  const answer = (token: string) => scene.answers.set("/groups?of=jane", { body: token });
  // Another issuer, at the same server.
  const other = `${url}/other`;
  scene.answers.set("/other/.well-known/openid-configuration", {
    body: { issuer: other, jwks_uri: `${other}/keys` },
  });
  scene.answers.set("/other/keys", { body: keySetOf([OTHER]) });
  const show = await scene.shower(GROUPS);
  const shown = async (claims: object) => told(await show(signed(RSA, scene.claims(claims))));
  const fetched = () => scene.peer.requests.filter(({ path }) => path.startsWith("/groups"));

  answer(signed(RSA, scene.claims({ groups: ["a", "b"] })));
  assertEquals(await shown(elsewhere(place)), "jane [a,b]");
  assertEquals(fetched().at(-1)?.headers.authorization, `Bearer ${SECRET}`);

  answer(`${signed(OTHER, scene.claims({ iss: other, groups: "one" }))}\n`);
  assertEquals(await shown(elsewhere(place, {})), "jane [one]");
  assertEquals(fetched().at(-1)?.headers.authorization, undefined);

  const before = fetched().length;
  const cases: [name: string, claims: object, told: string][] = [
    ["they are here", { groups: ["here"], ...elsewhere(place) }, "jane [here]"],
    ["nothing says where", {}, "jane []"],
    [
      "another claim is elsewhere",
      { ...elsewhere(place), _claim_names: { x: "source" } },
      "jane []",
    ],
    ["they are in a token inside of it", elsewhere("", { JWT: "a.b.c" }), "jane []"],
  ];
  for (const [name, claims, expected] of cases) assertEquals(await shown(claims), expected, name);
  assertEquals(fetched().length, before);
});

Deno.test("a token whose groups can't be had is refused", async () => {
  await using scene = await Scene.start();
  const { url } = scene.peer;
  const place = `${url}/groups`;
  const show = await scene.shower(GROUPS);
  const theirs = (changes: object = {}) => scene.claims({ groups: ["system:masters"], ...changes });
  const cases: [
    name: string,
    answer: PeerAnswer | string | undefined,
    claims: object,
    why: RegExp,
  ][] = [
    [
      "names that are none",
      undefined,
      { _claim_names: [] },
      /error parsing distributed claim names/,
    ],
    ["a name of a number", undefined, { _claim_names: { groups: 1 } }, /error parsing distributed/],
    ["no sources", undefined, { _claim_names: { groups: "source" } }, /no claim sources/],
    [
      "sources that are none",
      undefined,
      { _claim_names: { groups: "source" }, _claim_sources: { source: 1 } },
      /could not parse claim sources/,
    ],
    [
      "no such source",
      undefined,
      { ...elsewhere(place), _claim_names: { groups: "__proto__" } },
      /contained a source __proto__ missing/,
    ],
    ["a place that is none", undefined, elsewhere(7), /could not parse claim sources/],
    ["a place for all to hear", undefined, elsewhere("http://127.0.0.1/x"), /must be an https URL/],
    ["a place with a password", undefined, elsewhere("https://a:b@127.0.0.1/"), /must be an https/],
    ["no answer", { status: 500 }, elsewhere(place), /groups answered with the status 500$/],
    ["a way round", { status: 302 }, elsewhere(place), /answered with the status 302/],
    ["no token", "{}", elsewhere(place), /answered with what is no token/],
    [
      "a token that anybody signed",
      signed(OTHER, theirs()),
      elsewhere(place),
      /failed to verify signature/,
    ],
    [
      "a token that nobody signed",
      `${signed(RSA, theirs(), { alg: "none" }).split(".").slice(0, 2).join(".")}.`,
      elsewhere(place),
      /what is no token|unsupported algorithm/,
    ],
    ["for others", signed(RSA, theirs({ aud: "other" })), elsewhere(place), /expected audience/],
    ["at its end", signed(RSA, theirs({ exp: 1 })), elsewhere(place), /token is expired/],
    [
      "without groups",
      signed(RSA, scene.claims()),
      elsewhere(place),
      /the token of https:\/\/\S+\/groups does not contain it$/,
    ],
    [
      "of an issuer for all to hear",
      signed(OTHER, theirs({ iss: "http://127.0.0.1" })),
      elsewhere(place),
      /verifying untrusted issuer "http:\/\/127.0.0.1" failed: it must be an https URL/,
    ],
    ["of no issuer", signed(OTHER, theirs({ iss: 1 })), elsewhere(place), /must be an https URL/],
    [
      "of an issuer that is not there",
      signed(OTHER, theirs({ iss: `${url}/nobody` })),
      elsewhere(place),
      /answered with the status 404/,
    ],
  ];
  for (const [name, answer, claims, why] of cases) {
    scene.answers.delete("/groups");
    if (answer !== undefined) {
      scene.answers.set("/groups", typeof answer === "string" ? { body: answer } : answer);
    }
    const said = told(await show(signed(RSA, scene.claims(claims))));
    assert(said.startsWith("oidc: ") && why.test(said), `${name}: ${said}`);
    assert(!said.includes(SECRET), name);
  }
});

Deno.test("tokens from elsewhere can't name issuers without end", async () => {
  await using scene = await Scene.start();
  const { url } = scene.peer;
  const show = await scene.shower(GROUPS);
  const of = async (issuer: string) => {
    const token = signed(OTHER, scene.claims({ iss: issuer, groups: [] }));
    scene.answers.set("/groups", { body: token });
    return told(await show(signed(RSA, scene.claims(elsewhere(`${url}/groups`)))));
  };
  for (let count = 0; count < 16; count++) {
    assert(/the status 404/.test(await of(`${url}/${count}`)), `${count}`);
  }
  const asked = scene.peer.requests.length;
  assert(/there are 16 others already/.test(await of(`${url}/16`)));
  // No more than the place of the groups was asked.
  assertEquals(scene.peer.requests.length, asked + 1);
});
