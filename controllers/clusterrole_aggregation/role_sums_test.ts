import { bootstrapPolicy } from "../../apiserver/authorization/rbac/policy/mod.ts";
import { DIALECTS, NAMES } from "../../toolkit/names.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import type { ClusterRole, PolicyRule } from "../../toolkit/api/rbac_v1.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { summedRole, sumRoles, type SumRolesOptions } from "./role_sums.ts";

const on = (resource: string): PolicyRule => ({
  verbs: ["get"],
  apiGroups: [""],
  resources: [resource],
});

function role(
  name: string,
  labels: Record<string, string>,
  rules: PolicyRule[] | null,
): ClusterRole {
  return { metadata: { name, labels }, rules };
}

function sum(name: string, selectors: object[], rules: PolicyRule[] | null): ClusterRole {
  return { metadata: { name }, aggregationRule: { clusterRoleSelectors: selectors }, rules };
}

/** What is applied, by role. */
async function applied(roles: ClusterRole[]): Promise<Record<string, unknown>> {
  const made: Record<string, unknown> = {};
  const client = {
    apply(_kind: unknown, { metadata, rules }: ClusterRole, options: object) {
      made[metadata?.name ?? ""] = rules;
      const { fieldManager, force } = options as { fieldManager: string; force: boolean };
      assertEquals([fieldManager, force], ["clusterrole-aggregation-controller", true]);
      return Promise.resolve({});
    },
  } as unknown as SumRolesOptions["client"];
  const options = { client, clock: new FakeClock(), signal: new AbortController().signal };
  try {
    await sumRoles(roles.map(summedRole), options);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes("selector")) throw error;
    made.failed = true;
  }
  return made;
}

const labelled = (key: string) => ({ matchLabels: { [key]: "true" } });

Deno.test("sumRoles() gives a role the rules of those that it selects", async () => {
  const roles = [
    role("c", { a: "true", b: "true" }, [on("c"), on("shared")]),
    role("b", { a: "true" }, [on("shared"), on("b")]),
    role("none", {}, [on("none")]),
    role("empty", { a: "true" }, null),
    sum("by-a", [labelled("a")], null),
    sum("by-b-and-a", [labelled("b"), labelled("a")], [on("old")]),
    sum("of-nothing", [labelled("x")], [on("old")]),
  ];
  assertEquals(await applied(roles), {
    "by-a": [on("shared"), on("b"), on("c")],
    "by-b-and-a": [on("c"), on("shared"), on("b")],
    "of-nothing": [],
  });
});

Deno.test("sumRoles() writes nothing where nothing would change, and takes in no role itself", async () => {
  const own = sum("own", [labelled("a")], [on("x")]);
  own.metadata = { name: "own", labels: { a: "true" } };
  assertEquals(
    await applied([
      role("x", { a: "true" }, [on("x")]),
      own,
      sum("empty", [labelled("z")], null),
      sum("empty too", [labelled("z")], []),
    ]),
    {},
  );
});

Deno.test("sumRoles() sums up sums, and ends where they go round", async () => {
  const of = (name: string, from: string, label: string) => ({
    ...sum(name, [labelled(from)], [on(name)]),
    metadata: { name, labels: { [label]: "true" } },
  });
  assertEquals(
    await applied([of("a", "b", "a"), of("b", "c", "b"), role("c", { c: "true" }, [on("c")])]),
    { a: [on("c")], b: [on("c")] },
  );
  const circle = await applied([of("x", "y", "x"), of("y", "z", "y"), of("z", "x", "z")]);
  assertEquals(circle.failed, undefined);
});

Deno.test("sumRoles() goes on past a role whose selector makes no sense", async () => {
  const bad = { matchExpressions: [{ key: "a", operator: "Nonsense" }] };
  assertEquals(
    await applied([
      role("x", { a: "true" }, [on("x")]),
      sum("bad", [bad], [on("old")]),
      sum("good", [labelled("a")], null),
    ]),
    { good: [on("x")], failed: true },
  );
});

Deno.test("sumRoles() finds the bootstrap policy's sums as they should be", async () => {
  for (const dialect of DIALECTS) {
    const { clusterRoles } = bootstrapPolicy(NAMES[dialect]);
    assertEquals(await applied(clusterRoles as ClusterRole[]), {});
  }
});
