import { testKind } from "../../../testing/kind_tables.ts";
import { NO_LABEL as LABEL, NO_SUBDOMAIN as SUBDOMAIN } from "../../../testing/name_texts.ts";

const GROUP = "resource.k8s.io";
const IDENTIFIER =
  "a valid C identifier must start with alphabetic character or '_', followed by " +
  "a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex " +
  "used for validation is '[A-Za-z_][A-Za-z0-9_]*')";
const NO_REQUEST = "must be the name of a request in the claim or the name of a request and a " +
  "subrequest separated by '/'";
const EXCLUSIVE = "exactly one of `exactly` or `firstAvailable` is required";

const exactly = { deviceClassName: "c" };
const request = { name: "a", exactly };
const opaque = { driver: "d.example.com", parameters: { a: 1 } };
const devices = (fields: object) => ({ spec: { devices: fields } });
const requests = (...list: object[]) => devices({ requests: list });
const exact = (fields: object) => requests({ name: "a", exactly: { ...exactly, ...fields } });
const many = (length: number, make: (index: number) => object | string) =>
  Array.from({ length }, (_, index) => make(index));

/** What is wrong with a claim, and with a template of one: the change, and the causes below devices. */
const BAD: readonly (readonly [name: string, change: object, ...causes: string[]])[] = [
  ["a request without a way", requests({ name: "a" }), `requests[0]: Required value: ${EXCLUSIVE}`],
  [
    "a request with both ways",
    requests({ ...request, firstAvailable: [{ name: "b", ...exactly }] }),
    `requests[0]: Invalid value: null: ${EXCLUSIVE}, but multiple fields are set`,
  ],
  [
    "names",
    requests({ name: "A", exactly: { deviceClassName: "_" } }),
    `requests[0].name: Invalid value: "A": ${LABEL}`,
    `requests[0].exactly.deviceClassName: Invalid value: "_": ${SUBDOMAIN}`,
  ],
  [
    "no class",
    exact({ deviceClassName: "" }),
    "requests[0].exactly.deviceClassName: Required value",
  ],
  ["a request twice", requests(request, request), 'requests[1]: Duplicate value: "a"'],
  [
    "too many requests",
    requests(...many(33, (index) => ({ ...request, name: `a${index}` })) as object[]),
    "requests: Too many: 33: must have at most 32 items",
  ],
  [
    "too many alternatives",
    requests({
      name: "a",
      firstAvailable: many(9, (index) => ({ ...exactly, name: `a${index}` })),
    }),
    "requests[0].firstAvailable: Too many: 9: must have at most 8 items",
  ],
  [
    "all, and how many",
    exact({ allocationMode: "All", count: 2 }),
    "requests[0].exactly.count: Invalid value: 2: must not be specified when allocationMode is " +
    "'All'",
  ],
  [
    "fewer than none",
    exact({ count: -1 }),
    "requests[0].exactly.count: Invalid value: -1: must be greater than zero",
  ],
  [
    "an unknown mode",
    exact({ allocationMode: "x" }),
    'requests[0].exactly.allocationMode: Unsupported value: "x": supported values: "All", ' +
    '"ExactCount"',
  ],
  [
    "selectors",
    exact({
      selectors: [{}, { cel: { expression: "" } }, { cel: { expression: "x".repeat(10241) } }],
    }),
    "requests[0].exactly.selectors[0].cel: Required value",
    'requests[0].exactly.selectors[1].cel.expression: Invalid value: "": compilation failed: ' +
    "ERROR: <input>:1:1: Syntax error: mismatched input '<EOF>' expecting an expression\n | \n | ^",
    "requests[0].exactly.selectors[2].cel.expression: Too long: may not be more than 10240 bytes",
  ],
  [
    "tolerations",
    exact({
      tolerations: [
        { operator: "x", effect: "y" },
        { operator: "Exists", value: "v" },
      ],
    }),
    'requests[0].exactly.tolerations[0].operator: Unsupported value: "x": supported values: ' +
    '"Equal", "Exists"',
    'requests[0].exactly.tolerations[0].effect: Unsupported value: "y": supported values: ' +
    '"NoExecute", "NoSchedule", "None"',
    'requests[0].exactly.tolerations[1].value: Invalid value: "v": must be empty for operator ' +
    "`Exists`",
  ],
  [
    "an alternative of a request whose name another has",
    devices({
      requests: [
        { name: "a", firstAvailable: [{ name: "c", ...exactly }] },
        request,
      ],
      constraints: [{ requests: ["a/c"], matchAttribute: "example.com/model" }],
    }),
    'requests[1]: Duplicate value: "a"',
    `constraints[0].requests[0]: Invalid value: "a/c": ${NO_REQUEST}`,
  ],
  [
    "a request that looks like an alternative",
    devices({
      requests: [request, { ...request, name: "a/c" }],
      constraints: [{ requests: ["a/c"], matchAttribute: "example.com/model" }],
    }),
    `requests[1].name: Invalid value: "a/c": ${LABEL}`,
    `constraints[0].requests[0]: Invalid value: "a/c": ${NO_REQUEST}`,
  ],
  [
    "constraints",
    devices({
      constraints: [
        { requests: ["b"], matchAttribute: "a" },
        { distinctAttribute: "example.com/1" },
        {},
      ],
    }),
    `constraints[0].requests[0]: Invalid value: "b": ${NO_REQUEST}`,
    'constraints[0].matchAttribute: Invalid value: "a": a fully qualified name must be a domain ' +
    "and a name separated by a slash",
    `constraints[1].distinctAttribute: Invalid value: "1": ${IDENTIFIER}`,
    'constraints[2]: Required value: exactly one of "matchAttribute" or "distinctAttribute" is ' +
    "required, but multiple fields are set",
  ],
  [
    "configurations",
    devices({
      config: [
        {},
        { requests: ["a", "a"], opaque: { driver: "", parameters: [] } },
        { opaque: { ...opaque, parameters: { a: "x".repeat(10240) } } },
      ],
    }),
    "config[0].opaque: Required value",
    'config[1].requests[1]: Duplicate value: "a"',
    "config[1].opaque.driver: Required value",
    'config[1].opaque.parameters: Invalid value: "<value omitted>": must be a valid JSON object',
    "config[2].opaque.parameters: Too long: may not be more than 10240 bytes",
  ],
];

const GOOD = [
  ["no devices", { spec: {} }],
  ["all that there is", {
    requests: [request, {
      name: "b",
      firstAvailable: [{ name: "c", ...exactly, allocationMode: "All" }],
    }],
    constraints: [{ requests: ["a", "b/c"], matchAttribute: "example.com/model" }],
    config: [{ requests: ["b"], opaque }],
  }],
] as const;
const FILLED = { name: "a", exactly: { ...exactly, allocationMode: "ExactCount", count: 1 } };
const TOLERANT = { ...exactly, tolerations: [{ key: "a" }] };

const results = (fields: object = {}) => ({
  devices: {
    results: [{ request: "a", driver: "d.example.com", pool: "p", device: "dev-1", ...fields }],
  },
});
const device = { driver: "d.example.com", pool: "p", device: "dev-1" };
const consumer = { resource: "pods", name: "p", uid: "1" };
const status = (fields: object) => ({ status: fields });
const allocated = status({ allocation: results() });

testKind({
  group: GROUP,
  resource: "resourceclaims",
  valid: devices({ requests: [request] }),
  good: [
    GOOD[0],
    [GOOD[1][0], devices(GOOD[1][1])],
    [
      "amounts by any name, and many tolerations",
      devices(
        exact({
          capacity: { requests: { "a b": "1" } },
          tolerations: Array.from({ length: 17 }, () => ({ key: "a" })),
        }),
      ),
    ],
  ],
  bad: BAD.map((
    [name, change, ...causes],
  ) => [
    name,
    change as Record<string, unknown>,
    ...causes.map((cause) => `spec.devices.${cause}`),
  ]),
  defaults: [
    ["one device", {}, { spec: { devices: { requests: [FILLED] } } }],
    ["what is tolerated", requests({ name: "a", exactly: TOLERANT }), {
      spec: {
        devices: {
          requests: [{
            name: "a",
            exactly: { ...FILLED.exactly, tolerations: [{ key: "a", operator: "Equal" }] },
          }],
        },
      },
    }],
    ["the status is the server's", allocated, { status: {} }],
  ],
  updates: [{
    name: "a status leaves labels and finalizers as they are",
    through: "status",
    from: { metadata: { labels: { a: "b" } } },
    to: { metadata: { labels: { a: "c" }, annotations: { a: "b" }, finalizers: ["a.b/c"] } },
    becomes: { metadata: { labels: { a: "b" }, annotations: null, finalizers: null } },
  }, {
    name: "a status does not begin a deletion",
    through: "status",
    to: { metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" } },
    becomes: { metadata: { deletionTimestamp: null } },
  }, {
    name: "what is asked for stays",
    to: requests(request, { name: "b", exactly }),
    causes: [
      'spec: Invalid value: {"devices":{"requests":[{"name":"a","exactly":{"deviceClassName":' +
      '"c","allocationMode":"ExactCount","count":1}},{"name":"b","exactly":{"deviceClassName":' +
      '"c","allocationMode":"ExactCount","count":1}}]}}: field is immutable',
    ],
  }, {
    name: "devices are allocated, reserved, and say how they are",
    through: "status",
    to: status({
      allocation: results(),
      reservedFor: [consumer],
      devices: [{ ...device, networkData: { ips: ["10.0.0.1/24", "fd00::1/64"] } }],
    }),
    becomes: status({ reservedFor: [consumer] }),
  }, {
    name: "a device is tolerated for one value",
    through: "status",
    to: status({ allocation: results({ tolerations: [{ key: "a" }] }) }),
    becomes: status({ allocation: results({ tolerations: [{ key: "a", operator: "Equal" }] }) }),
  }, {
    name: "an allocation stays",
    through: "status",
    from: allocated,
    to: status({ allocation: results({ device: "dev-2" }) }),
    causes: [
      'status.allocation: Invalid value: {"devices":{"results":[{"request":"a","driver":' +
      '"d.example.com","pool":"p","device":"dev-2"}]}}: field is immutable',
    ],
  }, {
    name: "how devices were that are gone is forgotten",
    through: "status",
    from: status({ allocation: results(), devices: [device] }),
    to: status({ allocation: null }),
    becomes: status({ allocation: null, devices: null }),
  }, {
    name: "nothing is reserved that is not there",
    through: "status",
    to: status({ reservedFor: [{ resource: "", name: "", uid: "" }] }),
    causes: [
      "status.reservedFor[0].resource: Required value",
      "status.reservedFor[0].name: Required value",
      "status.reservedFor[0].uid: Required value",
      "status.reservedFor: Forbidden: may not be specified when `allocated` is not set",
    ],
  }, {
    name: "too many users",
    through: "status",
    from: allocated,
    to: status({ reservedFor: many(257, (index) => ({ ...consumer, uid: String(index) })) }),
    causes: ["status.reservedFor: Too many: 257: must have at most 256 items"],
  }, {
    name: "what is to go is reserved no more",
    through: "status",
    from: {
      ...allocated,
      metadata: { deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["a/b"] },
    },
    to: status({ reservedFor: [consumer] }),
    causes: [
      "status.reservedFor: Forbidden: new entries may not be added while " +
      "`deallocationRequested` or `deletionTimestamp` are set",
    ],
  }, {
    name: "a share whose identifier is none",
    through: "status",
    to: status({
      allocation: {
        devices: {
          results: [{
            request: "a",
            driver: "d.example.com",
            pool: "p",
            device: "a",
            shareID: "é",
          }],
        },
      },
    }),
    causes: [
      'status.allocation.devices.results[0].shareID: Invalid value: "é": error validating uid: ' +
      "invalid UUID length: 2",
    ],
  }, {
    name: "results",
    through: "status",
    to: status({
      allocation: {
        devices: {
          results: [{
            request: "b",
            driver: "",
            pool: "",
            device: "_",
            shareID: "x",
            bindingConditions: ["a"],
          }],
          config: [{ source: "x", opaque }],
        },
      },
    }),
    causes: [
      `status.allocation.devices.results[0].request: Invalid value: "b": ${NO_REQUEST}`,
      "status.allocation.devices.results[0].driver: Required value",
      "status.allocation.devices.results[0].pool: Required value",
      `status.allocation.devices.results[0].device: Invalid value: "_": ${LABEL}`,
      "status.allocation.devices.results[0].bindingFailureConditions: Invalid value: null: " +
      "bindingFailureConditions are required to use bindingConditions",
      'status.allocation.devices.results[0].shareID: Invalid value: "x": error validating uid: ' +
      "invalid UUID length: 1",
      'status.allocation.devices.config[0].source: Unsupported value: "x": supported values: ' +
      '"FromClaim", "FromClass"',
    ],
  }, {
    name: "how devices are",
    through: "status",
    from: allocated,
    to: status({
      devices: [{
        ...device,
        device: "dev-2",
        data: [],
        networkData: {
          interfaceName: "x".repeat(257),
          hardwareAddress: "x".repeat(129),
          ips: ["10.0.0.1", "10.0.0.01/24"],
        },
      }],
    }),
    causes: [
      'status.devices[0]: Invalid value: "d.example.com/p/dev-2": must be an allocated device in ' +
      "the claim",
      'status.devices[0].data: Invalid value: "<value omitted>": must be a valid JSON object',
      "status.devices[0].networkData.interfaceName: Too long: may not be more than 256 bytes",
      "status.devices[0].networkData.hardwareAddress: Too long: may not be more than 128 bytes",
      'status.devices[0].networkData.ips[0]: Invalid value: "10.0.0.1": must be a valid address ' +
      "in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)",
      'status.devices[0].networkData.ips[1]: Invalid value: "10.0.0.01/24": must be in canonical ' +
      'form ("10.0.0.1/24")',
    ],
  }],
  rows: [["pending", {}, { Name: "x", State: "pending" }], [
    "going, and never allocated",
    { metadata: { deletionTimestamp: "2020-01-01T00:00:00Z" } },
    { State: "deleted" },
  ], [
    "reserved",
    status({ allocation: {}, reservedFor: [consumer] }),
    { State: "allocated,reserved" },
  ]],
});

testKind({
  group: GROUP,
  resource: "resourceclaimtemplates",
  valid: { spec: { spec: { devices: { requests: [request] } } } },
  good: [
    ["labels", { spec: { metadata: { labels: { a: "b" }, annotations: { c: "d" } } } }],
    [GOOD[1][0], { spec: { spec: { devices: GOOD[1][1] } } }],
  ],
  bad: [
    ...BAD.map(([name, change, ...causes]) =>
      [
        name,
        { spec: change } as Record<string, unknown>,
        ...causes.map((cause) => `spec.spec.devices.${cause}`),
      ] as const
    ),
    [
      "a time that is none",
      { spec: { metadata: { deletionGracePeriodSeconds: 0 } } },
      "spec.metadata.deletionGracePeriodSeconds: Forbidden: cannot be set",
    ],
    [
      "a name",
      { spec: { metadata: { name: "a", uid: "b" } } },
      "spec.metadata.name: Forbidden: cannot be set",
      "spec.metadata.uID: Forbidden: cannot be set",
    ],
  ],
  defaults: [["one device", {}, { spec: { spec: { devices: { requests: [FILLED] } } } }]],
  updates: [
    { name: "labels change", to: { metadata: { labels: { a: "b" } } } },
    {
      name: "what is asked for stays",
      to: { spec: { spec: { devices: { requests: [] } } } },
      causes: [
        'spec: Invalid value: {"metadata":{},"spec":{"devices":{"requests":[]}}}: field is immutable',
      ],
    },
    {
      name: "what is asked for is judged all the same",
      to: { spec: { spec: { devices: { requests: [{ name: "a" }] } } } },
      causes: [
        "spec.spec.devices.requests[0]: Required value: exactly one of `exactly` or " +
        "`firstAvailable` is required",
        'spec: Invalid value: {"metadata":{},"spec":{"devices":{"requests":[{"name":"a"}]}}}: ' +
        "field is immutable",
      ],
    },
  ],
  rows: [["a template", {}, { Name: "x" }]],
});

testKind({
  group: GROUP,
  resource: "deviceclasses",
  valid: { spec: { selectors: [{ cel: { expression: "true" } }] } },
  good: [
    ["a bad beginning of its name", { metadata: { generateName: "A_" } }],
    ["nothing", { spec: { selectors: null } }],
    ["all that there is", {
      spec: { config: [{ opaque }], extendedResourceName: "example.com/gpu" },
    }],
    ["selectors", {
      spec: {
        selectors: [
          {
            cel: {
              // Attributes are no longer than they may be, however they are named.
              expression: "device.attributes['gpu.example.com'].model.matches('^a+$') && " +
                "device.attributes['gpu.example.com']['model'] + 'x' == 'ax'",
            },
          },
          {
            cel: {
              expression: "cel.bind(gpu, device.attributes['gpu.example.com'], " +
                "gpu.model == 'a' && gpu.version.isGreaterThan(semver('1.2.3')))",
            },
          },
          {
            cel: {
              expression: "device.driver == 'gpu.example.com' && device.capacity" +
                "['gpu.example.com'].memory.compareTo(quantity('10Gi')) >= 0",
            },
          },
        ],
      },
    }],
  ],
  bad: [
    [
      "a selector of nothing",
      { spec: { selectors: [{}] } },
      "spec.selectors[0].cel: Required value",
    ],
    [
      "no expression",
      { spec: { selectors: [{ cel: { expression: " " } }] } },
      'spec.selectors[0].cel.expression: Invalid value: " ": compilation failed: ERROR: ' +
      "<input>:1:2: Syntax error: mismatched input '<EOF>' expecting an expression\n |  \n | .^",
    ],
    [
      "expressions that select nothing",
      {
        spec: {
          selectors: [
            { cel: { expression: "device.driver" } },
            { cel: { expression: "device.nothing" } },
            { cel: { expression: "dyn(true)" } },
            {
              cel: {
                expression: "device.attributes.all(a, device.attributes.all(b, device.attributes" +
                  ".all(c, device.attributes.all(d, a.matches(b + c + d)))))",
              },
            },
          ],
        },
      },
      'spec.selectors[0].cel.expression: Invalid value: "device.driver": must evaluate to bool or ' +
      "the unknown type, not string",
      'spec.selectors[1].cel.expression: Invalid value: "device.nothing": compilation failed: ' +
      "ERROR: <input>:1:7: undefined field 'nothing'\n | device.nothing\n | ......^",
      'spec.selectors[2].cel.expression: Invalid value: "dyn(true)": must evaluate to bool or the ' +
      "unknown type, not dyn",
      "spec.selectors[3].cel.expression: Forbidden: too complex, exceeds cost limit",
    ],
    [
      "too many selectors",
      { spec: { selectors: many(33, () => ({ cel: { expression: "true" } })) } },
      "spec.selectors: Too many: 33: must have at most 32 items",
    ],
    ["an empty configuration", { spec: { config: [{}] } }, "spec.config[0].opaque: Required value"],
    [
      "too many configurations",
      { spec: { config: many(33, () => ({ opaque })) } },
      "spec.config: Too many: 33: must have at most 32 items",
    ],
    [
      "a resource of the system",
      { spec: { extendedResourceName: "cpu" } },
      'spec.extendedResourceName: Invalid value: "cpu": must be a valid extended resource name',
    ],
  ],
  updates: [{
    name: "a class changes",
    to: { spec: { selectors: [] } },
    becomes: { spec: { selectors: null } },
  }],
  rows: [["a class", {}, { Name: "x" }]],
});
