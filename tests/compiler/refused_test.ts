/** What must not compile is refused where it should be, and for the reason that it should be. */
import { slowTests } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { check, type Refusal } from "./checked.ts";

const PROGRAM = new URL("./refused.ts", import.meta.url);
const DIRECTIVE = /^\s*\/\/ @ts-expect-error (\d+) (TS\d+(?: TS\d+)*): (.*)$/;

interface Case {
  readonly number: number;
  readonly codes: string;
  /** Of the code, below its directive. */
  readonly line: number;
}

function casesIn(text: string): Case[] {
  return text.split("\n").flatMap((line, index) => {
    if (!line.includes("@ts-expect-error") || line.startsWith(" *")) return [];
    const directive = DIRECTIVE.exec(line);
    assert(directive !== null, `a case has a number, its errors and a reason: ${line}`);
    return [{ number: Number(directive[1]), codes: directive[2]!, line: index + 2 }];
  });
}

/** The cases with their directives taken out, as the compiler answers them. */
async function answers(text: string, strictness: "project" | "default"): Promise<Refusal[]> {
  return await check(text.replaceAll("@ts-expect-error", "refused:"), PROGRAM, strictness);
}

const text = await Deno.readTextFile(PROGRAM);
const cases = casesIn(text);

Deno.test("cases of what must not compile are numbered, each once", () => {
  assertEquals(cases.map(({ number }) => number).sort((a, b) => a - b), cases.map((_, i) => i + 1));
});

/** What only those see who tell undefined from a field that is not there. */
const EXACT_OPTIONAL = [46];

// The check of types sees that each is refused; which errors are told takes most of a minute.
if (slowTests()) {
  Deno.test("each case is refused on its line, with its error, and nothing besides", async () => {
    const found = Map.groupBy(await answers(text, "project"), ({ line }) => line);
    assertEquals(
      [...found].map((
        [line, errors],
      ) => [line, [...new Set(errors.map(({ code }) => code))].join(" ")]),
      cases.map(({ line, codes }) => [line, codes]),
    );
  });

  Deno.test("each case is refused where a program has no configuration, too", async () => {
    const lines = new Set((await answers(text, "default")).map(({ line }) => line));
    assertEquals(
      [...lines],
      cases.filter(({ number }) => !EXACT_OPTIONAL.includes(number)).map(({ line }) => line),
    );
  });
}

Deno.test("check() tells errors of a program, and their places", async () => {
  const program =
    'import { type Clock } from "../../toolkit/clock.ts";\n\nexport const a: Clock = "now";\n';
  const [error, ...more] = await check(program, PROGRAM, "project");
  assertEquals(more, []);
  assertEquals([error?.code, error?.line], ["TS2322", 3]);
});
