import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { parseFlags } from "../../toolkit/flags/mod.ts";
import { checkAuthorizationFlags } from "./authorization.ts";
import { apiServerFlags } from "./mod.ts";

const check = (...args: string[]) => {
  const { values, given } = parseFlags(apiServerFlags, args);
  checkAuthorizationFlags(values, given);
};

const REFUSED: [args: string[], why: string][] = [
  ...[
    "--authorization-mode=RBAC",
    "--authorization-mode=AlwaysAllow",
    "--authorization-webhook-config-file=/x",
    "--authorization-webhook-version=v1",
    "--authorization-webhook-cache-authorized-ttl=5m",
    "--authorization-webhook-cache-unauthorized-ttl=30s",
  ].map((other): [string[], string] => [
    ["--authorization-config=/x", other],
    "--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* " +
    "flags are defined",
  ]),
  [
    ["--authorization-mode=ABAC"],
    "authorization-mode ABAC's authorization policy file not passed: give --authorization-policy-file",
  ],
  [
    ["--authorization-mode=RBAC,Webhook"],
    "authorization-mode Webhook's authorization config file not passed: give --authorization-webhook-config-file",
  ],
  [
    ["--authorization-policy-file=/x"],
    "cannot specify --authorization-policy-file without mode ABAC",
  ],
  [
    ["--authorization-mode=RBAC", "--authorization-webhook-config-file=/x"],
    "cannot specify --authorization-webhook-config-file without mode Webhook",
  ],
];

Deno.test("checkAuthorizationFlags() refuses flags that contradict or lack each other", () => {
  for (const [args, why] of REFUSED) {
    assertEquals(assertThrows(() => check(...args)).message, why, args.join(" "));
  }
});

Deno.test("checkAuthorizationFlags() takes what goes together", () => {
  for (
    const args of [
      [],
      ["--authorization-mode=Node,RBAC"],
      ["--authorization-config=/x"],
      ["--authorization-config=/x", "--authorization-policy-file=/y"],
      ["--authorization-mode=ABAC", "--authorization-policy-file=/y"],
      ["--authorization-mode=Webhook", "--authorization-webhook-config-file=/y"],
    ]
  ) check(...args);
});
