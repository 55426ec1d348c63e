import { FakeClock } from "../../toolkit/clock.ts";
import { assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { alreadyExists, notFound } from "../../toolkit/errors/mod.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { Client } from "../../toolkit/mod.ts";
import { accountTokens } from "./account_tokens.ts";

const ACCOUNTS = { group: "", resource: "serviceaccounts" };
const MINUTE = 60_000;

/** A server with one account, or without, that grants tokens for an hour. */
class Granting {
  readonly clock = new FakeClock(1_700_000_000_000);
  readonly asked: string[] = [];
  isThere = false;
  failure: Error | undefined;
  lifetimeMs = 60 * MINUTE;
  #count = 0;

  get tokens() {
    const client = {
      names: NAMES.kubernetes,
      create: (
        _: unknown,
        { metadata: { namespace, name } }: { metadata: Record<string, string> },
      ) => {
        this.asked.push(`create ${namespace}/${name}`);
        if (this.isThere) return Promise.reject(alreadyExists(ACCOUNTS, "a"));
        this.isThere = true;
        return Promise.resolve({});
      },
      createSubresource: () => {
        this.asked.push("token");
        if (this.failure) return Promise.reject(this.failure);
        if (!this.isThere) return Promise.reject(notFound(ACCOUNTS, "a"));
        const expirationTimestamp = new Date(this.clock.now() + this.lifetimeMs).toISOString();
        return Promise.resolve({
          status: { token: `token-${++this.#count}`, expirationTimestamp },
        });
      },
    } as unknown as Client;
    return accountTokens({
      client,
      account: "replicaset-controller",
      clock: this.clock,
      logger: silentLogger,
      random: () => 0.5,
    });
  }
}

Deno.test("accountTokens() makes the account, and asks once for all who wait", async () => {
  const server = new Granting();
  const { tokens } = server;
  const token = async () => (await tokens.identity()).token?.reveal();
  assertEquals(await Promise.all([token(), token()]), ["token-1", "token-1"]);
  assertEquals(server.asked, ["token", "create kube-system/replicaset-controller", "token"]);
});

Deno.test("accountTokens() renews before the end, keeps what is good, and never what has ended", async () => {
  const server = new Granting();
  server.isThere = true;
  const { tokens, clock } = { tokens: server.tokens, clock: server.clock };
  const token = async () => (await tokens.identity()).token?.reveal();
  assertEquals(await token(), "token-1");
  await clock.advance(44 * MINUTE);
  assertEquals(await token(), "token-1");
  await clock.advance(2 * MINUTE);
  server.failure = new Error("away");
  assertEquals(await token(), "token-1");
  const { length } = server.asked;
  assertEquals(await token(), "token-1");
  assertEquals(server.asked.length, length, "a failed renewal is not tried at each request");
  await clock.advance(20 * MINUTE);
  await assertRejects(token, /away/);
  server.failure = undefined;
  assertEquals(await token(), "token-2");
});

Deno.test("accountTokens() asks again when the server refuses a token", async () => {
  const server = new Granting();
  server.isThere = true;
  const { tokens, clock } = { tokens: server.tokens, clock: server.clock };
  const token = async () => (await tokens.identity()).token?.reveal();
  assertEquals(await token(), "token-1");
  tokens.refused(clock.now() - 1);
  assertEquals(await token(), "token-1", "it was sent before this token came");
  await clock.advance(1);
  tokens.refused(clock.now());
  assertEquals(await token(), "token-2");
});
