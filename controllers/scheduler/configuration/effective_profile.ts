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
  const plugins = pluginsOf(said);
  const named = (said.pluginConfig ?? []).map(({ name }) => name);
  const enabled = new Set(
    Object.values(plugins).flatMap(({ enabled = [] }) => enabled).map(nameOf),
  );
  const others = Object.keys(DEFAULT_ARGS).filter((one) =>
    enabled.has(one) && !named.includes(one)
  );
  return {
    ...said,
    schedulerName,
    plugins,
    // Those that the file has come first.
    pluginConfig: [
      ...(said.pluginConfig ?? []).map(({ name, args: own }) =>
        configOf(name, args.get(name), version, own as Named | undefined)
      ),
      ...others.sort().map((name) => configOf(name, args.get(name), version)),
    ],
  };
}

const nameOf = ({ name }: { readonly name: string }) => name;

function pluginsOf({ plugins: { multiPoint = {}, ...points } = {} }: FileProfile) {
  const all: Record<string, FileSet> = Object.fromEntries(POINTS.map((point) => [point, {}]));
  for (const [point, set] of Object.entries(points)) all[point] = weighed(set);
  const { enabled, disabled = [] } = weighed(multiPoint);
  const merged = mergedPlugins(DEFAULT_PLUGINS, {
    enabled: enabled ?? [],
    disabled: disabled.map(nameOf),
  });
  const shown = merged.map(({ name, weight }) => ({ name, weight }));
  all.multiPoint = { enabled: shown, ...disabled.length > 0 && { disabled } };
  return all;
}

/** A set with the weights that nobody says. */
function weighed(set: FileSet): FileSet & { enabled?: { name: string; weight: number }[] } {
  const complete = ({ name, weight = 0 }: { name: string; weight?: number }) => ({ name, weight });
  return {
    ...set.enabled !== undefined && { enabled: set.enabled.map(complete) },
    ...set.disabled !== undefined && { disabled: set.disabled.map(complete) },
  };
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
    NodeResourcesFit: ({ scoringStrategy: { type, resources }, ignoredResources }, said) => ({
      // Those of extenders are in them.
      ...ignoredResources.length > 0 && { ignoredResources },
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
