/**
 * Policies for tests.
 *
 * @module
 */

import type { Answer, AnyObject, ApiClient } from "../../testing/api_client.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";

/** Where policies and bindings are. */
export const GROUP = "/apis/admissionregistration.k8s.io/v1";
/** Where the objects are that most of them are about. */
export const MAPS = "/api/v1/namespaces/default/configmaps";

/** A config map. */
export const map = (name: string, data: AnyObject = {}, more: object = {}) => ({
  metadata: { name, ...more },
  data,
});

/** What they are about: config maps that are made or changed. */
export const rule = {
  apiGroups: [""],
  apiVersions: ["v1"],
  resources: ["configmaps"],
  operations: ["CREATE", "UPDATE"],
};
/** The same, as policies say it. */
export const matchConstraints = { resourceRules: [rule] };

/** A server that a test asks. */
interface Served {
  readonly client: ApiClient;
}

/** The kinds of policies. */
export type Kind = "validating" | "mutating";

/** Makes an object, and sees to it that the server has seen it. */
export async function make({ client }: Served, path: string, object: AnyObject): Promise<void> {
  const { status, text } = await client.post(path, object);
  assertEquals(status, 201, text);
  // What has been listed is known to who admits.
  await client.get(path);
}

/** Makes a policy, and binds it under its own name; `binding` null: it is not bound. */
export async function install(
  server: Served,
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

/** Binds a policy. */
export async function bind(
  server: Served,
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

/** Validations by their expressions, or whole. */
export const validations = (...all: (string | object)[]) => ({
  validations: all.map((one) => typeof one === "string" ? { expression: one } : one),
});

/** What is said of a config map that a policy denies, through the binding of its name. */
export const denied = (name: string, policy: string, why: string) =>
  `configmaps "${name}" is forbidden: ValidatingAdmissionPolicy '${policy}' with binding ` +
  `'${policy}' denied request: ${why}`;

/** The code, the reason and the message of a refusal. */
export const told = ({ status, json }: Answer) => [status, json.reason, json.message];

/** Parameters that are config maps. */
export const paramKind = { apiVersion: "v1", kind: "ConfigMap" };

/** Parameters that are custom resources, their definition, and where they are. */
export const LIMIT = { apiVersion: "example.com/v1", kind: "Limit" };
export const LIMIT_DEFINITION = {
  metadata: { name: "limits.example.com" },
  spec: {
    group: "example.com",
    scope: "Cluster",
    names: { plural: "limits", kind: "Limit" },
    versions: [{
      name: "v1",
      served: true,
      storage: true,
      schema: { openAPIV3Schema: { type: "object", properties: { most: { type: "integer" } } } },
    }],
  },
};
export const LIMITS = "/apis/example.com/v1/limits";

/** One of them. */
export const limit = (name: string, most: number) => ({ ...LIMIT, metadata: { name }, most });

/** A mutation by a JSON patch. */
export const jsonPatch = (expression: string) => ({
  patchType: "JSONPatch",
  jsonPatch: { expression },
});
/** A mutation by a configuration. */
export const apply = (expression: string) => ({
  patchType: "ApplyConfiguration",
  applyConfiguration: { expression },
});
