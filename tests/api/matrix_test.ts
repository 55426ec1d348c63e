/**
 * What people may do by requests is what access reviews say: every verb of every resource, for each of a
 * number of identities, decided by nodes and roles.
 *
 * @module
 */

import type { ApiClient } from "../../testing/api_client.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { withServers } from "./server_process.ts";

const REVIEWS = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
const ROLES = "/apis/rbac.authorization.k8s.io/v1";

/** Groups of identities; everybody's token is their name, but nobody has none. */
const PEOPLE: Readonly<Record<string, readonly string[]>> = {
  "viewer": [],
  "editor": [],
  "owner": [],
  "nobody-in-particular": [],
  "system:kube-scheduler": [],
  "system:kube-controller-manager": [],
  "system:serviceaccount:kube-system:deployment-controller": [
    "system:serviceaccounts",
    "system:serviceaccounts:kube-system",
  ],
  "system:node:here": ["system:nodes"],
  "system:anonymous": ["system:unauthenticated"],
};

/** Who may do what in the namespace `default`, but for whom the bootstrap policy names. */
const BOUND: Readonly<Record<string, string>> = { viewer: "view", editor: "edit", owner: "admin" };

interface Resource {
  readonly group: string;
  readonly version: string;
  /** With a subresource. */
  readonly name: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

async function resourcesOf(client: ApiClient): Promise<Resource[]> {
  const { json: { groups } } = await client.get("/apis");
  const versions = ["/api/v1"];
  for (const { preferredVersion } of groups) {
    versions.push(`/apis/${preferredVersion.groupVersion}`);
  }
  const found: Resource[] = [];
  for (const path of versions) {
    const { json: { groupVersion, resources } } = await client.get(path);
    const [version, group = ""] = groupVersion.split("/").reverse();
    for (const { name, namespaced, verbs } of resources) {
      found.push({ group, version, name, namespaced, verbs });
    }
  }
  return found;
}

interface Asked {
  readonly verb: string;
  readonly resource: Resource;
  readonly namespace: string;
  /** "": a collection. */
  readonly name: string;
}

const OF_COLLECTIONS = new Set(["list", "watch", "create", "deletecollection"]);

/** Everything that can be asked of a resource. `used`: what the pod on the node uses. */
function* questions(resource: Resource, used: ReadonlySet<string>): Generator<Asked> {
  const isSub = resource.name.includes("/");
  for (const verb of resource.verbs) {
    const ofCollection = OF_COLLECTIONS.has(verb) && !isSub;
    for (const namespace of resource.namespaced ? ["default", "other"] : [""]) {
      const names = ofCollection ? [""] : used.has(resource.name) ? ["used", "unused"] : ["absent"];
      for (const name of names) yield { verb, resource, namespace, name };
    }
  }
}

const METHODS: Readonly<Record<string, string>> = {
  get: "GET",
  list: "GET",
  watch: "GET",
  create: "POST",
  update: "PUT",
  patch: "PATCH",
  delete: "DELETE",
  deletecollection: "DELETE",
};

/** Whether a request is let through to what answers it, and changes nothing. */
async function isLetThrough(client: ApiClient, user: string, asked: Asked): Promise<boolean> {
  const { verb, resource: { group, version, name: resource }, namespace, name } = asked;
  const [plural, sub] = resource.split("/");
  const path = [
    group === "" ? `/api/${version}` : `/apis/${group}/${version}`,
    ...namespace === "" ? [] : ["namespaces", namespace],
    plural,
    ...name === "" ? [] : [name],
    ...sub === undefined ? [] : [sub],
  ].join("/");
  const query = verb === "list" ? "?limit=1" : verb === "watch"
    // Refused once it has been let through.
    ? "?watch=true&resourceVersion=none"
    : verb === "get"
    ? ""
    : "?dryRun=All";
  const method = METHODS[verb]!;
  const { status, text } = await client.request(method, path + query, {
    ...(method !== "GET" && method !== "DELETE" && { body: {} }),
    ...(method === "PATCH" && { contentType: "application/merge-patch+json" }),
  });
  // A binding to no role is told so in this way, as on the reference.
  const isAnswer = status < 500 || status === 503 || text.includes("unsupported role reference");
  assert(status !== 401 && isAnswer, `${method} ${path}: ${status} ${text}`);
  return !(status === 403 && text.includes(`User \\"${user}\\" cannot ${verb} `));
}

Deno.test("requests are let through as access reviews say", () =>
  withServers(async (servers) => {
    const lines = Object.entries(PEOPLE).filter(([name]) => name !== "system:anonymous").map((
      [name, groups],
      at,
    ) => `${name.replaceAll(":", "-")},${name},${at},"${groups.join(",")}"\n`);
    await Deno.writeTextFile(`${servers.folder}/tokens.csv`, lines.join(""), { append: true });
    const { port } = await servers.start({
      store: "memory:",
      args: [
        "--authorization-mode=Node,RBAC",
        // Sixteen requests at once, each of which ends the connection of all: the client tries each three times only.
        "--feature-gates=UnauthenticatedHTTP2DOSMitigation=false",
      ],
    });
    const admin = servers.client(port);
    const made = async (path: string, object: unknown) => {
      const { status, text } = await admin.post(path, object);
      assertEquals(status, 201, text);
    };
    await made("/api/v1/namespaces", { metadata: { name: "other" } });
    for (const [name, role] of Object.entries(BOUND)) {
      await made(`${ROLES}/namespaces/default/rolebindings`, {
        metadata: { name },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: role },
        subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name }],
      });
    }
    await made("/api/v1/nodes", { metadata: { name: "here" } });
    await made("/api/v1/namespaces/default/pods", {
      metadata: { name: "p" },
      spec: {
        nodeName: "here",
        containers: [{ name: "c", image: "i" }],
        volumes: [
          { name: "a", secret: { secretName: "used" } },
          { name: "b", configMap: { name: "used" } },
          { name: "c", persistentVolumeClaim: { claimName: "used" } },
        ],
      },
    });
    const used = new Set(["secrets", "configmaps", "persistentvolumeclaims"]);
    const resources = await resourcesOf(admin);
    const found = { allowed: 0, refused: 0 };
    for (const [user, groups] of Object.entries(PEOPLE)) {
      const client = user === "system:anonymous"
        ? servers.client(port, { token: "" })
        : servers.client(port, { token: user.replaceAll(":", "-") });
      const all = resources.flatMap((resource) => [...questions(resource, used)]);
      const ask = async (asked: Asked) => {
        const { verb, resource, namespace, name } = asked;
        const [plural, subresource = ""] = resource.name.split("/");
        const { group, version } = resource;
        const { json } = await admin.post(REVIEWS, {
          spec: {
            user,
            groups: user === "system:anonymous" ? groups : [...groups, "system:authenticated"],
            resourceAttributes: {
              ...{ verb, group, version, resource: plural, subresource, namespace, name },
            },
          },
        });
        const { allowed } = json.status;
        const what = `${user}: ${verb} ${resource.name}.${group} ${namespace}/${name}`;
        assertEquals([what, await isLetThrough(client, user, asked)], [what, allowed]);
        found[allowed ? "allowed" : "refused"]++;
      };
      const left = all.values();
      await Promise.all(Array.from({ length: 16 }, async () => {
        for (const asked of left) await ask(asked);
      }));
    }
    assert(found.allowed > 1000 && found.refused > 4000, JSON.stringify(found));
  }));
