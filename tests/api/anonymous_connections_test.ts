/** What becomes of HTTP/2 connections of clients that have not proved who they are. */
import { connect } from "node:http2";
import { DEFAULT_FEATURES } from "../../apiserver/flags/features.ts";
import { startTestServer, TEST_TOKEN } from "../../testing/api_server.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { fixedTls } from "../../toolkit/serving/mod.ts";
import { material, serverAuthority } from "../../toolkit/serving/testdata/pki.ts";

/** Asks for the version twice over one connection, unless it is told to leave it before. */
async function ask(url: string, token: string): Promise<(number | "told to leave")[]> {
  const session = connect(url, { ca: serverAuthority.certificate });
  const told = new Promise<"told to leave">((resolve) => {
    session.once("goaway", () => resolve("told to leave"));
  });
  const answer = () =>
    new Promise<number>((resolve) => {
      const headers = token === "" ? {} : { authorization: `Bearer ${token}` };
      const stream = session.request({ ":path": "/version", ...headers });
      stream.once("response", (fields) => resolve(Number(fields[":status"])));
      stream.resume();
    });
  try {
    const first = await answer();
    // A connection that ends takes no further stream, or leaves it without an answer.
    return [first, session.closed ? await told : await Promise.race([told, answer()])];
  } finally {
    session.destroy();
  }
}

Deno.test("who has not proved who they are keeps no HTTP/2 connection", async () => {
  const feature = "UnauthenticatedHTTP2DOSMitigation";
  const users = { known: TEST_TOKEN, nobody: "", forged: "wrong" };
  const expected = {
    on: { known: [200, 200], nobody: [200, "told to leave"], forged: [401, "told to leave"] },
    off: { known: [200, 200], nobody: [200, 200], forged: [401, 401] },
  };
  for (const [state, answers] of Object.entries(expected)) {
    await using server = await startTestServer({
      features: new Set([...DEFAULT_FEATURES].filter((name) => state === "on" || name !== feature)),
      serving: { listen: { hostname: "127.0.0.1", port: 0 }, tls: fixedTls(material) },
      // Its own client does not know the authority of these certificates.
      withNamespace: false,
    });
    for (const [user, token] of Object.entries(users)) {
      const found = await ask(server.url, token);
      assertEquals<unknown>(found, answers[user as keyof typeof users], `${user}, ${state}`);
    }
  }
});
