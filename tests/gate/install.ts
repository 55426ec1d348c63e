/**
 * Installs programs that tests need, where that is possible without asking: as root on Debian.
 *
 * @module
 */

import { installPythonClient } from "../../testing/python.ts";
import { findProgram, type Requirement, REQUIREMENTS } from "../../testing/requirements.ts";

/** Installs what is missing; what can't be is a problem only with `CI=true`. */
export async function installRequirements(): Promise<string[]> {
  const packages = lacking().flatMap(({ debianPackage }) => debianPackage ?? []);
  if (packages.length > 0 && Deno.uid() === 0 && findProgram("apt-get") !== undefined) {
    console.log(`      installing ${packages.join(", ")}`);
    await apt("update", "-qq");
    await apt("install", "-qq", "-y", "--no-install-recommends", ...packages);
  }
  // A registry that can't be reached is no fault of the checkout.
  const noPython = await installPythonClient();
  if (noPython !== undefined) {
    console.log(`      no Python client, its test is skipped: ${noPython}`);
  }
  const problems: string[] = [];
  for (const { program, hint, optional } of lacking()) {
    const text = `${program} is missing (${hint})`;
    if (Deno.env.get("CI") === "true" && !optional) problems.push(text);
    else console.log(`      ${text}: the tests that need it are skipped`);
  }
  return problems;
}

function lacking(): Requirement[] {
  return Object.values(REQUIREMENTS).filter(({ program }) => findProgram(program) === undefined);
}

async function apt(...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("apt-get", {
    args,
    env: { DEBIAN_FRONTEND: "noninteractive" },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) console.log(new TextDecoder().decode(stderr));
}
