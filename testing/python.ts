/**
 * A Python with the packages that tests run, in a virtual environment of its own: what the machine's
 * own Python has is neither used nor touched.
 *
 * @module
 */

import { cacheFolder } from "./cache_folder.ts";
import { findProgram } from "./requirements.ts";

/** The stock client, of one version. */
const PYTHON_PACKAGES = ["kubernetes==35.0.0"] as const;

/** The stock client, and what operators are written with. */
export const PYTHON_OPERATOR_PACKAGES = [...PYTHON_PACKAGES, "kopf==1.45.2"] as const;

/** The stock client, and the others that people use. */
export const PYTHON_CLIENT_PACKAGES = [
  ...PYTHON_PACKAGES,
  "kubernetes_asyncio==36.1.0",
  "kr8s==0.20.15",
  "lightkube==1.0.1",
  "lightkube-models==1.37.0.8",
] as const;

/** What tests say that can't run. */
export const PYTHON_HINT = "`./orch test` installs it where python3 has venv and pip";

/** The Python that has the packages; undefined where it was not installed. */
export function pythonWithClient(
  packages: readonly string[] = PYTHON_PACKAGES,
): string | undefined {
  const folder = folderOf(packages);
  const python = `${folder}/bin/python3`;
  try {
    // Written last: what broke off half way does not count.
    Deno.statSync(`${folder}/complete`);
    return python;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Installs the packages; returns why not, or undefined when they are there. */
export async function installPythonClient(
  packages: readonly string[] = PYTHON_PACKAGES,
): Promise<string | undefined> {
  if (pythonWithClient(packages) !== undefined) return undefined;
  const folder = folderOf(packages);
  const python = findProgram("python3");
  if (python === undefined) return "python3 is missing (apt-get install python3-venv)";
  console.log(`      installing ${packages.join(", ")} into ${folder}`);
  const problem = await run(python, ["-m", "venv", "--clear", folder]) ??
    await run(`${folder}/bin/python3`, ["-m", "pip", "install", "-q", ...packages]);
  if (problem === undefined) await Deno.writeTextFile(`${folder}/complete`, "");
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

function folderOf(packages: readonly string[]): string {
  return cacheFolder(`python-${packages.join("-").replaceAll(/[^a-z0-9.-]+/g, "-")}`);
}
