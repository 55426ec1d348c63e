/**
 * Which groups and versions clients should prefer: the higher, the sooner.
 *
 * @module
 */

import { NAMES } from "../../toolkit/names.ts";

/** How a version of a group stands to others. */
export interface Priority {
  readonly group: number;
  readonly version: number;
}

type Rank = number | readonly [group: number, version: number];

/** Of groups whose names have no suffix. Versions count 15 unless they say more. */
const PLAIN: Readonly<Record<string, Rank>> = {
  "": [18000, 1],
  apps: 17800,
  autoscaling: 17500,
  batch: 17400,
  policy: 17100,
};

/** Of groups whose names have the suffix, by what stands before it. */
const SUFFIXED: Readonly<Record<string, Rank>> = {
  // What tells of servers behind this one comes first.
  apiregistration: 20_000,
  events: 17750,
  authentication: 17700,
  authorization: 17600,
  certificates: 17300,
  networking: 17200,
  "rbac.authorization": 17000,
  storage: 16800,
  apiextensions: 16700,
  admissionregistration: 16700,
  scheduling: 16600,
  coordination: 16500,
  settings: [16400, 9],
  auditregistration: [16400, 1],
  node: 16300,
  discovery: 16200,
  "flowcontrol.apiserver": [16100, 21],
  resource: [16200, 21],
};

const STABLE = 15;
/** Of versions before a stable one. */
const UNSTABLE = 9;
/** Of custom resources. */
const CUSTOM: Priority = { group: 1000, version: 100 };

const SUFFIXES = Object.values(NAMES).map(({ groupSuffix }) => `.${groupSuffix}`);

/** Undefined for groups that are not built in, whatever their names are like: `autoscaling.SUFFIX` is another's. */
function rankOf(group: string): Rank | undefined {
  const suffix = SUFFIXES.find((one) => group.endsWith(one)) ?? "";
  const ranks = suffix === "" ? PLAIN : SUFFIXED;
  const name = group.slice(0, group.length - suffix.length);
  return Object.hasOwn(ranks, name) ? ranks[name] : undefined;
}

/** The priority of a version that this server has. */
export function priorityOf(group: string, version: string): Priority {
  const known = rankOf(group);
  if (known === undefined) return CUSTOM;
  if (typeof known !== "number") return { group: known[0], version: known[1] };
  const [, major = "0"] = /^v(\d+)$/.exec(version) ?? [];
  return { group: known, version: major === "0" ? UNSTABLE : STABLE * Number(major) };
}
