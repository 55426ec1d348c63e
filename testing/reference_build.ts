/**
 * The reference's programs, and the store of its API server: found where the environment says, or built
 * with Go from the modules that they are published as, into a cache outside of the checkout.
 *
 * @module
 */

import { cacheFolder } from "./cache_folder.ts";
import { go } from "./go.ts";
import { downloadModule } from "./go_module.ts";
import { madeOnce } from "./made_once.ts";

/** The release that answers are compared with. */
export const REFERENCE_VERSION = "1.36.3";

/** Names a folder that has the programs already. */
const REFERENCE_VARIABLE = "ORCH_REFERENCE_PROGRAMS";

const MODULE = "k8s.io/kubernetes";

/**
 * What is built: processes of the reference, the store of the version that they are made for, its client, its tests of
 * whole clusters and what runs those side by side.
 */
const PROGRAMS = {
  "kube-apiserver": `${MODULE}/cmd/kube-apiserver`,
  "kube-controller-manager": `${MODULE}/cmd/kube-controller-manager`,
  "kube-scheduler": `${MODULE}/cmd/kube-scheduler`,
  etcd: "go.etcd.io/etcd/server/v3",
  kubectl: `${MODULE}/cmd/kubectl`,
  "e2e.test": `${MODULE}/test/e2e`,
  ginkgo: "github.com/onsi/ginkgo/v2/ginkgo",
} as const;

/** What a program is called. */
export type ReferenceProgram = keyof typeof PROGRAMS;

/** A program's path; builds it the first time, which takes minutes. Throws where that fails. */
export async function referenceProgram(name: ReferenceProgram): Promise<string> {
  const folder = Deno.env.get(REFERENCE_VARIABLE) || cacheFolder(`reference/${REFERENCE_VERSION}`);
  return await madeOnce(`${folder}/${name}`, (made, making) => build(name, made, making));
}

/** Where the reference's own files are, as they were published. Nothing is to be written there. */
export async function referenceFolder(): Promise<string> {
  const parent = cacheFolder("reference");
  await Deno.mkdir(parent, { recursive: true });
  return (await downloadModule(`${MODULE}@v${REFERENCE_VERSION}`, parent)).Dir;
}

/** Builds a program into a file, with a module in `folder`. */
async function build(name: ReferenceProgram, made: string, folder: string): Promise<void> {
  await writeReferenceModule(folder);
  const version = "k8s.io/component-base/version";
  const [major, minor] = REFERENCE_VERSION.split(".");
  const flags = [
    `-X ${version}.gitVersion=v${REFERENCE_VERSION}`,
    `-X ${version}.gitMajor=${major}`,
    `-X ${version}.gitMinor=${minor}`,
  ].join(" ");
  const how = name.endsWith(".test") ? ["test", "-c"] : ["build"];
  await succeed([...how, "-o", made, "-ldflags", flags, PROGRAMS[name]], folder);
}

/** Writes the files of a Go module that needs the reference's of a release to a folder. */
export async function writeReferenceModule(
  folder: string,
  version: string = REFERENCE_VERSION,
): Promise<void> {
  const { GoMod, Dir } = await downloadModule(`${MODULE}@v${version}`, `${folder}/..`);
  await Deno.writeTextFile(`${folder}/go.mod`, ownModule(await Deno.readTextFile(GoMod), version));
  await Deno.writeTextFile(`${folder}/go.sum`, await Deno.readTextFile(`${Dir}/go.sum`));
}

/** The version of the modules that are published beside a release. */
export function stagedVersion(version: string): string {
  return `v0.${version.split(".").slice(1).join(".")}`;
}

/**
 * A module that needs the reference's: its own description of what it needs, with the modules that
 * lie beside it there taken from where they are published.
 */
export function ownModule(text: string, version: string = REFERENCE_VERSION): string {
  const staged = stagedVersion(version);
  return text.replace(`module ${MODULE}`, "module reference")
    .replaceAll(/(k8s\.io\/[a-z-]+) => \.\/staging\/\S+/g, `$1 => $1 ${staged}`) +
    `\nrequire ${MODULE} v${version}\n`;
}

async function succeed(args: readonly string[], folder: string): Promise<string> {
  const { success, out, err } = await go(args, folder, {
    GOFLAGS: "-mod=mod",
    // Its own module names the compiler that it wants.
    GOTOOLCHAIN: "",
  });
  if (!success) throw new Error(`go ${args.join(" ")}:\n${err}`);
  return out;
}
