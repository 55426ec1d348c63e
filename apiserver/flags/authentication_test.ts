import { assertThrows } from "../../toolkit/deps/assert.ts";
import { parseFlags } from "../../toolkit/flags/mod.ts";
import { checkIssuerFlags } from "./authentication.ts";
import { apiServerFlags } from "./mod.ts";

const check = (...args: string[]) => {
  const { values, given } = parseFlags(apiServerFlags, args);
  checkIssuerFlags(values, given);
};

const ISSUER = "--oidc-issuer-url=https://issuer";
const CLIENT = "--oidc-client-id=client";

const REFUSED: [args: string[], why: RegExp][] = [
  [[ISSUER], /must be specified together/],
  [[CLIENT], /must be specified together/],
  [["--oidc-signing-algs=RS256"], /must be specified together/],
  [["--oidc-username-claim=sub"], /must be specified together/],
  [["--oidc-ca-file="], /must be specified together/],
  [[ISSUER, CLIENT, "--authentication-config=/x"], /mutually exclusive/],
  [["--oidc-client-id=", "--authentication-config=/x"], /mutually exclusive/],
];

Deno.test("checkIssuerFlags() throws on flags of an issuer that don't go together, whatever their values", () => {
  for (const [args, why] of REFUSED) assertThrows(() => check(...args), why);
});

Deno.test("checkIssuerFlags() takes an issuer, a file of issuers, or none", () => {
  check();
  check(ISSUER, CLIENT, "--oidc-groups-claim=groups");
  check("--authentication-config=/x", "--anonymous-auth=false");
});
