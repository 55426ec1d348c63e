import type { AuditSink } from "../../apiserver/audit/sink.ts";
import type { Answer, AnyObject } from "../../testing/api_client.ts";
import { startTestServer, type TestServer } from "../../testing/api_server.ts";
import { testWith } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { withKubectl } from "./with_kubectl.ts";

const GROUP = "/apis/admissionregistration.k8s.io/v1";
const MAPS = "/api/v1/namespaces/default/configmaps";

const map = (name: string, data: AnyObject = {}, more: object = {}) => ({
  metadata: { name, ...more },
  data,
});

const rule = {
  apiGroups: [""],
  apiVersions: ["v1"],
  resources: ["configmaps"],
  operations: ["CREATE", "UPDATE"],
};
const matchConstraints = { resourceRules: [rule] };

type Kind = "validating" | "mutating";

async function make({ client }: TestServer, path: string, object: AnyObject): Promise<void> {
  const { status, text } = await client.post(path, object);
  assertEquals(status, 201, text);
  // What has been listed is known to who admits.
  await client.get(path);
}

/** Makes a policy, and binds it under its own name; `binding` null: it is not bound. */
async function install(
  server: TestServer,
  kind: Kind,
  name: string,
  spec: object,
  binding: object | null = {},
): Promise<void> {
  await make(server, `${GROUP}/${kind}admissionpolicies`, {
    metadata: { name },
    spec: {
      matchConstraints,
      ...(kind === "mutating" && { reinvocationPolicy: "Never" }),
      ...spec,
    },
  });
  if (binding !== null) await bind(server, kind, name, name, binding);
}

async function bind(
  server: TestServer,
  kind: Kind,
  policyName: string,
  name: string,
  spec: object,
): Promise<void> {
  await make(server, `${GROUP}/${kind}admissionpolicybindings`, {
    metadata: { name },
    spec: { policyName, ...(kind === "validating" && { validationActions: ["Deny"] }), ...spec },
  });
}

const validations = (...all: (string | object)[]) => ({
  validations: all.map((one) => typeof one === "string" ? { expression: one } : one),
});

const denied = (name: string, policy: string, why: string) =>
  `configmaps "${name}" is forbidden: ValidatingAdmissionPolicy '${policy}' with binding ` +
  `'${policy}' denied request: ${why}`;

const told = ({ status, json }: Answer) => [status, json.reason, json.message];

Deno.test("a policy denies what does not meet it, with its own message and reason", async () => {
  await using server = await startTestServer();
  await install(server, "validating", "small", {
    variables: [
      { name: "size", expression: "has(object.data) ? size(object.data) : 0" },
      { name: "double", expression: "variables.size * 2" },
    ],
    ...validations(
      { expression: "variables.double < 4" },
      { expression: "!('long' in object.data)", message: " too long ", reason: "Forbidden" },
      {
        expression: "!('big' in object.data)",
        message: "not shown",
        messageExpression: "'too big: ' + object.data.big",
        reason: "RequestEntityTooLarge",
      },
      {
        expression: "!('huge' in object.data)",
        message: "fallback",
        messageExpression: "string(object.data.huge) + string(object.data.huge)",
      },
    ),
  });
  const { client } = server;
  assertEquals((await client.post(MAPS, map("a", { k: "v" }))).status, 201);
  const many = await client.post(MAPS, map("b", { k: "v", l: "w" }));
  const why = denied("b", "small", "failed expression: variables.double < 4");
  assertEquals(told(many), [422, "Invalid", why]);
  assertEquals(many.json.details, {
    name: "b",
    kind: "configmaps",
    causes: [{ message: why.slice(why.indexOf("Validating")) }],
  });
  const rows = [
    [{ long: "1" }, 403, "Forbidden", "too long"],
    [{ big: "x" }, 413, "RequestEntityTooLarge", "too big: x"],
    [{ huge: "x".repeat(2560) }, 422, "Invalid", "x".repeat(5120)],
    // Too long to be shown, and more than one line.
    [{ huge: "x".repeat(2561) }, 422, "Invalid", "fallback"],
    [{ huge: "x\ny" }, 422, "Invalid", "fallback"],
  ] as const;
  for (const [data, status, reason, message] of rows) {
    const answer = await client.patch(`${MAPS}/a`, "merge", { data: { k: null, ...data } });
    assertEquals(told(answer), [status, reason, denied("a", "small", message)]);
  }
  const dry = await client.post(`${MAPS}?dryRun=All`, map("b", { k: "v", l: "w" }));
  assertEquals(dry.status, 422);
});
