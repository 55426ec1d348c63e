import { assert, assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import type { Pod } from "../kinds/built_in.ts";
import type { ObjectOf } from "../kinds/mod.ts";
import { podRequestsOf } from "./pod_requests.ts";
import { amountOf } from "./resources.ts";

const MEBIBYTE = 1024 * 1024;

const container = (requests: Record<string, string> = {}, more: object = {}) => ({
  name: "c",
  resources: { requests },
  ...more,
});
const sidecar = (requests: Record<string, string>, name = "s") =>
  container(requests, { name, restartPolicy: "Always" });

interface Case {
  readonly spec: object;
  readonly status?: object;
  readonly cpu: number;
  readonly memoryMi?: number;
  readonly assumedCpu?: number;
  readonly assumedMemoryMi?: number;
  readonly scalars?: Record<string, number>;
}

const cases: Readonly<Record<string, Case>> = {
  "containers together": {
    spec: {
      containers: [container({ cpu: "1", memory: "1Mi" }), container({ cpu: "250m" })],
    },
    cpu: 1250,
    memoryMi: 1,
    assumedMemoryMi: 201,
  },
  "a part of a thousandth counts as one": {
    spec: { containers: [container({ cpu: "1500u", memory: "1Mi" })] },
    cpu: 2,
    memoryMi: 1,
  },
  "nothing said is assumed for scores alone": {
    spec: { containers: [container(), container()] },
    cpu: 0,
    assumedCpu: 200,
    assumedMemoryMi: 400,
  },
  "the largest of those that start first": {
    spec: {
      containers: [container({ cpu: "1", memory: "1Mi" })],
      initContainers: [
        container({ cpu: "3", memory: "1Mi" }),
        container({ cpu: "2", memory: "2Mi" }),
      ],
    },
    cpu: 3000,
    memoryMi: 2,
  },
  "sidecars beside containers": {
    spec: {
      containers: [container({ cpu: "1", memory: "1Mi" })],
      initContainers: [sidecar({ cpu: "2", memory: "1Mi" })],
    },
    cpu: 3000,
    memoryMi: 2,
  },
  "only the sidecars before count beside one that starts first": {
    spec: {
      containers: [container({ cpu: "1", memory: "1Mi" })],
      initContainers: [
        sidecar({ cpu: "1", memory: "1Mi" }),
        container({ cpu: "5", memory: "1Mi" }),
        sidecar({ cpu: "3", memory: "1Mi" }, "t"),
      ],
    },
    cpu: 6000,
    memoryMi: 3,
  },
  "the pod as a whole in the place of its containers, then the overhead": {
    spec: {
      containers: [container({ cpu: "1", memory: "1Mi", "example.com/card": "2" })],
      resources: { requests: { cpu: "4" } },
      overhead: { cpu: "10m", memory: "1Mi" },
    },
    cpu: 4010,
    memoryMi: 2,
    scalars: { "example.com/card": 2 },
  },
  "what a container has counts while it is more": {
    spec: { containers: [container({ cpu: "1", memory: "1Mi" })] },
    status: {
      containerStatuses: [{
        name: "c",
        resources: { requests: { cpu: "2", memory: "1Mi" } },
        allocatedResources: { cpu: "1", memory: "3Mi" },
      }],
    },
    cpu: 2000,
    memoryMi: 3,
  },
  "a change that can't be made does not count": {
    spec: { containers: [container({ cpu: "9", memory: "1Mi" })] },
    status: {
      conditions: [{ type: "PodResizePending", reason: "Infeasible", status: "True" }],
      containerStatuses: [{ name: "c", resources: { requests: { cpu: "2", memory: "1Mi" } } }],
    },
    cpu: 2000,
    memoryMi: 1,
  },
};

for (const [name, wanted] of Object.entries(cases)) {
  Deno.test(`podRequestsOf() counts ${name}`, () => {
    const pod = { metadata: { name: "p" }, spec: wanted.spec, status: wanted.status };
    const { exact, assumed } = podRequestsOf(pod as unknown as ObjectOf<typeof Pod>);
    assertEquals(exact.milliCpu, wanted.cpu);
    assertEquals(exact.memory, (wanted.memoryMi ?? 0) * MEBIBYTE);
    assertEquals(Object.fromEntries(exact.scalars), wanted.scalars ?? {});
    assertEquals(assumed.milliCpu, wanted.assumedCpu ?? wanted.cpu);
    assertEquals(assumed.memory, (wanted.assumedMemoryMi ?? wanted.memoryMi ?? 0) * MEBIBYTE);
  });
}

const CARDS = ["a.com/card", "b.com/card", "cpu", "memory"];
const SOME = fc.array(
  fc.record({
    isSidecar: fc.boolean(),
    amounts: fc.dictionary(fc.constantFrom(...CARDS), fc.nat({ max: 5 })),
  }),
  { maxLength: 6 },
);

Deno.test("podRequestsOf() is the most that is needed at a time", () => {
  fc.assert(fc.property(SOME, SOME, (running, starting) => {
    const asked = ({ amounts }: typeof running[number]) =>
      Object.fromEntries(Object.entries(amounts).map(([name, count]) => [name, `${count}`]));
    const pod = {
      metadata: { name: "p" },
      spec: {
        containers: running.map((one) => container(asked(one))),
        initContainers: starting.map((one) =>
          one.isSidecar ? sidecar(asked(one)) : container(asked(one))
        ),
      },
    };
    const { exact } = podRequestsOf(pod as unknown as ObjectOf<typeof Pod>);
    for (const name of CARDS) {
      const sum = (some: typeof running) =>
        some.reduce((all, { amounts }) => all + (amounts[name] ?? 0), 0);
      const sidecars = (some: typeof running) => some.filter(({ isSidecar }) => isSidecar);
      const times = starting.map((one, at) => sum([...sidecars(starting.slice(0, at)), one]));
      const most = Math.max(sum([...running, ...sidecars(starting)]), ...times);
      const found = name === "cpu" ? exact.milliCpu / 1000 : amountOf(exact, name);
      assertEquals(found, most, name);
    }
  }));
});

Deno.test("podRequestsOf() looks at each container once, however many resources there are", () => {
  const count = 1000;
  const initContainers = Array.from(
    { length: count },
    (_, at) => sidecar({ [`x.com/${at}`]: "1" }),
  );
  const pod = { metadata: { name: "p" }, spec: { containers: [], initContainers } };
  const set = Map.prototype.set;
  let steps = 0;
  Map.prototype.set = function (key, value) {
    steps++;
    return set.call(this, key, value);
  };
  try {
    const { exact } = podRequestsOf(pod as unknown as ObjectOf<typeof Pod>);
    assertEquals(exact.scalars.size, count);
  } finally {
    Map.prototype.set = set;
  }
  assert(steps < 20 * count, `${steps} steps`);
});
