import { assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import { readPluginConfigurations } from "./configuration.ts";

const PLUGINS = [
  { name: "EventRateLimit", isConfigurable: true },
  { name: "PodNodeSelector", isConfigurable: true },
  { name: "LimitRanger" },
];
const HEAD = "apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\n";

/** Reads a file of this text, beside which there is `other.yaml`. */
async function read(text: string, dialect: "kubernetes" | "orch" = "kubernetes") {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/admission.yaml`, text);
    await Deno.writeTextFile(`${folder}/other.yaml`, "a: 1\n");
    const found = await readPluginConfigurations(`${folder}/admission.yaml`, dialect, PLUGINS);
    return Object.fromEntries([...found].map(([name, { value }]) => [name, value]));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("readPluginConfigurations() reads what is in the file, and in files beside it", async () => {
  assertEquals((await readPluginConfigurations("", "kubernetes", PLUGINS)).size, 0);
  const plugins = `plugins:
- name: EventRateLimit
  path: other.yaml
- name: PodNodeSelector
  path: nowhere.yaml
  configuration: {b: 2}
`;
  const expected = { EventRateLimit: { a: 1 }, PodNodeSelector: { b: 2 } };
  assertEquals(await read(HEAD + plugins), expected);
  const other = "apiVersion: apiserver.k8s.io/v1alpha1\nkind: AdmissionConfiguration\n";
  assertEquals(await read(other + plugins), expected);
  assertEquals(await read(HEAD.replace("k8s", "orch") + plugins, "orch"), expected);
  assertEquals(await read(HEAD + "plugins: [{name: EventRateLimit}]"), {});
});

Deno.test("readPluginConfigurations() takes a file of old for its plugins", async () => {
  const text = "imagePolicy: {a: 1}\npodNodeSelectorPluginConfig: {b: c}\n";
  const value = { imagePolicy: { a: 1 }, podNodeSelectorPluginConfig: { b: "c" } };
  assertEquals(await read(text), { ImagePolicyWebhook: value, PodNodeSelector: value });
});

Deno.test("readPluginConfigurations() refuses what nobody knows, naming the file", async () => {
  for (
    const [text, message] of [
      ["", /must hold one object/],
      ["a: 1", /has apiVersion "" and kind "": expected AdmissionConfiguration of apiserver/],
      [HEAD.replace("/v1", "/v2"), /apiVersion "apiserver.config.k8s.io\/v2"/],
      [HEAD.replace("k8s", "orch"), /apiVersion "apiserver.config.orch.io\/v1"/],
      [`${HEAD}---\na: 1`, /must hold one object/],
      [`${HEAD}kind: Other`, /--admission-control-config-file: .*admission\.yaml: /],
      [`${HEAD}plugins: {}`, /plugins must be a list, not an object/],
      [`${HEAD}more: 1`, /unknown field "more"/],
      [
        `${HEAD}plugins: [{name: Nothing}]`,
        /plugins\[0\]: name "Nothing" is no admission plugin's/,
      ],
      [`${HEAD}plugins: [{name: LimitRanger, path: other.yaml}]`, /without a configuration/],
      [`${HEAD}plugins: [{name: EventRateLimit, file: x}]`, /plugins\[0\]: unknown field "file"/],
      [`${HEAD}plugins: [{name: EventRateLimit, path: none.yaml}]`, /none\.yaml can't be read/],
      [
        `${HEAD}plugins: [{name: EventRateLimit, configuration: 1}]`,
        /configuration must be an object/,
      ],
      [
        `${HEAD}plugins: [{name: EventRateLimit, path: other.yaml}, {name: EventRateLimit, path: other.yaml}]`,
        /plugins\[1\]: name "EventRateLimit" is there twice/,
      ],
    ] as const
  ) await assertRejects(() => read(text), message);
  const missing = () => readPluginConfigurations("/nowhere/a.yaml", "kubernetes", PLUGINS);
  await assertRejects(
    missing,
    /^--admission-control-config-file: \/nowhere\/a\.yaml can't be read/,
  );
});
