import { FakeClock } from "../clock.ts";
import { assertEquals } from "../deps/assert.ts";
import { requestEntityTooLarge } from "../errors/mod.ts";
import type { HttpRequest } from "../serving/http.ts";
import { isOfProfiles, profilingHandler } from "./mod.ts";

/** Asks a process, and tells what it answers and to which levels it was set. */
async function asked(
  method: string,
  path: string,
  body: string | Error = "",
  isSettable = true,
) {
  const levels: number[] = [];
  const handler = profilingHandler({
    clock: new FakeClock(),
    commandLine: [],
    ...(isSettable && { setVerbosity: (level: number) => levels.push(level) }),
  });
  const answer = await handler({
    method,
    path,
    query: "",
    headers: {},
    async *body() {
      if (body instanceof Error) throw body;
      yield new TextEncoder().encode(body);
    },
  } as unknown as HttpRequest);
  return [answer.status, levels] as const;
}

const CASES: Record<string, [ask: Parameters<typeof asked>, status: number, levels?: number[]]> = {
  "a level": [["PUT", "/debug/flags/v", "4"], 200, [4]],
  "a level with the end of a line": [["PUT", "/debug/flags/v", "010\n"], 200, [10]],
  "no number": [["PUT", "/debug/flags/v", "high"], 400],
  "less than nothing": [["PUT", "/debug/flags/v", "-1"], 400],
  "no level": [["PUT", "/debug/flags/v"], 400],
  "more than a level": [["PUT", "/debug/flags/v", "1".repeat(65)], 413],
  "more than that, said before": [
    ["PUT", "/debug/flags/v", requestEntityTooLarge("limit is 64")],
    413,
  ],
  "a question": [["GET", "/debug/flags/v"], 405],
  "what there is": [["GET", "/debug/flags"], 200],
  "another flag": [["PUT", "/debug/flags/vmodule", "a=1"], 404],
  "a process that can't": [["PUT", "/debug/flags/v", "4", false], 404],
};

for (const [name, [ask, status, levels = []]] of Object.entries(CASES)) {
  Deno.test(`/debug/flags: ${name}`, async () => {
    assertEquals(await asked(...ask), [status, levels]);
  });
}

Deno.test("isOfProfiles() has the flags, and nothing that only begins like them", () => {
  assertEquals(
    ["/debug/flags", "/debug/flags/v", "/debug/flagsv", "/debug"].map(isOfProfiles),
    [true, true, false, false],
  );
});
