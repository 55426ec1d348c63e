import { startTestServer, TEST_TOKEN } from "../../../testing/api_server.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { overloaded } from "../../../toolkit/errors/mod.ts";
import { bearerTokens } from "../../../toolkit/authentication/bearer_tokens.ts";
import { tokenFile } from "../../authentication/token_file.ts";
import type { ServerContext } from "../../server_context.ts";
import { firstOpinion } from "../authorizer.ts";
import { mastersFirst } from "../masters.ts";
import { createRbac } from "./mod.ts";

const ADMIN = { name: "admin", uid: "", groups: ["system:masters"], extra: {} };
const CHECK = "/readyz/poststarthook/rbac/bootstrap-roles";

Deno.test("keepPolicy() keeps the server unready until every role is there, however often a write fails", async () => {
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  let failed = 0;
  const hesitant = (context: ServerContext): ServerContext => ({
    ...context,
    client: new Proxy(context.client, {
      get(client, name) {
        const member = Reflect.get(client, name);
        if (name !== "create") return member;
        return async (...given: Parameters<typeof client.create>) => {
          const { name } = given[1].metadata as { name: string };
          if (name === "system:basic-user" && failed++ === 0) throw overloaded("too much");
          if (name === "system:discovery") {
            asked.resolve();
            await held.promise;
          }
          return await client.create(...given);
        };
      },
    }),
  });
  await using server = await startTestServer({
    withNamespace: false,
    authenticator: bearerTokens([tokenFile(new Map([[TEST_TOKEN, ADMIN]]))]),
    authorizer: (context) => firstOpinion([mastersFirst, createRbac(hesitant(context))]),
  });
  await asked.promise;
  assertEquals((await server.client.get(CHECK)).status, 500);
  assertEquals((await server.client.get("/readyz")).status, 500);
  held.resolve();
  await server.server.ready;
  assertEquals((await server.client.get(CHECK)).status, 200);
  const { json } = await server.client.get("/apis/rbac.authorization.k8s.io/v1/clusterroles");
  assertEquals(json.items.length, 69);
});
