import { assert, assertEquals } from "../../../../toolkit/deps/assert.ts";
import { DIALECTS, NAMES } from "../../../../toolkit/names.ts";
import { bootstrapPolicy } from "./mod.ts";

const OTHER = { orch: /kube|k8s/, kubernetes: /\borch\b|nodeagent/ };

for (const dialect of DIALECTS) {
  Deno.test(`bootstrapPolicy() speaks the ${dialect} dialect alone`, () => {
    const policy = bootstrapPolicy(NAMES[dialect]);
    const counts = Object.values(policy).map(({ length }) => length);
    assertEquals(counts, [69, 50, 7, 7]);
    for (const objects of Object.values(policy)) {
      for (const object of objects) {
        const text = JSON.stringify(object);
        assert(!OTHER[dialect].test(text), text);
        assert(!/[{}]\w+[{}]/.test(text.replace(/"\w+":/g, "")), text);
      }
    }
  });
}

Deno.test("bootstrapPolicy() binds only roles that it has", () => {
  for (const dialect of DIALECTS) {
    const policy = bootstrapPolicy(NAMES[dialect]);
    const place = ({ namespace, name }: { namespace?: string; name: string }) =>
      `${namespace ?? ""}/${name}`;
    const roles = new Set(
      [...policy.clusterRoles, ...policy.roles].map(({ metadata }) => place(metadata)),
    );
    const bound = [...policy.clusterRoleBindings, ...policy.roleBindings];
    for (const { metadata: { namespace }, roleRef: { name } } of bound) {
      assert(roles.has(place({ ...(namespace !== undefined && { namespace }), name })), name);
    }
  }
});
