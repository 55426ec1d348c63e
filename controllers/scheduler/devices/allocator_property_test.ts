// Random devices and claims. What holds of whatever is given, checked from the objects as they were written:
// no device twice, no counter and no capacity overdrawn, taints borne, constraints kept, each request met; and devices
// are found exactly where trying all ways finds some.

import { DRIVER, tried } from "../../../testing/device_trial.ts";
import { Random } from "../../../testing/random_objects.ts";
import { runs } from "../../../testing/requirements.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import type { resourceV1 } from "../../../toolkit/mod.ts";

interface MadeDevice {
  readonly name: string;
  readonly model: string | undefined;
  readonly tainted: boolean;
  /** How much of it there is, where several share it; 0: it is for one. */
  readonly memory: number;
  /** What it takes of the counter of its pool. */
  readonly uses: number;
  readonly held: "" | "whole" | "share";
}

interface MadeAlternative {
  readonly count: number | "all";
  readonly model: string | undefined;
  readonly tolerates: boolean;
  readonly admin: boolean;
  /** 0: nothing is said. */
  readonly memory: number;
}

interface Made {
  readonly devices: readonly MadeDevice[];
  /** Of the counter. */
  readonly total: number;
  readonly claims: readonly {
    readonly requests: readonly (readonly MadeAlternative[])[];
    readonly constraint: "" | "same" | "distinct";
  }[];
}

/** What a claim gets: the alternative of each request, and its devices. */
type Given = readonly (readonly { readonly of: number; readonly devices: readonly number[] }[])[];

const MODELS = ["x", "y", undefined];
const HELD_SHARE = 2;

function made(random: Random): Made {
  const devices = Array.from({ length: 1 + random.below(5) }, (_, at): MadeDevice => {
    const memory = random.chance(30) ? 1 + random.below(6) : 0;
    return {
      name: `d${at}`,
      model: random.pick(MODELS),
      tainted: random.chance(15),
      memory,
      uses: random.chance(40) ? 1 + random.below(3) : 0,
      held: !random.chance(25) ? "" : memory >= HELD_SHARE ? "share" : memory > 0 ? "" : "whole",
    };
  });
  const constrained = random.chance(40);
  const alternative = (isOnly: boolean): MadeAlternative => ({
    count: !constrained && random.chance(15) ? "all" : 1 + random.below(2),
    model: random.chance(30) ? random.pick(["x", "y"]) : undefined,
    tolerates: random.chance(20),
    admin: isOnly && random.chance(10),
    memory: random.chance(25) ? 1 + random.below(4) : 0,
  });
  return {
    devices,
    total: random.below(7),
    claims: Array.from({ length: 1 + random.below(2) }, () => ({
      requests: Array.from(
        { length: 1 + random.below(2) },
        () => random.chance(30) ? [alternative(false), alternative(false)] : [alternative(true)],
      ),
      constraint: constrained ? random.pick(["same", "distinct"] as const) : "",
    })),
  };
}

/** Whether a device may be had at all by an alternative. */
function isSelected(device: MadeDevice, alternative: MadeAlternative): boolean {
  return alternative.model === undefined || device.model === alternative.model;
}

function amountOf(device: MadeDevice, { memory }: MadeAlternative): number {
  return memory || device.memory;
}

function hasMemory(device: MadeDevice, alternative: MadeAlternative): boolean {
  if (device.memory === 0) return alternative.memory === 0;
  const held = device.held === "share" ? HELD_SHARE : 0;
  return amountOf(device, alternative) + held <= device.memory;
}

/** Whether what is given keeps all the rules. */
function isValid({ devices, total, claims }: Made, given: Given): boolean {
  const owners = new Map<number, number[]>();
  const memory = devices.map(({ held }) => held === "share" ? HELD_SHARE : 0);
  const isShared = devices.map(({ held }) => held === "share");
  let counter = devices.reduce((sum, { held, uses }) => sum + (held === "" ? 0 : uses), 0);
  const isOver = () => counter > total;
  for (const [index, requests] of given.entries()) {
    const values: (string | undefined)[] = [];
    for (const [request, { of, devices: its }] of requests.entries()) {
      const alternative = claims[index]!.requests[request]![of]!;
      if (new Set(its).size < its.length) return false;
      for (const at of its) {
        const device = devices[at]!;
        if (!isSelected(device, alternative)) return false;
        if (device.tainted && !alternative.tolerates) return false;
        if (!hasMemory(device, alternative)) return false;
        if (!alternative.admin && device.held === "whole") return false;
        const before = owners.get(at) ?? [];
        if (device.memory > 0) {
          memory[at]! += amountOf(device, alternative);
          if (memory[at]! > device.memory) return false;
          if (!isShared[at]) counter += device.uses;
          if (!isShared[at] && device.uses > 0 && isOver()) return false;
          isShared[at] = true;
        } else {
          if (alternative.admin ? before.includes(index) : before.length > 0) return false;
          owners.set(at, [...before, index]);
          counter += device.uses;
          if (device.uses > 0 && isOver()) return false;
        }
        values.push(device.model);
      }
    }
    const { constraint } = claims[index]!;
    if (constraint === "") continue;
    if (values.includes(undefined)) return false;
    const different = new Set(values).size;
    if (constraint === "same" ? different > 1 : different < values.length) return false;
  }
  return true;
}

/** Tries all ways. */
function isPossible(made: Made): boolean {
  const { devices, claims } = made;
  const places = claims.flatMap(({ requests }, claim) =>
    requests.map((alternatives, request) => ({ claim, request, alternatives }))
  );
  const given: { of: number; devices: number[] }[][] = claims.map(() => []);
  const tryFrom = (at: number): boolean => {
    const place = places[at];
    if (place === undefined) return isValid(made, given);
    for (const [of, alternative] of place.alternatives.entries()) {
      for (const chosen of waysOf(devices, alternative)) {
        given[place.claim]![place.request] = { of, devices: chosen };
        if (tryFrom(at + 1)) return true;
      }
    }
    given[place.claim]!.length = place.request;
    return false;
  };
  return tryFrom(0);
}

/** The sets of devices that an alternative could have if there was nothing else. */
function waysOf(devices: readonly MadeDevice[], alternative: MadeAlternative): number[][] {
  const all = [...devices.keys()].filter((at) =>
    isSelected(devices[at]!, alternative) && hasMemory(devices[at]!, alternative)
  );
  if (alternative.count === "all") return all.length === 0 ? [] : [all];
  if (alternative.count === 1) return all.map((at) => [at]);
  return all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other]));
}

function asked(
  { count, model, tolerates, admin, memory }: MadeAlternative,
): resourceV1.ExactDeviceRequest {
  const attributes = `device.attributes["${DRIVER}"]`;
  return {
    deviceClassName: "gpu",
    allocationMode: count === "all" ? "All" : "ExactCount",
    ...(count !== "all" && { count }),
    ...(model !== undefined && {
      selectors: [{
        cel: { expression: `has(${attributes}.model) && ${attributes}.model == "${model}"` },
      }],
    }),
    ...(tolerates && { tolerations: [{ operator: "Exists" }] }),
    ...(admin && { adminAccess: true }),
    ...(memory > 0 && { capacity: { requests: { memory: `${memory}Gi` } } }),
  };
}

function found({ devices, total, claims }: Made): Given | undefined {
  const results = tried({
    slices: [
      {
        name: "counters",
        sharedCounters: [{ name: "card", counters: { memory: { value: `${total}` } } }],
        pool: { resourceSliceCount: 2 },
      },
      {
        pool: { resourceSliceCount: 2 },
        devices: devices.map(({ name, model, tainted, memory, uses }) => ({
          name,
          ...(model !== undefined && { attributes: { model: { string: model } } }),
          ...(tainted && { taints: [{ key: "bad", effect: "NoSchedule" as const }] }),
          ...(memory > 0 && {
            allowMultipleAllocations: true,
            capacity: { memory: { value: `${memory}Gi` } },
          }),
          ...(uses > 0 && {
            consumesCounters: [{ counterSet: "card", counters: { memory: { value: `${uses}` } } }],
          }),
        })),
      },
    ],
    held: devices.filter(({ held }) => held !== "").map(({ name, held }) => ({
      devices: {
        results: [{
          request: "r",
          driver: DRIVER,
          pool: "n",
          device: name,
          ...(held === "share" && {
            shareID: "s",
            consumedCapacity: { memory: `${HELD_SHARE}Gi` },
          }),
        }],
      },
    })),
    claims: claims.map(({ requests, constraint }) => ({
      requests: requests.map((alternatives, at) => ({
        name: `r${at}`,
        ...(alternatives.length === 1 ? { exactly: asked(alternatives[0]!) } : {
          firstAvailable: alternatives.map((one, of) => ({ name: `a${of}`, ...asked(one) })),
        }),
      })),
      ...(constraint !== "" && {
        constraints: [
          constraint === "same"
            ? { matchAttribute: `${DRIVER}/model` }
            : { distinctAttribute: `${DRIVER}/model` },
        ],
      }),
    })),
  });
  if (typeof results === "string") {
    assertEquals(results, "");
    return undefined;
  }
  return results.map(({ devices }, claim) =>
    claims[claim]!.requests.map((alternatives, at) => {
      const its = devices!.results!.filter(({ request }) => request.split("/")[0] === `r${at}`);
      const [, alternative = "a0"] = its[0]!.request.split("/");
      const of = Number(alternative.slice(1));
      const { count } = alternatives[of]!;
      assert(count === "all" || its.length === count, "as many as it asks for");
      return { of, devices: its.map(({ device }) => Number(device.slice(1))) };
    })
  );
}

Deno.test("allocate() gives what may be given, wherever that is possible", () => {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
  const random = new Random(seed);
  let possible = 0;
  const count = runs(1500);
  for (let run = 0; run < count; run++) {
    const state = random.state;
    const one = made(random);
    const where = `seed ${seed}, new Random(${state}): ${JSON.stringify(one)}`;
    const given = found(one);
    assertEquals(given !== undefined, isPossible(one), where);
    if (given === undefined) continue;
    possible++;
    assert(isValid(one, given), `${where}: ${JSON.stringify(given)}`);
  }
  // Otherwise little would have been shown.
  assert(possible > count / 10 && possible < count * 9 / 10, `${possible} of ${count}`);
});
