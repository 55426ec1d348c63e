/**
 * The scheduler: gives each pod a node.
 *
 * @module
 */

import type { Runnable } from "../toolkit/runnable.ts";
import type { LoopParts } from "./loop/mod.ts";
import {
  makeProfile,
  type ProfileSettings,
  refuseMixedSorts,
} from "./scheduler/configuration/make_profile.ts";
import type { NodeExtender } from "./scheduler/framework/node_extender.ts";
import type { Plugin, PluginMaker, SchedulerHandle } from "./scheduler/framework/mod.ts";
import type { QueueState } from "./scheduler/queue/queue_state.ts";
import { Scheduler } from "./scheduler/scheduler.ts";

/** How a scheduler works. */
export interface SchedulerOptions {
  /**
   * Plugins besides the default ones, asked after these: themselves, or how they are made of what the
   * scheduler does for them. Default: none.
   */
  readonly plugins?: readonly (Plugin | PluginMaker)[] | undefined;
  /** Default: one, for pods that name no scheduler, with all plugins. */
  readonly profiles?: readonly ProfileSettings[] | undefined;
  /** The first rest of a pod after an attempt that failed. Default 1 s. */
  readonly initialBackoffMs?: number | undefined;
  /** The longest rest; 0: no pod rests. Default 10 s. */
  readonly maxBackoffMs?: number | undefined;
  /** After so long a pod that nothing helped is tried all the same. Default 5 min. */
  readonly mostWaitMs?: number | undefined;
  /** Of a hundred nodes so many are looked at. Default 0: by how many there are. */
  readonly percentageOfNodesToScore?: number | undefined;
  /** The machine that it runs on: with the name of the profile, events name it. Default: events name the profile. */
  readonly host?: string | undefined;
  /** Programs elsewhere that have a say. Default: none. */
  readonly extenders?: ((handle: SchedulerHandle) => readonly NodeExtender[]) | undefined;
}

/** A scheduler that runs until it is told to end, and can be asked. */
export interface RunnableScheduler extends Runnable {
  /**
   * What is known of a pod that has no node yet, by its `namespace/name`; undefined where that is nothing: it has
   * a node, or is another scheduler's.
   */
  stateOf(key: string): QueueState | undefined;
}

/** The scheduler of pods that name no other. */
const DEFAULT_SCHEDULER = "default-scheduler";

/**
 * Gives pods their nodes. It has started when it knows all nodes and pods. Throws a TypeError for options that
 * can't be.
 */
export function createScheduler(
  parts: LoopParts,
  options: SchedulerOptions = {},
): RunnableScheduler {
  const { plugins = [], profiles = [{ schedulerName: DEFAULT_SCHEDULER }] } = options;
  const { initialBackoffMs = 1000, maxBackoffMs = 10_000, mostWaitMs = 5 * 60_000 } = options;
  const names = profiles.map(({ schedulerName }) => schedulerName);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) {
    throw new TypeError(`profiles has ${JSON.stringify(twice)} twice: give each its own name`);
  }
  const makers = plugins.map((one): PluginMaker =>
    "make" in one ? one : { name: one.name, make: () => one }
  );
  const scheduler = new Scheduler(parts, {
    backoff: { initialMs: initialBackoffMs, maxMs: maxBackoffMs },
    mostWaitMs,
    percentageOfNodesToScore: options.percentageOfNodesToScore ?? 0,
    host: options.host,
    profiles(handle) {
      const made = profiles.map((profile) => makeProfile(profile, handle, makers));
      refuseMixedSorts(made);
      return made;
    },
    extenders: options.extenders ?? (() => []),
  });
  return {
    name: "scheduler",
    announcesStart: true,
    run: (running) => scheduler.run(running),
    stateOf: (key) => scheduler.stateOf(key),
  };
}
