/**
 * Cases of looking for devices, in the words of their tables.
 *
 * @module
 */

import { assertEquals } from "../toolkit/deps/assert.ts";
import type { resourceV1 } from "../toolkit/mod.ts";
import { DRIVER, type Trial, type TrialSlice, tried } from "./device_trial.ts";

export type Device = Partial<resourceV1.Device>;
type Exact = Partial<resourceV1.ExactDeviceRequest>;
type Claim = resourceV1.DeviceClaim;

/** A search, and what comes of it. */
export interface Case extends Omit<Trial, "claims"> {
  readonly claims: readonly Claim[];
  /** The devices of each claim by their requests; a text: why there are none. */
  readonly wanted: readonly (readonly string[])[] | string;
}

export const exact = (name: string, more: Exact = {}): resourceV1.DeviceRequest => ({
  name,
  exactly: { deviceClassName: "gpu", allocationMode: "ExactCount", count: 1, ...more },
});
export const choice = (
  name: string,
  ...of: readonly (readonly [string, Partial<resourceV1.DeviceSubRequest>])[]
): resourceV1.DeviceRequest => ({
  name,
  firstAvailable: of.map(([name, more]) => ({
    name,
    deviceClassName: "gpu",
    allocationMode: "ExactCount",
    count: 1,
    ...more,
  })),
});
export const claim = (...requests: resourceV1.DeviceRequest[]): Claim => ({ requests });
export const by = (expression: string): Exact => ({ selectors: [{ cel: { expression } }] });
export const all: Exact = { allocationMode: "All" };
export const slice = (
  devices: Readonly<Record<string, Device>>,
  more: TrialSlice = {},
): TrialSlice => ({
  devices: Object.entries(devices).map(([name, device]) => ({ name, ...device })),
  ...more,
});
export const plain = (...names: readonly string[]) =>
  slice(Object.fromEntries(names.map((name) => [name, {}])));
export const many = (count: number) => plain(...Array.from({ length: count }, (_, at) => `d${at}`));
export const has = (device: string, more: object = {}): resourceV1.AllocationResult => ({
  devices: { results: [{ request: "r", driver: DRIVER, pool: "n", device, ...more }] },
});
export const text = (value: string): Device => ({ attributes: { model: { string: value } } });
export const fills = (...counters: readonly (readonly [string, string])[]): Device => ({
  consumesCounters: [{
    counterSet: "card",
    counters: Object.fromEntries(counters.map(([name, value]) => [name, { value }])),
  }],
});
export const card = (memory: string, more: TrialSlice = {}): TrialSlice => ({
  name: "counters",
  sharedCounters: [{ name: "card", counters: { memory: { value: memory } } }],
  pool: { resourceSliceCount: 2 },
  ...more,
});
export const two: TrialSlice = { pool: { resourceSliceCount: 2 } };
export const shared = (memory: string, requestPolicy?: object): Device => ({
  allowMultipleAllocations: true,
  capacity: { memory: { value: memory, ...(requestPolicy && { requestPolicy }) } } as never,
});
export const wants = (memory: string): Exact => ({ capacity: { requests: { memory } } });
export const share = (device: string, memory: string) =>
  has(device, { shareID: "s", consumedCapacity: { memory } });
export const taint = (effect: string): Device => ({
  taints: [{ key: "bad", value: "x", effect: effect as never }],
});
export const onZone = (zone: string): TrialSlice => ({
  nodeSelector: {
    nodeSelectorTerms: [{ matchExpressions: [{ key: "zone", operator: "In", values: [zone] }] }],
  },
});

/** Tables of cases, by what they are of. */
export type Tables = Readonly<Record<string, Readonly<Record<string, Case>>>>;

/** Declares a test of each case. */
export function testTables(tables: Tables): void {
  for (const [table, cases] of Object.entries(tables)) {
    for (const [name, { wanted, ...trial }] of Object.entries(cases)) {
      Deno.test(`allocate() finds devices, ${table}: ${name}`, () => {
        assertEquals(shown(tried(trial)), wanted);
      });
    }
  }
}

function shown(found: ReturnType<typeof tried>): Case["wanted"] {
  if (typeof found === "string") return found;
  return found.map(({ devices }) =>
    (devices?.results ?? []).map(({ request, device, consumedCapacity }) => {
      const taken = Object.entries(consumedCapacity ?? {}).map(([name, text]) =>
        `:${name}=${text}`
      );
      return `${request}=${device}${taken.join("")}`;
    })
  );
}
