import { assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import {
  keyBytes,
  keyPrefix,
  lessByBytes,
  needsByteOrder,
  normalizePrefix,
  objectKey,
} from "./keys.ts";

Deno.test("objectKey() and keyPrefix() spell where an object lives", () => {
  const cases: [Parameters<typeof keyPrefix>[1], string][] = [
    [{ group: "", resource: "pods", namespace: "a" }, "/registry/core/pods/a/"],
    [{ group: "", resource: "nodes" }, "/registry/core/nodes/"],
    [{ group: "apps", resource: "deployments", namespace: "b" }, "/registry/apps/deployments/b/"],
  ];
  for (const [location, prefix] of cases) {
    assertEquals(keyPrefix("/registry", location), prefix);
    assertEquals(objectKey("/registry", location, "x"), `${prefix}x`);
  }
});

Deno.test("normalizePrefix() leaves one slash at the start", () => {
  for (const prefix of ["registry", "/registry", "registry/", "//registry//"]) {
    assertEquals(normalizePrefix(prefix), "/registry");
  }
  assertEquals(normalizePrefix("a/b"), "/a/b");
  assertEquals(normalizePrefix("/"), "");
});

Deno.test("lessByBytes() is the order of UTF-8, which `<` is unless a key needs it", () => {
  const text = fc.string({ unit: "binary", maxLength: 5 }).filter((value) => value.isWellFormed());
  fc.assert(fc.property(text, text, (a, b) => {
    const encoder = new TextEncoder();
    const [x, y] = [encoder.encode(a).toHex(), encoder.encode(b).toHex()];
    assertEquals(lessByBytes(a, b), x < y);
    if (!needsByteOrder(a) || !needsByteOrder(b)) assertEquals(a < b, x < y);
    assertEquals(keyBytes(a), encoder.encode(a).length);
  }));
});
