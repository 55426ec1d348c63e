/** Tables: of pools, counters, devices that several share, and how long is looked, the devices that each claim gets. */
import {
  all,
  by,
  card,
  claim,
  type Device,
  exact,
  fills,
  has,
  onZone,
  share,
  shared,
  slice,
  type Tables,
  testTables,
  text,
  two,
  wants,
} from "../../../testing/device_case.ts";
import { DRIVER } from "../../../testing/device_trial.ts";

const CASES: Tables = {
  pools: {
    "the newest slices alone": {
      slices: [
        slice({ old: {} }, { name: "one" }),
        slice({ new: {} }, { name: "two", pool: { generation: 2 } }),
      ],
      claims: [claim(exact("r"))],
      wanted: [["r=new"]],
    },
    "a newer slice of another node, and not all of the older ones": {
      slices: [
        slice({ old: {} }, { name: "one", ...two }),
        slice({ new: {} }, { name: "two", pool: { generation: 2 }, nodeName: "other" }),
      ],
      claims: [claim(exact("r"))],
      wanted: "",
    },
    "one that is not whole yet": {
      slices: [slice({ a: {} }, two)],
      claims: [claim(exact("r"))],
      wanted: "",
    },
    "all of one that is not whole yet": {
      slices: [slice({ a: {} }, two)],
      claims: [claim(exact("r", all))],
      wanted: "claim default/c0, request r: asks for all devices, but resource pool " +
        `${DRIVER}/n is currently being updated`,
    },
    "the rest of it is elsewhere": {
      slices: [
        slice({ a: {} }, { name: "one", ...two }),
        slice({ b: {} }, { name: "two", ...two, nodeName: "other" }),
      ],
      claims: [claim(exact("r", all))],
      wanted: [["r=a"]],
    },
    "a device that is there twice": {
      slices: [
        slice({ a: {} }, { name: "one", ...two }),
        slice({ a: {} }, { name: "two", ...two }),
      ],
      claims: [claim(exact("r"))],
      wanted: "invalid resource pools were encountered",
    },
    "all devices, one pool of which is invalid": {
      slices: [
        slice({ a: {} }, { name: "one", ...two }),
        slice({ a: {} }, { name: "two", ...two }),
      ],
      claims: [claim(exact("r", all))],
      wanted: "claim default/c0, request r: asks for all devices, but resource pool " +
        `${DRIVER}/n is currently invalid`,
    },
    "in the order of their names, those that take time last": {
      slices: [
        slice({ a: { bindingConditions: ["Ready"], bindingFailureConditions: ["Broken"] } }, {
          name: "one",
          pool: { name: "a" },
        }),
        slice({ c: {} }, { name: "two", pool: { name: "c" } }),
        slice({ b: {} }, { name: "three", pool: { name: "b" } }),
      ],
      claims: [claim(exact("r", { count: 3 }))],
      wanted: [["r=b", "r=c", "r=a"]],
    },
    "slices in the order of their names": {
      slices: [
        slice({ b: {} }, { name: "two", ...two }),
        slice({ a: {} }, { name: "one", ...two }),
      ],
      claims: [claim(exact("r"))],
      wanted: [["r=a"]],
    },
    "by the labels of the node": {
      slices: [
        slice({ a: {} }, { name: "one", pool: { name: "a" }, ...onZone("x") }),
        slice({ b: {} }, { name: "two", pool: { name: "b" }, ...onZone("y") }),
      ],
      labels: { zone: "y" },
      claims: [claim(exact("r"))],
      wanted: [["r=b"]],
    },
    "each device says where it is": {
      slices: [
        slice({ a: { nodeName: "other" }, b: onZone("x") as Device, c: { allNodes: true } }, {
          perDeviceNodeSelection: true,
        }),
      ],
      claims: [claim(exact("r", all))],
      wanted: [["r=c"]],
    },
  },
  counters: {
    "as much as there is": {
      slices: [
        card("8Gi"),
        slice({
          a: fills(["memory", "4Gi"]),
          b: fills(["memory", "5Gi"]),
          c: fills(["memory", "4Gi"]),
        }, two),
      ],
      claims: [claim(exact("r", { count: 2 }))],
      wanted: [["r=a", "r=c"]],
    },
    "what others have counts": {
      slices: [
        card("8Gi"),
        slice({ a: fills(["memory", "4Gi"]), b: fills(["memory", "5Gi"]) }, two),
      ],
      held: [has("a")],
      claims: [claim(exact("r"))],
      wanted: "",
    },
    "what others have on other nodes counts too": {
      slices: [
        card("8Gi", { pool: { resourceSliceCount: 3 } }),
        slice({ a: fills(["memory", "5Gi"]) }, { name: "here", pool: { resourceSliceCount: 3 } }),
        slice({ b: fills(["memory", "4Gi"]) }, {
          name: "there",
          nodeName: "other",
          pool: { resourceSliceCount: 3 },
        }),
      ],
      held: [has("b")],
      claims: [claim(exact("r"))],
      wanted: "",
    },
    "counters that are not there": {
      slices: [card("8Gi"), slice({ a: fills(["cores", "1"]) }, two)],
      claims: [claim(exact("r"))],
      wanted: "invalid resource pools were encountered",
    },
    "who shares a device shares its counters": {
      slices: [
        card("4Gi"),
        slice({ a: { ...fills(["memory", "4Gi"]), ...shared("10Gi") } }, two),
      ],
      held: [share("a", "1Gi")],
      claims: [claim(exact("r", wants("1Gi")), exact("s", wants("1Gi")))],
      wanted: [["r=a:memory=1Gi", "s=a:memory=1Gi"]],
    },
  },
  capacity: {
    "requests share a device": {
      slices: [slice({ a: shared("10Gi") })],
      claims: [claim(exact("r", wants("4Gi")), exact("s", wants("6Gi")))],
      wanted: [["r=a:memory=4Gi", "s=a:memory=6Gi"]],
    },
    "no more than is left": {
      slices: [slice({ a: shared("10Gi"), b: shared("10Gi") })],
      held: [share("a", "5Gi")],
      claims: [claim(exact("r", wants("6Gi")))],
      wanted: [["r=b:memory=6Gi"]],
    },
    "all of it where nothing is said": {
      slices: [slice({ a: shared("10Gi") })],
      claims: [claim(exact("r")), claim(exact("s"))],
      wanted: "",
    },
    "the default where nothing is said": {
      slices: [slice({ a: shared("10Gi", { default: "5Gi" }) })],
      claims: [claim(exact("r")), claim(exact("s"))],
      wanted: [["r=a:memory=5Gi"], ["s=a:memory=5Gi"]],
    },
    "up to the next value": {
      slices: [slice({ a: shared("10Gi", { default: "1Gi", validValues: ["1Gi", "4Gi"] }) })],
      claims: [claim(exact("r", wants("2Gi")))],
      wanted: [["r=a:memory=4Gi"]],
    },
    "above the last value": {
      slices: [slice({ a: shared("10Gi", { default: "1Gi", validValues: ["1Gi", "4Gi"] }) })],
      claims: [claim(exact("r", wants("5Gi")))],
      wanted: "",
    },
    "up to the next step": {
      slices: [
        slice({ a: shared("10Gi", { default: "1Gi", validRange: { min: "1Gi", step: "2Gi" } }) }),
      ],
      claims: [claim(exact("r", wants("3500Mi")))],
      wanted: [["r=a:memory=5Gi"]],
    },
    "at least the least": {
      slices: [slice({ a: shared("10Gi", { default: "2Gi", validRange: { min: "2Gi" } }) })],
      claims: [claim(exact("r", wants("1Gi")))],
      wanted: [["r=a:memory=2Gi"]],
    },
    "above the most": {
      slices: [
        slice({ a: shared("10Gi", { default: "2Gi", validRange: { min: "2Gi", max: "4Gi" } }) }),
      ],
      claims: [claim(exact("r", wants("5Gi")))],
      wanted: "",
    },
    "of a device for one claim it only has to be there": {
      slices: [slice({
        a: { capacity: { memory: { value: "10Gi" } } },
        b: { capacity: { memory: { value: "20Gi" } } },
      })],
      claims: [claim(exact("r", wants("11Gi")))],
      wanted: [["r=b"]],
    },
    "a capacity that a device does not have": {
      slices: [slice({ a: {}, b: shared("1Gi") })],
      claims: [claim(exact("r", wants("1Gi")))],
      wanted: [["r=b:memory=1Gi"]],
    },
    "one that somebody has for himself is not shared": {
      slices: [slice({ a: shared("10Gi") })],
      held: [has("a")],
      claims: [claim(exact("r", wants("1Gi")))],
      wanted: "",
    },
  },
  effort: {
    "a claim that it takes for ever to see is impossible": {
      slices: [slice(Object.fromEntries(
        Array.from({ length: 60 }, (_, at) => [`d${at}`, text(`${at % 30}`)]),
      ))],
      claims: [{
        requests: Array.from({ length: 4 }, (_, at) => exact(`r${at}`, { count: 3 })),
        constraints: [{ matchAttribute: `${DRIVER}/model`, requests: ["r3"] }],
      }],
      wanted: "timed out trying to allocate devices",
    },
    "one that is impossible whatever others get is seen soon": {
      slices: [slice({
        ...Object.fromEntries(
          Array.from({ length: 100 }, (_, at) => [`d${at}`, text("x")]),
        ),
      })],
      claims: [claim(
        exact("r", { count: 8 }),
        exact("s", by(`device.attributes["${DRIVER}"].model == "y"`)),
      )],
      wanted: "",
    },
  },
};

testTables(CASES);
