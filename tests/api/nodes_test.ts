/**
 * What the agents of nodes may see: what the pods of their own node use, from the request on that follows the
 * one that changed it.
 */
import { bearerTokens } from "../../toolkit/authentication/bearer_tokens.ts";
import { tokenFile } from "../../apiserver/authentication/token_file.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import { firstOpinion } from "../../apiserver/authorization/authorizer.ts";
import { mastersFirst } from "../../apiserver/authorization/masters.ts";
import { createNode } from "../../apiserver/authorization/node/mod.ts";
import type { ApiClient } from "../../testing/api_client.ts";
import { startTestServer, TEST_TOKEN } from "../../testing/api_server.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { type Dialect, DIALECTS, NAMES } from "../../toolkit/names.ts";

const CORE = "/api/v1/namespaces/default";

const user = (name: string, group: string): User => ({ name, uid: "", groups: [group], extra: {} });

async function startWithNodes(dialect: Dialect) {
  const running = await startTestServer({
    dialect,
    authenticator: bearerTokens([
      tokenFile(
        new Map([
          [TEST_TOKEN, user("admin", "system:masters")],
          ["n1", user("system:node:n1", "system:nodes")],
          ["n2", user("system:node:n2", "system:nodes")],
        ]),
      ),
    ]),
    authorizer: (context) => firstOpinion([mastersFirst, createNode(context)]),
  });
  const [n1, n2] = [running.clientWith({ token: "n1" }), running.clientWith({ token: "n2" })];
  return {
    admin: running.client,
    n1,
    n2,
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  };
}

const pod = (name: string, spec: object = {}) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name },
  spec: { containers: [{ name: "c", image: "i" }], ...spec },
});

const usesSecret = (secretName: string) => ({ volumes: [{ name: "v", secret: { secretName } }] });

async function made(client: ApiClient, path: string, object: unknown): Promise<void> {
  const { status, text } = await client.post(path, object);
  assertEquals(status, 201, text);
}

const secret = (name: string) => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name },
  stringData: { password: "hunter2" },
});

Deno.test("a node's agent sees a secret from the moment its pod is bound until the pod is gone", async () => {
  for (const dialect of DIALECTS) {
    await using cluster = await startWithNodes(dialect);
    const { admin, n1, n2 } = cluster;
    const codes = async (
      path: string,
    ) => [(await n1.get(path)).status, (await n2.get(path)).status];
    const s = `${CORE}/secrets/s`;
    await made(admin, `${CORE}/secrets`, secret("s"));
    await made(admin, `${CORE}/secrets`, secret("t"));
    assertEquals(await codes(s), [403, 403]);
    await made(admin, `${CORE}/pods`, pod("web", usesSecret("s")));
    assertEquals(await codes(s), [403, 403], "a pod that waits for a node");
    await made(admin, `${CORE}/pods/web/binding`, {
      apiVersion: "v1",
      kind: "Binding",
      metadata: { name: "web" },
      target: { kind: "Node", name: "n1" },
    });
    assertEquals(await codes(s), [200, 403], "bound");
    assertEquals(await codes(`${CORE}/secrets/t`), [403, 403], "another secret");
    assertEquals(await codes(`${CORE}/secrets`), [403, 403], "all secrets");
    assertEquals(await codes(`${CORE}/secrets?fieldSelector=metadata.name%3Ds`), [200, 403]);
    assertEquals(await codes(`${CORE}/pods/web`), [200, 403]);
    const { json } = await n2.get(s);
    assertEquals(
      json.message,
      'secrets "s" is forbidden: User "system:node:n2" cannot get resource "secrets" in API group "" in the ' +
        "namespace \"default\": no relationship found between node 'n2' and this object",
    );
    await admin.delete(`${CORE}/pods/web?gracePeriodSeconds=0`);
    assertEquals(await codes(s), [403, 403], "the pod is gone");
    await made(admin, `${CORE}/pods`, pod("web", { nodeName: "n2", ...usesSecret("t") }));
    assertEquals(await codes(s), [403, 403], "another pod of that name");
    assertEquals(await codes(`${CORE}/secrets/t`), [403, 200]);
  }
});

Deno.test("a node's agent sees the volume of a claim and its secrets, once both are there", async () => {
  await using cluster = await startWithNodes("kubernetes");
  const { admin, n1, n2 } = cluster;
  const codes = async (path: string) => [(await n1.get(path)).status, (await n2.get(path)).status];
  const [claim, volume, key] = [
    `${CORE}/persistentvolumeclaims/data`,
    "/api/v1/persistentvolumes/disk",
    `${CORE}/secrets/key`,
  ];
  await made(admin, `${CORE}/secrets`, secret("key"));
  const size = { storage: "1Gi" };
  await made(admin, `${CORE}/persistentvolumeclaims`, {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: "data" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: size } },
  });
  const disk = {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name: "disk" },
    spec: {
      capacity: size,
      accessModes: ["ReadWriteOnce"],
      claimRef: { namespace: "default", name: "data" },
      csi: {
        driver: "d.example.com",
        volumeHandle: "1",
        nodeStageSecretRef: { namespace: "default", name: "key" },
      },
    },
  };
  await made(admin, "/api/v1/persistentvolumes", disk);
  for (const path of [claim, volume, key]) assertEquals(await codes(path), [403, 403], path);
  const volumes = [{ name: "v", persistentVolumeClaim: { claimName: "data" } }];
  await made(admin, `${CORE}/pods`, pod("web", { nodeName: "n1", volumes }));
  for (const path of [claim, volume, key]) assertEquals(await codes(path), [200, 403], path);
  await made(admin, `${CORE}/pods`, pod("web2", { nodeName: "n2", volumes }));
  for (const path of [claim, volume, key]) assertEquals(await codes(path), [200, 200], path);
  await admin.delete(`${CORE}/pods/web?gracePeriodSeconds=0`);
  for (const path of [claim, volume, key]) assertEquals(await codes(path), [403, 200], path);
});

Deno.test("a node's agent lists and watches only the pods that it selects as its own", async () => {
  await using cluster = await startWithNodes("orch");
  const { admin, n1 } = cluster;
  await made(admin, `${CORE}/pods`, pod("mine", { nodeName: "n1" }));
  await made(admin, `${CORE}/pods`, pod("theirs", { nodeName: "n2" }));
  const own = "fieldSelector=spec.nodeName%3Dn1";
  const { status, json } = await n1.get(`/api/v1/pods?${own}`);
  assertEquals(status, 200);
  assertEquals(json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name), [
    "mine",
  ]);
  for (
    const query of [
      "",
      "fieldSelector=spec.nodeName%3Dn2",
      "fieldSelector=spec.nodeName%21%3Dn1",
      "labelSelector=spec.nodeName%3Dn1",
      // The first of several is the one that is used.
      `fieldSelector=&${own}`,
      `fieldSelector=spec.nodeName%3Dn2&${own}`,
      `watch=1&fieldSelector=spec.nodeName%3Dn2`,
    ]
  ) {
    assertEquals((await n1.get(`/api/v1/pods?${query}`)).status, 403, query);
  }
  const lease = NAMES.orch.group("coordination");
  const leases = `/apis/${lease}/v1/namespaces/${NAMES.orch.namespaceNodeLeases}/leases`;
  assertEquals((await n1.get(`${leases}/n1`)).status, 404);
  assertEquals((await n1.get(`${leases}/n2`)).status, 403);
});
