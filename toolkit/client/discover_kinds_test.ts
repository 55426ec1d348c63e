import { assertEquals, assertRejects } from "../deps/assert.ts";
import { discoverKinds } from "./discover_kinds.ts";

/** A server of these answers: a number is a status without a body that says more. */
function serverOf(answers: Record<string, object | number>) {
  const asked: string[] = [];
  return {
    asked,
    client: {
      dialect: "kubernetes" as const,
      fetch(path: string): Promise<Response> {
        asked.push(path);
        const answer = answers[path] ?? 404;
        return Promise.resolve(
          typeof answer === "number"
            ? new Response("no", { status: answer })
            : Response.json(answer),
        );
      },
    },
  };
}

const names = (found: Awaited<ReturnType<typeof discoverKinds>>) => ({
  all: found.all.map(({ kind }) => `${kind.group}/${kind.version}/${kind.plural}`),
  preferred: found.preferred.map(({ kind }) => `${kind.group}/${kind.version}/${kind.plural}`),
  failures: found.failures.map(({ group, version, malformed }) =>
    `${group}/${version}${malformed ? " malformed" : ""}`
  ),
});

const VERBS = ["get", "list", "delete"];
const plain = (name: string, kind: string, verbs = VERBS) => ({
  name,
  kind,
  namespaced: true,
  verbs,
});
const whole = (resource: string, kind: string, verbs = VERBS) => ({
  resource,
  responseKind: { kind },
  scope: "Namespaced",
  verbs,
});

Deno.test("discoverKinds() knows all kinds by two requests, those in several versions once", async () => {
  const list = (...items: [name: string, versions: object[]][]) => ({
    kind: "APIGroupDiscoveryList",
    items: items.map(([name, versions]) => ({ metadata: { name }, versions })),
  });
  const { client, asked } = serverOf({
    "/api": list(["", [{ version: "v1", resources: [whole("pods", "Pod")] }]]),
    "/apis": list(
      ["example.com", [
        { version: "v2", resources: [whole("widgets", "Widget")] },
        { version: "v1", resources: [whole("widgets", "Widget"), whole("olds", "Old")] },
      ]],
      ["silent.example.com", [
        { version: "v1", freshness: "Stale", resources: [whole("lies", "Lie")] },
      ]],
      ["odd.example.com", [
        { version: "v1", resources: [whole("../pods", "Pod"), whole("fines", "Fine")] },
        { version: "v1/../v2", resources: [whole("pods", "Pod")] },
      ]],
    ),
  });
  assertEquals(names(await discoverKinds(client)), {
    all: [
      "/v1/pods",
      "example.com/v2/widgets",
      "example.com/v1/widgets",
      "example.com/v1/olds",
      "odd.example.com/v1/fines",
    ],
    preferred: [
      "/v1/pods",
      "example.com/v2/widgets",
      "example.com/v1/olds",
      "odd.example.com/v1/fines",
    ],
    failures: ["silent.example.com/v1", "odd.example.com/v1/../v2 malformed"],
  });
  assertEquals(asked, ["/api", "/apis"]);
});

Deno.test("discoverKinds() asks a server that can't tell all at once for each version", async () => {
  const { client } = serverOf({
    "/api": { kind: "APIVersions", versions: ["v1"] },
    "/api/v1": { resources: [plain("pods", "Pod"), plain("pods/status", "Pod")] },
    "/apis": {
      kind: "APIGroupList",
      groups: [
        {
          name: "example.com",
          versions: [{ version: "v1" }, { version: "v2" }],
          preferredVersion: { version: "v2" },
        },
        { name: "down.example.com", versions: [{ version: "v1" }] },
        { name: "gone.example.com", versions: [{ version: "v1" }] },
      ],
    },
    "/apis/example.com/v1": { resources: [plain("widgets", "Widget")] },
    "/apis/example.com/v2": {
      resources: [plain("widgets", "Widget"), plain("nothings", "No", [])],
    },
    "/apis/down.example.com/v1": 503,
  });
  assertEquals(names(await discoverKinds(client)), {
    all: ["/v1/pods", "example.com/v2/widgets", "example.com/v1/widgets"],
    preferred: ["/v1/pods", "example.com/v2/widgets"],
    failures: ["down.example.com/v1", "gone.example.com/v1"],
  });
});

Deno.test("discoverKinds() rejects where nothing can be known", async () => {
  const { client } = serverOf({ "/api": { versions: [] }, "/apis": 500 });
  await assertRejects(() => discoverKinds(client), /no/);
});

Deno.test("discoverKinds() tells which parts of objects have paths of their own", async () => {
  const parts = async (answers: Record<string, object>) =>
    (await discoverKinds(serverOf(answers).client)).all
      .map(({ kind, subresources }) => [kind.plural, ...subresources]);
  const scaled = { ...whole("widgets", "Widget"), subresources: [{ subresource: "scale" }] };
  const resources = [scaled, whole("gears", "Gear")];
  const items = [{ metadata: { name: "example.com" }, versions: [{ version: "v1", resources }] }];
  const expected = [["widgets", "scale"], ["gears"]];
  assertEquals(await parts({ "/apis": { kind: "APIGroupDiscoveryList", items } }), expected);
  assertEquals(
    await parts({
      "/apis": {
        kind: "APIGroupList",
        groups: [{ name: "example.com", versions: [{ version: "v1" }] }],
      },
      "/apis/example.com/v1": {
        resources: [
          plain("widgets", "Widget"),
          plain("widgets/scale", "Scale"),
          plain("gears", "Gear"),
        ],
      },
    }),
    expected,
  );
});
