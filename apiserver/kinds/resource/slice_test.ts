import { testKind } from "../../../testing/kind_tables.ts";
import { NO_LABEL as LABEL } from "../../../testing/name_texts.ts";

const PLACES =
  "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is " +
  "required";
const ONE_PLACE = "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when " +
  "`perDeviceNodeSelection` is set to true in the ResourceSlice spec";

const TIME = "2026-01-01T00:00:00Z";
const spec = (fields: object) => ({ spec: fields });
const devices = (...list: object[]) => spec({ devices: list });
const device = (fields: object) => devices({ name: "a", ...fields });
const taint = { key: "a", effect: "NoSchedule" };
const capacity = (fields: object) =>
  device({ allowMultipleAllocations: true, capacity: { a: { value: "10", ...fields } } });
const policy = (requestPolicy: object) => capacity({ requestPolicy });
const numbered = (length: number, fields: object = {}) =>
  devices(...Array.from({ length }, (_, index) => ({ name: `a${index}`, ...fields })));
const counters = (length: number) =>
  Object.fromEntries(Array.from({ length }, (_, index) => [`c${index}`, { value: "1" }]));

const VALID = spec({
  driver: "d.example.com",
  nodeName: "n",
  pool: { name: "p", resourceSliceCount: 1, generation: 0 },
});

testKind({
  group: "resource.k8s.io",
  resource: "resourceslices",
  valid: VALID,
  good: [
    [
      "devices of every kind",
      devices(
        {
          name: "a",
          attributes: {
            "example.com/a": { string: "b" },
            c: { version: "1.2.3-rc.1+build" },
            d: { int: 1 },
            e: { bool: false },
          },
          capacity: { memory: { value: "1Gi" } },
          taints: [taint],
        },
        { name: "b", bindingConditions: ["a"], bindingFailureConditions: ["b"] },
      ),
    ],
    ["counters", spec({ sharedCounters: [{ name: "a", counters: counters(32) }] })],
    ["on all nodes", spec({ nodeName: null, allNodes: true })],
    [
      "each by itself",
      spec({
        nodeName: null,
        perDeviceNodeSelection: true,
        devices: [{ name: "a", nodeName: "n" }, { name: "b", allNodes: true }],
      }),
    ],
    ["some values", policy({ default: "1", validValues: ["1", "2"] })],
    ["a range", policy({ default: "2", validRange: { min: "2", max: "8", step: "2" } })],
    ["as many as there may be", numbered(128)],
  ],
  warned: [[
    "a driver with capitals",
    spec({ driver: "D.example.com" }),
    'spec.driver: driver names should be lowercase; "D.example.com" contains uppercase characters',
  ]],
  bad: [
    [
      "no pool",
      spec({ driver: "", pool: { name: "", resourceSliceCount: 0, generation: -1 } }),
      "spec.driver: Required value",
      "spec.pool.name: Required value",
      "spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero",
      "spec.pool.generation: Invalid value: -1: must be greater than or equal to zero",
    ],
    ["nowhere", spec({ nodeName: null }), `spec: Required value: ${PLACES}`],
    [
      "places that are none",
      spec({ nodeName: "", allNodes: false }),
      'spec.nodeName: Invalid value: "": must be either unset or set to a non-empty string',
      "spec.allNodes: Invalid value: false: must be either unset or set to true",
      `spec: Required value: ${PLACES}`,
    ],
    [
      "two places",
      spec({ allNodes: true }),
      `spec: Invalid value: "{\`nodeName\`, \`allNodes\`}": ${PLACES}, but multiple fields are set`,
    ],
    [
      "no node",
      spec({ nodeName: null, nodeSelector: { nodeSelectorTerms: [] } }),
      "spec.nodeSelector.nodeSelectorTerms: Required value: must have at least one node selector " +
      "term",
      "spec.nodeSelector.nodeSelectorTerms: Invalid value: []: must have exactly one node selector " +
      "term",
    ],
    [
      "devices and counters",
      spec({ devices: [{ name: "a" }], sharedCounters: [{ name: "a", counters: counters(1) }] }),
      'spec: Invalid value: "": only one of `sharedCounters` or `devices` is allowed',
    ],
    ["too many devices", numbered(129), "spec.devices: Too many: 129: must have at most 128 items"],
    [
      "too many devices with taints",
      numbered(65, { taints: [taint] }),
      "spec.devices: Too many: 65: must have at most 64 items",
    ],
    [
      "a device twice",
      devices({ name: "a" }, { name: "a" }),
      'spec.devices[1]: Duplicate value: "a"',
    ],
    [
      "a device's name",
      devices({ name: "_" }),
      `spec.devices[0].name: Invalid value: "_": ${LABEL}`,
    ],
    [
      "attributes",
      device({
        attributes: {
          "/a": { int: 1 },
          b: {},
          c: { int: 1, bool: true },
          d: { string: "x".repeat(65) },
          e: { version: "1.2" },
          f: { versions: ["1.0.0"] },
        },
      }),
      'spec.devices[0].attributes: Invalid value: "": the domain must not be empty',
      'spec.devices[0].attributes[b]: Invalid value: "": exactly one value must be specified',
      'spec.devices[0].attributes[c]: Invalid value: {"int":1,"bool":true}: exactly one value must ' +
      "be specified",
      "spec.devices[0].attributes[d].string: Too long: may not be more than 64 bytes",
      'spec.devices[0].attributes[e].version: Invalid value: "1.2": must be a string compatible ' +
      "with semver.org spec 2.0.0",
      // Lists belong to a feature that is off.
      'spec.devices[0].attributes[f]: Invalid value: "": exactly one value must be specified',
    ],
    [
      "too many attributes",
      device({ capacity: counters(33) }),
      "spec.devices[0]: Invalid value: 33: the total number of attributes and capacities must not " +
      "exceed 32",
    ],
    [
      "taints",
      device({ taints: [{ key: "", effect: "x" }] }),
      'spec.devices[0].taints[0].key: Invalid value: "": name part must be non-empty',
      'spec.devices[0].taints[0].key: Invalid value: "": name part must consist of alphanumeric ' +
      "characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. " +
      "'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
      "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      'spec.devices[0].taints[0].effect: Unsupported value: "x": supported values: "NoExecute", ' +
      '"NoSchedule", "None"',
    ],
    [
      "counters that are used",
      device({
        consumesCounters: [
          { counterSet: "", counters: {} },
          { counterSet: "b", counters: { _: { value: "1" } } },
        ],
      }),
      "spec.devices[0].consumesCounters[0].counterSet: Required value",
      "spec.devices[0].consumesCounters[0].counters: Required value",
      `spec.devices[0].consumesCounters[1].counters: Invalid value: "_": ${LABEL}`,
    ],
    [
      "many counters",
      device({ consumesCounters: [{ counterSet: "a", counters: counters(33) }] }),
      "spec.devices[0].consumesCounters[0].counters: Too many: 33: must have at most 32 items",
    ],
    [
      "many sets of counters, none of which is looked at",
      device({ consumesCounters: Array.from({ length: 3 }, () => ({ counterSet: "_" })) }),
      "spec.devices[0].consumesCounters: Too many: 3: must have at most 2 items",
    ],
    [
      "counters that are shared",
      spec({ sharedCounters: [{ name: "", counters: {} }, { name: "", counters: counters(1) }] }),
      "spec.sharedCounters[0].name: Required value",
      "spec.sharedCounters[0].counters: Required value",
      "spec.sharedCounters[1].name: Required value",
      'spec.sharedCounters[1]: Duplicate value: ""',
    ],
    [
      "a device's own place",
      device({ nodeName: "n" }),
      "spec.devices[0]: Invalid value: null: `nodeName`, `nodeSelector` and `allNodes` can only be " +
      "set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec",
    ],
    [
      "no place of their own",
      spec({
        nodeName: null,
        perDeviceNodeSelection: true,
        devices: [{ name: "a" }, { name: "b", nodeName: "n", allNodes: true }],
      }),
      `spec.devices[0]: Required value: ${ONE_PLACE}`,
      `spec.devices[1]: Invalid value: "{\`nodeName\`, \`allNodes\`}": ${ONE_PLACE}`,
    ],
    [
      "conditions for binding",
      device({ bindingConditions: ["a", "a"], bindingFailureConditions: ["a"] }),
      'spec.devices[0].bindingConditions[1]: Duplicate value: "a"',
      'spec.devices[0].bindingFailureConditions[0]: Invalid value: "a": bindingFailureConditions ' +
      "must not overlap with bindingConditions",
    ],
    [
      "shares of what is not shared",
      device({ capacity: { a: { value: "1", requestPolicy: {} } } }),
      "spec.devices[0].capacity[a].requestPolicy: Forbidden: allowMultipleAllocations must be true",
    ],
    [
      "values and a range",
      policy({ default: "1", validValues: ["1"], validRange: { min: "1" } }),
      "spec.devices[0].capacity[a].requestPolicy: Forbidden: exactly one policy can be specified, " +
      'cannot specify "validValues" and "validRange" at the same time',
    ],
    [
      "no default",
      policy({ validValues: ["1"] }),
      "spec.devices[0].capacity[a].requestPolicy.default: Required value: required when validValues " +
      "is defined",
    ],
    [
      "values",
      policy({ default: "3", validValues: ["2", "1", "11"] }),
      'spec.devices[0].capacity[a].requestPolicy.validValues[1]: Invalid value: "1": values must be ' +
      "sorted in ascending order",
      'spec.devices[0].capacity[a].requestPolicy.validValues[2]: Invalid value: "11": option is ' +
      "larger than capacity value: 10",
      'spec.devices[0].capacity[a].requestPolicy.validValues: Invalid value: "3": default value is ' +
      "not valid according to the requestPolicy",
    ],
    [
      "a range",
      policy({ default: "1", validRange: { min: "2", max: "11", step: "2" } }),
      ...[
        'min: Invalid value: "1": default is less than min: 2',
        'max: Invalid value: "11": max is larger than capacity value: 10',
        'step: Invalid value: "1": value is not a multiple of a given step (2) from (2)',
        'step: Invalid value: "11": value is not a multiple of a given step (2) from (2)',
      ].map((cause) => `spec.devices[0].capacity[a].requestPolicy.validRange.${cause}`),
    ],
    [
      "a step of no length",
      policy({ default: "2", validRange: { min: "1", step: "0" } }),
      'spec.devices[0].capacity[a].requestPolicy.validRange.step: Invalid value: "2": value is not ' +
      "a multiple of a given step (0) from (1)",
    ],
  ],
  defaults: [["since when there are taints", device({ taints: [taint] }), {
    spec: { devices: [{ name: "a", taints: [{ ...taint, timeAdded: TIME }] }] },
  }]],
  updates: [
    { name: "devices come", to: devices({ name: "a" }) },
    {
      name: "taints stay since they are there",
      from: device({ taints: [{ ...taint, timeAdded: "2025-01-01T00:00:00Z" }] }),
      to: device({ taints: [taint, { ...taint, key: "b" }] }),
      becomes: {
        spec: {
          devices: [{
            name: "a",
            taints: [
              { ...taint, timeAdded: "2025-01-01T00:00:00Z" },
              { ...taint, key: "b", timeAdded: TIME },
            ],
          }],
        },
      },
    },
    {
      name: "whose it is stays",
      to: spec({ driver: "e.example.com", nodeName: "m", pool: { name: "q" } }),
      causes: [
        'spec.pool.name: Invalid value: "q": field is immutable',
        'spec.driver: Invalid value: "e.example.com": field is immutable',
        'spec.nodeName: Invalid value: "m": field is immutable',
      ],
    },
  ],
  rows: [
    ["a node's", {}, { Name: "x", Node: "n", Driver: "d.example.com", Pool: "p" }],
    ["all nodes'", { spec: { nodeName: null, allNodes: true } }, { Node: "" }],
  ],
});

testKind({
  group: "resource.k8s.io",
  resource: "resourceslices",
  features: ["DRAListTypeAttributes"],
  valid: VALID,
  good: [["lists", device({ attributes: { f: { strings: ["a", "b"] } } })]],
  bad: [
    [
      "a list of bad versions, and lists of two kinds",
      device({ attributes: { a: { versions: ["1.0.0", "1"] }, b: { ints: [1], bools: [true] } } }),
      'spec.devices[0].attributes[a].versions[1]: Invalid value: "1": must be a string compatible ' +
      "with semver.org spec 2.0.0",
      'spec.devices[0].attributes[b]: Invalid value: {"ints":[1],"bools":[true]}: exactly one value ' +
      "must be specified",
    ],
  ],
});
