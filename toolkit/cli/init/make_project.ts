/**
 * Writing the files of a new operator: all of them, or none, and never over what is there.
 *
 * @module
 */

import { dirname, join, resolve } from "node:path";
import { CommandError } from "../command.ts";
import { operatorOutput } from "../run_operator.ts";
import { operatorFile, testFile } from "./operator_file.ts";
import {
  configurationFile,
  imageFile,
  printedManifests,
  type ProjectChoices,
  readmeFile,
} from "./project_files.ts";

/**
 * Makes the project; settles with the paths of its files. What it can't finish it takes back, also where `signal`
 * tells it to end.
 */
export async function makeProject(
  directory: string,
  choices: ProjectChoices,
  signal: AbortSignal,
): Promise<string[]> {
  const { file } = choices.names;
  const sources = new Map([
    ["deno.json", configurationFile(choices)],
    [`${file}.ts`, operatorFile(choices)],
    [`${file}_test.ts`, testFile(choices)],
    ["README.md", readmeFile(choices)],
    ["Dockerfile", imageFile(choices)],
  ]);
  const printed = printedManifests(choices);
  await refuseExisting(directory, [...sources.keys(), ...printed.keys()]);
  const made = new MadeFiles();
  try {
    for (const [path, text] of sources) await made.write(join(directory, path), text);
    await format(directory, [...sources.keys()].filter((path) => path !== "Dockerfile"));
    const operator = join(directory, `${file}.ts`);
    const texts = [...printed].map(([path, args]) =>
      [path, operatorOutput({ file: operator, args, lock: false })] as const
    );
    // Nothing is taken back while one of them still runs.
    await Promise.allSettled(texts.map(([, text]) => text));
    for (const [path, text] of texts) await made.write(join(directory, path), await text);
    signal.throwIfAborted();
  } catch (error) {
    await made.takeBack();
    throw error;
  }
  return [...sources.keys(), ...printed.keys()].map((path) => join(directory, path));
}

async function refuseExisting(directory: string, paths: readonly string[]): Promise<void> {
  const present: string[] = [];
  for (const path of paths) {
    const found = await Deno.lstat(join(directory, path)).then(() => true, (error) => {
      if (error instanceof Deno.errors.NotFound) return false;
      throw error;
    });
    if (found) present.push(path);
  }
  if (present.length === 0) return;
  throw new CommandError(
    `${directory} has ${present.join(", ")} already, and nothing is overwritten: choose another ` +
      "--directory",
  );
}

/** As `deno fmt` has them, with the project's own configuration. */
async function format(directory: string, paths: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--quiet", ...paths],
    cwd: directory,
    stdin: "null",
    env: { NO_COLOR: "1" },
  }).output();
  if (success) return;
  throw new CommandError(`the files can't be formatted: ${new TextDecoder().decode(stderr)}`);
}

/** Files and folders that were not there before. */
class MadeFiles {
  readonly #made: string[] = [];

  /** Writes a new file, and makes the folders that it is in. */
  async write(path: string, text: string): Promise<void> {
    await this.#makeFolder(dirname(resolve(path)));
    await Deno.writeTextFile(path, text, { createNew: true });
    this.#made.push(path);
  }

  async #makeFolder(path: string): Promise<void> {
    const info = await Deno.stat(path).catch((error) => {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    });
    if (info?.isDirectory) return;
    if (info !== undefined) throw new CommandError(`${path} is no folder`);
    await this.#makeFolder(dirname(path));
    await Deno.mkdir(path);
    this.#made.push(path);
  }

  /** Removes what was made; a folder into which somebody else has put something stays. */
  async takeBack(): Promise<void> {
    for (const path of this.#made.toReversed()) await Deno.remove(path).catch(() => {});
  }
}
