import { FakeClock } from "../../../toolkit/clock.ts";
import { assertEquals, assertThrows } from "../../../toolkit/deps/assert.ts";
import { Registry } from "../../../toolkit/metrics/mod.ts";
import { silentLogger } from "../../../toolkit/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import type { Point, SchedulerHandle } from "../framework/mod.ts";
import { createScheduler } from "../../scheduler.ts";
import { makeProfile, type PluginSet } from "./make_profile.ts";

const handle = {
  client: { names: NAMES.kubernetes },
  informers: { of: () => ({ lister: {} }) },
  clock: new FakeClock(),
  logger: silentLogger,
  metrics: new Registry(),
} as unknown as SchedulerHandle;

const parts = { ...handle, random: () => 0 } as unknown as Parameters<typeof createScheduler>[0];

const set = (enabled: readonly string[], disabled: readonly string[] = []): PluginSet => ({
  enabled: enabled.map((name) => ({ name, weight: 1 })),
  disabled,
});

/** Who is asked at a point of a profile that has no other plugins than these everywhere. */
function asked(everywhere: readonly string[], point: Point, there: PluginSet): readonly string[] {
  const multiPoint = set(["PrioritySort", "DefaultBinder", ...everywhere], ["*"]);
  return makeProfile({ schedulerName: "s", multiPoint, points: { [point]: there } }, handle, [])
    .namesAt(point);
}

Deno.test("makeProfile() has those that are everywhere and named at a point go first, and those only there last", () => {
  assertEquals(
    asked(
      ["NodeName", "NodePorts", "TaintToleration"],
      "filter",
      set(["NodeAffinity", "TaintToleration", "NodePorts"], ["NodePorts"]),
    ),
    ["TaintToleration", "NodeName", "NodeAffinity", "NodePorts"],
  );
  assertEquals(asked(["NodeName"], "filter", set(["NodeAffinity"], ["*"])), ["NodeAffinity"]);
});

Deno.test("makeProfile() refuses a plugin that is named twice", () => {
  const twice = /"s" enables NodeName twice at filter/;
  assertThrows(() => asked([], "filter", set(["NodeName", "NodeName"])), twice);
  assertThrows(() => asked(["NodeName", "NodeName"], "filter", set([])), twice);
  const multiPoint = set(["NodeName", "NodeName"]);
  assertThrows(() => makeProfile({ schedulerName: "s", multiPoint }, handle, []), twice);
});

Deno.test("createScheduler() refuses profiles that sort pods differently, by whatever they say so", () => {
  const plugins = [{ name: "ByAge", compare: () => 0 }];
  const off = set([], ["ByAge"]);
  const own = { enabled: [], disabled: ["PrioritySort"] };
  const profiles = (second: object) => [
    { schedulerName: "a", points: { compare: off } },
    { schedulerName: "b", ...second },
  ];
  assertThrows(
    () => createScheduler(parts, { plugins, profiles: profiles({ multiPoint: own }) }),
    /"b" sorts pods by ByAge, and "a" by PrioritySort: all have to do it by one plugin/,
  );
  createScheduler(parts, { plugins, profiles: profiles({ multiPoint: off }) });
});
