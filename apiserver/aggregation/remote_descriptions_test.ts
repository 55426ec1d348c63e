import { assertEquals } from "../../toolkit/deps/assert.ts";
import { type Ask, RemoteDescriptions } from "./remote_descriptions.ts";
import type { RemoteService, RemoteServices } from "./remote_service.ts";

const remote = { name: "v1.g", group: "g", version: "v1" } as RemoteService;
const PLACE = "apis/g/v1";

/** A server's documents by path; there is none of the others. */
function asking(documents: Readonly<Record<string, unknown>>): Ask {
  return (path) => {
    const found = documents[path];
    return Promise.resolve({
      status: found === undefined ? 404 : 200,
      headers: {},
      body: new TextEncoder().encode(JSON.stringify(found)),
    });
  };
}

const version2 = (operation: object) => ({
  swagger: "2.0",
  paths: { "/apis/g/v1/things": { post: operation } },
  definitions: {},
});
const version3 = { paths: { [PLACE]: { serverRelativeURL: `/openapi/v3/${PLACE}?hash=A` } } };

function learning() {
  const descriptions = new RemoteDescriptions({ all: () => [remote] } as unknown as RemoteServices);
  const refused: string[] = [];
  const learn = async (documents: Readonly<Record<string, unknown>>) => {
    const before = descriptions.generation;
    await descriptions.learn(remote, asking(documents), (path) => void refused.push(path));
    return descriptions.generation > before;
  };
  return { descriptions, refused, learn };
}

Deno.test("learn() converts what a server says of version 2 as long as it has no version 3", async () => {
  const { descriptions, refused, learn } = learning();
  const one = version2({ operationId: "one" });
  const shown = () => [
    [...descriptions.converted()].map(([path, text]) => [path, text.includes('"one"')]),
    [...descriptions.version3().keys()],
  ];
  const steps: readonly (readonly [Readonly<Record<string, unknown>>, boolean, unknown])[] = [
    [{ "/openapi/v2": one }, true, [[[PLACE, true]], []]],
    [{ "/openapi/v2": one }, false, [[[PLACE, true]], []]],
    [{ "/openapi/v2": one, "/openapi/v3": version3 }, true, [[], [PLACE]]],
    [{ "/openapi/v2": one, "/openapi/v3": { paths: {} } }, true, [[[PLACE, true]], []]],
    [{ "/openapi/v2": version2({}) }, true, [[[PLACE, false]], []]],
    [{}, true, [[], []]],
  ];
  for (const [documents, isNews, expected] of steps) {
    assertEquals([await learn(documents), shown()], [isNews, expected]);
  }
  assertEquals(refused, []);
});

Deno.test("learn() tells once of what can't be converted, and shows it in version 2", async () => {
  const { descriptions, refused, learn } = learning();
  const forms = version2({ parameters: [{ in: "formData", name: "a", type: "string" }] });
  for (const isNews of [true, false, false]) {
    assertEquals(await learn({ "/openapi/v2": forms }), isNews);
  }
  assertEquals(refused, ["/openapi/v2"]);
  assertEquals([descriptions.converted().size, descriptions.version2().length], [0, 1]);
  await descriptions.learn(remote, asking({ "/openapi/v2": version2({}) }), () => {});
  assertEquals(descriptions.converted().size, 1);
  descriptions.lose(remote.name);
  assertEquals(descriptions.converted().size, 0);
});
