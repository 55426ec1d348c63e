import { testKind } from "../../../testing/kind_tables.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { assert, assertThrows } from "../../../toolkit/deps/assert.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { daemonSetRules } from "./daemon_set.ts";

const VALID = {
  spec: {
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" } },
      spec: { containers: [{ name: "main", image: "nginx" }] },
    },
  },
} as unknown as JsonObject;
/** A daemon set that has had so many templates. */
const templates = (count: string) => ({
  metadata: { annotations: { "deprecated.daemonset.template.generation": count } },
});

testKind({
  group: "apps",
  resource: "daemonsets",
  valid: VALID,
  defaults: [
    [
      "a way to roll that nobody goes",
      { spec: { updateStrategy: { type: "OnDelete", rollingUpdate: {} } } },
      { spec: { updateStrategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 0 } } } },
    ],
    ["a count of templates", {}, templates("1")],
    ["a count of templates that was sent", templates("+7"), templates("7")],
    ["a count of templates below one", templates("-3"), templates("1")],
  ],
  updates: [
    {
      name: "the template, which counts",
      from: templates("3"),
      to: { spec: { template: { spec: { hostNetwork: true } } } },
      becomes: templates("4"),
    },
    {
      name: "anything else, which does not count",
      from: templates("3"),
      to: { spec: { minReadySeconds: 2 }, ...templates("9") },
      becomes: templates("3"),
    },
    {
      name: "to no count",
      from: templates("3"),
      to: { metadata: { annotations: null } },
      becomes: templates("3"),
    },
    {
      name: "the count with the status",
      through: "status",
      from: templates("3"),
      to: { status: { numberReady: 1 }, ...templates("9") },
      becomes: templates("3"),
    },
  ],
});

Deno.test("daemonsets whose count of templates is no number are no daemon sets", () => {
  const { setDefaults, subresources } = daemonSetRules(NAMES.kubernetes);
  for (
    const [count, why] of [
      ["x", "invalid syntax"],
      ["", "invalid syntax"],
      ["9223372036854775808", "value out of range"],
    ] as const
  ) {
    const set = structuredClone({ ...VALID, ...templates(count) }) as JsonObject;
    for (const fillIn of [setDefaults, subresources?.status?.setDefaults]) {
      assert(fillIn !== undefined);
      assertThrows(
        () => fillIn(set),
        'DaemonSet in version "v1" cannot be handled as a DaemonSet: strconv.ParseInt: parsing ' +
          `"${count}": ${why}`,
      );
    }
  }
});
