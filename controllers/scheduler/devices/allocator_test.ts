/** Tables: of slices and claims, the devices that each claim gets, or why it gets none. */
import {
  all,
  by,
  choice,
  claim,
  exact,
  has,
  many,
  onZone,
  plain,
  shared,
  slice,
  type Tables,
  taint,
  testTables,
  text,
} from "../../../testing/device_case.ts";
import { DRIVER, tried } from "../../../testing/device_trial.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { FakeClock } from "../../../toolkit/mod.ts";

const CASES: Tables = {
  requests: {
    "one device": { slices: [plain("a", "b")], claims: [claim(exact("r"))], wanted: [["r=a"]] },
    "a device that others have": {
      slices: [plain("a", "b")],
      held: [has("a")],
      claims: [claim(exact("r"))],
      wanted: [["r=b"]],
    },
    "none is left": {
      slices: [plain("a")],
      held: [has("a")],
      claims: [claim(exact("r"))],
      wanted: "",
    },
    "no two claims have one device": {
      slices: [plain("a", "b")],
      claims: [claim(exact("r")), claim(exact("r"))],
      wanted: [["r=a"], ["r=b"]],
    },
    "several, and several requests": {
      slices: [plain("a", "b", "c")],
      claims: [claim(exact("r", { count: 2 }), exact("s"))],
      wanted: [["r=a", "r=b", "s=c"]],
    },
    "the first request gives way to the second": {
      slices: [slice({ a: text("x"), b: text("y") })],
      claims: [claim(exact("any"), exact("x", by(`device.attributes["${DRIVER}"].model == "x"`)))],
      wanted: [["any=b", "x=a"]],
    },
    "a claim gives way to the next one": {
      slices: [slice({ a: text("x"), b: text("y") })],
      claims: [
        claim(exact("any")),
        claim(exact("x", by(`device.attributes["${DRIVER}"].model == "x"`))),
      ],
      wanted: [["any=b"], ["x=a"]],
    },
    "all devices": {
      slices: [plain("a", "b")],
      claims: [claim(exact("r", all))],
      wanted: [["r=a", "r=b"]],
    },
    "all devices of which one is taken": {
      slices: [plain("a", "b")],
      held: [has("b")],
      claims: [claim(exact("r", all))],
      wanted: "",
    },
    "all of none": { slices: [], claims: [claim(exact("r", all))], wanted: "" },
    "all that are selected": {
      slices: [slice({ a: text("x"), b: text("y"), c: text("x") })],
      claims: [claim(exact("r", { ...all, ...by(`device.attributes["${DRIVER}"].model == "x"`) }))],
      wanted: [["r=a", "r=c"]],
    },
    "as many as a claim can have": {
      slices: [many(40)],
      claims: [claim(exact("r", { count: 32 }))],
      wanted: [Array.from({ length: 32 }, (_, at) => `r=d${at}`)],
    },
    "more than a claim can have": {
      slices: [many(40)],
      claims: [claim(exact("r", { count: 30 }), exact("s", { count: 3 }))],
      wanted: "claim default/c0: number of requested devices 33 exceeds the claim limit of 32",
    },
    "a mode that nobody knows": {
      slices: [plain("a")],
      claims: [claim(exact("r", { allocationMode: "Some" }))],
      wanted: "claim default/c0, request r: unsupported count mode Some",
    },
  },
  selectors: {
    "of the class and of the request": {
      slices: [slice({ a: text("x"), b: text("y"), c: text("y") })],
      classes: {
        gpu: {
          selectors: [{
            cel: { expression: `device.attributes["${DRIVER}"].model == "y"` },
          }],
        },
      },
      held: [has("b")],
      claims: [claim(exact("r", by(`device.driver == "${DRIVER}"`)))],
      wanted: [["r=c"]],
    },
    "attributes of all types, capacities, and domains that are said": {
      slices: [slice({
        a: {},
        b: {
          attributes: {
            int: { int: 5 },
            bool: { bool: true },
            version: { version: "1.10.0" },
            "other.example.com/model": { string: "z" },
          },
          capacity: { memory: { value: "40Gi" } },
          allowMultipleAllocations: true,
        },
      })],
      claims: [claim(exact(
        "r",
        by(
          `cel.bind(own, device.attributes["${DRIVER}"], has(own.int) && own.int > 4 && own.bool ` +
            `&& own.version.isGreaterThan(semver("1.9.0"))) ` +
            `&& device.attributes["other.example.com"].model == "z" ` +
            `&& device.capacity["${DRIVER}"].memory.compareTo(quantity("40Gi")) == 0 ` +
            "&& device.allowMultipleAllocations",
        ),
      ))],
      wanted: [["r=b:memory=40Gi"]],
    },
    "a domain that a device says nothing of is empty": {
      slices: [plain("a")],
      claims: [claim(exact("r", by('!has(device.attributes["x.example.com"].y)')))],
      wanted: [["r=a"]],
    },
    "an attribute that is not there is an error": {
      slices: [plain("a")],
      claims: [claim(exact("r", by(`device.attributes["${DRIVER}"].model == "x"`)))],
      wanted: "claim default/c0: selector #0: CEL runtime error: no such key: model",
    },
    "an error of a device that another request has got does not count": {
      slices: [slice({ a: {}, b: text("x") })],
      claims: [
        claim(exact("any"), exact("r", by(`device.attributes["${DRIVER}"].model == "x"`))),
      ],
      wanted: [["any=a", "r=b"]],
    },
    "an error of a device that another claim has got does not count": {
      slices: [slice({ a: {}, b: text("x") })],
      claims: [
        claim(exact("any")),
        claim(exact("r", by(`device.attributes["${DRIVER}"].model == "x"`))),
      ],
      wanted: [["any=a"], ["r=b"]],
    },
    "an error of a device that another claim has got does count for an administrator": {
      slices: [slice({ a: {}, b: text("x") })],
      claims: [
        claim(exact("any")),
        claim(
          exact("r", {
            adminAccess: true,
            ...by(`device.attributes["${DRIVER}"].model == "x"`),
          }),
        ),
      ],
      wanted: "claim default/c1: selector #0: CEL runtime error: no such key: model",
    },
    "an error of a device that is not looked at does not count": {
      slices: [slice({ a: text("x"), b: {} })],
      claims: [claim(exact("r", by(`device.attributes["${DRIVER}"].model == "x"`)))],
      wanted: [["r=a"]],
    },
    "an error of the class": {
      slices: [plain("a")],
      classes: { gpu: { selectors: [{ cel: { expression: "device.x" } }] } },
      claims: [claim(exact("r"))],
      wanted: "class gpu: selector #0: CEL compile error: compilation failed: ERROR: " +
        "<input>:1:7: undefined field 'x'\n | device.x\n | ......^",
    },
    "what comes to no bool": {
      slices: [slice({ a: text("x") })],
      claims: [claim(exact("r", by(`device.attributes["${DRIVER}"].model`)))],
      wanted: "claim default/c0: selector #0: CEL runtime error: CEL result of type string " +
        "could not be converted to bool: unsupported native conversion from string to 'bool'",
    },
    "what comes to a number": {
      slices: [slice({ a: { attributes: { model: { int: 1 } } } })],
      claims: [claim(exact("r", by(`device.attributes["${DRIVER}"].model`)))],
      wanted: "claim default/c0: selector #0: CEL runtime error: CEL result of type int " +
        "could not be converted to bool: unsupported type conversion from 'int' to bool",
    },
    "what comes to a version": {
      slices: [slice({ a: { attributes: { model: { version: "1.0.0" } } } })],
      claims: [claim(exact("r", by(`device.attributes["${DRIVER}"].model`)))],
      wanted: "claim default/c0: selector #0: CEL runtime error: CEL result of type " +
        "kubernetes.Semver could not be converted to bool: " +
        "type conversion error from 'Semver' to 'bool'",
    },
    "lists are nothing that expressions can have": {
      slices: [slice({ a: { attributes: { models: { strings: ["x"] } } } })],
      claims: [claim(exact("r", by("true")))],
      wanted: "claim default/c0: selector #0: CEL runtime error: attribute models: unsupported " +
        "attribute value",
    },
  },
  "alternatives": {
    "the first that can be had": {
      slices: [slice({ a: text("x"), b: text("y") })],
      held: [has("a")],
      claims: [claim(choice(
        "r",
        ["best", by(`device.attributes["${DRIVER}"].model == "x"`)],
        ["good", by(`device.attributes["${DRIVER}"].model == "y"`)],
      ))],
      wanted: [["r/good=b"]],
    },
    "with what they count": {
      slices: [plain("a", "b")],
      claims: [claim(choice("r", ["three", { count: 3 }], ["two", { count: 2 }]))],
      wanted: [["r/two=a", "r/two=b"]],
    },
    "of two requests the later gives way first": {
      slices: [plain("a", "b", "c")],
      claims: [claim(
        choice("r", ["two", { count: 2 }], ["one", {}]),
        choice("s", ["two", { count: 2 }], ["one", {}]),
      )],
      wanted: [["r/two=a", "r/two=b", "s/one=c"]],
    },
    "an alternative that is too much for a claim": {
      slices: [many(64)],
      claims: [claim(
        exact("r", { count: 20 }),
        choice("s", ["all", { count: 13 }], ["some", { count: 1 }]),
      )],
      wanted: [[...Array.from({ length: 20 }, (_, at) => `r=d${at}`), "s/some=d20"]],
    },
    "too much for the claim with each of them": {
      slices: [many(64)],
      claims: [claim(
        choice("r", ["much", { count: 31 }], ["less", { count: 2 }]),
        choice("s", ["much", { count: 29 }], ["more", { count: 30 }]),
      )],
      wanted: [[
        "r/less=d0",
        "r/less=d1",
        ...Array.from({ length: 29 }, (_, at) => `s/much=d${at + 2}`),
      ]],
    },
    "all devices, or one": {
      slices: [plain("a", "b")],
      held: [has("a")],
      claims: [claim(choice("r", ["all", { allocationMode: "All" }], ["one", {}]))],
      wanted: [["r/one=b"]],
    },
  },
  constraints: {
    "the same value": {
      slices: [slice({ a: text("x"), b: text("y"), c: text("y") })],
      claims: [{
        requests: [exact("r", { count: 2 })],
        constraints: [{ matchAttribute: `${DRIVER}/model` }],
      }],
      wanted: [["r=b", "r=c"]],
    },
    "of some requests alone": {
      slices: [slice({ a: text("x"), b: text("y"), c: text("y") })],
      claims: [{
        requests: [exact("one"), exact("two"), exact("three")],
        constraints: [{ matchAttribute: `${DRIVER}/model`, requests: ["two", "three"] }],
      }],
      wanted: [["one=a", "two=b", "three=c"]],
    },
    "of an alternative alone": {
      slices: [slice({ a: text("x"), b: text("y") })],
      claims: [{
        requests: [exact("one"), choice("two", ["same", {}], ["other", {}])],
        constraints: [{ matchAttribute: `${DRIVER}/model`, requests: ["one", "two/same"] }],
      }],
      wanted: [["one=a", "two/other=b"]],
    },
    "a text is no number": {
      slices: [
        slice({
          a: { attributes: { id: { int: 1 } } },
          b: { attributes: { id: { string: "1" } } },
        }),
      ],
      claims: [{
        requests: [exact("r", { count: 2 })],
        constraints: [{ matchAttribute: `${DRIVER}/id` }],
      }],
      wanted: "",
    },
    "devices without the attribute are out": {
      slices: [slice({ a: {}, b: text("x") })],
      claims: [{
        requests: [exact("r")],
        constraints: [{ matchAttribute: `${DRIVER}/model` }],
      }],
      wanted: [["r=b"]],
    },
    "no two values alike": {
      slices: [slice({ a: text("x"), b: text("x"), c: text("y"), d: text("z") })],
      claims: [{
        requests: [exact("r", { count: 3 })],
        constraints: [{ distinctAttribute: `${DRIVER}/model` }],
      }],
      wanted: [["r=a", "r=c", "r=d"]],
    },
    "not enough values that differ": {
      slices: [slice({ a: text("x"), b: text("y"), c: text("x") })],
      claims: [{
        requests: [exact("r", { count: 3 })],
        constraints: [{ distinctAttribute: `${DRIVER}/model` }],
      }],
      wanted: "",
    },
    "all devices, which can't be alike": {
      slices: [slice({ a: text("x"), b: text("y") })],
      claims: [{
        requests: [exact("r", all)],
        constraints: [{ matchAttribute: `${DRIVER}/model` }],
      }],
      wanted: `claim default/c0, request r: cannot add device ${DRIVER}/n/b because a claim ` +
        "constraint would not be satisfied",
    },
    "one that says nothing": {
      slices: [plain("a")],
      claims: [{ requests: [exact("r")], constraints: [{}] }],
      wanted: "claim default/c0, constraint #0: empty constraint (unsupported constraint type?)",
    },
  },
  "taints and administrators": {
    "a taint keeps off": {
      slices: [slice({ a: taint("NoSchedule"), b: taint("NoExecute"), c: taint("None") })],
      claims: [claim(exact("r"))],
      wanted: [["r=c"]],
    },
    "a toleration lets in": {
      slices: [slice({ a: taint("NoSchedule") })],
      claims: [claim(exact("r", { tolerations: [{ key: "bad", operator: "Exists" }] }))],
      wanted: [["r=a"]],
    },
    "a toleration of another effect or value does not": {
      slices: [slice({ a: taint("NoSchedule") })],
      claims: [claim(exact("r", {
        tolerations: [
          { key: "bad", operator: "Exists", effect: "NoExecute" },
          { key: "bad", operator: "Equal", value: "y" },
        ],
      }))],
      wanted: "",
    },
    "all devices, one of them tainted": {
      slices: [slice({ a: {}, b: taint("NoSchedule") })],
      claims: [claim(exact("r", all))],
      wanted: "",
    },
    "an administrator has what others have": {
      slices: [plain("a")],
      held: [has("a")],
      claims: [claim(exact("r", { adminAccess: true }))],
      wanted: [["r=a"]],
    },
    "what administrators have is anybody's": {
      slices: [plain("a")],
      held: [has("a", { adminAccess: true })],
      claims: [claim(exact("r"))],
      wanted: [["r=a"]],
    },
    "an administrator has no device twice in a claim": {
      slices: [plain("a")],
      claims: [claim(exact("r", { adminAccess: true }), exact("s", { adminAccess: true }))],
      wanted: "",
    },
  },
};

testTables(CASES);

Deno.test("allocate() writes down what drivers have to know", () => {
  const opaque = (parameters: object) => ({ opaque: { driver: DRIVER, parameters } }) as never;
  const found = tried({
    slices: [slice({
      a: {
        bindingConditions: ["Ready"],
        bindingFailureConditions: ["Broken"],
        ...taint("NoSchedule"),
      },
      b: shared("4Gi"),
    }, onZone("x"))],
    labels: { zone: "x" },
    classes: { gpu: { config: [opaque({ by: "class" })] }, other: { config: [] } },
    claims: [{
      requests: [
        exact("r", {
          tolerations: [{ operator: "Exists" }],
          ...by(`!has(device.capacity["${DRIVER}"].memory)`),
        }),
        choice("s", ["t", { capacity: { requests: { memory: "1Gi" } } }], ["u", {}]),
      ],
      config: [
        opaque({ by: "all" }),
        { requests: ["s/u"], ...opaque({ by: "another" }) as object },
        { requests: ["s"], ...opaque({ by: "request" }) as object },
      ],
    }],
  });
  assertEquals(found, [{
    devices: {
      results: [
        {
          request: "r",
          driver: DRIVER,
          pool: "n",
          device: "a",
          tolerations: [{ operator: "Exists" }],
          bindingConditions: ["Ready"],
          bindingFailureConditions: ["Broken"],
        },
        {
          request: "s/t",
          driver: DRIVER,
          pool: "n",
          device: "b",
          shareID: "share-1",
          consumedCapacity: { memory: "1Gi" },
        },
      ],
      config: [
        { source: "FromClass", requests: ["r", "s/t"], ...opaque({ by: "class" }) as object },
        { source: "FromClaim", ...opaque({ by: "all" }) as object },
        { source: "FromClaim", requests: ["s"], ...opaque({ by: "request" }) as object },
      ],
    },
    nodeSelector: {
      nodeSelectorTerms: [{
        matchExpressions: [{ key: "zone", operator: "In", values: ["x"] }],
      }],
    },
  }]);
  const bound = tried({
    slices: [slice({ a: { bindsToNode: true } }, { allNodes: true })],
    claims: [claim(exact("r"))],
  });
  assertEquals(typeof bound !== "string" && bound[0]?.nodeSelector, {
    nodeSelectorTerms: [{
      matchFields: [{ key: "metadata.name", operator: "In", values: ["n"] }],
    }],
  });
});

Deno.test("allocate() ends when the time for a node is over", () => {
  let now = 0;
  const clock = new FakeClock();
  const slow = Object.assign(Object.create(clock), { monotonic: () => now += 20_000 });
  assertEquals(
    tried({
      slices: [many(100)],
      claims: [claim(exact("r", { count: 20 }), exact("s", by("false")))],
      clock: slow,
    }),
    "timed out trying to allocate devices",
  );
});
