import { rootsOf, USAGE } from "../certificates/mod.ts";
import { issue } from "../certificates/testdata/issue.ts";
import { systemClock } from "../clock.ts";
import { assertEquals } from "../deps/assert.ts";
import { Registry } from "../metrics/mod.ts";
import { NAMES } from "../names.ts";
import { clientCertificates } from "./client_certificate.ts";

const authority = await issue({ name: "users", authority: true });
const authenticator = clientCertificates({
  roots: () => ROOTS,
  clock: systemClock,
  names: NAMES.kubernetes,
  metrics: new Registry(),
});
const ROOTS = rootsOf([authority.der]);

/** The uid of whom a certificate with these is, or why it is nobody's. */
async function uidOf(...userIds: string[]): Promise<string> {
  const { der } = await issue({ name: "jane", userIds, usages: [USAGE.client] }, authority);
  const peer = { address: "192.0.2.1", port: 1, certificates: [der] };
  const { signal } = new AbortController();
  const identity = await authenticator.authenticate({ headers: {}, peer, signal });
  if (identity.is === "known") return `${identity.user.name} ${identity.user.uid}`;
  return identity.is === "refused" ? identity.reason : identity.is;
}

Deno.test("a certificate says which of the users of a name it is for, if it does", async () => {
  assertEquals(await uidOf(), "jane ");
  assertEquals(await uidOf("6f3c"), "jane 6f3c");
  assertEquals(await uidOf("a", "b"), "expected 1 UID, but found multiple: [a b]");
  assertEquals(await uidOf(""), "UID cannot be an empty string");
});
