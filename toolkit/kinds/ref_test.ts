import { assertEquals } from "../deps/assert.ts";
import { ConfigMap, Namespace } from "./built_in.ts";
import type { AnyKind } from "./kind.ts";
import { placeOf, type Ref } from "./ref.ts";

const CASES: [kind: AnyKind, ref: Ref, place: string][] = [
  [ConfigMap, "a", "default/a"],
  [ConfigMap, "other/a", "other/a"],
  [ConfigMap, { name: "a" }, "default/a"],
  [ConfigMap, { name: "a", namespace: undefined }, "default/a"],
  [ConfigMap, { name: "a", namespace: "other" }, "other/a"],
  [ConfigMap, { metadata: { name: "a", namespace: "other" } }, "other/a"],
  // A slash in a name by itself is no namespace; no server has such an object.
  [ConfigMap, { name: "a/b" }, "default/a/b"],
  [Namespace, "a", "/a"],
  [Namespace, { metadata: { name: "a", namespace: "other" } }, "/a"],
];

for (const [kind, ref, place] of CASES) {
  Deno.test(`placeOf() is ${place} when a ${kind.kind} is ${JSON.stringify(ref)}`, () => {
    const { namespace, name } = placeOf(kind, ref, "default");
    assertEquals(`${namespace}/${name}`, place);
  });
}
