/** The command line of an operator: what it prints, and what it refuses. */
import { defineController, defineOperator, defineWebhook } from "../mod.ts";
import { decodeYaml } from "../codec/yaml.ts";
import { assert, assertEquals } from "../deps/assert.ts";
import { ConfigMap, Deployment } from "../kinds/built_in.ts";
import { defineResource, Type } from "../resource/mod.ts";
import { operatorMain } from "./main.ts";
import type { DefinedOperator } from "./operator.ts";

const Website = defineResource({
  group: "example.com",
  version: "v1",
  kind: "Website",
  spec: Type.Object({ image: Type.String() }),
});
const controllers = [defineController({ for: Website, owns: [Deployment], reconcile() {} })];
const plain = defineOperator({ name: "site-operator", controllers }) as DefinedOperator;
const asked = defineOperator({
  name: "site-operator",
  controllers,
  webhooks: [defineWebhook({ for: ConfigMap, validate() {} })],
}) as DefinedOperator;

/** What it says, and its exit code. */
async function main(operator: DefinedOperator, ...args: string[]) {
  const printed: string[] = [];
  const errors: string[] = [];
  const { error } = console;
  console.error = (text: string) => errors.push(text);
  try {
    const code = await operatorMain(operator, args, (text) => printed.push(text));
    return { code, out: printed.join("\n"), err: errors.join("\n") };
  } finally {
    console.error = error;
  }
}

Deno.test("operatorMain() prints definitions, roles and all that a cluster needs", async () => {
  const kinds = async (operator: DefinedOperator, ...args: string[]) => {
    const { code, out, err } = await main(operator, ...args);
    assertEquals([code, err], [0, ""]);
    return (decodeYaml(out) as { kind: string; metadata: { name: string; namespace?: string } }[])
      .map(({ kind, metadata: { name, namespace } }) => [kind, namespace ?? "", name].join(" "));
  };
  const definitions = ["CustomResourceDefinition  websites.example.com"];
  const roles = (namespace: string) => [
    `ServiceAccount ${namespace} site-operator`,
    "ClusterRole  site-operator",
    "ClusterRoleBinding  site-operator",
    `Role ${namespace} site-operator-own`,
    `RoleBinding ${namespace} site-operator-own`,
  ];
  assertEquals(await kinds(plain, "crds"), definitions);
  assertEquals(await kinds(plain, "rbac"), roles("site-operator"));
  assertEquals(await kinds(plain, "rbac", "-n", "ops"), roles("ops"));
  assertEquals(await kinds(plain, "manifests"), [
    ...definitions,
    "Namespace  site-operator",
    ...roles("site-operator"),
  ]);
  assertEquals((await kinds(asked, "manifests", "--image=site:1", "--namespace=ops")).slice(-2), [
    "Service ops site-operator",
    "Deployment ops site-operator",
  ]);
});

Deno.test("operatorMain() prints for either dialect, and what manifests() makes", async () => {
  const { out } = await main(plain, "manifests", "--image=site:1", "--dialect=orch");
  assertEquals(decodeYaml(out), plain.manifests({ image: "site:1", dialect: "orch" }));
  assert(out.includes("apiextensions.orch.io/v1") && !out.includes("k8s.io"), out);
});

Deno.test("operatorMain() says how it is used, and knows each flag that it names", async () => {
  for (const flag of ["--help", "-h"]) {
    const { code, out } = await main(plain, "run", flag);
    assertEquals(code, 0);
    for (const word of ["run ", "crds ", "rbac ", "manifests ", "release ", "Exit codes: 0"]) {
      assert(out.includes(word), word);
    }
    for (const [name] of out.matchAll(/--[a-z-]+(?= [A-Z]+ )/g)) {
      // A command that no operator has comes after the flags are known.
      const { err } = await main(plain, "nothing", `${name}=x`);
      assert(err.includes('unknown command "nothing"'), `${name}: ${err}`);
    }
  }
});

Deno.test("operatorMain() refuses what makes no sense, with exit code 2", async () => {
  const cases: [operator: DefinedOperator, args: string[], said: RegExp][] = [
    [plain, ["sing"], /unknown command "sing": write run, crds, rbac, manifests, release/],
    [plain, ["__proto__"], /unknown command "__proto__"/],
    [plain, ["crds", "more"], /unexpected argument "more"/],
    [plain, ["--sing"], /Unknown option '--sing'/],
    [plain, ["-x"], /Unknown option '-x'/],
    [plain, ["--listen"], /--listen/],
    [plain, ["--install=maybe"], /--install/],
    [plain, ["crds", "--install"], /--install is not of the command crds/],
    [plain, ["crds", "--image=a"], /--image is not of the command crds/],
    [plain, ["manifests", "--kubeconfig=a"], /--kubeconfig is not of the command manifests/],
    [plain, ["release", "-n", "a"], /--namespace is not of the command release/],
    [plain, ["--config=a", "--kubeconfig=b"], /are one: write one of them/],
    [plain, ["--image=a"], /--image is not of the command run/],
    [plain, ["rbac", "--dialect=klingon"], /"klingon": write orch or kubernetes/],
    [plain, ["rbac", "-n", "A b"], /--namespace is "A b": write lower-case/],
    [plain, ["rbac", "-n", ""], /--namespace is "": write lower-case/],
    [plain, ["--listen=here"], /--listen is "here": write HOST:PORT or PORT/],
    [plain, ["--listen=:65536"], /--listen is ":65536"/],
    [plain, ["--listen=::1:80"], /--listen is "::1:80"/],
    [plain, ["-v", "loud"], /--verbosity is "loud": write a number/],
    [plain, ["-v", "-1"], /verbosity/],
    [plain, ["--webhook-port=1"], /--webhook-port is given, and site-operator has no webhooks/],
    [plain, ["--webhook-url=https://a"], /--webhook-url is given, and .* has no webhooks/],
    [asked, ["--webhook-port=x"], /--webhook-port is "x": write a port/],
    [asked, ["--webhook-port=70000"], /--webhook-port is "70000"/],
    [asked, ["--webhook-url=http://a"], /--webhook-url is "http:\/\/a": write https:/],
  ];
  for (const [operator, args, said] of cases) {
    const { code, out, err } = await main(operator, ...args);
    assertEquals([code, out], [2, ""], `${args}: ${err}`);
    assert(said.test(err) && err.startsWith("site-operator: "), `${args}: ${err}`);
    assert(err.endsWith("; see site-operator --help"), err);
  }
});

Deno.test("operatorMain() fails with exit code 1 for what the surroundings lack", async () => {
  for (const command of ["run", "release"]) {
    const { code, err } = await main(plain, command, "--kubeconfig=/nowhere/at/all");
    assertEquals(code, 1);
    assert(err.includes("/nowhere/at/all") && !err.includes("--help"), err);
  }
});
