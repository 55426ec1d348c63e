/**
 * A Python with the packages that tests run, in a virtual environment of its own: what the machine's
 * own Python has is neither used nor touched.
 *
 * @module
 */

import { findProgram } from "./requirements.ts";

/** What is installed: the stock client, of one version. */
export const PYTHON_PACKAGES = ["kubernetes==35.0.0"] as const;

/** What tests say that can't run. */
export const PYTHON_HINT = "`./orch test` installs it where python3 has venv and pip";

/** The Python that has the packages; undefined where it was not installed. */
export function pythonWithClient(): string | undefined {
  const python = `${folder()}/bin/python3`;
  try {
    // Written last: what broke off half way does not count.
    Deno.statSync(`${folder()}/complete`);
    return python;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Installs the packages; returns why not, or undefined when they are there. */
export async function installPythonClient(): Promise<string | undefined> {
  if (pythonWithClient() !== undefined) return undefined;
  const python = findProgram("python3");
  if (python === undefined) return "python3 is missing (apt-get install python3-venv)";
  console.log(`      installing ${PYTHON_PACKAGES.join(", ")} into ${folder()}`);
  const problem = await run(python, ["-m", "venv", "--clear", folder()]) ??
    await run(`${folder()}/bin/python3`, ["-m", "pip", "install", "-q", ...PYTHON_PACKAGES]);
  if (problem === undefined) await Deno.writeTextFile(`${folder()}/complete`, "");
  return problem;
}

async function run(program: string, args: readonly string[]): Promise<string | undefined> {
  const { success, stderr } = await new Deno.Command(program, {
    args: [...args],
    env: { PIP_DISABLE_PIP_VERSION_CHECK: "1" },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  if (success) return undefined;
  return `${args.join(" ")}: ${new TextDecoder().decode(stderr).trim().split("\n").at(-1)}`;
}

function folder(): string {
  const cache = Deno.env.get("XDG_CACHE_HOME") || `${Deno.env.get("HOME") || "/tmp"}/.cache`;
  const name = PYTHON_PACKAGES.join("-").replaceAll(/[^a-z0-9.-]+/g, "-");
  return `${cache}/orch/python-${name}`;
}
