/**
 * helm, as its users have it.
 *
 * @module
 */

import { publishedProgram } from "../../testing/go_program.ts";
import { REFERENCE_VERSION } from "../../testing/reference_build.ts";
import { run } from "../envtest/launched.ts";

/** The version of it. */
export const HELM_VERSION = "v3.21.3";

/** Where it is. Throws where it can't be built. */
export async function helmProgram(): Promise<string> {
  return await publishedProgram("helm.sh/helm/v3/cmd/helm", HELM_VERSION);
}

/** The manifests of a chart (a folder), with these values, as it would install them in a namespace. */
export async function helmTemplate(
  namespace: string,
  chart: string,
  values: Readonly<Record<string, string>>,
): Promise<string> {
  const settings = Object.entries(values).map(([field, value]) => `--set=${field}=${value}`);
  const { code, out, err } = await run(await helmProgram(), [
    "template",
    "installed",
    chart,
    `--namespace=${namespace}`,
    `--kube-version=${REFERENCE_VERSION}`,
    ...settings,
  ]);
  if (code !== 0) throw new Error(`helm template ${chart}: ${err}`);
  return out;
}
