import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { CONTAINERS_LIMIT, readExposition } from "./read_exposition.ts";

const NOW = Date.parse("2026-02-03T04:05:06Z");

/** What is read of a text: the node, then the containers by their places, as `[seconds, time, bytes, start]`. */
function read(text: string) {
  const { node, pods } = readExposition(text, NOW);
  const shown = ({ cpuSeconds, atMs, memoryBytes, startedMs }: typeof node) =>
    [cpuSeconds, atMs - NOW, memoryBytes, startedMs] as const;
  const containers = [...pods].flatMap(([pod, all]) =>
    [...all].map(([name, sample]) => [`${pod}/${name}`, shown(sample)] as const)
  );
  return { node: shown(node), containers: Object.fromEntries(containers) };
}

const LABELS = `{container="c",namespace="n",pod="p"}`;
const CPU = "container_cpu_usage_seconds_total";
const MEMORY = "container_memory_working_set_bytes";
const START = "container_start_time_seconds";

Deno.test("readExposition() reads what nodes and containers have used, and passes over the rest", () => {
  const found = read([
    "# HELP node_cpu_usage_seconds_total [STABLE] of the node",
    "# TYPE node_cpu_usage_seconds_total counter",
    `node_cpu_usage_seconds_total 12.5 ${NOW - 2000}`,
    `node_memory_working_set_bytes 1e+06 ${NOW - 1000}`,
    "node_swap_usage_bytes{ broken",
    `${CPU}{container="web",namespace="shop",pod="web-0"} 3 ${NOW - 1500}`,
    `${MEMORY}{pod="web-0", namespace="shop", container="web",} 4096 ${NOW}`,
    `${START}{container="web",namespace="shop",pod="web-0"} 1.7e9`,
    `${CPU}{container="log\\"\\\\\\n",namespace="shop",pod="web-0",more="x"}\t.5\r`,
    `${CPU}{container="",namespace="shop",pod="web-0"} 7`,
    `${CPU}{id="/system.slice"} 7`,
    `pod_cpu_usage_seconds_total{namespace="shop",pod="web-0"} 3`,
    "resource_scrape_error 0",
  ].join("\n"));
  assertEquals(found, {
    node: [12.5, -2000, 1_000_000, 0],
    containers: {
      "shop/web-0/web": [3, -1500, 4096, 1.7e12],
      'shop/web-0/log"\\\n': [0.5, 0, undefined, 0],
    },
  });
  assertEquals(read(""), { node: [undefined, 0, undefined, 0], containers: {} });
});

const NONSENSE: readonly (readonly [
  name: string,
  lines: readonly string[],
  expected: readonly unknown[],
])[] = [
  ["is no number", [`${CPU}${LABELS} NaN`, `${MEMORY}${LABELS} +Inf`], [
    undefined,
    0,
    undefined,
    0,
  ]],
  ["is negative", [`${CPU}${LABELS} -1`, `${MEMORY}${LABELS} -4096`], [undefined, 0, undefined, 0]],
  ["is text", [`${CPU}${LABELS} much`, `${MEMORY}${LABELS} 0x10`], [undefined, 0, undefined, 0]],
  ["is more than there is", [`${CPU}${LABELS} 1e300`, `${MEMORY}${LABELS} 1e16`], [
    undefined,
    0,
    undefined,
    0,
  ]],
  [
    "is told twice",
    [`${CPU}${LABELS} 1`, `${CPU}${LABELS} 1`, `${MEMORY}${LABELS} 1`, `${MEMORY}${LABELS} 2`],
    [undefined, 0, undefined, 0],
  ],
  ["is told three times", [1, 2, 3].map((n) => `${CPU}${LABELS} ${n}`), [
    undefined,
    0,
    undefined,
    0,
  ]],
  ["has begun at two times", [`${START}${LABELS} 5`, `${CPU}${LABELS} 1`, `${START}${LABELS} 6`], [
    1,
    0,
    undefined,
    NaN,
  ]],
  ["has begun at no time", [`${START}${LABELS} -5`, `${CPU}${LABELS} 1`], [1, 0, undefined, NaN]],
  ["is of another time", [`${CPU}${LABELS} 1 ${NOW + 600_000}`], [1, 0, undefined, 0]],
  ["is of the beginning of time", [`${CPU}${LABELS} 1 0`], [1, 0, undefined, 0]],
  ["is of a time past all", [`${CPU}${LABELS} 1 9999999999999999`], [1, 0, undefined, 0]],
];

for (const [name, lines, expected] of NONSENSE) {
  Deno.test(`readExposition() does not believe what ${name}`, () => {
    assertEquals(read(lines.join("\n")).containers, { "n/p/c": expected as never });
  });
}

const REFUSED: readonly (readonly [name: string, text: string, message: RegExp])[] = [
  ["no value", `# x\n${CPU}${LABELS}`, /^line 2 \(container_cpu.*\) has no value$/],
  ["an open label", `${CPU}{container="c`, /^line 1 has labels that can't be read$/],
  ["no labels' end", `${CPU}{container="c"`, /labels that can't be read/],
  ["a label twice", `${CPU}{pod="p",pod="q"} 1`, /^line 1 has the label pod twice$/],
  ["a line without end", `${CPU}{pod="${"p".repeat(5000)}"} 1`, /^line 1 has more than 2000/],
  ["too much behind the value", `${CPU}${LABELS} 1 2 3`, /has no value/],
  [
    "more containers than any node has",
    Array.from(
      { length: CONTAINERS_LIMIT + 1 },
      (_, at) => `${CPU}{container="c${at}",namespace="n",pod="p"} 1`,
    ).join("\n"),
    /more than 10000 containers/,
  ],
];

for (const [name, text, message] of REFUSED) {
  Deno.test(`readExposition() refuses ${name}`, () => {
    assertThrows(() => readExposition(text, NOW), message);
  });
}

Deno.test("readExposition() gets through any bytes", () => {
  const seed = Date.now() % 1e6;
  let state = seed;
  const next = (below: number) => (state = (state * 48271) % 2147483647) % below;
  const parts = [
    CPU,
    MEMORY,
    START,
    "{",
    "}",
    '"',
    "\\",
    "=",
    ",",
    " ",
    "\n",
    "\0",
    "é",
    LABELS,
    "1",
  ];
  for (let round = 0; round < 2000; round++) {
    const text = Array.from({ length: next(40) }, () => parts[next(parts.length)]).join("");
    try {
      readExposition(text, NOW);
    } catch (error) {
      assertEquals(/^line \d+/.test((error as Error).message), true, `seed ${seed}: ${error}`);
    }
  }
});
