/**
 * `orch` as a compiled program has it: there is no runtime that runs modules, but this program itself, which the
 * environment names.
 *
 * @module
 */

const program = Deno.env.get("ORCH_COMPILED");
if (program === undefined) throw new Error("ORCH_COMPILED is not set: it names the program");

Object.defineProperty(Deno, "build", { value: { ...Deno.build, standalone: true } });
Object.defineProperty(Deno, "execPath", { value: () => program });

const { main } = await import("../../cli.ts");
Deno.exit(await main(Deno.args));
