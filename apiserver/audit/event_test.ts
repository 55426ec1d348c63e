import { assertEquals } from "../../toolkit/deps/assert.ts";
import { AuditEvent, type EventFields } from "./event.ts";

const FIELDS: EventFields = {
  level: "RequestResponse",
  id: "id-1",
  stage: "ResponseComplete",
  requestUri: "/apis/apps/v1/namespaces/shop/deployments?x=1",
  verb: "create",
  user: { name: "ann", uid: "7", groups: ["b", "a"], extra: { z: ["1"], k: ["2", "3"] } },
  impersonated: { name: "bob", uid: "", groups: [], extra: {} },
  impersonationConstraint: "impersonate-on:user-info:get",
  sourceIps: ["10.0.0.1", "127.0.0.1"],
  userAgent: 'a "b"\nc',
  object: {
    resource: "deployments",
    namespace: "shop",
    name: "web",
    uid: "",
    group: "apps",
    version: "v1",
    resourceVersion: "",
    subresource: "",
  },
  status: { metadata: {}, code: 201 },
  requestObject: '{"big":12345678901234567890}',
  responseObject: '{"kind":"Deployment"}',
  receivedMs: Date.UTC(2026, 0, 2, 3, 4, 5, 60),
  stageMs: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  annotations: { "z/z": "1", "a/a": "2" },
};
const RECEIVED: EventFields = {
  ...FIELDS,
  level: "Metadata",
  stage: "RequestReceived",
  user: undefined,
  impersonated: undefined,
  impersonationConstraint: undefined,
  sourceIps: [],
  userAgent: "",
  object: undefined,
  status: undefined,
  requestObject: undefined,
  responseObject: undefined,
  annotations: {},
};
const event = (fields: EventFields) => new AuditEvent(fields, "audit.k8s.io");

Deno.test("json() writes all fields, in order, on one line", () => {
  assertEquals(
    event(FIELDS).json("v1"),
    '{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"RequestResponse","auditID":"id-1",' +
      '"stage":"ResponseComplete","requestURI":"/apis/apps/v1/namespaces/shop/deployments?x=1",' +
      '"verb":"create","user":{"username":"ann","uid":"7","groups":["b","a"],' +
      '"extra":{"k":["2","3"],"z":["1"]}},"impersonatedUser":{"username":"bob"},' +
      '"authenticationMetadata":{"impersonationConstraint":"impersonate-on:user-info:get"},' +
      '"sourceIPs":["10.0.0.1","127.0.0.1"],"userAgent":"a \\"b\\"\\nc",' +
      '"objectRef":{"resource":"deployments","namespace":"shop","name":"web","apiGroup":"apps",' +
      '"apiVersion":"v1"},"responseStatus":{"metadata":{},"code":201},' +
      '"requestObject":{"big":12345678901234567890},"responseObject":{"kind":"Deployment"},' +
      '"requestReceivedTimestamp":"2026-01-02T03:04:05.060000Z",' +
      '"stageTimestamp":"2026-01-02T03:04:05.678000Z","annotations":{"a/a":"2","z/z":"1"}}',
  );
});

Deno.test("json() leaves out what is not known", () => {
  assertEquals(
    event(RECEIVED).json("v1"),
    '{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"id-1",' +
      '"stage":"RequestReceived","requestURI":"/apis/apps/v1/namespaces/shop/deployments?x=1",' +
      '"verb":"create","user":{},"requestReceivedTimestamp":"2026-01-02T03:04:05.060000Z",' +
      '"stageTimestamp":"2026-01-02T03:04:05.678000Z"}',
  );
});

Deno.test("json() writes older versions with their time, and the oldest with group and version as one", () => {
  for (const version of ["v1beta1", "v1alpha1"] as const) {
    const read = JSON.parse(event(FIELDS).json(version));
    assertEquals(read.apiVersion, `audit.k8s.io/${version}`);
    assertEquals(read.metadata, { creationTimestamp: "2026-01-02T03:04:05Z" });
    assertEquals(read.timestamp, "2026-01-02T03:04:05Z");
    const { apiGroup, apiVersion } = read.objectRef;
    const expected = version === "v1beta1" ? ["apps", "v1"] : [undefined, "apps/v1"];
    assertEquals([apiGroup, apiVersion], expected);
    assertEquals(read.authenticationMetadata, undefined);
  }
});

Deno.test("legacyLine quotes all that clients send, and says what is not known", () => {
  assertEquals(
    event(FIELDS).legacyLine,
    '2026-01-02T03:04:05.06Z AUDIT: id="id-1" stage="ResponseComplete" ip="10.0.0.1" ' +
      'method="create" user="ann" groups="\\"b\\",\\"a\\"" as="bob" asgroups="" ' +
      'user-agent="a \\"b\\"\\nc" namespace="shop" ' +
      'uri="/apis/apps/v1/namespaces/shop/deployments?x=1" response="201"',
  );
  assertEquals(
    event({ ...RECEIVED, receivedMs: Date.UTC(2026, 0, 2) }).legacyLine,
    '2026-01-02T00:00:00Z AUDIT: id="id-1" stage="RequestReceived" ip="<unknown>" ' +
      'method="create" user="<none>" groups="<none>" as="<self>" asgroups="<lookup>" ' +
      'user-agent="" namespace="<none>" ' +
      'uri="/apis/apps/v1/namespaces/shop/deployments?x=1" response="<deferred>"',
  );
});

Deno.test("truncated() has no bodies, and says so", () => {
  const read = JSON.parse(event(FIELDS).truncated().json("v1"));
  assertEquals([read.requestObject, read.responseObject], [undefined, undefined]);
  assertEquals(read.annotations["audit.k8s.io/truncated"], "true");
  assertEquals(read.annotations["a/a"], "2");
});
