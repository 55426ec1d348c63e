import { assertEquals } from "../../toolkit/deps/assert.ts";
import { negotiate } from "./form.ts";

const PROTOBUF = "application/vnd.kubernetes.protobuf";

Deno.test("negotiate() takes what is named before what any of a kind would do for", () => {
  const cases: [accept: string, contentType: string][] = [
    ["*/*", "application/json"],
    ["application/*", "application/json"],
    ["*/*, application/yaml", "application/yaml"],
    ["application/*, application/yaml", "application/yaml"],
    [`*/*, application/*, ${PROTOBUF}`, PROTOBUF],
    ["application/yaml, */*", "application/yaml"],
    ["text/plain, */*", "application/json"],
    ["application/json, application/yaml", "application/json"],
    ["application/yaml, application/json", "application/yaml"],
    ["application/json;q=0.5, application/yaml", "application/yaml"],
    [`*/*;q=0.8, application/yaml;q=0.9, ${PROTOBUF};q=0.8`, "application/yaml"],
  ];
  for (const [accept, contentType] of cases) {
    const form = negotiate(accept, { protobuf: true, shapes: true }, false);
    assertEquals(form.contentType, contentType, accept);
  }
});
