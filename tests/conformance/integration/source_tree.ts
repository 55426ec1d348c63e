/**
 * The reference's modules, changed so that their integration tests start processes of this checkout, and programs of
 * such tests. All are made in a cache outside of the checkout, anew where something in this folder is another.
 *
 * @module
 */

import { cacheFolder } from "../../../testing/cache_folder.ts";
import { go, isFile } from "../../../testing/go.ts";
import { downloadModule } from "../../../testing/go_module.ts";
import {
  REFERENCE_VERSION,
  referenceFolder,
  stagedVersion,
  writeReferenceModule,
} from "../../../testing/reference_build.ts";
import { EDITS } from "./edits.ts";

/** A package of tests. */
export interface TestPackage {
  readonly module: "kubernetes" | "apiextensions-apiserver";
  /** Below the module's folder of integration tests; "": that itself. */
  readonly path: string;
}

const HERE = new URL(".", import.meta.url).pathname;
const OWN_MODULE = "orch.test/testserver";

/** What stands here for packages of the reference that start servers: a folder with one file each. */
const PACKAGES: Readonly<Record<string, string>> = {
  "kubernetes/cmd/kube-apiserver/app/testing": "kube_apiserver.go",
  "apiextensions-apiserver/pkg/cmd/server/testing": "apiextensions.go",
};

/** And for single files, or beside them. */
const FILES: Readonly<Record<string, string>> = {
  "kubernetes/test/integration/framework/test_server.go": "framework.go",
  "kubernetes/pkg/scheduler/process.go": "scheduler.go",
};

/** Where tests are built. */
export class SourceTree {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  /** The tree as the files of this folder say. */
  static async make(): Promise<SourceTree> {
    const parent = cacheFolder(`reference/${REFERENCE_VERSION}`);
    const root = `${parent}/integration-${await digestOfSources()}`;
    if (!await isFile(`${root}/main/go.mod`)) {
      await Deno.remove(root, { recursive: true }).catch(() => {});
      await Deno.mkdir(`${root}/main`, { recursive: true });
      await copyModules(root);
      await replaceSources(root);
      // Last: it says that all else is there.
      await writeMainModule(root);
    }
    return new SourceTree(root);
  }

  /** Where a package's tests look for their files. */
  folderOf({ module, path }: TestPackage): string {
    return `${this.#root}/${module}/test/integration/${path}`;
  }

  /** The program of a package's tests; building it takes up to two minutes. */
  async build({ module, path }: TestPackage): Promise<string> {
    const program = `${this.#root}/programs/${module}-${path.replaceAll("/", "-")}.test`;
    if (await isFile(program)) return program;
    const name = `k8s.io/${module}/test/integration${path && "/"}${path}`;
    // What vet would say of the reference's sources is the reference's matter, and takes as long again.
    const how = ["test", "-c", "-vet=off", "-ldflags=-s -w", "-o", program, name];
    await succeed(how, `${this.#root}/main`);
    return program;
  }
}

/** A name for what is in this folder's sources. */
async function digestOfSources(): Promise<string> {
  const files = ["edits.ts", "source_tree.ts"];
  for (const folder of ["replaced", "testserver"]) {
    for await (const { name } of Deno.readDir(HERE + folder)) files.push(`${folder}/${name}`);
  }
  const texts = await Promise.all(files.sort().map((file) => Deno.readTextFile(HERE + file)));
  const bytes = new TextEncoder().encode(JSON.stringify([files, texts]));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return new Uint8Array(digest).toHex().slice(0, 16);
}

async function copyModules(root: string): Promise<void> {
  const extensions = `k8s.io/apiextensions-apiserver@${stagedVersion(REFERENCE_VERSION)}`;
  await copy(await referenceFolder(), `${root}/kubernetes`);
  await copy((await downloadModule(extensions, root)).Dir, `${root}/apiextensions-apiserver`);
  await copy(`${HERE}testserver`, `${root}/testserver`);
}

/** A copy of a published module that can be written. */
async function copy(from: string, to: string): Promise<void> {
  for (const [program, ...args] of [["cp", "-r", from, to], ["chmod", "-R", "u+w", to]]) {
    const { success, stderr } = await new Deno.Command(program!, { args, stderr: "piped" })
      .output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
  }
}

async function replaceSources(root: string): Promise<void> {
  for (const [path, file] of Object.entries(PACKAGES)) {
    await Deno.remove(`${root}/${path}`, { recursive: true });
    await Deno.mkdir(`${root}/${path}`);
    await Deno.copyFile(`${HERE}replaced/${file}`, `${root}/${path}/${file}`);
  }
  for (const [path, file] of Object.entries(FILES)) {
    await Deno.copyFile(`${HERE}replaced/${file}`, `${root}/${path}`);
  }
  for (const { file, change } of EDITS) {
    const path = `${root}/kubernetes/${file}`;
    await Deno.writeTextFile(path, change(await Deno.readTextFile(path)));
  }
}

/** The module that tests are built from, on the copies and on what starts processes. */
async function writeMainModule(root: string): Promise<void> {
  const folder = `${root}/main`;
  await writeReferenceModule(folder);
  const staged = /^(\s*k8s\.io\/apiextensions-apiserver => ).*$/m;
  const text = (await Deno.readTextFile(`${folder}/go.mod`))
    .replace(staged, `$1${root}/apiextensions-apiserver`);
  await Deno.writeTextFile(
    `${folder}/go.mod`,
    `${text}
require ${OWN_MODULE} v0.0.0
replace ${OWN_MODULE} => ${root}/testserver
replace k8s.io/kubernetes => ${root}/kubernetes
`,
  );
}

async function succeed(args: readonly string[], folder: string): Promise<void> {
  const { success, err } = await go(args, folder, { GOFLAGS: "-mod=mod", GOTOOLCHAIN: "" });
  if (!success) throw new Error(`go ${args.join(" ")}:\n${err}`);
}
