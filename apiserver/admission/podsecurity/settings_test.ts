import { assertEquals, assertThrows } from "../../../toolkit/deps/assert.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { printLevel } from "./level.ts";
import { readPodSecuritySettings } from "./settings.ts";

const GROUP = "pod-security.admission.config";
const read = (value: JsonObject, apiVersion = `${GROUP}.k8s.io/v1`, dialect = "kubernetes") =>
  readPodSecuritySettings({
    value: { apiVersion, kind: "PodSecurityConfiguration", ...value } as JsonObject,
    where: "the file",
  }, dialect as "kubernetes");

Deno.test("readPodSecuritySettings() reads defaults and exemptions of each version and dialect", () => {
  for (const version of ["v1", "v1beta1", "v1alpha1"]) {
    const { defaults, users, namespaces, runtimeClasses } = read({
      defaults: { enforce: "baseline", "enforce-version": "v1.20", warn: "restricted" },
      exemptions: { usernames: ["a:b"], namespaces: ["n"], runtimeClasses: ["r.x"] },
    }, `${GROUP}.k8s.io/${version}`);
    assertEquals([defaults.enforce, defaults.audit, defaults.warn].map(printLevel), [
      "baseline:v1.20",
      "privileged:latest",
      "restricted:latest",
    ]);
    assertEquals([[...users], [...namespaces], [...runtimeClasses]], [["a:b"], ["n"], ["r.x"]]);
  }
  assertEquals(read({}, `${GROUP}.orch.io/v1`, "orch").users.size, 0);
  assertEquals(readPodSecuritySettings(undefined, "orch").namespaces.size, 0);
});

Deno.test("readPodSecuritySettings() refuses what is wrong, naming the file and all that is", () => {
  for (
    const [value, message] of [
      [{ kind: "Other" }, /the file: has apiVersion .* and kind "Other"/],
      [{ apiVersion: `${GROUP}.k8s.io/v2` }, /v2/],
      [{ apiVersion: `${GROUP}.orch.io/v1` }, /orch\.io/],
      [{ more: 1 }, /unknown field "more"/],
      [{ defaults: { Enforce: "baseline" } }, /the file: defaults: unknown field "Enforce"/],
      [{ defaults: { enforce: 1 } }, /enforce must be a text/],
      [{ exemptions: { users: [] } }, /unknown field "users"/],
      [{ exemptions: { usernames: [1] } }, /usernames\[0\] must be a text/],
      [
        { defaults: { enforce: "x", "warn-version": "1.2" } },
        /\[defaults\.enforce: Invalid value: "x": must be one of privileged, baseline, restricted, defaults\.warn-version: Invalid value: "1\.2": must be "latest" or "v1\.x"\]/,
      ],
      [
        { exemptions: { namespaces: ["A", "n", "n"] } },
        /exemptions\.namespaces\[0\]: Invalid value: "A": .*exemptions\.namespaces\[2\]: Duplicate value: "n"/,
      ],
      [
        { exemptions: { usernames: [""] } },
        /usernames\[0\]: Invalid value: "": username must not be/,
      ],
      [{ exemptions: { runtimeClasses: ["a_b"] } }, /runtimeClasses\[0\]: Invalid value: "a_b"/],
    ] as const
  ) assertThrows(() => read(value), message);
});
