/**
 * The test suites of a Go module, run as its own developers run them, but on what a folder of launchers
 * starts.
 *
 * @module
 */

import { cacheFolder } from "../../testing/cache_folder.ts";
import {
  hasFailed,
  readSpecReports,
  specName,
  type SpecReport,
} from "../../testing/ginkgo_report.ts";
import { go, isFile } from "../../testing/go.ts";
import { downloadModule } from "../../testing/go_module.ts";

/** A package that has tests. */
export interface Suite {
  /** Its path in the module. */
  readonly name: string;
  readonly folder: string;
  /** Whether its tests are specs of Ginkgo, which reports each. */
  readonly hasSpecs: boolean;
}

/** What became of a package's tests. */
export interface SuiteResult {
  readonly success: boolean;
  /** The specs that passed, and those of them that needed another attempt. */
  readonly passed: readonly string[];
  readonly again: readonly string[];
  /** The specs that failed, with what they said. */
  readonly failed: ReadonlyMap<string, string>;
  /** Failed tests of Go that are in no report: one of them stands for all specs. */
  readonly failedTests: readonly string[];
  readonly output: string;
}

/**
 * A copy of a published module, made once: its tests write into their folders. Throws where it, or what
 * it needs, can't be fetched.
 */
export async function moduleSource(path: string, version: string): Promise<string> {
  const folder = cacheFolder(`modules/${path.replaceAll("/", "-")}-${version}`);
  if (await isFile(`${folder}/go.mod`)) return folder;
  const parent = cacheFolder("modules");
  await Deno.mkdir(parent, { recursive: true });
  const { Dir } = await downloadModule(`${path}@v${version}`, parent);
  const made = await Deno.makeTempDir({ dir: parent });
  try {
    await copy(Dir, made);
    await succeed(["mod", "download"], made);
    await Deno.rename(made, folder);
  } catch (error) {
    await Deno.remove(made, { recursive: true });
    throw error;
  }
  return folder;
}

async function copy(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copy(`${from}/${name}`, `${to}/${name}`);
    else {
      // A published module has lost which of its files are programs.
      const mode = name.endsWith(".sh") ? 0o755 : 0o644;
      await Deno.writeFile(`${to}/${name}`, await Deno.readFile(`${from}/${name}`), { mode });
    }
  }
}

/** All packages of a module that have tests. */
export async function suitesOf(folder: string): Promise<Suite[]> {
  const format =
    '{{if or .TestGoFiles .XTestGoFiles}}{{.Dir}}\t{{join .TestImports ","}},{{join .XTestImports ","}}{{end}}';
  const lines = (await succeed(["list", "-f", format, "./..."], folder)).trim().split("\n");
  return lines.map((line) => {
    const [place = "", imports = ""] = line.split("\t");
    return {
      name: place.slice(folder.length + 1) || ".",
      folder: place,
      hasSpecs: imports.split(",").includes("github.com/onsi/ginkgo/v2"),
    };
  });
}

const REPORT = "orch-report.json";

/** As often is a spec tried that fails: some of them race with themselves on a slow machine. */
const ATTEMPTS = 2;

interface GoTestEvent {
  readonly Action: string;
  readonly Test?: string;
  readonly Output?: string;
}

/** Runs a package's tests on the programs in the folder `assets`; `skip` names tests of Go. */
export async function runSuite(
  { folder, hasSpecs }: Suite,
  assets: string,
  skip?: string,
): Promise<SuiteResult> {
  const report = `${folder}/${REPORT}`;
  await Deno.remove(report).catch(() => {});
  const { success, out, err } = await go(
    [
      "test",
      "-json",
      "-count=1",
      "-vet=off",
      ...skip === undefined ? [] : [`-skip=${skip}`],
      ".",
      ...hasSpecs
        ? [
          "-ginkgo.no-color",
          `-ginkgo.flake-attempts=${ATTEMPTS}`,
          `-ginkgo.json-report=${REPORT}`,
        ]
        : [],
    ],
    folder,
    { KUBEBUILDER_ASSETS: assets },
  );
  const events = out.split("\n").filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as GoTestEvent);
  const failedTests = events.filter(({ Action }) => Action === "fail")
    .flatMap(({ Test }) => Test ?? []);
  const specs = hasSpecs ? await specsOf(report) : [];
  const passed = specs.filter(({ State, LeafNodeType }) =>
    State === "passed" && LeafNodeType === "It"
  );
  return {
    success,
    passed: passed.map(specName),
    again: passed.filter(({ NumAttempts }) => NumAttempts > 1).map(specName),
    failed: new Map(
      specs.filter(hasFailed)
        .map((spec) => [specName(spec), spec.Failure?.Message ?? spec.State]),
    ),
    failedTests,
    output: events.map(({ Output = "" }) => Output).join("") + err,
  };
}

async function specsOf(report: string): Promise<SpecReport[]> {
  try {
    return await readSpecReports(report);
  } catch (error) {
    // What does not compile reports nothing: the exit code says so.
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

async function succeed(args: readonly string[], folder: string): Promise<string> {
  const { success, out, err } = await go(args, folder);
  if (!success) throw new Error(`go ${args.join(" ")} in ${folder}:\n${err}`);
  return out;
}
