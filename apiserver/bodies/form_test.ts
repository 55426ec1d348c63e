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

Deno.test("negotiate() indents where the header asks for that", () => {
  const cases: [accept: string, pretty: boolean][] = [
    ["application/json;pretty=1", true],
    ["*/*; pretty=1", true],
    ["application/json;pretty=0", false],
    ["application/json;pretty=true", false],
    ["application/json;as=Table;v=v1;g=meta.k8s.io;pretty=1", true],
    ["application/yaml;q=0.1;pretty=1, application/json", false],
  ];
  for (const [accept, pretty] of cases) {
    const form = negotiate(accept, { protobuf: true, shapes: true }, false);
    assertEquals(form.pretty, pretty, accept);
  }
});
