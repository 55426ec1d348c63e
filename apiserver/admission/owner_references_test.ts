import { testPlugin, type Write } from "../../testing/admission.ts";
import type { AnyObject } from "../../testing/api_client.ts";
import { testContext } from "../../testing/server_context.ts";
import { assert } from "../../toolkit/deps/assert.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import type { Authorizer } from "../authorization/authorizer.ts";
import type { AdmissionRequest } from "./admission.ts";
import { ownerReferencesPermissionEnforcement } from "./owner_references.ts";

const owner = (more: AnyObject = {}) => ({
  apiVersion: "v1",
  kind: "Pod",
  name: "o",
  uid: "u",
  ...more,
});
const blocking = owner({ blockOwnerDeletion: true });
const map = (...ownerReferences: AnyObject[]): Write => [
  "post",
  "configmaps",
  { metadata: { name: "m", ownerReferences } },
];
const change = (...ownerReferences: AnyObject[]): Write => [
  "patch",
  "configmaps/m",
  { metadata: { ownerReferences } },
];
const user = (name: string): User => ({ name, uid: "", groups: [], extra: {} });

const authorizer: Authorizer = {
  authorize({ user: { name }, verb, resource, subresource, namespace }) {
    const denied = name === "weak" && verb === "delete" ||
      name === "inside" && verb === "delete" && namespace === "" ||
      subresource === "finalizers" &&
        (name === "weak" || name === "deleter" || name === "finalizer" && resource === "*");
    return { decision: denied ? "no opinion" : "allow", reason: "" };
  },
};
const weak = { as: user("weak"), status: 403 } as const;
const BLOCKS =
  "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set " +
  "finalizers on: , <nil>";

testPlugin("ownerReferencesPermissionEnforcement() asks who may say whose objects are", {
  plugins: ["OwnerReferencesPermissionEnforcement"],
  authorizer,
}, [
  { name: "a new object's owner", write: map(owner()), as: weak.as },
  {
    ...weak,
    name: "a change",
    before: [map()],
    write: change(owner()),
    message: "cannot set an ownerRef on a resource you can't delete: , <nil>",
  },
  {
    ...weak,
    name: "an owner that is taken away",
    before: [map(owner())],
    write: ["patch", "configmaps/m", { metadata: { ownerReferences: null } }],
    message: "cannot set an ownerRef",
  },
  {
    name: "a change of a namespace by who may delete it by a role in it",
    write: ["patch", "/api/v1/namespaces/$namespace", { metadata: { ownerReferences: [owner()] } }],
    as: user("inside"),
  },
  { ...weak, name: "an owner that is held up", write: map(blocking), message: BLOCKS },
  {
    ...weak,
    name: "an owner of a kind that there is not",
    write: map(owner({ kind: "Nothing", blockOwnerDeletion: true })),
    message: 'no matches for kind "Nothing" in version "v1"',
  },
  { name: "an owner whose finalizers one may set", write: map(blocking), as: user("finalizer") },
  {
    name: "an owner that is held up by one of two references, of which the last one counts",
    before: [map(blocking, owner({ name: "p" }))],
    write: change(blocking, owner({ name: "q" })),
    as: user("deleter"),
    status: 403,
    message: BLOCKS,
  },
  {
    name: "an owner that was held up before",
    before: [map(owner({ name: "p" }), blocking)],
    write: change(owner({ name: "q" }), blocking),
    as: user("deleter"),
  },
  {
    name: "what stays as it is",
    before: [map(blocking)],
    write: ["patch", "configmaps/m", { data: { a: "b" } }],
    as: weak.as,
  },
]);

Deno.test("ownerReferencesPermissionEnforcement() looks at each owner a few times, however many there are", async () => {
  const count = 2000;
  let looks = 0;
  const owners = (named: string) =>
    Array.from({ length: count }, (_, at) => ({
      ...owner({ name: named, blockOwnerDeletion: true }),
      get uid() {
        looks++;
        return `u${at}`;
      },
    }));
  const context = testContext({ source: { find: () => undefined, all: () => [], generation: 1 } });
  await ownerReferencesPermissionEnforcement(context).validate!({
    operation: "UPDATE",
    resource: { group: "", version: "v1", resource: "configmaps", kind: "ConfigMap" },
    ...{ subresource: "", namespace: "n", name: "m", user: user("u") },
    object: { metadata: { ownerReferences: owners("a") } },
    old: { metadata: { ownerReferences: owners("b") } },
    signal: new AbortController().signal,
  } as unknown as AdmissionRequest);
  assert(looks < 20 * count, `${looks} looks at ${count}`);
});
