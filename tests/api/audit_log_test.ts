/** What the audit log says of requests: the whole way from a policy file to lines of JSON. */
import { auditSettings, openAudit } from "../../apiserver/audit/mod.ts";
import type { AuditFlagValues } from "../../apiserver/audit/settings.ts";
import type { Authorizer } from "../../apiserver/authorization/authorizer.ts";
import { bearerTokens } from "../../toolkit/authentication/bearer_tokens.ts";
import { tokenFile } from "../../apiserver/authentication/token_file.ts";
import type { Answer, AnyObject } from "../../testing/api_client.ts";
import { startTestServer, TEST_TOKEN, type TestServer } from "../../testing/api_server.ts";
import { auditValues } from "../../testing/audit_events.ts";
import { eventually } from "../../testing/eventually.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { decodeEnvelope, encodeEnvelope, encodeEnveloped } from "../../toolkit/codec/mod.ts";
import { DIALECTS, NAMES } from "../../toolkit/names.ts";
import type { Dialect } from "../../toolkit/names.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { HookServer, installHook, patching } from "./hook_server.ts";
import { LOOSE } from "./with_hook.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const ALL = "rules: [{level: RequestResponse}]";

interface Scene {
  readonly server: TestServer;
  /** Events of a request by its answer's id, in their order. */
  of(answer: { headers: Headers }): AnyObject[];
  text(): string;
}

/** A server that logs what a policy says; what is done to start it is not in the log. */
async function audited(
  policy: string,
  body: (scene: Scene) => Promise<void>,
  {
    values = {},
    dialect = "kubernetes" as Dialect,
    authorizer = undefined as Authorizer | undefined,
  } = {} as { values?: Partial<AuditFlagValues>; dialect?: Dialect; authorizer?: Authorizer },
) {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/audit.log`;
  const file = `${folder}/policy.yaml`;
  const group = NAMES[dialect].groupAudit;
  await Deno.writeTextFile(file, `apiVersion: ${group}/v1\nkind: Policy\n${policy}\n`);
  const settings = auditSettings(
    auditValues({ "audit-policy-file": file, "audit-log-path": path, ...values }, dialect),
    dialect,
  );
  const users = new Map([
    [TEST_TOKEN, { name: "tester", uid: "1", groups: ["system:masters"], extra: {} }],
    ["other-token", { name: "other", uid: "2", groups: [], extra: {} }],
  ]);
  await using server = await startTestServer({
    dialect,
    authenticator: bearerTokens([tokenFile(users)]),
    ...(authorizer !== undefined && { authorizer }),
    audit: async (context) => (await openAudit(settings, context)).backend(),
  });
  const text = () => Deno.readTextFileSync(path);
  try {
    await body({
      server,
      of: ({ headers }) =>
        text().trimEnd().split("\n").map((line) => withoutLatencies(JSON.parse(line)))
          .filter(({ auditID }) => auditID === headers.get("audit-id")),
      text,
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** How long something takes is the machine's business. */
function withoutLatencies({ annotations, ...event }: AnyObject): AnyObject {
  const kept = Object.entries(annotations ?? {}).filter(([key]) =>
    !key.startsWith("apiserver.latency.")
  );
  return { ...event, ...(kept.length > 0 && { annotations: Object.fromEntries(kept) }) };
}

const assertMatch = (text: string, pattern: RegExp) => assert(pattern.test(text), text);

const stages = (events: AnyObject[]) => events.map(({ stage }) => stage);

Deno.test("a write is recorded when it comes and when it is answered, with both bodies", () =>
  audited(ALL, async ({ server: { client }, of }) => {
    const sent = {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "a" },
      data: { x: "<é>" },
    };
    const answer = await client.post(MAPS, sent);
    const [received, complete] = of(answer) as [AnyObject, AnyObject];
    assertEquals(stages(of(answer)), ["RequestReceived", "ResponseComplete"]);
    assertEquals(received.responseStatus, undefined);
    assertEquals(received.objectRef, {
      resource: "configmaps",
      namespace: "default",
      apiVersion: "v1",
    });
    assertEquals(received.requestReceivedTimestamp, received.stageTimestamp);
    assertEquals(complete.objectRef.name, "a");
    assertEquals(complete.requestObject, sent);
    assertEquals(complete.responseObject, answer.json);
    assertEquals(complete.responseStatus, { metadata: {}, code: 201 });
    assertEquals(complete.user, {
      username: "tester",
      uid: "1",
      groups: ["system:masters", "system:authenticated"],
    });
    assertEquals([complete.verb, complete.sourceIPs, complete.userAgent], [
      "create",
      ["127.0.0.1"],
      "test/1.0",
    ]);
    assertMatch(complete.requestReceivedTimestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  }));

Deno.test("levels, stages and managed fields are recorded as the policy says", () =>
  audited(
    `
omitStages: [RequestReceived]
rules:
- {level: None, verbs: [get], resources: [{resources: [configmaps]}]}
- {level: Metadata, verbs: [create]}
- {level: Request, verbs: [update], omitManagedFields: true}
- {level: RequestResponse, verbs: [patch, list], omitManagedFields: true}
- {level: RequestResponse, verbs: [delete]}
`,
    async ({ server: { client }, of }) => {
      const posted = await client.post(MAPS, { metadata: { name: "b" } });
      const shown = (answer: { headers: Headers }) => {
        const events = of(answer);
        assertEquals(stages(events), ["ResponseComplete"]);
        const [{ level, requestObject, responseObject }] = events as [AnyObject];
        return [level, requestObject, responseObject];
      };
      assertEquals(shown(posted), ["Metadata", undefined, undefined]);
      const applied = {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "a" },
        data: { a: "0" },
      };
      const made = await client.patch(`${MAPS}/a?fieldManager=x`, "apply", applied);
      assert(made.json.metadata?.managedFields !== undefined, made.text);
      const [, sent, made2] = shown(made);
      assertEquals([sent, made2.metadata.managedFields], [applied, undefined]);
      assertEquals(of(await client.get(`${MAPS}/a`)), []);
      const put = await client.put(`${MAPS}/a`, { ...made.json, data: { b: "1" } });
      const { managedFields: _, ...metadata } = made.json.metadata;
      assertEquals(shown(put), [
        "Request",
        { ...made.json, metadata, data: { b: "1" } },
        undefined,
      ]);
      const patch = [{ op: "add", path: "/data/c", value: "2" }];
      const patched = await client.patch(`${MAPS}/a`, "json", patch);
      const [, request, response] = shown(patched);
      assertEquals([request, response.data], [patch, { b: "1", c: "2" }]);
      assertEquals(response.metadata.managedFields, undefined);
      const list = await client.get(MAPS);
      assertEquals(list.json.items[0].metadata.managedFields !== undefined, true);
      const [, , listed] = shown(list);
      assertEquals(listed.items[0].metadata.name, "a");
      assertEquals(listed.items[0].metadata.managedFields, undefined);
      const gone = await client.delete(`${MAPS}/a`);
      const [{ responseStatus, responseObject }] = of(gone) as [AnyObject];
      assertEquals([responseStatus.status, responseStatus.code], ["Success", 200]);
      assertEquals(responseStatus.details.name, "a");
      assertEquals(responseObject, gone.json);
    },
  ));

Deno.test("what was done is recorded, however the body of the request said it", () =>
  audited(ALL, async ({ server: { client }, of }) => {
    const sentOf = (answer: Answer, code: number) => {
      assertEquals(answer.status, code, answer.text);
      return of(answer).at(-1)?.requestObject;
    };
    const text = (name: string, more = "") => `{"metadata":{"name":"${name}"}${more}}`;
    const posted = (body: string, contentType: string) => client.post(MAPS, body, { contentType });
    const twice = await posted("metadata: {name: a}\ndata: {}\ndata: {x: v}\n", "application/yaml");
    const named = { kind: "ConfigMap", apiVersion: "v1" };
    assertEquals(sentOf(twice, 201), { ...named, metadata: { name: "a" }, data: { x: "v" } });
    const deep = `,"unknown":${"[".repeat(5000)}${"]".repeat(5000)}`;
    const hidden = await client.post(`${MAPS}?fieldValidation=Ignore`, text("b", deep));
    const { kind, metadata } = sentOf(hidden, 201);
    assertEquals([kind, metadata.name], ["ConfigMap", "b"]);
    // Neither says what is in it.
    const asProtobuf = { contentType: "application/vnd.kubernetes.protobuf" };
    const map = { ...named, metadata: { name: "c" }, data: { x: "v" } };
    const whole = encodeEnveloped(schemaOf("kubernetes").kind("", "v1", "ConfigMap")!, map);
    const bare = encodeEnvelope({ ...decodeEnvelope(whole), apiVersion: "", kind: "" });
    assertEquals(sentOf(await client.post(MAPS, bare, asProtobuf), 201), map);
    const options = encodeEnvelope({
      apiVersion: "",
      kind: "",
      raw: new Uint8Array(),
      contentEncoding: "",
      contentType: "",
    });
    const gone = await client.delete(`${MAPS}/a`, options, asProtobuf);
    assertEquals(sentOf(gone, 200)?.kind, "DeleteOptions");
    const patched = await client.patch(`${MAPS}/b`, "merge", '"no object"');
    assertEquals(sentOf(patched, 400), "no object");
  }));

Deno.test("an object is recorded with the defaults of its kind, whichever part of it is written", () =>
  audited(ALL, async ({ server: { client }, of }) => {
    const pods = "/api/v1/namespaces/default/pods";
    const spec = { containers: [{ name: "main", image: "a:1" }] };
    const made = await client.post(pods, { metadata: { name: "a" }, spec });
    assertEquals(made.status, 201, made.text);
    const status = { metadata: { name: "a" }, spec, status: { phase: "Running" } };
    const written = await client.put(`${pods}/a/status`, status);
    assertEquals(written.status, 200, written.text);
    for (const answer of [made, written]) {
      const { requestObject: sent } = of(answer).at(-1) as AnyObject;
      assertEquals([sent.kind, sent.spec.restartPolicy], ["Pod", "Always"]);
      // What the server adds of its own was not sent.
      assertEquals([sent.metadata, sent.spec.tolerations], [{ name: "a" }, undefined]);
    }
  }));

Deno.test("of pages those that are objects are recorded", () =>
  audited(ALL, async ({ server: { client }, of }) => {
    for (const [path, kind] of [["/api", "APIVersions"], ["/apis/apps/v1", "APIResourceList"]]) {
      for (const accept of ["application/json", "application/yaml"]) {
        const answer = await client.get(path!, { accept });
        assertEquals(of(answer).at(-1)?.responseObject?.kind, kind, `${path} as ${accept}`);
      }
    }
    for (const path of ["/version", "/openapi/v3"]) {
      assertEquals(of(await client.get(path)).at(-1)?.responseObject, undefined, path);
    }
  }));

for (const dialect of DIALECTS) {
  Deno.test(`who deletes what can't be read is told of, whether they may or not (${dialect})`, () =>
    audited("rules: [{level: Metadata}]", async ({ server, of }) => {
      const { client } = server;
      const KEY = `${NAMES[dialect].group("apiserver")}/unsafe-delete-ignore-read-error`;
      const told = (answer: Answer) => of(answer).at(-1)?.annotations?.[KEY];
      for (const name of ["a", "b"]) await client.post(MAPS, { metadata: { name } });
      assertEquals(told(await client.delete(`${MAPS}/a`)), undefined);
      const unsafe = { ignoreStoreReadErrorWithClusterBreakingPotential: true };
      const other = server.clientWith({ token: "other-token" });
      const refused = await other.delete(`${MAPS}/b`, unsafe);
      assertEquals([refused.status, told(refused)], [403, ""]);
      const readable = await client.delete(`${MAPS}/b`, unsafe);
      assertEquals([readable.status >= 400, told(readable)], [true, ""], "it can be read");
    }, {
      dialect,
      authorizer: {
        authorize: ({ verb, user }) =>
          verb !== "unsafe-delete-ignore-read-errors" || user.name === "tester"
            ? { decision: "allow", reason: "" }
            : { decision: "deny", reason: "no" },
      } as Authorizer,
    }));
}

Deno.test("refusals are recorded with the code, the reason and who was refused", () =>
  audited(ALL, async ({ server, of }) => {
    const { client } = server;
    const missing = await client.get(`${MAPS}/missing`);
    const [, complete] = of(missing) as [AnyObject, AnyObject];
    assertEquals(complete.responseStatus, {
      metadata: {},
      status: "Failure",
      message: 'configmaps "missing" not found',
      reason: "NotFound",
      details: { name: "missing", kind: "configmaps" },
      code: 404,
    });
    assertEquals(complete.responseObject, missing.json);
    const unknown = await server.clientWith({ token: "wrong" }).get(MAPS);
    assertEquals(unknown.status, 401);
    const [refused] = of(unknown) as [AnyObject];
    // Nobody knew who it was when it came, and nothing follows.
    assertEquals(stages(of(unknown)), ["ResponseStarted"]);
    assertEquals(refused.user, {});
    assertEquals([refused.responseStatus.code, refused.responseStatus.reason], [
      401,
      "Unauthorized",
    ]);
    const broken = await client.post(
      MAPS,
      "{not json",
      { contentType: "application/json" } as never,
    );
    assertEquals(broken.status, 400);
    const [, bad] = of(broken) as [AnyObject, AnyObject];
    assertEquals([bad.requestObject, bad.responseStatus.code], [undefined, 400]);
  }));

Deno.test("the authorizer's decision is an annotation, also where it refuses", () =>
  audited(
    "rules: [{level: Metadata}]",
    async ({ server, of }) => {
      const allowed = of(await server.client.get(MAPS)).at(-1);
      assertEquals(allowed.annotations, {
        "authorization.k8s.io/decision": "allow",
        "authorization.k8s.io/reason": "he may",
      });
      const answer = await server.clientWith({ token: "other-token" }).get(MAPS);
      assertEquals(answer.status, 403);
      const forbidden = of(answer).at(-1);
      assertEquals(forbidden.annotations, {
        "authorization.k8s.io/decision": "forbid",
        "authorization.k8s.io/reason": "",
      });
      assertEquals([forbidden.user.username, forbidden.responseStatus.code], ["other", 403]);
    },
    {
      authorizer: {
        authorize: ({ user }) =>
          user.name === "other"
            ? { decision: "no opinion", reason: "" }
            : { decision: "allow", reason: "he may" },
      },
    },
  ));

Deno.test("what a webhook changes is told where bodies are, and nowhere else", LOOSE, async () => {
  await using hook = await HookServer.judging(() =>
    patching({ op: "add", path: "/data", value: { secret: "s3cret" } })
  );
  for (const [level, isTold] of [["Metadata", false], ["Request", true]] as const) {
    await audited(
      `omitStages: [RequestReceived]\nrules: [{level: ${level}}]`,
      async ({ server, of, text }) => {
        await installHook(server, "mutating", "change", { clientConfig: hook.config() });
        const answer = await server.client.post(MAPS, { metadata: { name: "a" } });
        assertEquals(answer.status, 201);
        const { annotations } = of(answer).at(-1);
        const place = "webhook.admission.k8s.io/round_0_index_0";
        const changed = JSON.parse(annotations[`mutation.${place}`]);
        assertEquals(changed.mutated, true);
        assertEquals(`patch.${place}` in annotations, isTold);
        assertEquals(text().includes("s3cret"), isTold);
      },
    );
  }
});

Deno.test("who acts as somebody else is recorded with both names", () =>
  audited("rules: [{level: Metadata, users: [tester]}]", async ({ server: { client }, of }) => {
    const headers = { "impersonate-user": "bob", "impersonate-group": "staff" };
    const answer = await client.get(MAPS, { headers });
    const [received, complete] = of(answer) as [AnyObject, AnyObject];
    assertEquals([received.user.username, received.impersonatedUser], ["tester", undefined]);
    assertEquals(complete.user.username, "tester");
    assertEquals(complete.impersonatedUser.username, "bob");
    assertEquals(complete.impersonatedUser.groups, ["staff", "system:authenticated"]);
  }));

Deno.test("a watch is recorded when it comes, begins and ends", () =>
  audited(
    "rules: [{level: Request, verbs: [watch]}]",
    async ({ server: { client }, text }) => {
      const watch = await client.watch(`${MAPS}?watch=1`);
      await client.post(MAPS, { metadata: { name: "a" } });
      await watch.take(1);
      const seen = () => text().trimEnd().split("\n").map((line) => JSON.parse(line).stage);
      assertEquals(seen(), ["RequestReceived", "ResponseStarted"]);
      await watch.close();
      await eventually("the end of the watch is recorded", () => seen().length === 3);
      assertEquals(seen(), ["RequestReceived", "ResponseStarted", "ResponseComplete"]);
    },
  ));

Deno.test("no token gets into the log, whichever way it is sent", () =>
  audited(ALL, async ({ server, text }) => {
    const secrets = ["sekret-one", "sekret-two", "sekret-three", "sekret-four", TEST_TOKEN];
    await server.clientWith({ token: secrets[0]! }).get(MAPS);
    await server.client.get(`${MAPS}?access_token=${secrets[1]}`);
    await server.client.get(`${MAPS}?x=1&%74oken=${secrets[2]}`);
    const protocol = btoa(secrets[3]!).replace(/=+$/, "");
    await server.clientWith({}).get(MAPS, {
      headers: { "sec-websocket-protocol": `base64url.bearer.authorization.k8s.io.${protocol}` },
    });
    await server.client.post(MAPS, { metadata: { name: "a" } });
    assert(text().includes("REDACTED"));
    for (const secret of [...secrets, protocol]) assert(!text().includes(secret), secret);
  }));

for (const dialect of DIALECTS) {
  Deno.test(`events have the names of the dialect (${dialect})`, () =>
    audited("rules: [{level: Metadata}]", async ({ server, of }) => {
      const event = of(await server.client.get(MAPS)).at(-1);
      assertEquals(event.apiVersion, `${NAMES[dialect].groupAudit}/v1`);
      const key = `${NAMES[dialect].group("authorization")}/decision`;
      assertEquals(event.annotations[key], "allow");
    }, { dialect }));
}

Deno.test("a defect is recorded as a panic, and the answer does not tell of it", () =>
  audited("rules: [{level: Metadata}]", async ({ server: { client }, of }) => {
    const answer = await client.get(MAPS);
    assertEquals(answer.status, 500);
    const event = of(answer).at(-1);
    assertEquals([event.stage, event.responseStatus.code], ["Panic", 500]);
    assertMatch(event.responseStatus.message, /^APIServer panic'd: .*what nobody foresaw/);
    assert(!answer.text.includes("foresaw"));
  }, {
    authorizer: {
      authorize({ resource }) {
        if (resource === "configmaps") throw new Error("what nobody foresaw");
        return { decision: "allow", reason: "" };
      },
    },
  }));

Deno.test("a log that can't be written to stops requests in the strict mode only", async () => {
  for (const mode of ["batch", "blocking", "blocking-strict"] as const) {
    const policy =
      "rules: [{level: Metadata, verbs: [create], resources: [{resources: [configmaps]}]}]";
    await audited(policy, async ({ server: { client } }) => {
      const answer = await client.post(MAPS, { metadata: { name: "a" } });
      assertEquals(answer.status, mode === "blocking-strict" ? 500 : 201, mode);
      const made = await client.get(`${MAPS}/a`);
      assertEquals(made.status, mode === "blocking-strict" ? 404 : 200, mode);
      // In the batch mode nobody waits for the write that fails.
      let text = "";
      await eventually("the loss is counted", async () => {
        ({ text } = await client.get("/metrics"));
        return /apiserver_audit_error_total\{plugin="log"\} [1-9]/.test(text);
      });
      const rejected = /apiserver_audit_requests_rejected_total (\d+)/.exec(text)?.[1];
      assertEquals(rejected ?? "0", mode === "blocking-strict" ? "1" : "0", mode);
      assertMatch(text, /apiserver_audit_level_total\{level="Metadata"\} 1/);
      if (mode === "blocking-strict") assertMatch(answer.text, /failed to store audit event/);
    }, { values: { "audit-log-path": "/dev/full", "audit-log-mode": mode } });
  }
});
