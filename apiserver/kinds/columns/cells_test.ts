/** What cells of tables show of objects in states that are seldom met. */
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { schemaOf } from "../../../toolkit/schema/mod.ts";
import { Since } from "../../bodies/since.ts";
import { rulesOf } from "../declarations.ts";

const NOW = Date.parse("2026-01-01T01:00:00Z");
const schema = schemaOf("kubernetes");

/** A cell of an object's row. */
function cellOf(resource: string, column: string, object: JsonObject): unknown {
  const found = schema.resources.find((one) => one.resource === resource);
  const type = found && schema.kind(found.group, found.version, found.kind);
  const columns = type && rulesOf(type.package, resource, NAMES.kubernetes).columns;
  const index = columns?.definitions.findIndex(({ name }) => name === column) ?? -1;
  const cell = columns?.cells({ metadata: { name: "x" }, ...object })[index];
  return cell instanceof Since ? cell.at(NOW) : cell;
}

/** In the order of `key=value`, in which `-` and `/` come before the sign between the two. */
const LABELS = { a: "1", "a-b": "2", "a/b": "3" };
const IN_ORDER = "a-b=2,a/b=3,a=1";

const about = { involvedObject: { kind: "Pod", name: "p" } };
const seen = { firstTimestamp: "2026-01-01T00:00:00Z", lastTimestamp: "2026-01-01T00:30:00Z" };
const series = (series: JsonObject) => ({ ...about, ...seen, count: 5, series });

const CELLS: readonly [
  resource: string,
  column: string,
  of: string,
  object: JsonObject,
  cell: unknown,
][] = [
  [
    "daemonsets",
    "Node Selector",
    "labels with a common beginning",
    { spec: { template: { spec: { nodeSelector: LABELS } } } },
    IN_ORDER,
  ],
  ["daemonsets", "Node Selector", "no labels", { spec: { template: { spec: {} } } }, "<none>"],
  [
    "replicationcontrollers",
    "Selector",
    "labels with a common beginning",
    { spec: { selector: LABELS } },
    IN_ORDER,
  ],
  [
    "replicationcontrollers",
    "Selector",
    "a value that no label can have",
    { spec: { selector: { a: "_" } } },
    "a=_",
  ],
  [
    "podtemplates",
    "Pod Labels",
    "labels with a common beginning",
    { template: { metadata: { labels: LABELS } } },
    IN_ORDER,
  ],
  [
    "services",
    "Selector",
    "labels with a common beginning",
    { spec: { selector: LABELS } },
    IN_ORDER,
  ],
  ["ingressclasses", "Name", "a class like others", {}, "x"],
  [
    "ingressclasses",
    "Name",
    "the default",
    {
      metadata: {
        name: "x",
        annotations: { "ingressclass.kubernetes.io/is-default-class": "true" },
      },
    },
    "x (default)",
  ],
  [
    "storageclasses",
    "Name",
    "the default",
    {
      metadata: {
        name: "x",
        annotations: { "storageclass.kubernetes.io/is-default-class": "true" },
      },
    },
    "x (default)",
  ],
  ["storageclasses", "VolumeBindingMode", "a class without one", {}, "Immediate"],
  ["events", "Last Seen", "an event", { ...about, ...seen }, "30m"],
  [
    "events",
    "Last Seen",
    "a series",
    series({ count: 9, lastObservedTime: "2026-01-01T00:40:00.000000Z" }),
    "20m",
  ],
  ["events", "Last Seen", "a series without a time", series({ count: 9 }), "<unknown>"],
  ["events", "Count", "an event", { ...about, count: 5 }, 5],
  ["events", "Count", "an event without a count", about, 1],
  ["events", "Count", "a series", series({ count: 9 }), 9],
  ["events", "Count", "a series of none", series({ count: 0 }), 0],
  [
    "certificatesigningrequests",
    "Condition",
    "a request with both outcomes",
    { spec: {}, status: { conditions: [{ type: "Approved" }, { type: "Denied" }] } },
    "Denied",
  ],
];

for (const [resource, column, of, object, cell] of CELLS) {
  Deno.test(`the cell ${column} of ${resource} shows ${of}`, () => {
    assertEquals(cellOf(resource, column, object), cell);
  });
}
