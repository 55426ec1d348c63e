import { testEnv } from "../../testing.ts";
import { APIService, ClusterRole, Service } from "../mod.ts";
import { makeAuthority } from "../certificates/mod.ts";
import { assert, assertEquals } from "../deps/assert.ts";
import { DIALECTS, NAMES } from "../names.ts";
import { registeredObjects, type Registration } from "./metrics_server.ts";

/** No name: the server asks for what it registers, and to look up a name can't be called off when a test is over. */
const host = "127.0.0.1";

const IN_PODS: Registration = { user: "", host: "", port: 4443, authorities: "" };

for (const dialect of DIALECTS) {
  Deno.test(`registeredObjects() makes what a server takes, in the ${dialect} dialect`, async () => {
    const { certificate: authorities } = await makeAuthority("servers", new Date());
    await using env = await testEnv({ dialect });
    const { client } = env;
    const names = NAMES[dialect];
    const namespace = names.namespaceSystem;
    const name = `v1beta1.${names.groupMetrics}`;
    await client.applyManifests(registeredObjects(names, IN_PODS));
    const { spec } = await client.get(Service, { namespace, name: "metrics-server" });
    assertEquals(spec.ports?.map(({ port, targetPort }) => [port, targetPort]), [[443, 4443]]);
    const inPods = await client.get(APIService, name);
    assertEquals([inPods.spec.service?.port, inPods.spec.insecureSkipTLSVerify], [443, true]);
    await client.delete(APIService, name);
    await client.delete(Service, { namespace, name: "metrics-server" });
    const outside = { user: "system:metrics-server", host, port: 4443, authorities };
    await client.applyManifests(registeredObjects(names, outside), { force: true });
    const own = await client.get(APIService, name);
    assertEquals([own.spec.service?.port, own.spec.insecureSkipTLSVerify], [4443, undefined]);
    assertEquals(atob(String(own.spec.caBundle)), authorities);
    const service = await client.get(Service, { namespace, name: "metrics-server" });
    assertEquals([service.spec.type, service.spec.externalName], ["ExternalName", host]);
    const { rules } = await client.get(ClusterRole, "system:metrics-server");
    const may = (rules ?? []).flatMap(({ verbs, resources = [] }) =>
      resources.map((resource) => `${resource}: ${verbs.join(" ")}`)
    );
    assertEquals(may.sort(), [
      "nodes/metrics: get",
      "nodes: get list watch",
      "pods: get list watch",
    ]);
  });
}

Deno.test("registeredObjects() binds roles to the user, or to the account that is among them", () => {
  const names = NAMES.kubernetes;
  const subjectsOf = (registration: Registration) => {
    const objects = registeredObjects(names, registration);
    const bindings = objects.filter(({ subjects }) => subjects !== undefined);
    assertEquals(bindings.length, 3);
    const accounts = objects.filter(({ kind }) => kind === "ServiceAccount").length;
    const subjects = new Set(bindings.map((one) => JSON.stringify(one.subjects)));
    assert(subjects.size === 1);
    return { accounts, subjects: JSON.parse([...subjects][0]!) };
  };
  assertEquals(subjectsOf(IN_PODS), {
    accounts: 1,
    subjects: [{ kind: "ServiceAccount", name: "metrics-server", namespace: "kube-system" }],
  });
  assertEquals(subjectsOf({ ...IN_PODS, user: "jane" }), {
    accounts: 0,
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "jane" }],
  });
});
