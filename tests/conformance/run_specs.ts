/**
 * The reference's tests of whole clusters, run against one.
 *
 * @module
 */

import { hasFailed, readSpecReports, specName } from "../../testing/ginkgo_report.ts";
import { referenceProgram } from "../../testing/reference_build.ts";

/** What is run. */
export interface Specs {
  /** The client config of the cluster: whoever it names may do everything. */
  readonly config: string;
  /** Expressions; the name of each spec matches one of them at least, */
  readonly focus: readonly string[];
  /** and none of these. */
  readonly skip: readonly string[];
  /** So many at the same time. */
  readonly atOnce: number;
}

/** What became of a spec. */
export interface SpecResult {
  readonly name: string;
  /** Undefined: it passed. */
  readonly failure: string | undefined;
}

const REPORT = "report.json";
const LIMIT = "40m";
/** Of what a failure says, which may be a whole object. */
const SHOWN_CHARS = 2000;

/** Runs them to their end. Throws where there is no report of them. */
export async function runSpecs({ config, focus, skip, atOnce }: Specs): Promise<SpecResult[]> {
  const [ginkgo, tests] = [await referenceProgram("ginkgo"), await referenceProgram("e2e.test")];
  const kubectl = await referenceProgram("kubectl");
  const folder = await Deno.makeTempDir();
  try {
    const { stdout, stderr } = await new Deno.Command(ginkgo, {
      args: [
        `--procs=${atOnce}`,
        "--no-color",
        `--timeout=${LIMIT}`,
        ...focus.map((one) => `--focus=${one}`),
        ...skip.map((one) => `--skip=${one}`),
        `--json-report=${REPORT}`,
        `--output-dir=${folder}`,
        tests,
        "--",
        `--kubeconfig=${config}`,
        `--kubectl-path=${kubectl}`,
        "--provider=skeleton",
      ],
      cwd: folder,
      // What kubectl remembers is of this cluster.
      env: { HOME: folder },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).output();
    return await resultsIn(`${folder}/${REPORT}`).catch((error) => {
      const decoder = new TextDecoder();
      const said = (decoder.decode(stdout) + decoder.decode(stderr)).slice(-SHOWN_CHARS);
      throw new Error(`the specs left no report:\n${said}`, { cause: error });
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function resultsIn(path: string): Promise<SpecResult[]> {
  const reports = await readSpecReports(path);
  return reports
    // What is done before and after all counts where it fails.
    .filter((one) => hasFailed(one) || one.LeafNodeType === "It" && one.State === "passed")
    .map((one) => ({
      name: specName(one),
      failure: hasFailed(one)
        ? `${one.State}: ${one.Failure?.Message ?? ""}`.slice(0, SHOWN_CHARS)
        : undefined,
    }));
}
