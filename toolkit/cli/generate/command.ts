/**
 * `orch generate`: types of definitions; definitions and roles of operators.
 *
 * @module
 */

import { flag, FlagError, group, oneOf, string, works } from "../../flags/mod.ts";
import { DIALECTS } from "../../names.ts";
import { command } from "../command.ts";
import { EXIT_DONE } from "../../process/exit_codes.ts";
import { subcommands } from "../subcommands.ts";
import { operatorOutput } from "../run_operator.ts";
import { types } from "./generate_types.ts";

/** A command that prints what the operator of a file prints. */
function ofOperator(name: "crds" | "rbac", what: string) {
  return command({
    name: `generate ${name}`,
    usage: ["FILE.ts [flags]"],
    about:
      `Prints ${what}, as YAML: what the operator's own command line prints, as deno run FILE.ts ${name} does. The file is run without the rights to write, to run programs or to reach the network.

Exit codes: 0; 1 for a failure; 2 for a command line that makes no sense.

Example:
  orch generate ${name} website.ts > ${name}.yaml`,
    groups: [
      group("Output", works, {
        "dialect": flag(
          oneOf("string", DIALECTS),
          "kubernetes",
          `For a server that speaks this: ${DIALECTS.join(" or ")}`,
        ),
        "namespace": flag(
          string,
          "",
          "Where the operator is going to run (default: a namespace of its name)",
          { shorthand: "n", placeholder: "name" },
        ),
      }),
    ],
    async run({ values, rest, terminal }) {
      const [file, surplus] = rest;
      if (file === undefined) throw new FlagError("no file is named: write the operator's FILE.ts");
      if (surplus !== undefined) {
        throw new FlagError(`unexpected argument ${JSON.stringify(surplus)}: name one file`);
      }
      const { dialect, namespace } = values;
      const args = [name, `--dialect=${dialect}`, ...namespace ? [`--namespace=${namespace}`] : []];
      terminal.out(await operatorOutput({ file, args }));
      return EXIT_DONE;
    },
  });
}

/** Runs the command; settles with its exit code. */
export const main = subcommands({
  name: "generate",
  about: "Generates types of definitions, and definitions and roles of operators.",
  commands: {
    types: { about: "TypeScript for kinds that files or a cluster define", run: types },
    crds: {
      about: "the definitions of an operator's resources",
      run: ofOperator("crds", "the definitions of the resources that an operator names"),
    },
    rbac: {
      about: "the account of an operator, and the roles that it needs",
      run: ofOperator("rbac", "the account of an operator and the roles that it needs"),
    },
  },
});
