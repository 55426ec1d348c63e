import { assert, assertEquals } from "../deps/assert.ts";
import { inOnePiece, ownTexts } from "./one_piece.ts";

Deno.test("a text in one piece is the same text", () => {
  for (const text of ["", "a", "x".repeat(12), `${"x".repeat(12)}yz`, "é€😀".repeat(9).slice(1)]) {
    assertEquals(inOnePiece(text), text);
  }
});

Deno.test("ownTexts() keeps values as they are", () => {
  const cyclic: Record<string, unknown> = { name: "a name of some length" };
  cyclic["self"] = cyclic;
  const values: unknown[] = [
    "a text of its own, long enough",
    "short",
    undefined,
    null,
    5,
    {
      name: "a name of some length",
      missing: undefined,
      labels: { app: "a value of some length" },
    },
    ["an item of some length", ["another item of some length"]],
    new Map([["a key of some length", new Set(["a member of some length"])]]),
    new Date(0),
    cyclic,
    Object.freeze({ name: "frozen and of some length" }),
  ];
  for (const value of values) {
    const before = value === cyclic ? undefined : structuredClone(value);
    assert(ownTexts(value) === value);
    if (before !== undefined) assertEquals(value, before);
  }
});

const SHAPES: Readonly<Record<string, (text: string) => unknown>> = {
  "a text": (text) => text,
  "a member": (name) => ({ name }),
  "a joined text": (name) => ({ key: `default/${name}` }),
  "an item of a list": (text) => [text],
  "a member of a set": (text) => new Set([text]),
  "a key of a map": (text) => new Map([[text, 1]]),
};

/** Prints what texts cut out of long ones take of what those took: with their own, and without. */
const PROBE = `
  const { ownTexts } = await import(${JSON.stringify(import.meta.resolve("./one_piece.ts"))});
  const TEXTS = 2_000, CHARACTERS = 5_000;
  const decoder = new TextDecoder();
  function taken(keep) {
    const kept = [];
    gc();
    const before = Deno.memoryUsage().heapUsed;
    for (let index = 0; index < TEXTS; index++) {
      const long = decoder.decode(new Uint8Array(CHARACTERS).fill(97 + index % 26));
      kept.push(keep(long.slice(index, index + 30 + index % 50)));
    }
    gc();
    const after = Deno.memoryUsage().heapUsed;
    return kept.length * (after - before) / (TEXTS * TEXTS * CHARACTERS);
  }
  const shapes = { SHAPES };
  for (const [name, shape] of Object.entries(shapes)) {
    console.log(JSON.stringify([name, taken(shape), taken((text) => ownTexts(shape(text)))]));
  }
`;

Deno.test("ownTexts() lets go of what texts were cut out of", async () => {
  const shapes = Object.entries(SHAPES).map(([name, shape]) => `${JSON.stringify(name)}: ${shape}`);
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      "--no-config",
      "--v8-flags=--expose-gc",
      PROBE.replace("{ SHAPES }", `{ ${shapes.join(", ")} }`),
    ],
    stderr: "inherit",
  }).output();
  const rows = new TextDecoder().decode(stdout).trim().split("\n").map((line) => JSON.parse(line));
  assertEquals(rows.map(([name]) => name), Object.keys(SHAPES));
  const [[, cut]] = rows;
  assert(
    cut > 0.8,
    `what is cut out no longer keeps what it is of: ${cut}; then nothing is to be done`,
  );
  for (const [name, , own] of rows) {
    assert(own < 0.3, `${name}: so much of the whole is kept: ${own}`);
  }
});
