/**
 * `orch generate types`: kinds in TypeScript, of their definitions.
 *
 * @module
 */

import { join } from "node:path";
import { flag, FlagError, group, string, works } from "../../flags/mod.ts";
import { CustomResourceDefinition } from "../../kinds/built_in.ts";
import { clusterFlags, openCluster } from "../cluster.ts";
import { EXIT_DONE } from "../../process/exit_codes.ts";
import { type Call, command, CommandError } from "../command.ts";
import { readDocuments } from "../read_input.ts";
import { ownAddress } from "../toolkit_address.ts";
import { type DefinedKind, definitionsIn, selected } from "./definitions.ts";
import { kindTypes } from "./kind_types.ts";

/** Runs the command; settles with its exit code. */
export const types = command({
  name: "generate types",
  usage: ["[NAME...] [flags]", "FILE... [NAME...] [flags]"],
  about:
    `Prints TypeScript for kinds that are defined somewhere: for each the type of what is written, the type of what is read, in which defaults are there, and the kind as a value, to be used as the built-in ones are.

The definitions are those in the files, or, where none is named, those in the cluster. A FILE ends in .yaml, .yml or .json, or has a slash in it; a folder stands for such files in it, and - for the standard input. NAMEs choose some of the kinds: websites, Website, websites.example.com.

Exit codes: 0; 1 for a failure; 2 for a command line that makes no sense.

Examples:
  orch generate types crds/ > kinds.ts
  orch generate types certificates.cert-manager.io --import @orch/orch > certificates.ts`,
  groups: [
    group("Output", works, {
      "import": flag(
        string,
        "",
        "Where the output imports the toolkit's mod.ts from: an address, a path, or a name of an " +
          "import map (default: where this program has it)",
        { placeholder: "specifier" },
      ),
    }),
    clusterFlags,
  ],
  async run({ values, given, rest, ...surroundings }) {
    if (given.has("import") && values.import === "") throw new FlagError("--import names nothing");
    const address = values.import || ownAddress();
    const files = rest.filter(isFile);
    const names = rest.filter((one) => !isFile(one));
    if (files.length > 0) {
      const flags = ["orchconfig", "context"].flatMap((name) => given.get(name) ?? []);
      if (flags.length > 0) {
        throw new FlagError(
          `${flags[0]} is about a cluster, which is not asked where files are named`,
        );
      }
    }
    const kinds = files.length > 0
      ? await kindsInFiles(files, surroundings.input)
      : await kindsOfCluster();
    surroundings.terminal.out(kindTypes(selected(kinds, names), address));
    return EXIT_DONE;

    async function kindsOfCluster(): Promise<DefinedKind[]> {
      await using client = await openCluster(values, surroundings);
      const kinds: DefinedKind[] = [];
      for await (const object of client.iterate(CustomResourceDefinition)) {
        kinds.push(...definitionsIn([object], "the cluster"));
      }
      if (kinds.length === 0) throw new CommandError("the cluster has no definitions");
      return kinds;
    }
  },
});

/** The standard input, and folders. */
const NO_NAMES: ReadonlySet<string> = new Set(["-", ".", ".."]);
const ENDING = /\.(ya?ml|json)$/;

function isFile(argument: string): boolean {
  return NO_NAMES.has(argument) || argument.includes("/") || ENDING.test(argument);
}

async function kindsInFiles(
  files: readonly string[],
  input: Call<unknown>["input"],
): Promise<DefinedKind[]> {
  const kinds = new Map<string, { readonly kind: DefinedKind; readonly file: string }>();
  for (const named of files) {
    const all = await filesIn(named);
    let found = 0;
    for (const file of all) {
      for (const kind of definitionsIn(await readDocuments(file, input), file)) {
        const id = `${kind.plural}.${kind.group}`;
        const earlier = kinds.get(id);
        if (earlier !== undefined) {
          throw new CommandError(`${id} is defined twice: in ${earlier.file} and in ${file}`);
        }
        kinds.set(id, { kind, file });
        found++;
      }
    }
    if (found === 0) throw new CommandError(`${named} has no definition of a kind`);
  }
  return [...kinds.values()].map(({ kind }) => kind);
}

/** The file, or those of a folder in the order of their names. */
async function filesIn(path: string): Promise<string[]> {
  if (path === "-" || !(await Deno.stat(path)).isDirectory) return [path];
  const names: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(path)) {
    if (!isDirectory && ENDING.test(name)) names.push(name);
  }
  return names.sort().map((name) => join(path, name));
}
