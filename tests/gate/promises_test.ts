import { assertEquals } from "../../toolkit/deps/assert.ts";
import { unowned } from "./promises.ts";
import { openProgram } from "./type_program.ts";

const CASES: [code: string, unowned: number][] = [
  ["work();", 1],
  ["void work();", 1],
  ["await work();", 0],
  ["work().catch(report);", 0],
  ["work().then(report);", 1],
  ["work().then(report, report);", 0],
  ["work().catch(report).finally(report);", 0],
  ["work().finally(report);", 1],
  ["Promise.all([work()]);", 1],
  ["const kept = work();", 0],
  ["let kept: Promise<void> | undefined; kept = work();", 0],
  ["let kept: Promise<void> | undefined; kept ??= work();", 0],
  ["let kept; kept = [1].forEach(async () => { await work(); });", 1],
  ["true && work();", 1],
  ["setTimeout(async () => { await work(); }, 1);", 1],
  ["[1].forEach(async () => { await work(); });", 1],
  ["await Promise.all([1].map(async () => { await work(); }));", 0],
  ["emitter.on('x', async () => { await work(); });", 1],
  ["emitter.on('x', () => { work(); });", 1],
  ["either(async () => { await work(); });", 0],
  ["writer.write(new Uint8Array());", 1],
  ["report();", 0],
];

const HEAD = `import { EventEmitter } from "node:events";
const emitter = new EventEmitter();
declare const writer: WritableStreamDefaultWriter<Uint8Array>;
declare function work(): Promise<void>;
declare function report(): void;
declare function either(run: () => void | Promise<void>): void;
`;

Deno.test("unowned() finds each promise that nothing owns", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const paths = await Promise.all(CASES.map(async ([code], index) => {
      const path = `${folder}/case_${index}.ts`;
      await Deno.writeTextFile(path, HEAD + code);
      return path;
    }));
    const program = await openProgram(paths);
    CASES.forEach(([code, expected], index) => {
      const found = unowned(program.getSourceFile(paths[index]!)!, program.getTypeChecker());
      assertEquals(found.length, expected, code);
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
