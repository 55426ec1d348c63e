import { assertEquals } from "../../toolkit/deps/assert.ts";
import { identityOf } from "./stateful_pod.ts";

const NAMES = {
  "web-0": ["web", 0],
  "web-1-20": ["web-1", 20],
  "web-2147483647": ["web", 2147483647],
  "web-2147483648": [undefined, -1],
  "web-99999999999": [undefined, -1],
  "web-01": [undefined, -1],
  "web-": [undefined, -1],
  "web": [undefined, -1],
  "-1": [undefined, -1],
  "web-1x": [undefined, -1],
} as const;

Deno.test("identityOf() reads the set and the number of a pod in its name", () => {
  for (const [name, [setName, ordinal]] of Object.entries(NAMES)) {
    assertEquals(identityOf(name), { setName, ordinal }, name);
  }
});
