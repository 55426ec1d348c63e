import { assert, assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import { DIALECTS, NAMES } from "../../../toolkit/names.ts";
import { AUTHORIZATION_MODES } from "../../flags/authorization.ts";
import { readAuthorizers } from "./configuration.ts";

type Json = Record<string, unknown>;

const API_VERSION = "apiserver.config.k8s.io/v1";

const read = (text: string) =>
  readAuthorizers(text, { dialect: "kubernetes", types: AUTHORIZATION_MODES });

/** The text of a file; `changes` are of its one webhook. */
function file(authorizers: unknown, apiVersion = API_VERSION): string {
  return JSON.stringify({ apiVersion, kind: "AuthorizationConfiguration", authorizers });
}

async function withConfig(
  body: (path: string, webhook: (changes?: Json) => Json) => Promise<void>,
) {
  const path = await Deno.makeTempFile();
  const webhook = (changes: Json = {}) => ({
    type: "Webhook",
    name: "hook",
    webhook: {
      timeout: "3s",
      subjectAccessReviewVersion: "v1",
      matchConditionSubjectAccessReviewVersion: "v1",
      failurePolicy: "Deny",
      connectionInfo: { type: "KubeConfigFile", kubeConfigFile: path },
      ...changes,
    },
  });
  try {
    await body(path, webhook);
  } finally {
    await Deno.remove(path);
  }
}

const BROKEN: [what: string, authorizers: unknown, problem: string][] = [
  ["none", [], "authorizers: Required value: at least one authorization mode must be defined"],
  ["no type", [{ name: "x" }], "authorizers[0].type: Required value"],
  [
    "an unknown type",
    [{ type: "Magic", name: "magic" }],
    'authorizers[0].type: Unsupported value: "Magic": supported values: "ABAC", "AlwaysAllow", ' +
    '"AlwaysDeny", "Node", "RBAC", "Webhook"',
  ],
  [
    "a type twice",
    [{ type: "RBAC", name: "rbac" }, { type: "RBAC", name: "rbac2" }],
    'authorizers[1].type: Duplicate value: "RBAC"',
  ],
  ["no name", [{ type: "RBAC" }], "authorizers[0].name: Required value"],
  [
    "another name",
    [{ type: "RBAC", name: "roles" }],
    "expected name rbac for authorizer RBAC instead of roles",
  ],
  [
    "a name that is none",
    [{ type: "RBAC", name: "R B" }],
    'authorizers[0].name: Invalid value: "R B": authorizer name is invalid: ',
  ],
  [
    "a webhook without one",
    [{ type: "Webhook", name: "hook" }],
    "authorizers[0].webhook: Required value: required when type=Webhook",
  ],
  [
    "a webhook of another type",
    [{ type: "RBAC", name: "rbac", webhook: { timeout: "3s" } }],
    'authorizers[0].webhook: Invalid value: "non-null": may only be specified when type=Webhook',
  ],
  [
    "an unknown field",
    [{ type: "RBAC", name: "rbac", mode: "x" }],
    'unknown field "authorizers[0].mode"',
  ],
  ["a number for a name", [{ type: "RBAC", name: 1 }], "name"],
  ["null", null, "authorizers: Required value"],
];

Deno.test("readAuthorizers() refuses what is not right, and says where", async () => {
  for (const [what, authorizers, problem] of BROKEN) {
    const { message } = await assertRejects(() => read(file(authorizers)));
    assert(message.includes(problem), `${what}: ${message}`);
  }
  for (
    const text of [
      "",
      "[]",
      "{",
      `${file([])}\n---\n${file([])}`,
      file([], "apiserver.config.k8s.io/v1alpha1"),
      file([], "v1"),
      file([]).replace("AuthorizationC", "AuthenticationC"),
    ]
  ) await assertRejects(() => read(text));
});

const BROKEN_WEBHOOKS: [what: string, changes: Json, problem: string][] = [
  ["no timeout", { timeout: "0s" }, "authorizers[0].timeout: Required value"],
  [
    "a long timeout",
    { timeout: "31s" },
    'authorizers[0].timeout: Invalid value: "31s": must be > 0s and <= 30s',
  ],
  ["a timeout below zero", { timeout: "-1s" }, "must be > 0s and <= 30s"],
  ["a timeout that is none", { timeout: "soon" }, "timeout"],
  [
    "a time below zero",
    { authorizedTTL: "-1s" },
    'authorizers[0].authorizedTTL: Invalid value: "-1s": must be > 0s',
  ],
  ["another below zero", { unauthorizedTTL: "-1s" }, "authorizers[0].unauthorizedTTL"],
  [
    "no version",
    { subjectAccessReviewVersion: "" },
    "authorizers[0].subjectAccessReviewVersion: Required value",
  ],
  [
    "another version",
    { subjectAccessReviewVersion: "v2" },
    'authorizers[0].subjectAccessReviewVersion: Unsupported value: "v2": supported values: "v1", ' +
    '"v1beta1"',
  ],
  [
    "conditions of no version",
    { matchConditionSubjectAccessReviewVersion: "", matchConditions: [{ expression: "true" }] },
    "authorizers[0].matchConditionSubjectAccessReviewVersion: Required value: required if match " +
    "conditions are specified",
  ],
  [
    "conditions of another version",
    { matchConditionSubjectAccessReviewVersion: "v1beta1" },
    'Unsupported value: "v1beta1": supported values: "v1"',
  ],
  ["no failure policy", { failurePolicy: "" }, "authorizers[0].failurePolicy: Required value"],
  [
    "another failure policy",
    { failurePolicy: "Allow" },
    'Unsupported value: "Allow": supported values: "NoOpinion", "Deny"',
  ],
  [
    "no connection",
    { connectionInfo: {} },
    "authorizers[0].connectionInfo.type: Required value",
  ],
  [
    "another connection",
    { connectionInfo: { type: "Service" } },
    'supported values: "InClusterConfig", "KubeConfigFile"',
  ],
  [
    "the server itself",
    { connectionInfo: { type: "InClusterConfig" } },
    "authorizers[0].connectionInfo.type: Invalid value",
  ],
  [
    "the server itself, and a file",
    { connectionInfo: { type: "InClusterConfig", kubeConfigFile: "/x" } },
    'kubeConfigFile: Invalid value: "/x": can only be set when type=KubeConfigFile',
  ],
  [
    "no file",
    { connectionInfo: { type: "KubeConfigFile" } },
    "authorizers[0].connectionInfo.kubeConfigFile: Required value",
  ],
  [
    "a file somewhere",
    { connectionInfo: { type: "KubeConfigFile", kubeConfigFile: "config" } },
    'Invalid value: "config": must be an absolute path',
  ],
  [
    "a file that is not there",
    { connectionInfo: { type: "KubeConfigFile", kubeConfigFile: "/nowhere/x" } },
    'Invalid value: "/nowhere/x": error loading file: ',
  ],
  [
    "a folder",
    { connectionInfo: { type: "KubeConfigFile", kubeConfigFile: "/tmp" } },
    'Invalid value: "/tmp": must be a regular file',
  ],
  [
    "an empty condition",
    { matchConditions: [{ expression: " " }] },
    "authorizers[0].matchConditions[0].expression: Required value",
  ],
  [
    "a condition twice",
    { matchConditions: [{ expression: "true" }, { expression: "true" }] },
    'authorizers[0].matchConditions[1].expression: Duplicate value: "true"',
  ],
  [
    "a condition that can't be compiled",
    { matchConditions: [{ expression: "request.name == 'x'" }] },
    "authorizers[0].matchConditions[0].expression: Invalid value: \"request.name == 'x'\": " +
    "compilation failed: ",
  ],
  [
    "a condition that is a text",
    { matchConditions: [{ expression: "request.user" }] },
    "must evaluate to bool but got string",
  ],
  [
    "too many conditions",
    { matchConditions: Array.from({ length: 65 }, (_, at) => ({ expression: `${at} == 0` })) },
    "authorizers[0].matchConditions: Too many: 65: must have at most 64 items",
  ],
  ["an unknown field", { caBundle: "x" }, "caBundle"],
];

Deno.test("readAuthorizers() refuses webhooks that are not right, and says where", async () => {
  await withConfig(async (_, webhook) => {
    for (const [what, changes, problem] of BROKEN_WEBHOOKS) {
      const { message } = await assertRejects(() => read(file([webhook(changes)])));
      assert(message.includes(problem), `${what}: ${message}`);
    }
    const twice = await assertRejects(() => read(file([webhook(), webhook()])));
    assert(twice.message.includes('authorizers[1].name: Duplicate value: "hook"'), twice.message);
  });
});

Deno.test("readAuthorizers() reads authorizers in their order, with the defaults of webhooks", async () => {
  await withConfig(async (path, webhook) => {
    for (const dialect of DIALECTS) {
      for (const version of ["v1", "v1beta1", "v1alpha1"]) {
        const apiVersion = `${NAMES[dialect].configGroupApiServer}/${version}`;
        const text = file([
          { type: "Node", name: "node" },
          webhook(),
          { type: "RBAC", name: "rbac" },
          {
            ...webhook({
              authorizedTTL: "1m0s",
              unauthorizedTTL: "1s",
              cacheAuthorizedRequests: true,
              cacheUnauthorizedRequests: false,
              subjectAccessReviewVersion: "v1beta1",
              failurePolicy: "NoOpinion",
              matchConditions: [{ expression: "request.user == 'x'" }],
            }),
            name: "second.example.com",
          },
        ], apiVersion);
        const hook = {
          name: "hook",
          source: 'the authorization webhook "hook"',
          path,
          version: "v1",
          timeoutMs: 3000,
          authorizedTtlMs: 300_000,
          unauthorizedTtlMs: 30_000,
          onFailure: "deny",
          conditions: [],
        };
        assertEquals(
          await readAuthorizers(text, { dialect, types: AUTHORIZATION_MODES }) as unknown,
          [
            { type: "Node", name: "node" },
            { type: "Webhook", name: "hook", webhook: hook },
            { type: "RBAC", name: "rbac" },
            {
              type: "Webhook",
              name: "second.example.com",
              webhook: {
                ...hook,
                name: "second.example.com",
                source: 'the authorization webhook "second.example.com"',
                version: "v1beta1",
                authorizedTtlMs: 60_000,
                unauthorizedTtlMs: 0,
                onFailure: "no opinion",
                conditions: ["request.user == 'x'"],
              },
            },
          ],
        );
      }
    }
  });
});
