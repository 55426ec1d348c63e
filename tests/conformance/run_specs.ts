/**
 * The reference's tests of whole clusters, run against one.
 *
 * @module
 */

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

interface Report {
  readonly ContainerHierarchyTexts: readonly string[] | null;
  readonly LeafNodeText: string;
  readonly LeafNodeType: string;
  readonly State: string;
  readonly Failure?: { readonly Message: string };
}

const REPORT = "report.json";
const LIMIT = "40m";
/** Of what a failure says, which may be a whole object. */
const SHOWN_CHARS = 2000;

/** Runs them to their end. Throws where there is no report of them. */
export async function runSpecs({ config, focus, skip, atOnce }: Specs): Promise<SpecResult[]> {
  const [ginkgo, tests] = [await referenceProgram("ginkgo"), await referenceProgram("e2e.test")];
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
        "--provider=skeleton",
      ],
      cwd: folder,
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

async function resultsIn(report: string): Promise<SpecResult[]> {
  const suites = JSON.parse(await Deno.readTextFile(report)) as { SpecReports: Report[] }[];
  return suites.flatMap(({ SpecReports }) => SpecReports)
    .filter(({ LeafNodeType, State }) =>
      // What is before and after all counts where it fails.
      LeafNodeType === "It" ? State !== "skipped" && State !== "pending" : State !== "passed"
    )
    .map(({ ContainerHierarchyTexts, LeafNodeText, LeafNodeType, State, Failure }) => ({
      name: [...ContainerHierarchyTexts ?? [], LeafNodeText || LeafNodeType].join(" "),
      failure: State === "passed"
        ? undefined
        : `${State}: ${Failure?.Message ?? ""}`.slice(0, SHOWN_CHARS),
    }));
}
