import type { RequestListener, ServerResponse } from "node:http";
import { startTestServer } from "../../testing/api_server.ts";
import { passTimeUntil } from "../../testing/time.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { HookServer, installHook, type Judge, patching } from "./hook_server.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const NAME = "one.hooks.example.com";
const CALLING = `failed calling webhook "${NAME}": `;
/** Handles of the runtime's client end a little after the server. */
const LOOSE = { sanitizeOps: false, sanitizeResources: false };

const map = (name: string, data: object = {}) => ({ metadata: { name }, data });

function send(response: ServerResponse, body: string, type = "application/json"): void {
  response.writeHead(200, { "content-type": type });
  response.end(body);
}

interface Hostile {
  readonly name: string;
  readonly listener: RequestListener;
  /** When its certificate was made. */
  readonly made?: Date;
  /** What its configuration says otherwise. */
  readonly config?: object;
  /** Whether it is waited for until its time is over, which does not pass for the others. */
  readonly waits?: true;
  readonly message: RegExp;
}

const HOSTILE: readonly Hostile[] = [
  {
    name: "never answers",
    listener: () => {},
    waits: true,
    message: /failed to call webhook: Post "https:.*\?timeout=1s": context deadline exceeded$/,
  },
  {
    name: "answers byte by byte without an end",
    listener(_, response) {
      response.writeHead(200, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(drip));
    },
    waits: true,
    message: /context deadline exceeded$/,
  },
  {
    name: "answers garbage",
    listener: (_, response) => send(response, "{]"),
    message: /failed to call webhook: json: /,
  },
  {
    name: "answers with a page",
    listener: (_, response) => send(response, "<html>", "text/html"),
    message: /failed to call webhook: json: .+ \(the content type of the answer is "text\/html"\)$/,
  },
  {
    name: "answers with more than anybody reads",
    listener: (_, response) => send(response, `{"x":"${"x".repeat(10 * 1024 * 1024)}"}`),
    message: /the answer is longer than 8388608 bytes$/,
  },
  {
    name: "answers without an end, fast",
    listener(_, response) {
      response.writeHead(200, { "content-type": "application/json" });
      const more = () => {
        while (!response.destroyed && response.write(" ".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    },
    message: /the answer is longer than 8388608 bytes$/,
  },
  {
    name: "answers too deep",
    listener: (_, response) => send(response, "[".repeat(200_000)),
    message: /failed to call webhook: json: /,
  },
  {
    name: "answers somebody else",
    listener: (_, response) => send(response, `{"response":{"uid":"other","allowed":true}}`),
    message: /received invalid webhook response: expected response.uid=".+", got "other"$/,
  },
  {
    name: "answers with null",
    listener: (_, response) => send(response, "null"),
    message: /received invalid webhook response: /,
  },
  {
    name: "sends to elsewhere",
    listener(_, response) {
      response.writeHead(302, { location: "https://127.0.0.1:1/" });
      response.end();
    },
    message: /failed to call webhook: .*/,
  },
  {
    name: "breaks down",
    listener(_, response) {
      response.writeHead(500);
      response.end("oh no");
    },
    message: /failed to call webhook: an error on the server \("oh no"\) has prevented/,
  },
  {
    name: "hangs up",
    listener: (request) => request.socket.destroy(),
    message: /failed to call webhook: Post "https:.*": .+/,
  },
  {
    name: "breaks off",
    listener(_, response) {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write("{", () => response.destroy());
    },
    message: /failed to call webhook: Post "https:.*": .+/,
  },
  {
    name: "has a certificate that is over",
    listener: () => {},
    made: new Date("2001-01-01"),
    message: /failed to call webhook: Post "https:.*": .*(expired|verif)/i,
  },
  {
    name: "has a certificate of somebody else",
    listener: () => {},
    config: { caBundle: undefined },
    message: /failed to call webhook: Post "https:.*": .*(certificate|issuer|verif)/i,
  },
  {
    name: "is not there",
    listener: () => {},
    config: { url: "https://127.0.0.1:1/" },
    message: /failed to call webhook: Post "https:\/\/127.0.0.1:1\/\?timeout=1s": .*refused/i,
  },
];

for (const { name, listener, made, config, waits = false, message } of HOSTILE) {
  Deno.test(`a webhook that ${name} harms nobody but those who need it`, LOOSE, async () => {
    const clock = new FakeClock();
    const answered = <T>(answer: Promise<T>) => waits ? passTimeUntil(clock, answer) : answer;
    await using server = await startTestServer({ clock });
    await using hook = await HookServer.answering(listener, made);
    const { client } = server;
    const clientConfig = { ...hook.config(), ...config };
    await installHook(server, "mutating", "one", { clientConfig, timeoutSeconds: 1 });
    const order: string[] = [];
    const refused = client.post(MAPS, map("a")).finally(() => order.push("maps"));
    const other = await client.post("/api/v1/namespaces/default/secrets", map("s"));
    assertEquals(other.status, 201, other.text);
    const { status, json: { reason, message: said } } = await answered(refused);
    assertEquals([status, reason], [500, "InternalError"]);
    const start = `Internal error occurred: ${CALLING}`;
    assert(said.startsWith(start) && message.test(said), said);
    // Where it may be done without, it is done without.
    const path = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations";
    const open = [{ op: "replace", path: "/webhooks/0/failurePolicy", value: "Ignore" }];
    assertEquals((await client.patch(`${path}/one`, "json", open)).status, 200);
    await client.get(path);
    const done = await answered(client.post(MAPS, map("a")));
    assertEquals(done.status, 201, done.text);
    const { text } = await client.get("/metrics");
    const line = `apiserver_admission_webhook_fail_open_count{name="${NAME}",type="admit"} 1`;
    assert(text.includes(line), line);
    assertEquals((await client.delete(`${path}/one`)).status, 200);
  });
}

/** Doubles what is there, over and over. */
const GROWING = [
  { op: "add", path: "/data", value: { a: "x".repeat(1000) } },
  ...Array.from({ length: 40 }, (_, index) => ({
    op: "copy",
    from: "/data",
    path: `/data/c${index}`,
  })),
];

const PATCHES: readonly (readonly [name: string, operations: object[], code: number, RegExp])[] = [
  [
    "another name",
    [{ op: "replace", path: "/metadata/name", value: "b" }],
    422,
    /metadata.name: Invalid value: "b": field is immutable$/,
  ],
  [
    "another uid",
    [{ op: "replace", path: "/metadata/uid", value: "b" }],
    422,
    /metadata.uid: Invalid value: "b": field is immutable$/,
  ],
  [
    "another namespace",
    [{ op: "replace", path: "/metadata/namespace", value: "kube-system" }],
    400,
    /the namespace of the provided object does not match the namespace sent on the request/,
  ],
  [
    "another kind",
    [{ op: "replace", path: "/kind", value: "Secret" }],
    500,
    /can't be applied: it changes the kind of the object from "ConfigMap" to "Secret"$/,
  ],
  [
    "another object",
    [{ op: "replace", path: "", value: { kind: "Secret", apiVersion: "v1", metadata: {} } }],
    500,
    /can't be applied: it changes the kind/,
  ],
  ["no object", [{ op: "replace", path: "", value: [] }], 500, /can't be applied: /],
  ["no metadata", [{ op: "remove", path: "/metadata" }], 400, /the namespace of/],
  ["a place that is not there", [{ op: "remove", path: "/data/nothing" }], 500, /can't be applied/],
  ["a wrong test", [{ op: "test", path: "/kind", value: "Pod" }], 500, /testing value/],
  ["growth without an end", GROWING, 500, /copies more than an object may hold$/],
  [
    "too many operations",
    Array.from({ length: 10_001 }, () => ({ op: "test", path: "/kind", value: "ConfigMap" })),
    500,
    /maximum operations in a JSON patch is 10000, got 10001$/,
  ],
  [
    "fields of another type",
    [{ op: "add", path: "/data", value: { a: 1 } }],
    500,
    /can't be applied/,
  ],
  [
    "what no object may be",
    [{ op: "add", path: "/data", value: { "a b": "" } }],
    422,
    /a valid config key/,
  ],
];

for (const [name, operations, code, message] of PATCHES) {
  Deno.test(`a patch of ${name} is refused`, LOOSE, async () => {
    await using server = await startTestServer();
    await using hook = await HookServer.judging(() => patching(...operations));
    await installHook(server, "mutating", "one", { clientConfig: hook.config() });
    const answer = await server.client.post(MAPS, map("a"));
    assertEquals(answer.status, code, answer.text);
    assert(message.test(answer.json.message), answer.json.message);
    assertEquals((await server.client.get(MAPS)).json.items, []);
  });
}

Deno.test("a patch of what only the server writes changes nothing of it", LOOSE, async () => {
  await using server = await startTestServer();
  const fields = ["creationTimestamp", "deletionTimestamp"];
  await using hook = await HookServer.judging(() =>
    patching(
      { op: "add", path: "/metadata/resourceVersion", value: "7" },
      { op: "add", path: "/metadata/generation", value: 7 },
      ...fields.map((field) => ({
        op: "add",
        path: `/metadata/${field}`,
        value: "2001-01-01T00:00:00Z",
      })),
      { op: "add", path: "/metadata/labels", value: { a: "b" } },
    )
  );
  await installHook(server, "mutating", "one", { clientConfig: hook.config() });
  const { client } = server;
  for (
    const write of [() => client.post(MAPS, map("a")), () => client.put(`${MAPS}/a`, map("a"))]
  ) {
    const { status, json: { metadata }, text } = await write();
    assert(status < 300, text);
    const { creationTimestamp, deletionTimestamp, generation, resourceVersion, labels } = metadata;
    assert(!creationTimestamp.startsWith("2001") && resourceVersion !== "7", text);
    assertEquals([deletionTimestamp, generation, labels], [undefined, undefined, { a: "b" }]);
  }
});

Deno.test(
  "a patch that makes owners of fields unreadable changes nothing of them",
  LOOSE,
  async () => {
    await using server = await startTestServer();
    const value = [{
      manager: "m",
      operation: "Update",
      apiVersion: "v1",
      fieldsType: "FieldsV1",
      fieldsV1: { "k:{": {} },
    }];
    await using hook = await HookServer.judging(() =>
      patching({ op: "add", path: "/metadata/managedFields", value })
    );
    await installHook(server, "mutating", "one", { clientConfig: hook.config() });
    const { status, headers, json } = await server.client.post(
      `${MAPS}?fieldManager=me`,
      map("a", { k: "v" }),
    );
    assertEquals([status, json.metadata.managedFields.length], [201, 1]);
    assertEquals(json.metadata.managedFields[0].manager, "me");
    assert(headers.get("warning")?.includes("was in an invalid state after admission"));
  },
);

Deno.test("nothing can be changed of what is being deleted", LOOSE, async () => {
  await using server = await startTestServer();
  const judge: Judge = ({ operation }) => {
    if (operation === "DELETE") return patching({ op: "add", path: "/data", value: {} });
  };
  await using hook = await HookServer.judging(judge);
  await installHook(server, "mutating", "one", { clientConfig: hook.config() });
  await server.client.post(MAPS, map("a"));
  const { status, json } = await server.client.delete(`${MAPS}/a`);
  assertEquals([status, json.message], [
    500,
    `Internal error occurred: admission webhook "${NAME}" attempted to modify the object, which ` +
    "is not supported for this operation",
  ]);
});

Deno.test(
  "a webhook that asks for what it is asked about gets nowhere, and others go on",
  LOOSE,
  async () => {
    await using server = await startTestServer();
    const { client } = server;
    let depth = 0;
    await using hook = await HookServer.judging(async () => {
      const { status } = await client.post(MAPS, map(`deeper-${++depth}`));
      return { allowed: status === 201 };
    });
    await installHook(server, "validating", "one", {
      clientConfig: hook.config(),
      timeoutSeconds: 1,
    });
    const asked = client.post(MAPS, map("a"));
    const others = await Promise.all(
      ["s", "t"].map((name) => client.post("/api/v1/namespaces/default/secrets", map(name))),
    );
    assertEquals(others.map(({ status }) => status), [201, 201]);
    const { status, json } = await asked;
    assertEquals(status, 500);
    assert(/context deadline exceeded$/.test(json.message), json.message);
    await client.delete(
      "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/one",
    );
  },
);

Deno.test("all webhooks that judge are heard before one of them decides", LOOSE, async () => {
  await using server = await startTestServer();
  const slow = Promise.withResolvers<void>();
  await using no = await HookServer.judging(async () => {
    await slow.promise;
    return { allowed: false, warnings: ["first"], status: { message: "no" } };
  });
  await using yes = await HookServer.judging(() => {
    slow.resolve();
    return { warnings: ["second"], auditAnnotations: { "a": "b", "c/d": "e" } };
  });
  // Each waits for the other: they are asked at the same time.
  await installHook(server, "validating", "a", { clientConfig: no.config() });
  await installHook(server, "validating", "b", { clientConfig: yes.config() });
  const { status, headers } = await server.client.post(MAPS, map("x"));
  assertEquals([status, headers.get("warning")], [400, '299 - "first", 299 - "second"']);
});
