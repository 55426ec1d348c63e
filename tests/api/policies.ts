/**
 * Policies for tests.
 *
 * @module
 */

import type { Answer, AnyObject } from "../../testing/api_client.ts";
import type { TestServer } from "../../testing/api_server.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";

export const GROUP = "/apis/admissionregistration.k8s.io/v1";
export const MAPS = "/api/v1/namespaces/default/configmaps";

export const map = (name: string, data: AnyObject = {}, more: object = {}) => ({
  metadata: { name, ...more },
  data,
});

export const rule = {
  apiGroups: [""],
  apiVersions: ["v1"],
  resources: ["configmaps"],
  operations: ["CREATE", "UPDATE"],
};
export const matchConstraints = { resourceRules: [rule] };

export type Kind = "validating" | "mutating";

export async function make({ client }: TestServer, path: string, object: AnyObject): Promise<void> {
  const { status, text } = await client.post(path, object);
  assertEquals(status, 201, text);
  // What has been listed is known to who admits.
  await client.get(path);
}

/** Makes a policy, and binds it under its own name; `binding` null: it is not bound. */
export async function install(
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

export async function bind(
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

export const validations = (...all: (string | object)[]) => ({
  validations: all.map((one) => typeof one === "string" ? { expression: one } : one),
});

export const denied = (name: string, policy: string, why: string) =>
  `configmaps "${name}" is forbidden: ValidatingAdmissionPolicy '${policy}' with binding ` +
  `'${policy}' denied request: ${why}`;

export const told = ({ status, json }: Answer) => [status, json.reason, json.message];

export const paramKind = { apiVersion: "v1", kind: "ConfigMap" };

export const jsonPatch = (expression: string) => ({
  patchType: "JSONPatch",
  jsonPatch: { expression },
});
export const apply = (expression: string) => ({
  patchType: "ApplyConfiguration",
  applyConfiguration: { expression },
});
