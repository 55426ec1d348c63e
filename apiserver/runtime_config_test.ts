import { assertEquals, assertThrows } from "../toolkit/deps/assert.ts";
import { schemaOf } from "../toolkit/schema/mod.ts";
import { switchedResources } from "./runtime_config.ts";

const CASES: [config: Record<string, boolean>, resource: string, served: boolean][] = [
  [{}, "apps/v1/deployments", true],
  [{ "apps/v1": false }, "apps/v1/deployments", false],
  [{ "apps/v1": false }, "batch/v1/jobs", true],
  [{ "api/v1": false }, "v1/pods", false],
  [{ "api/all": false, "v1": true }, "v1/pods", true],
  [{ "api/all": false, "v1": true }, "apps/v1/deployments", false],
  [{ "api/ga": false, "api/all": true }, "apps/v1/deployments", false],
  [{ "apps/v1/deployments": false }, "apps/v1/deployments", false],
  [{ "apps/v1/deployments": false }, "apps/v1/daemonsets", true],
  [{ "apps/v1/deployments": true, "apps/v1": false }, "apps/v1/deployments", true],
  [{ "api/v1/pods": false }, "v1/pods", false],
  [{ "rbac.authorization.orch.io/v1/roles": false }, "rbac.authorization.k8s.io/v1/roles", false],
];

Deno.test("switchedResources() goes by the resource, its version, its stage", () => {
  for (const [config, name, served] of CASES) {
    const resource = schemaOf("kubernetes").resources.find(({ group, version, resource }) =>
      `${group === "" ? "" : `${group}/`}${version}/${resource}` === name
    )!;
    const isServed = switchedResources(config, "kubernetes");
    assertEquals(isServed(resource), served, `${JSON.stringify(config)} ${name}`);
  }
});

const REFUSED: [config: Record<string, boolean>, why: RegExp][] = [
  [{ "api/all": false }, /only api\/all=false/],
  [{ "apps/v2": true }, /"apps\/v2": no such group and version/],
  [{ "apps": true }, /no such group and version/],
  [{ "nothing.example.com/v1/things": true }, /no such group and version/],
  [{ "apps/v1/Deployments": false }, /"apps\/v1\/Deployments": .* lower case/],
  [{ "apps/v1/": false }, /lower case/],
  [{ "apps/v1/deployments/status": false }, /no such group and version/],
];

Deno.test("switchedResources() refuses what names nothing, and to serve nothing", () => {
  for (const [config, why] of REFUSED) {
    assertThrows(() => switchedResources(config, "kubernetes"), why);
  }
});
