import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { chosenPlugins } from "../plugin.ts";
import { checkPluginFlags } from "./chosen.ts";
import { ADMISSION_PLUGINS, programPlugins } from "./plugins.ts";

Deno.test("checkPluginFlags() refuses names that are none, and those in both flags", () => {
  checkPluginFlags(["AlwaysPullImages"], ["LimitRanger"]);
  for (
    const [enabled, disabled, message] of [
      [["X"], [], 'enable-admission-plugins plugin "X" is unknown'],
      [[], ["limitranger"], 'disable-admission-plugins plugin "limitranger" is unknown'],
      [
        ["Priority", "LimitRanger", "Priority"],
        ["LimitRanger", "Priority"],
        "[LimitRanger Priority] in enable-admission-plugins and disable-admission-plugins overlapped",
      ],
      [["X"], ["X"], 'disable-admission-plugins plugin "X" is unknown, [X] in'],
    ] as const
  ) assertThrows(() => checkPluginFlags(enabled, disabled), new RegExp(escaped(message)));
});

const escaped = (text: string) => text.replaceAll(/[[\]]/g, "\\$&");

Deno.test("ADMISSION_PLUGINS are in the order of asking, and those of the reference on by default", () => {
  const names = ADMISSION_PLUGINS.map(({ name }) => name);
  assertEquals(new Set(names).size, names.length);
  const order = [
    "NamespaceAutoProvision",
    "NamespaceLifecycle",
    "PodPreset",
    "LimitRanger",
    "ServiceAccount",
    "PodSecurity",
    "Priority",
    "DefaultTolerationSeconds",
    "EventRateLimit",
    "RuntimeClass",
    "MutatingAdmissionPolicy",
    "MutatingAdmissionWebhook",
    "ValidatingAdmissionPolicy",
    "ValidatingAdmissionWebhook",
    "ResourceQuota",
    "AlwaysDeny",
  ];
  assertEquals(names.filter((name) => order.includes(name)), order);
  const on = (enabled: string[], disabled: string[]) =>
    chosenPlugins(ADMISSION_PLUGINS, enabled, disabled).map(({ name }) => name);
  const standard = on([], []);
  for (const name of ["AlwaysDeny", "NodeRestriction", "PodPreset", "AlwaysPullImages"]) {
    assertEquals(standard.includes(name), false, name);
  }
  for (const name of ["ServiceAccount", "PodSecurity", "ResourceQuota", "DefaultIngressClass"]) {
    assertEquals(standard.includes(name), true, name);
  }
  assertEquals(on(["AlwaysDeny"], standard), ["AlwaysDeny"]);
  assertEquals(programPlugins().map(({ name }) => name), [
    "NamespaceLifecycle",
    "MutatingAdmissionPolicy",
    "MutatingAdmissionWebhook",
    "ValidatingAdmissionPolicy",
    "ValidatingAdmissionWebhook",
  ]);
});
