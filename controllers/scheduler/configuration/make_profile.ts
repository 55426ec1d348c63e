/**
 * Makes the plugins of a profile, and says who is asked where.
 *
 * @module
 */

import {
  type Plugin,
  type PluginMaker,
  type Point,
  POINTS,
  Profile,
  type SchedulerHandle,
} from "../framework/mod.ts";
import { ProfileMetrics } from "../framework/framework_metrics.ts";
import { DEFAULT_PLUGINS } from "../plugins/default_plugins.ts";
import { DEFAULT_ARGS } from "../plugins/plugin_args.ts";

/** Which plugins are switched on and off at a point, or at all. */
export interface PluginSet {
  readonly enabled: readonly { readonly name: string; readonly weight: number }[];
  /** Names; `*`: all. */
  readonly disabled: readonly string[];
}

/** What a profile says, complete. */
export interface ProfileSettings {
  readonly schedulerName: string;
  readonly percentageOfNodesToScore?: number | undefined;
  /** Switched at every point where a plugin can be asked. */
  readonly multiPoint?: PluginSet | undefined;
  /** Switched at one point: that goes before `multiPoint`. */
  readonly points?: Readonly<Partial<Record<Point, PluginSet>>> | undefined;
  /** What plugins are told, by their names. */
  readonly args?: ReadonlyMap<string, unknown> | undefined;
}

/** What a plugin has to have to be asked at a point: one of these functions. */
const ASKED: Readonly<Record<Point, readonly (keyof Plugin)[]>> = {
  preEnqueue: ["preEnqueue"],
  compare: ["compare"],
  preFilter: ["preFilter"],
  filter: ["filter"],
  postFilter: ["postFilter"],
  preScore: ["preScore"],
  score: ["score"],
  reserve: ["reserve", "unreserve"],
  permit: ["permit"],
  preBind: ["preBind"],
  bind: ["bind"],
  postBind: ["postBind"],
};

const ALL = "*";

interface Chosen {
  readonly name: string;
  /** 0: none is said, which is as much as 1. */
  readonly weight: number;
}

/** The profile of `settings`; `own`: makers besides the default ones, asked after these. */
export function makeProfile(
  settings: ProfileSettings,
  handle: SchedulerHandle,
  own: readonly PluginMaker[],
): Profile {
  const makers = new Map([...DEFAULT_PLUGINS, ...own].map((maker) => [maker.name, maker]));
  const made = new Map<string, Plugin>();
  const pluginOf = (name: string): Plugin => {
    let plugin = made.get(name);
    if (plugin === undefined) {
      const maker = makers.get(name);
      if (maker === undefined) throw unknownPlugin(settings.schedulerName, name, makers.keys());
      const args = settings.args?.get(name) ??
        (DEFAULT_ARGS as unknown as Record<string, unknown>)[name];
      plugin = maker.make(handle, args);
      made.set(name, plugin);
    }
    return plugin;
  };
  const defaults = [...DEFAULT_PLUGINS, ...own.map(({ name }) => ({ name, weight: 1 }))];
  const everywhere = mergedPlugins(defaults, settings.multiPoint);
  const weights = new Map(everywhere.map(({ name, weight }) => [name, weight || 1]));
  const plugins = Object.fromEntries(POINTS.map((point) => {
    const isAskable = ({ name }: Chosen) =>
      ASKED[point].some((one) => pluginOf(name)[one] !== undefined);
    const set = settings.points?.[point];
    for (const { name, weight } of set?.enabled ?? []) {
      if (point === "score") weights.set(name, weight || 1);
    }
    const chosen = placed(everywhere.filter(isAskable), set);
    const seen = new Set<string>();
    for (const one of chosen) {
      const enables = `the profile ${JSON.stringify(settings.schedulerName)} enables ${one.name}`;
      if (!isAskable(one)) {
        throw new TypeError(`${enables} at ${point}: it does nothing there; take it out`);
      }
      if (seen.has(one.name)) throw new TypeError(`${enables} twice at ${point}`);
      seen.add(one.name);
    }
    return [point, chosen.map(({ name }) => pluginOf(name))];
  })) as Record<Point, Plugin[]>;
  for (const point of ["compare", "bind"] as const) {
    if (plugins[point].length > 0 && (point !== "compare" || plugins[point].length === 1)) continue;
    const name = point === "compare" ? "queueSort" : point;
    throw new TypeError(
      `the profile ${JSON.stringify(settings.schedulerName)} has ${
        plugins[point].length
      } plugins ` +
        `at ${name}: ${point === "compare" ? "there has to be one" : "at least one is needed"}`,
    );
  }
  const { schedulerName, percentageOfNodesToScore } = settings;
  const metrics = new ProfileMetrics(schedulerName, handle);
  return new Profile({ schedulerName, percentageOfNodesToScore, plugins, weights, metrics });
}

/** Throws where profiles can't be those of one scheduler: all their pods wait in one queue. */
export function refuseMixedSorts(profiles: readonly Profile[]): void {
  const sorts = profiles.map((profile) => profile.namesAt("compare").join());
  const at = sorts.findIndex((sort) => sort !== sorts[0]);
  if (at < 0) return;
  throw new TypeError(
    `the profile ${JSON.stringify(profiles[at]!.schedulerName)} sorts pods by ${sorts[at]}, and ` +
      `${JSON.stringify(profiles[0]!.schedulerName)} by ${
        sorts[0]
      }: all have to do it by one plugin`,
  );
}

/** The defaults with what is switched: what is only given another weight stays where it was. */
export function mergedPlugins(defaults: readonly Chosen[], set: PluginSet | undefined): Chosen[] {
  if (set === undefined) return [...defaults];
  const enabled = new Map(set.enabled.map((one) => [one.name, one]));
  const disabled = new Set(set.disabled);
  const kept = disabled.has(ALL) ? [] : defaults.flatMap((one) => {
    if (disabled.has(one.name)) return [];
    return [enabled.get(one.name) ?? one];
  });
  const there = new Set(kept);
  return [...kept, ...set.enabled.filter((one) => !there.has(one))];
}

/**
 * What is there by itself and named for one point goes first, in the order in which it is named; then what is
 * there by itself; then what is only named.
 */
function placed(there: readonly Chosen[], set: PluginSet | undefined): Chosen[] {
  if (set === undefined) return [...there];
  const disabled = new Set(set.disabled);
  const kept = disabled.has(ALL) ? [] : there.filter(({ name }) => !disabled.has(name));
  const isIn = (chosen: readonly Chosen[]) => {
    const names = new Set(chosen.map(({ name }) => name));
    return ({ name }: Chosen) => names.has(name);
  };
  const [isKept, isNamed] = [isIn(kept), isIn(set.enabled)];
  return [
    ...set.enabled.filter(isKept),
    ...kept.filter((one) => !isNamed(one)),
    ...set.enabled.filter((one) => !isKept(one)),
  ];
}

function unknownPlugin(profile: string, name: string, known: Iterable<string>): TypeError {
  return new TypeError(
    `the profile ${JSON.stringify(profile)} names the plugin ${JSON.stringify(name)}: there are ` +
      [...known].join(", "),
  );
}
