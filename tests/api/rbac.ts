/**
 * A server that decides by roles, and people who ask it.
 *
 * @module
 */

import { bearerTokens } from "../../toolkit/authentication/bearer_tokens.ts";
import { tokenFile } from "../../apiserver/authentication/token_file.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import { firstOpinion } from "../../apiserver/authorization/authorizer.ts";
import { mastersFirst } from "../../apiserver/authorization/masters.ts";
import { createRbac } from "../../apiserver/authorization/rbac/mod.ts";
import type { ServerContext } from "../../apiserver/server_context.ts";
import type { ApiClient } from "../../testing/api_client.ts";
import {
  startTestServer,
  TEST_TOKEN,
  type TestServer,
  type TestServerOptions,
} from "../../testing/api_server.ts";

/** Everybody's token is their name. */
const PEOPLE: Readonly<Record<string, readonly string[]>> = {
  alice: ["devs"],
  bob: [],
  "system:serviceaccount:default:robot": ["system:serviceaccounts"],
};

const person = (name: string, groups: readonly string[]): User => ({
  name,
  uid: "",
  groups,
  extra: {},
});

/** What such a server is started with; its own client may do everything. */
export const WITH_ROLES = {
  authenticator: bearerTokens([
    tokenFile(
      new Map([
        [TEST_TOKEN, person("admin", ["system:masters"])],
        ...Object.entries(PEOPLE).map(([name, groups]) => [name, person(name, groups)] as const),
      ]),
    ),
  ]),
  authorizer: (context: ServerContext) => firstOpinion([mastersFirst, createRbac(context)]),
} satisfies TestServerOptions;

/** A server, and clients of people. */
export interface RoleServer extends AsyncDisposable {
  readonly running: TestServer;
  readonly admin: ApiClient;
  readonly alice: ApiClient;
  readonly bob: ApiClient;
  readonly robot: ApiClient;
}

/** Starts one; it has its bootstrap roles. */
export async function startWithRoles(options: TestServerOptions = {}): Promise<RoleServer> {
  const running = await startTestServer({ ...WITH_ROLES, ...options });
  await running.server.ready;
  const as = (token: string) => running.clientWith({ token });
  return {
    running,
    admin: running.client,
    alice: as("alice"),
    bob: as("bob"),
    robot: as("system:serviceaccount:default:robot"),
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  };
}

const group = "rbac.authorization.k8s.io";

/** Where roles and bindings are. */
export const CLUSTER = `/apis/${group}/v1`;
export const LOCAL = `${CLUSTER}/namespaces/default`;

/** A role of rules, each `VERBS GROUPS RESOURCES [NAMES]` with commas between; `core` has no name. */
export function role(name: string, ...rules: readonly string[]) {
  const list = (text: string) => text.split(",").map((word) => word === "core" ? "" : word);
  return {
    metadata: { name },
    rules: rules.map((rule) => {
      const [verbs = "", groups = "", resources = "", names] = rule.split(" ");
      return {
        verbs: list(verbs),
        apiGroups: list(groups),
        resources: list(resources),
        ...(names !== undefined && { resourceNames: list(names) }),
      };
    }),
  };
}

/** A binding of `KIND/NAME` to subjects, each `KIND/NAME`. */
export function binding(name: string, role: string, ...subjects: readonly string[]) {
  const parts = (text: string) => {
    const [kind = "", ...rest] = text.split("/");
    return { kind, name: rest.join("/") };
  };
  return {
    metadata: { name },
    roleRef: { apiGroup: group, ...parts(role) },
    subjects: subjects.map((subject) => ({
      apiGroup: group,
      ...parts(subject),
    })),
  };
}
