/** Tokens with claims of every kind: they are of whom the reference says, or nobody's. */

import { readAuthentication } from "../../apiserver/authentication/configuration/configuration.ts";
import { idTokens } from "../../apiserver/authentication/oidc/id_tokens.ts";
import { DIRECTLY } from "../../apiserver/egress/mod.ts";
import { RSA, signed } from "../../testing/id_token_issuer.ts";
import type { Identity } from "../../toolkit/authentication/authenticator.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { changedClaims, FILES } from "./identity_cases.ts";
import { answersOfReference, CONFIGURATION_ORACLE } from "./oracle.ts";

/** What differs, by the name of a case and by what the reference says. */
const ON_PURPOSE: readonly (readonly [why: string, name: RegExp, theirs: RegExp])[] = [
  ["a user without a name is nobody", /^(name|email|sub) is (null|"")$/, /"name":"(u:)?"/],
  ["a group without a name is none", /^groups is \[null\]$/, /"groups":\["g?:?"\]/],
  ["times that no clock tells are over there", /^(exp|nbf) is 1e\+300$/, /./],
];

await CONFIGURATION_ORACLE.test("users are made of claims as by the reference", async (context) => {
  const key = await crypto.subtle.importKey(
    "jwk",
    RSA.publicKey.export({ format: "jwk" }) as JsonWebKey,
    { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const cases = Array.from(changedClaims(), ([name, claims]) => ({
    name,
    token: signed(RSA, claims),
  }));
  for (const [what, file] of Object.entries(FILES)) {
    await context.step(what, async () => {
      const text = JSON.stringify(file);
      const { issuers: [issuer] } = readAuthentication(text, {
        dialect: "kubernetes",
        taken: [],
        egress: DIRECTLY,
      });
      const tokens = idTokens({
        issuer: issuer!,
        keys: { problem: undefined, keysFor: () => Promise.resolve([key]) },
        measures: { judged() {} },
        clock: systemClock,
        dialect: "kubernetes",
      });
      const kind = "AuthenticationConfiguration";
      const theirs = await answersOfReference(cases.map(({ token }) => ({ kind, text, token })));
      const { signal } = new AbortController();
      const different: string[] = [];
      for (const [index, { name, token }] of cases.entries()) {
        const ours = await tokens.authenticateToken(token, { signal });
        const other = theirs[index]!;
        if (shown(ours) === comparable(other) || isOnPurpose(name, other)) continue;
        const why = ours.is === "refused" ? ours.reason : shown(ours);
        different.push(`${name}\n  ours ${why}\n  the reference's ${other}`);
      }
      assertEquals(different, []);
    });
  }
});

function isOnPurpose(name: string, theirs: string): boolean {
  return ON_PURPOSE.some(([, named, said]) => named.test(name) && said.test(theirs));
}

/** Who somebody is; of nobody no more than that. */
function shown(identity: Identity): string {
  if (identity.is !== "known") return identity.is;
  const { name, uid, groups, extra } = identity.user;
  return userText(name, uid, groups, extra);
}

/** The same of what the reference says. */
function comparable(said: string): string {
  if (!said.startsWith("{")) return said === "absent" ? said : "refused";
  const { name, uid, groups, extra } = JSON.parse(said);
  return userText(name, uid, groups ?? [], extra ?? {});
}

function userText(
  name: string,
  uid: string,
  groups: readonly string[],
  extra: Readonly<Record<string, readonly string[]>>,
): string {
  return JSON.stringify([name, uid, groups, Object.entries(extra).sort()]);
}
