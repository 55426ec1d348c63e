/**
 * A profile in force, as a file that says the same: every plugin that is there by itself, and what each is told.
 *
 * @module
 */

import type { schedulerConfigV1 } from "../../../toolkit/api/config/scheduler_config_v1.ts";
import { duration } from "../../../toolkit/flags/duration.ts";
import { DEFAULT_PLUGINS } from "../plugins/default_plugins.ts";
import { DEFAULT_ARGS, type PluginArgs } from "../plugins/plugin_args.ts";
import { mergedPlugins, type ProfileSettings } from "./make_profile.ts";

type FileProfile = Partial<schedulerConfigV1.KubeSchedulerProfile>;
type FileSet = Partial<schedulerConfigV1.PluginSet>;
type Named = Readonly<Record<string, unknown>>;

/** Points at which nothing is switched unless a file says so. */
const POINTS = [
  ...["preEnqueue", "queueSort", "preFilter", "filter", "postFilter", "preScore", "score"],
  ...["reserve", "permit", "preBind", "bind", "postBind", "placementGenerate", "placementScore"],
];

/** What a file says of a profile whose settings are these, with what it left out. `version`: of the file. */
export function effectiveProfile(
  said: FileProfile,
  { schedulerName, args = new Map() }: ProfileSettings,
  version: string,
): object {
  const { multiPoint = {}, ...points } = said.plugins ?? {};
  return {
    ...said,
    schedulerName,
    plugins: {
      ...Object.fromEntries(POINTS.map((point) => [point, {}])),
      ...points,
      multiPoint: everywhere(multiPoint),
    },
    pluginConfig: configsOf(said, args, version),
  };
}

function everywhere({ enabled = [], disabled = [] }: FileSet): object {
  const merged = mergedPlugins(DEFAULT_PLUGINS, {
    enabled: enabled.map(({ name, weight = 0 }) => ({ name, weight })),
    disabled: disabled.map(({ name }) => name),
  });
  return {
    enabled: merged.map(({ name, weight }) => ({ name, weight })),
    ...disabled.length > 0 && { disabled },
  };
}

/** Those that the file has come first, as it has them. */
function configsOf(
  { pluginConfig = [] }: FileProfile,
  args: ReadonlyMap<string, unknown>,
  version: string,
): object[] {
  const own = pluginConfig.map(({ name, args: said }) =>
    configOf(name, args.get(name), version, said as Named | undefined)
  );
  const named = new Set(pluginConfig.map(({ name }) => name));
  const others = Object.keys(DEFAULT_ARGS).filter((name) => !named.has(name)).sort();
  return [
    ...own,
    ...others.map((name) => configOf(name, args.get(name), version)),
  ];
}

function configOf(name: string, args: unknown, version: string, said: Named = {}): object {
  if (!(name in DEFAULT_ARGS)) return { name, args: said };
  const known = name as keyof PluginArgs;
  const told = args ?? DEFAULT_ARGS[known];
  const written = (WRITTEN[known] as (told: unknown, said: Named) => object)(told, said);
  return { name, args: { kind: `${name}Args`, apiVersion: version, ...said, ...written } };
}

/** How a file says what each plugin is told, where it says some of it. */
const WRITTEN: { readonly [N in keyof PluginArgs]: (told: PluginArgs[N], said: Named) => object } =
  {
    NodeResourcesFit: ({ scoringStrategy: { type, resources } }, said) => ({
      scoringStrategy: { ...said.scoringStrategy as object, type, resources },
    }),
    NodeResourcesBalancedAllocation: ({ resources }) => ({ resources }),
    NodeAffinity: () => ({}),
    InterPodAffinity: (told) => told,
    PodTopologySpread: ({ defaultingType }) => ({ defaultingType }),
    DefaultPreemption: (told) => told,
    VolumeBinding: (told) => told,
    DynamicResources: ({ filterTimeoutMs, bindingTimeoutMs }) => ({
      filterTimeout: duration.print(filterTimeoutMs) || "0s",
      bindingTimeout: duration.print(bindingTimeoutMs) || "0s",
    }),
  };
