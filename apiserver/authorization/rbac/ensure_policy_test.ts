import { createRbac } from "./mod.ts";
import { firstOpinion } from "../authorizer.ts";
import { mastersFirst } from "../masters.ts";
import { startTestServer, type TestServer } from "../../../testing/api_server.ts";
import type { AnyObject } from "../../../testing/api_client.ts";
import { bearerTokens } from "../../../toolkit/authentication/bearer_tokens.ts";
import { tokenFile } from "../../authentication/token_file.ts";
import { MemoryStore } from "../../storage/mod.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { bootstrapPolicy } from "./policy/mod.ts";

const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const AUTOUPDATE = "rbac.authorization.kubernetes.io/autoupdate";
const ADMIN = { name: "admin", uid: "", groups: ["system:masters"], extra: {} };

/** A server with the policy, on a store that goes on. */
async function start(store: MemoryStore): Promise<TestServer> {
  const running = await startTestServer({
    store,
    keepStore: true,
    withNamespace: false,
    authenticator: bearerTokens([tokenFile(new Map([["test-token", ADMIN]]))]),
    authorizer: (context) => firstOpinion([mastersFirst, createRbac(context)]),
  });
  await running.server.ready;
  return running;
}

const get = async ({ client }: TestServer, path: string): Promise<AnyObject> =>
  (await client.get(`${RBAC}/${path}`)).json;

async function put({ client }: TestServer, path: string, object: AnyObject): Promise<void> {
  const { status, text } = await client.request("PUT", `${RBAC}/${path}`, { body: object });
  assertEquals(status, 200, text);
}

/** What a change of a stored object becomes when a server starts. */
async function restarted(
  path: string,
  change: (object: AnyObject) => void,
): Promise<[before: AnyObject, after: AnyObject]> {
  const store = new MemoryStore();
  const changed = await (async () => {
    await using first = await start(store);
    const object = await get(first, path);
    change(object);
    await put(first, path, object);
    return await get(first, path);
  })();
  await using second = await start(store);
  const after = await get(second, path);
  await store.close();
  return [changed, after];
}

Deno.test("ensurePolicy() writes nothing where all is there", async () => {
  const store = new MemoryStore();
  let revision: number;
  {
    await using _first = await start(store);
    revision = await store.revision();
  }
  await using second = await start(store);
  assertEquals(await store.revision(), revision);
  const { items } = await get(second, "clusterroles");
  assertEquals(items.length, bootstrapPolicy(NAMES.kubernetes).clusterRoles.length);
  await store.close();
});

Deno.test("ensurePolicy() adds the rules that a role lacks, one by one, and keeps the rest", async () => {
  const own = { verbs: ["own"], apiGroups: ["x"], resources: ["y"] };
  const [, { rules, metadata }] = await restarted("clusterroles/system:basic-user", (role) => {
    role.rules = [own, { ...role.rules[0], resources: ["selfsubjectaccessreviews"] }];
    role.metadata.labels = { mine: "yes", "kubernetes.io/bootstrapping": "mine" };
    delete role.metadata.annotations;
  });
  const on = (group: string, resource: string) => ({
    verbs: ["create"],
    apiGroups: [`${group}.k8s.io`],
    resources: [resource],
  });
  assertEquals(rules, [
    own,
    on("authorization", "selfsubjectaccessreviews"),
    on("authorization", "selfsubjectrulesreviews"),
    on("authentication", "selfsubjectreviews"),
  ]);
  assertEquals(metadata.labels, { mine: "yes", "kubernetes.io/bootstrapping": "mine" });
  assertEquals(metadata.annotations, { [AUTOUPDATE]: "true" });
});

Deno.test("ensurePolicy() adds the subjects that a binding lacks, and keeps the rest", async () => {
  const jane = { kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "jane" };
  const [, { subjects }] = await restarted(
    "clusterrolebindings/system:public-info-viewer",
    (binding) => binding.subjects = [jane, binding.subjects[1]],
  );
  assertEquals(
    subjects.map(({ name }: AnyObject) => name),
    ["jane", "system:unauthenticated", "system:authenticated"],
  );
});

Deno.test("ensurePolicy() leaves alone what is to be left alone", async () => {
  const paths = [
    "clusterroles/system:basic-user",
    "clusterrolebindings/system:basic-user",
    "namespaces/kube-system/roles/system:controller:token-cleaner",
    "namespaces/kube-system/rolebindings/system:controller:token-cleaner",
  ];
  for (const path of paths) {
    const [before, after] = await restarted(path, (object) => {
      object.metadata.annotations = { [AUTOUPDATE]: "false" };
      delete object.metadata.labels;
      if (object.rules) object.rules = [{ verbs: ["own"], apiGroups: ["x"], resources: ["y"] }];
      if (object.subjects) object.subjects = [];
    });
    assertEquals(after, before, path);
  }
});

Deno.test("ensurePolicy() makes a sum of a role that is none, and none of one that is", async () => {
  const [, sum] = await restarted("clusterroles/edit", (role) => {
    delete role.aggregationRule;
    role.rules = [{ verbs: ["own"], apiGroups: ["x"], resources: ["y"] }];
  });
  assertEquals(sum.aggregationRule.clusterRoleSelectors.length, 1);
  assertEquals(sum.rules.length, 27);
  const [, plain] = await restarted("clusterroles/system:basic-user", (role) => {
    role.aggregationRule = { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] };
  });
  const allowed = plain.rules.flatMap(({ resources }: AnyObject) => resources);
  assertEquals([plain.aggregationRule, allowed.sort()], [undefined, [
    "selfsubjectaccessreviews",
    "selfsubjectreviews",
    "selfsubjectrulesreviews",
  ]]);
});

Deno.test("ensurePolicy() replaces a binding of another role, unless it is to be left alone", async () => {
  for (const [autoupdate, role] of [["true", "system:discovery"], ["false", "view"]] as const) {
    const store = new MemoryStore();
    const path = "clusterrolebindings/system:discovery";
    {
      await using first = await start(store);
      const { metadata: { name, labels }, ...rest } = await get(first, path);
      await first.client.request("DELETE", `${RBAC}/${path}`);
      const other = {
        ...rest,
        metadata: { name, labels, annotations: { [AUTOUPDATE]: autoupdate } },
        roleRef: { ...rest.roleRef, name: "view" },
      };
      assertEquals((await first.client.post(`${RBAC}/clusterrolebindings`, other)).status, 201);
    }
    await using second = await start(store);
    assertEquals((await get(second, path)).roleRef.name, role);
    await store.close();
  }
});

/** What a missing object becomes when a server starts on a store where another one was changed. */
async function succeeded(
  path: string,
  older: string,
  change: (object: AnyObject) => void,
): Promise<AnyObject> {
  const store = new MemoryStore();
  {
    await using first = await start(store);
    const object = await get(first, older);
    change(object);
    await put(first, older, object);
    assertEquals((await first.client.request("DELETE", `${RBAC}/${path}`)).status, 200);
  }
  await using second = await start(store);
  const after = await get(second, path);
  await store.close();
  return after;
}

Deno.test("ensurePolicy() gives nobody by a new binding what was taken from them in the one that it comes from", async () => {
  const path = "clusterrolebindings/system:public-info-viewer";
  const jane = { kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "jane" };
  const change = (autoupdate: string) => (binding: AnyObject) => {
    binding.metadata.annotations = { [AUTOUPDATE]: autoupdate, mine: "yes" };
    binding.metadata.labels = { own: "label" };
    binding.subjects = [jane];
  };
  const older = "clusterrolebindings/system:discovery";
  const left = await succeeded(path, older, change("false"));
  assertEquals(left.subjects, [jane]);
  assertEquals(left.roleRef.name, "system:public-info-viewer");
  assertEquals(left.metadata.labels, { own: "label" });
  assertEquals(left.metadata.annotations, { [AUTOUPDATE]: "false", mine: "yes" });
  // One that is kept up to date has besides what the policy has.
  const kept = await succeeded(path, older, change("true"));
  assertEquals(kept.subjects.map(({ name }: AnyObject) => name), [
    "jane",
    "system:authenticated",
    "system:unauthenticated",
  ]);
  assertEquals(kept.metadata.labels, {
    own: "label",
    "kubernetes.io/bootstrapping": "rbac-defaults",
  });
});

Deno.test("ensurePolicy() takes the rules of a role that is to be a sum into the part that has them from then on", async () => {
  const path = "clusterroles/system:aggregate-to-edit";
  const own = { verbs: ["own"], apiGroups: ["x"], resources: ["y"] };
  const taken = await succeeded(path, "clusterroles/edit", (role) => {
    delete role.aggregationRule;
    role.rules = [own];
  });
  assertEquals(taken.rules[0], own);
  assertEquals(taken.rules.length > 1, true);
  assertEquals(taken.metadata.labels["rbac.authorization.k8s.io/aggregate-to-edit"], "true");
  const left = await succeeded(path, "clusterroles/edit", (role) => {
    delete role.aggregationRule;
    role.metadata.annotations = { [AUTOUPDATE]: "false" };
    role.rules = [own];
  });
  assertEquals(left.rules, [own]);
  // The rules of a sum are those of its parts: they are nobody's own.
  const ofSum = await succeeded(path, "clusterroles/edit", (role) => role.rules.push(own));
  assertEquals(ofSum.rules.some(({ resources }: AnyObject) => resources.includes("y")), false);
});

Deno.test("ensurePolicy() comes to the same on several servers that start at once", async () => {
  const store = new MemoryStore();
  const servers = await Promise.all([start(store), start(store), start(store)]);
  for (const server of servers) {
    const { items } = await get(server, "clusterrolebindings");
    assertEquals(items.length, bootstrapPolicy(NAMES.kubernetes).clusterRoleBindings.length);
    assertEquals((await get(server, "clusterroles/admin")).rules.length, 29);
  }
  for (const server of servers) await server[Symbol.asyncDispose]();
  await store.close();
});
