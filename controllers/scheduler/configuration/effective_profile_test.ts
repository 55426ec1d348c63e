import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { effectiveProfile } from "./effective_profile.ts";

const VERSION = "example.com/v1";

interface Shown {
  readonly plugins: Readonly<Record<string, object>> & {
    readonly multiPoint: {
      readonly enabled: { name: string; weight: number }[];
      readonly disabled?: object[];
    };
  };
  readonly pluginConfig: { readonly name: string; readonly args: object }[];
}

function shown(said: object, args = new Map<string, unknown>()): Shown {
  return effectiveProfile(said, { schedulerName: "x", args }, VERSION) as Shown;
}

const set = (...names: string[]) => names.map((name) => ({ name }));

Deno.test("effectiveProfile() has what is there by itself, with the weights that are said, and what each is told", () => {
  const { plugins, pluginConfig } = shown({});
  const weights = plugins.multiPoint.enabled.map(({ name, weight }) => `${name}=${weight}`);
  assertEquals(weights.slice(0, 5), [
    ...["SchedulingGates=0", "PrioritySort=0", "NodeUnschedulable=0", "NodeName=0"],
    "TaintToleration=3",
  ]);
  assertEquals([plugins.filter, plugins.placementScore], [{}, {}]);
  assertEquals(pluginConfig.map(({ name }) => name), [
    ...["DefaultPreemption", "DynamicResources", "InterPodAffinity", "NodeAffinity"],
    ...["NodeResourcesBalancedAllocation", "NodeResourcesFit", "PodTopologySpread"],
    "VolumeBinding",
  ]);
  assertEquals(pluginConfig[1]?.args, {
    kind: "DynamicResourcesArgs",
    apiVersion: VERSION,
    filterTimeout: "10s",
    bindingTimeout: "10m0s",
  });
});

Deno.test("effectiveProfile() tells of plugins that are there what they are told: those of the file first", () => {
  const { plugins, pluginConfig } = shown(
    {
      plugins: {
        multiPoint: { enabled: set("VolumeBinding", "Own"), disabled: set("*") },
        score: { enabled: set("NodeAffinity") },
      },
      pluginConfig: [{ name: "Own", args: { a: 1 } }, { name: "VolumeBinding" }],
    },
    new Map([["VolumeBinding", { bindTimeoutSeconds: 7 }]]),
  );
  assertEquals(plugins.multiPoint, {
    enabled: [{ name: "VolumeBinding", weight: 0 }, { name: "Own", weight: 0 }],
    disabled: [{ name: "*", weight: 0 }],
  });
  assertEquals(plugins.score, { enabled: [{ name: "NodeAffinity", weight: 0 }] });
  assertEquals(pluginConfig, [
    { name: "Own", args: { a: 1 } },
    {
      name: "VolumeBinding",
      args: { kind: "VolumeBindingArgs", apiVersion: VERSION, bindTimeoutSeconds: 7 },
    },
    { name: "NodeAffinity", args: { kind: "NodeAffinityArgs", apiVersion: VERSION } },
  ]);
});

Deno.test("effectiveProfile() has resources that are ignored as extenders say", () => {
  const scoringStrategy = { type: "MostAllocated", resources: [{ name: "cpu", weight: 1 }] };
  const { pluginConfig: [config] } = shown(
    {
      plugins: { multiPoint: { enabled: set("NodeResourcesFit"), disabled: set("*") } },
      pluginConfig: [{ name: "NodeResourcesFit", args: { ignoredResources: ["example.com/a"] } }],
    },
    new Map([["NodeResourcesFit", {
      ignoredResources: ["example.com/b"],
      ignoredResourceGroups: [],
      scoringStrategy: { ...scoringStrategy, shape: [] },
    }]]),
  );
  assertEquals(config?.args, {
    kind: "NodeResourcesFitArgs",
    apiVersion: VERSION,
    ignoredResources: ["example.com/b"],
    scoringStrategy,
  });
});
