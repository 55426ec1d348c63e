/**
 * The file of `--config`: profiles, rests of pods, leader election and the rates of the client.
 *
 * @module
 */

import type { schedulerConfigV1 } from "../../../toolkit/api/config/scheduler_config_v1.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { type Dialect, NAMES } from "../../../toolkit/names.ts";
import {
  readConfiguration,
  refuseConfiguration,
} from "../../../toolkit/process/configuration_text.ts";
import { parseDurationMs } from "../../../toolkit/values/mod.ts";
import type { ExtenderSettings } from "../extenders/extender_settings.ts";
import type { Point } from "../framework/mod.ts";
import { DEFAULT_ARGS } from "../plugins/plugin_args.ts";
import { effectiveDocument } from "./effective_document.ts";
import type { PluginSet, ProfileSettings } from "./make_profile.ts";
import { readExtenders } from "./read_extenders.ts";
import { readPluginArgs } from "./read_plugin_args.ts";

/** What a file says, complete. */
export interface SchedulerConfiguration {
  readonly profiles: readonly ProfileSettings[];
  readonly extenders: readonly ExtenderSettings[];
  readonly initialBackoffMs: number;
  readonly maxBackoffMs: number;
  readonly percentageOfNodesToScore: number;
  readonly client: {
    readonly config: string;
    readonly qps: number;
    readonly burst: number;
    readonly contentType: string;
  };
  /** Whether profiles are served. */
  readonly enableProfiling: boolean;
  /** Whether caches are filled only once this process leads. */
  readonly delaysCache: boolean;
  /** What of it has no effect, and why. */
  readonly notices: readonly string[];
  /** Undefined: without. */
  readonly election: ElectionSettings | undefined;
  /** A file that says all of it. */
  readonly document: object;
}

/** What holds in the place of what a file says. */
export interface Overrides {
  readonly leaderElection?: Partial<File["leaderElection"]>;
  readonly clientConnection?: Partial<File["clientConnection"]>;
  readonly enableProfiling?: boolean;
  readonly enableContentionProfiling?: boolean;
}

/** The lease that one of several schedulers holds. */
export interface ElectionSettings {
  readonly namespace: string;
  readonly name: string;
  readonly leaseMs: number;
  readonly renewMs: number;
  readonly retryMs: number;
}

type File = schedulerConfigV1.KubeSchedulerConfiguration;
type Wrong = (error: FieldError) => void;

const CONTENT_TYPE = /^(|application\/json|application\/vnd\.(kubernetes|orch)\.protobuf)$/i;
const KIND = "KubeSchedulerConfiguration";

/** Leases count in seconds. */
const LEAST_LEASE_MS = 1000;

/** Points by what a file calls them. */
const POINT_OF: Readonly<Record<string, Point>> = {
  preEnqueue: "preEnqueue",
  queueSort: "compare",
  preFilter: "preFilter",
  filter: "filter",
  postFilter: "postFilter",
  preScore: "preScore",
  score: "score",
  reserve: "reserve",
  permit: "permit",
  preBind: "preBind",
  bind: "bind",
  postBind: "postBind",
};

/** Reads the text of a file. Throws an error with all that is wrong. */
export function readSchedulerConfiguration(
  text: string,
  dialect: Dialect,
  overrides: Overrides = {},
): SchedulerConfiguration {
  const { object } = readConfiguration(text, {
    dialect,
    group: NAMES[dialect].configGroupScheduler,
    versions: ["v1"],
    kind: KIND,
  });
  const said = object as unknown as File;
  const file: File = {
    ...said,
    ...overrides,
    leaderElection: { ...said.leaderElection, ...overrides.leaderElection },
    clientConnection: { ...said.clientConnection, ...overrides.clientConnection },
  } as File;
  const errors: FieldError[] = [];
  const wrong: Wrong = (error) => errors.push(error);
  const {
    parallelism = 16,
    percentageOfNodesToScore = 0,
    podInitialBackoffSeconds = 1,
    podMaxBackoffSeconds = 10,
  } = file;
  const [initial, most] = [Number(podInitialBackoffSeconds), Number(podMaxBackoffSeconds)];
  if (parallelism <= 0) {
    const why = "should be an integer value greater than zero";
    wrong(FieldError.invalid(at("parallelism"), parallelism, why));
  }
  checkPercentage(percentageOfNodesToScore, at("percentageOfNodesToScore"), wrong);
  if (initial <= 0) {
    const why = "must be greater than 0";
    wrong(FieldError.invalid(at("podInitialBackoffSeconds"), initial, why));
  }
  if (most < initial) {
    const why = "must be greater than or equal to PodInitialBackoffSeconds";
    wrong(FieldError.invalid(at("podMaxBackoffSeconds"), most, why));
  }
  const extenders = readExtenders(file.extenders ?? [], NAMES[dialect], wrong);
  const profiles = readProfiles(file.profiles ?? [{}], dialect, wrong);
  const configuration = {
    profiles: profiles.map((profile) => without(extenders.ignoredResources, profile)),
    extenders: extenders.settings,
    initialBackoffMs: initial * 1000,
    maxBackoffMs: most * 1000,
    percentageOfNodesToScore,
    notices: noticesOf(file),
    client: readClient(file.clientConnection, dialect, wrong),
    enableProfiling: file.enableProfiling ?? true,
    delaysCache: file.delayCacheUntilActive ?? false,
    election: readElection(file.leaderElection, dialect, wrong),
  };
  refuseConfiguration(errors);
  return { ...configuration, document: effectiveDocument(file, configuration, dialect) };
}

/** A profile that does not count some resources: extenders do. */
function without(ignoredResources: readonly string[], profile: ProfileSettings): ProfileSettings {
  if (ignoredResources.length === 0) return profile;
  const name = "NodeResourcesFit";
  const said = (profile.args?.get(name) ?? DEFAULT_ARGS[name]) as typeof DEFAULT_ARGS[typeof name];
  return { ...profile, args: new Map(profile.args).set(name, { ...said, ignoredResources }) };
}

/** The text of a file that says nothing. */
export function defaultConfiguration(dialect: Dialect): string {
  return JSON.stringify({ apiVersion: `${NAMES[dialect].configGroupScheduler}/v1`, kind: KIND });
}

/** What is read and has no effect, each with why. */
function noticesOf(file: File): string[] {
  const { parallelism = 16, clientConnection: client, enableContentionProfiling } = file;
  const ignored: [field: string, isGiven: boolean, why: string][] = [
    ["parallelism", parallelism !== 16, "one thread decides"],
    [
      "clientConnection.acceptContentTypes",
      !!client?.acceptContentTypes,
      "the client chooses its own",
    ],
    [
      "enableContentionProfiling",
      enableContentionProfiling === true,
      "there are no locks to contend for",
    ],
  ];
  return ignored.filter(([, isGiven]) => isGiven).map(([field, , why]) =>
    `${field} has no effect: ${why}`
  );
}

function at(name: string): FieldPath {
  return FieldPath.of(name);
}

function checkPercentage(value: number, path: FieldPath, wrong: Wrong): void {
  if (value >= 0 && value <= 100) return;
  wrong(FieldError.invalid(path, value, "not in valid range [0-100]"));
}

function readClient(
  said: Partial<File["clientConnection"]> | undefined,
  dialect: Dialect,
  wrong: Wrong,
): SchedulerConfiguration["client"] {
  const { kubeconfig = "", qps = 0, burst = 0, contentType = "" } = said ?? {};
  const path = at("clientConnection");
  if (burst < 0) wrong(FieldError.invalid(path.child("burst"), burst, "must be non-negative"));
  if (!CONTENT_TYPE.test(contentType)) {
    const why = "only application/json and the media types of Protobuf are spoken";
    wrong(FieldError.invalid(path.child("contentType"), contentType, why));
  }
  return {
    config: kubeconfig,
    qps: qps || 50,
    burst: burst || 100,
    contentType: contentType || NAMES[dialect].protobufMediaType,
  };
}

function readElection(
  said: Partial<File["leaderElection"]> | undefined,
  dialect: Dialect,
  wrong: Wrong,
): ElectionSettings | undefined {
  const { leaderElect, resourceLock, resourceName, resourceNamespace } = said ?? {};
  if (leaderElect === false) return undefined;
  const path = at("leaderElection");
  if (resourceLock && resourceLock !== "leases") {
    const why = 'resourceLock value must be "leases"';
    wrong(FieldError.invalid(path.child("resourceLock"), resourceLock, why));
  }
  const names = NAMES[dialect];
  const time = (name: "leaseDuration" | "renewDeadline" | "retryPeriod", byDefault: number) => {
    const text = said?.[name];
    const ms = !text || text === "0s" ? byDefault : parseDurationMs(String(text));
    if (ms <= 0) {
      wrong(FieldError.invalid(path.child(name), text, "must be greater than zero"));
    } else if (name === "leaseDuration" && ms < LEAST_LEASE_MS) {
      wrong(FieldError.invalid(path.child(name), text, "must be a second at least"));
    }
    return ms;
  };
  const times = {
    leaseMs: time("leaseDuration", 15_000),
    renewMs: time("renewDeadline", 10_000),
    retryMs: time("retryPeriod", 2_000),
  };
  if (times.leaseMs <= times.renewMs) {
    const why = "must be greater than renewDeadline";
    wrong(FieldError.invalid(path.child("leaseDuration"), `${times.leaseMs} ms`, why));
  }
  if (times.renewMs <= times.retryMs * 1.2) {
    const why = "must be greater than 1.2 times retryPeriod";
    wrong(FieldError.invalid(path.child("renewDeadline"), `${times.renewMs} ms`, why));
  }
  return {
    namespace: resourceNamespace || names.namespaceSystem,
    name: resourceName || names.processScheduler,
    ...times,
  };
}

function readProfiles(
  profiles: readonly schedulerConfigV1.KubeSchedulerProfile[],
  dialect: Dialect,
  wrong: Wrong,
): ProfileSettings[] {
  const seen = new Set<string>();
  const sorts = new Set<string>();
  const read = profiles.map((profile, index) => {
    const path = at("profiles").index(index);
    const isOnly = profiles.length === 1;
    const { schedulerName = isOnly ? "default-scheduler" : "", percentageOfNodesToScore } = profile;
    if (schedulerName === "") wrong(FieldError.required(path.child("schedulerName")));
    if (seen.has(schedulerName)) {
      wrong(FieldError.duplicate(path.child("schedulerName"), schedulerName));
    }
    seen.add(schedulerName);
    if (percentageOfNodesToScore !== undefined) {
      const where = path.child("percentageOfNodesToScore");
      checkPercentage(percentageOfNodesToScore, where, wrong);
    }
    const { multiPoint, placementGenerate, placementScore, ...points } = profile.plugins ?? {};
    for (const [name, set] of Object.entries({ placementGenerate, placementScore })) {
      if ((set?.enabled ?? set?.disabled ?? []).length === 0) continue;
      const why = "placements of groups of pods are not there: take it out";
      wrong(FieldError.invalid(path.child("plugins", name), "", why));
    }
    // One that says nothing of plugins is as one that says nothing of these.
    sorts.add(JSON.stringify(readSet(points.queueSort ?? {})));
    return {
      schedulerName,
      percentageOfNodesToScore,
      multiPoint: multiPoint && readSet(multiPoint),
      points: Object.fromEntries(
        Object.entries(points).flatMap(([name, set]) =>
          set === undefined ? [] : [[POINT_OF[name]!, readSet(set)]]
        ),
      ),
      args: readArgs(profile.pluginConfig ?? [], dialect, path.child("pluginConfig"), wrong),
    };
  });
  if (sorts.size > 1) {
    const why = "all profiles have to have the same plugin there";
    wrong(FieldError.invalid(at("profiles").index(1).child("plugins", "queueSort"), "", why));
  }
  return read;
}

function readSet({ enabled = [], disabled = [] }: schedulerConfigV1.PluginSet): PluginSet {
  return {
    enabled: enabled.map(({ name, weight = 0 }) => ({ name, weight: weight || 1 })),
    disabled: disabled.map(({ name }) => name),
  };
}

function readArgs(
  configs: readonly schedulerConfigV1.PluginConfig[],
  dialect: Dialect,
  path: FieldPath,
  wrong: Wrong,
): Map<string, unknown> {
  const all = new Map<string, unknown>();
  for (const [index, { name, args }] of configs.entries()) {
    if (all.has(name)) wrong(FieldError.duplicate(path.index(index), name));
    const where = path.index(index).child("args");
    all.set(name, readPluginArgs(name, args ?? {}, dialect, where, wrong));
  }
  return all;
}
