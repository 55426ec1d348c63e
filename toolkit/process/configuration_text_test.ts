import { assertEquals, assertThrows } from "../deps/assert.ts";
import { NAMES } from "../names.ts";
import { readConfiguration } from "./configuration_text.ts";

const OF_SERVER = { dialect: "kubernetes", group: NAMES.kubernetes.configGroupApiServer } as const;

const LEFT_OUT: [kind: string, version: string, text: string, rest: object][] = [
  ["AuthenticationConfiguration", "v1", "anonymous: {enabled: true}", {
    jwt: [],
    anonymous: { enabled: true },
  }],
  ["AuthenticationConfiguration", "v1alpha1", "jwt:", { jwt: [] }],
  ["AuthorizationConfiguration", "v1beta1", "", { authorizers: [] }],
  ["EncryptionConfiguration", "v1", "", { resources: [] }],
  ["EncryptionConfiguration", "v1", "resources: [{providers: [{aescbc: {}}]}, {}]", {
    resources: [
      { resources: [], providers: [{ aescbc: { keys: [] } }] },
      { resources: [], providers: [] },
    ],
  }],
];

for (const [kind, version, text, rest] of LEFT_OUT) {
  Deno.test(`readConfiguration() reads lists that a ${kind} of ${version} leaves out as empty ones: ${text}`, () => {
    const apiVersion = `${OF_SERVER.group}/${version}`;
    const { object } = readConfiguration(`apiVersion: ${apiVersion}\nkind: ${kind}\n${text}\n`, {
      ...OF_SERVER,
      versions: [version],
      kind,
    });
    assertEquals<unknown>(object, { kind, apiVersion, ...rest });
  });
}

Deno.test("readConfiguration() refuses what is no list where one is to be", () => {
  const text = `{apiVersion: ${OF_SERVER.group}/v1, kind: EncryptionConfiguration, resources: {}}`;
  const wanted = { ...OF_SERVER, versions: ["v1"], kind: "EncryptionConfiguration" };
  assertThrows(() => readConfiguration(text, wanted));
});
