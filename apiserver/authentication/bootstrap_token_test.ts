import { startTestServer, TEST_TOKEN, TESTER } from "../../testing/api_server.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { DIALECTS, NAMES } from "../../toolkit/names.ts";
import { bearerTokens } from "../../toolkit/authentication/bearer_tokens.ts";
import { bootstrapTokens } from "./bootstrap_token.ts";
import { tokenFile } from "./token_file.ts";

const NOW = Date.UTC(2026, 0, 1);
const TOKEN = "abcdef.0123456789abcdef";

const GOOD = {
  "token-id": "abcdef",
  "token-secret": "0123456789abcdef",
  "usage-bootstrap-authentication": "true",
};

interface Case {
  readonly name: string;
  readonly data?: Record<string, string>;
  readonly type?: string;
  readonly secret?: string;
  readonly namespace?: string;
  readonly shown?: string;
  /** The groups of the token's bearer; undefined: nobody's token. */
  readonly groups?: string[];
}

const CASES: readonly Case[] = [
  { name: "as it should be", groups: ["system:bootstrappers"] },
  {
    name: "with groups",
    data: { "auth-extra-groups": "system:bootstrappers:b,system:bootstrappers:a:x-1" },
    groups: [
      "system:bootstrappers",
      "system:bootstrappers:a:x-1",
      "system:bootstrappers:b",
    ],
  },
  {
    name: "not over yet",
    data: { expiration: "2026-01-01T00:00:01Z" },
    groups: ["system:bootstrappers"],
  },
  { name: "over", data: { expiration: "2026-01-01T00:00:00Z" } },
  { name: "with an end that is no time", data: { expiration: "tomorrow" } },
  { name: "with a group of others", data: { "auth-extra-groups": "system:masters" } },
  {
    name: "with a good group and a bad one",
    data: { "auth-extra-groups": "system:bootstrappers:a,system:masters" },
  },
  { name: "with a space in its groups", data: { "auth-extra-groups": "system:bootstrappers:a b" } },
  { name: "meant for something else", data: { "usage-bootstrap-authentication": "" } },
  { name: "of another secret", data: { "token-secret": "0123456789abcdee" } },
  { name: "of an empty secret", data: { "token-secret": "" } },
  { name: "of another id", data: { "token-id": "abcdee" } },
  { name: "of another type", type: "Opaque" },
  { name: "in another namespace", namespace: "default" },
  { name: "under another name", secret: "bootstrap-token-abcdee" },
  { name: "in capitals", shown: TOKEN.toUpperCase() },
  { name: "too long", shown: `${TOKEN}0` },
  { name: "with a line break", shown: "abcdef.0123456789abcde\n" },
  { name: "with the path of another secret", shown: "../abc.0123456789abcdef" },
];

for (const dialect of DIALECTS) {
  Deno.test(`bootstrapTokens() believes what is all right, in the dialect ${dialect}`, async () => {
    const names = NAMES[dialect];
    for (const one of CASES) {
      await using server = await startTestServer({
        dialect,
        clock: new FakeClock(NOW),
        authenticator: (context) =>
          bearerTokens([
            tokenFile(new Map([[TEST_TOKEN, TESTER]])),
            bootstrapTokens(context),
          ]),
      });
      const { client } = server;
      const namespace = one.namespace ?? names.namespaceSystem;
      await client.post("/api/v1/namespaces", { metadata: { name: namespace } });
      const posted = await client.post(`/api/v1/namespaces/${namespace}/secrets`, {
        metadata: { name: one.secret ?? "bootstrap-token-abcdef" },
        type: one.type ?? names.secretTypeBootstrapToken,
        stringData: { ...GOOD, ...one.data },
      });
      assertEquals(posted.status, 201, `${one.name}: ${posted.text}`);
      const review = await client.post(
        `/apis/${names.group("authentication")}/v1/tokenreviews`,
        { spec: { token: one.shown ?? TOKEN } },
      );
      const { authenticated = false, user } = review.json.status;
      const { groups } = one;
      assertEquals([authenticated, user], [
        groups !== undefined,
        groups === undefined ? {} : {
          username: "system:bootstrap:abcdef",
          groups: [...groups, "system:authenticated"],
        },
      ], one.name);
    }
  });
}
