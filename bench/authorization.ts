/**
 * `./orch bench authorization`: what a decision by roles takes, beside one that always says yes in the same
 * run.
 *
 * @module
 */

import { alwaysAllow } from "../apiserver/authorization/always_allow.ts";
import type { Attributes, Authorizer } from "../apiserver/authorization/authorizer.ts";
import { firstOpinion } from "../apiserver/authorization/authorizer.ts";
import { mastersFirst } from "../apiserver/authorization/masters.ts";
import { rbacAuthorizer } from "../apiserver/authorization/rbac/mod.ts";
import { bootstrapPolicy } from "../apiserver/authorization/rbac/policy/mod.ts";
import { bindingOf, type PolicyObject, roleOf, RolesInMemory } from "../testing/roles_in_memory.ts";
import { NAMES } from "../toolkit/names.ts";
import { saveResult, table } from "./report.ts";

const COUNTS = [10, 500, 5000];
const ROUNDS = 5;
const DECISIONS = 100_000;
const CHANGES = 1000;
/** What a decision with 5,000 bindings may take, in microseconds. */
const TARGET_US = 20;

const call = { signal: new AbortController().signal };

/** Namespaces that bindings are spread over, half of them; the others are of the whole cluster. */
const NAMESPACES = 50;

interface Setting {
  readonly name: string;
  readonly bindings: number;
  readonly authorizer: Authorizer;
  readonly asked: Attributes;
  readonly decision: "allow" | "no opinion";
}

/** Runs the benchmark. */
export async function main(args: string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log("orch bench authorization: decisions by roles, beside one that always says yes");
    return 0;
  }
  const settings = COUNTS.flatMap(settingsOf);
  const plain: Setting = {
    name: "always yes",
    bindings: 0,
    authorizer: alwaysAllow,
    asked: asks("user-3", "get"),
    decision: "allow",
  };
  const all = [plain, ...settings];
  const times = all.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, setting] of all.entries()) {
      const taken = decide(setting);
      // The first round warms up.
      if (round > 0) times[index]?.push(taken);
    }
  }
  const best = times.map((taken) => Math.min(...taken));
  const rows = all.map(({ name, bindings }, index) => {
    const us = best[index] ?? NaN;
    return { name, bindings, us, ratio: us / (best[0] ?? NaN) };
  });
  console.log(table(
    ["a decision", "bindings", "µs", "x always yes", "at most µs", "reached"],
    rows.map(({ name, bindings, us, ratio }) => [
      name,
      String(bindings),
      us.toFixed(3),
      ratio.toFixed(1),
      String(TARGET_US),
      us < TARGET_US ? "yes" : "no",
    ]),
  ));
  const changes = COUNTS.map(changed);
  console.log(
    "\n" + table(
      ["a binding that changes, and a decision", "bindings", "µs"],
      changes.map(({ bindings, us }) => ["", String(bindings), us.toFixed(3)]),
    ),
  );
  await saveResult("authorization", { rows, changes });
  return 0;
}

/** Microseconds of one decision. */
function decide({ authorizer, asked, decision }: Setting): number {
  const started = performance.now();
  for (let count = 0; count < DECISIONS; count++) {
    const verdict = authorizer.authorize(asked, call);
    if (verdict instanceof Promise || verdict.decision !== decision) {
      throw new Error(`decided otherwise: ${JSON.stringify(verdict)}`);
    }
  }
  return (performance.now() - started) * 1000 / DECISIONS;
}

function settingsOf(bindings: number): Setting[] {
  const spread = authorizerOf(spreadOver(bindings));
  const own = authorizerOf(ofOneUser(bindings));
  const at = (name: string, authorizer: Authorizer, asked: Attributes, allowed: boolean) => ({
    name,
    bindings,
    authorizer,
    asked,
    decision: allowed ? "allow" as const : "no opinion" as const,
  });
  return [
    at("allowed", spread, asks("user-3", "get"), true),
    at("refused", spread, asks("user-3", "delete"), false),
    at("allowed, all bindings of one user", own, asks("user-3", "get"), true),
    at("refused, all bindings of one user", own, asks("user-3", "delete"), false),
  ];
}

function authorizerOf(objects: PolicyObject[]): Authorizer {
  const { index } = new RolesInMemory([...policy(), ...objects]);
  return firstOpinion([mastersFirst, rbacAuthorizer(index, NAMES.kubernetes)]);
}

/** What every server has. */
function policy(): PolicyObject[] {
  const { clusterRoles, clusterRoleBindings, roles, roleBindings } = bootstrapPolicy(
    NAMES.kubernetes,
  );
  return [
    ...clusterRoles.map((one) => ({ ...one, kind: "ClusterRole" as const })),
    ...clusterRoleBindings.map((one) => ({ ...one, kind: "ClusterRoleBinding" as const })),
    ...roles.map((one) => ({ ...one, kind: "Role" as const })),
    ...roleBindings.map((one) => ({ ...one, kind: "RoleBinding" as const })),
  ];
}

const user = (name: string) => ({ kind: "User", name });

/** Bindings of many users and groups, half of them in namespaces; everybody has some. */
function spreadOver(count: number): PolicyObject[] {
  const reads = [{ verbs: ["get", "list"], apiGroups: [""], resources: ["pods", "services"] }];
  return [
    roleOf("", "reader", reads),
    ...Array.from({ length: count }, (_, index) => {
      const namespace = index % 2 === 0 ? "" : `ns-${(index >> 1) % NAMESPACES}`;
      const subjects = [user(`user-${index % (count / 2)}`), {
        kind: "Group",
        name: `group-${index % 7}`,
      }];
      return bindingOf(namespace, `b-${index}`, "ClusterRole/reader", subjects);
    }),
  ];
}

/** Bindings of one user, each of a role of its own. */
function ofOneUser(count: number): PolicyObject[] {
  return Array.from({ length: count }, (_, index) => {
    const resources = index === 0 ? ["pods"] : [`things-${index}`];
    return [
      roleOf("", `r-${index}`, [{ verbs: ["get"], apiGroups: [""], resources }]),
      bindingOf("", `b-${index}`, `ClusterRole/r-${index}`, [user("user-3")]),
    ];
  }).flat();
}

function asks(name: string, verb: string): Attributes {
  const groups = ["group-1", "group-2", "system:authenticated"];
  return {
    user: { name, uid: "", groups, extra: {} },
    isResource: true,
    verb,
    path: "/api/v1/namespaces/ns-1/pods/p",
    group: "",
    version: "v1",
    namespace: "ns-1",
    resource: "pods",
    subresource: "",
    name: "p",
  };
}

/** Microseconds of a change that the next decision heeds. */
function changed(bindings: number): { bindings: number; us: number } {
  const roles = new RolesInMemory([...policy(), ...spreadOver(bindings)]);
  const authorizer = rbacAuthorizer(roles.index, NAMES.kubernetes);
  const binding = bindingOf("", "extra", "ClusterRole/reader", [user("late")]);
  const asked = { ...asks("late", "get"), user: { ...asks("late", "get").user, groups: [] } };
  const started = performance.now();
  for (let count = 0; count < CHANGES; count++) {
    roles.put(binding);
    const before = authorizer.authorize(asked, call);
    roles.delete(binding);
    const after = authorizer.authorize(asked, call);
    if (before instanceof Promise || after instanceof Promise || before.decision !== "allow") {
      throw new Error(`decided otherwise: ${JSON.stringify(before)}`);
    }
    if (after.decision !== "no opinion") throw new Error("a binding that is gone allows");
  }
  return { bindings, us: (performance.now() - started) * 1000 / CHANGES / 2 };
}
