import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import {
  CLIENT_CONFIG_LIMIT_CHARS,
  type ClientConfig,
  ClientConfigError,
  emptyClientConfig,
  parseClientConfig,
  printClientConfig,
  redactClientConfig,
} from "./document.ts";

const TEXT = `# a comment
apiVersion: v1
kind: Config
current-context: c
preferences: {}
clusters:
- name: a
  cluster:
    server: https://h:1/p
    proxy-url: http://me:hidden1@proxy:8080
    certificate-authority-data: YWJj
    unknown: dropped
contexts:
- {name: c, context: {cluster: a, user: u, namespace: ns}}
users:
- name: u
  user:
    token: hidden2
    password: hidden3
    client-key-data: hidden4A
    auth-provider: {name: old, config: {access-token: hidden5}}
    exec:
      apiVersion: client.authentication.k8s.io/v1
      command: get-token
      env: [{name: A, value: hidden6}]
      interactiveMode: Never
      provideClusterInfo: true
`;

Deno.test("parseClientConfig() reads YAML, and JSON, and drops unknown fields", () => {
  const config = parseClientConfig(TEXT);
  assertEquals(config["current-context"], "c");
  assertEquals(config.clusters[0]?.cluster.server, "https://h:1/p");
  assertEquals(config.contexts[0]?.context.namespace, "ns");
  assertEquals(config.users[0]?.user.exec?.command, "get-token");
  assert(!JSON.stringify(config).includes("dropped"));
  assertEquals(parseClientConfig(JSON.stringify(config)), config);
});

Deno.test("parseClientConfig() gives an empty config when the file is empty", () => {
  for (const text of ["", "\n", "# nothing\n", "{}", "clusters: null"]) {
    assertEquals(parseClientConfig(text), emptyClientConfig());
  }
});

Deno.test("printClientConfig() gives a text that reads back, with keys in order", () => {
  const config = parseClientConfig(TEXT);
  const printed = printClientConfig(config);
  assertEquals(parseClientConfig(printed), config);
  const keys = printed.split("\n").filter((line) => /^[a-z]/i.test(line)).map((line) =>
    line.replace(/:.*/, "")
  );
  assertEquals(keys, [...keys].sort());
  assert(printed.includes("token: hidden2"));
});

Deno.test("printClientConfig() quotes what other readers would take for something else", () => {
  const config: ClientConfig = {
    ...emptyClientConfig(),
    users: ["yes", "on", "017", "1e3", "~", "1:30", "2024-01-01", "", "a: b", "#x", "0o7"].map((
      token,
      index,
    ) => ({ name: `u${index}`, user: { token } })),
  };
  const printed = printClientConfig(config);
  const again = parseClientConfig(printed);
  for (const [index, { user }] of config.users.entries()) {
    assertEquals(again.users[index]?.user.token ?? "", user.token, printed);
  }
  assert(/token: ["']yes["']/.test(printed) && /token: ["']017["']/.test(printed), printed);
});

const REFUSED: [name: string, text: string, message: RegExp][] = [
  ["another version", "apiVersion: v2", /must be v1 and Config, not "v2" and "Config"/],
  ["another kind", "kind: Pod", /must be v1 and Config, not "v1" and "Pod"/],
  ["a list", "- a", /cannot unmarshal array/],
  ["two documents", "{}\n---\n{}", /more than one document/],
  ["names twice", "users: [{name: a}, {name: a}]", /duplicate name "a" in users/],
  ["keys twice", "kind: Config\nkind: Config", /yaml: line 2/],
  ["a tab", "a:\n\t- b", /yaml: line 2/],
  ["an unclosed bracket", "users: [{token: hidden", /yaml: line/],
  ["too many aliases", `a: &a x\nb: [${"*a,".repeat(2000)}]`, /yaml: line/],
  ["too deep", "[".repeat(10_000), /yaml: line/],
  ["an unknown tag", "a: !!js/function x", /yaml: line/],
  ["a tag for a token", "users: [{token: !hidden x}]", /yaml: line 1/],
  ["an alias for a token", "users: [{token: *hidden}]", /yaml: line 1/],
  ["a boolean for a token", "users: [{name: a, user: {token: yes}}]", /users\[0\].user.token/],
  ["too long", "#".repeat(CLIENT_CONFIG_LIMIT_CHARS + 1), /more than 16777216 characters/],
];

for (const [name, text, message] of REFUSED) {
  Deno.test(`parseClientConfig() refuses ${name}, and says where`, () => {
    const error = assertThrows(() => parseClientConfig(text, "here"), message);
    assert(error instanceof ClientConfigError);
    assert(error.message.startsWith("here: "));
    assert(!error.message.includes("hidden"));
  });
}

Deno.test("parseClientConfig() does not show a token that is a number by mistake", () => {
  const text = "users: [{name: a, user: {token: 8675309}}]";
  const error = assertThrows(() => parseClientConfig(text), "users[0].user.token");
  assert(!error.message.includes("8675309"), error.message);
});

Deno.test("redactClientConfig() hides every secret and leaves the config as it was", () => {
  const config = parseClientConfig(TEXT);
  const before = JSON.stringify(config);
  const shown = JSON.stringify(redactClientConfig(config));
  assertEquals([...before.matchAll(/hidden\d/g)].length, 6);
  assert(!shown.includes("hidden"), shown);
  assert(printClientConfig(redactClientConfig(config)).includes("client-key-data: DATA+OMITTED"));
  assert(shown.includes("get-token") && shown.includes("proxy:8080"));
  assertEquals(JSON.stringify(config), before);
});
