/**
 * `orch up`, `down`, `status` and `reset`: a local cluster in one command.
 *
 * @module
 */

import { join, resolve } from "node:path";
import { systemClock } from "../../clock.ts";
import {
  FlagError,
  type FlagGroup,
  type GroupValues,
  helpText,
  type Parsed,
  parseFlags,
} from "../../flags/mod.ts";
import { EXIT_USAGE } from "../../process/exit_codes.ts";
import { OutputError, standardTerminal, type Terminal } from "../../process/terminal.ts";
import { flagNameOf, OWN_API_SERVER_FLAGS } from "./children.ts";
import { detach } from "./detach.ts";
import { down as endRunning } from "./down.ts";
import { downFlags, resetFlags, statusFlags, upFlags } from "./flags.ts";
import { reset as deleteState } from "./reset.ts";
import { status as printRunning } from "./status.ts";
import { up as runCluster, type UpOptions } from "./up.ts";
import { UpError } from "./up_error.ts";

/** A command: what `--help` says of it, its flags, and its work. */
interface Declaration<G extends readonly FlagGroup[]> {
  readonly name: string;
  readonly about: string;
  readonly groups: G;
  run(parsed: Parsed<GroupValues<G>>, context: Context): Promise<number>;
}

interface Context {
  readonly args: readonly string[];
  readonly terminal: Terminal;
}

/** `orch up`. */
export const up = command({
  name: "up",
  about:
    `Runs a local cluster until Ctrl-C or orch down: an API server, a controller manager with the
controllers that are built (docs/controllers.md), a scheduler, and simulated nodes, as the node agent runs no
containers yet: what pods do there is told by their annotations (docs/nodes.md).

Everything that it needs is made by the first start and kept in the state folder: certificate authorities,
keys and certificates (pki/), client configs (config/; whoever has admin.yaml may do everything), the store
(store.kv) and the logs of the processes (logs/). A certificate that expires, or lacks an address, is replaced
at a start by one of the same authority.

It is closed: who may do what is said by roles (RBAC) and by where pods run (Node), and each process has its own account, with what that needs; secrets are
encrypted in the store by the key in pki/encryption.yaml; who asked for what is recorded in logs/audit.log; nobody's
flood of requests keeps others out (priority and fairness). --open starts it without any of this; --apiserver-arg changes
single flags of the API server.

A process that ends is started again. The second Ctrl-C ends everything at once. When orch up itself is killed,
its processes end by themselves.`,
  groups: upFlags,
  async run({ values, given }, { args, terminal }) {
    const dialect = given.has("api-dialect") ? values["api-dialect"] : undefined;
    const store = given.get("store-servers");
    values["apiserver-arg"].forEach(checkApiServerArg);
    const options: UpOptions = {
      state: stateFolder(values.state),
      dialect,
      bindAddress: values["bind-address"] || "0.0.0.0",
      port: values.port,
      store: store === undefined ? undefined : { flag: store, servers: values["store-servers"] },
      apiServerArgs: values["apiserver-arg"],
      open: values.open,
      nodes: values.nodes,
    };
    const environment = Deno.env.toObject();
    const surroundings = { clock: systemClock, terminal, environment };
    if (values.detach) {
      return await detach(options.state, dialect, [...args, "--detach=false"], surroundings);
    }
    return await runCluster(options, { ...surroundings, color: !environment.NO_COLOR });
  },
});

/** `orch down`. */
export const down = command({
  name: "down",
  about: "Ends the orch up that runs on a state folder, and waits until it has ended.",
  groups: downFlags,
  run: ({ values }, { terminal }) => endRunning(stateFolder(values.state), systemClock, terminal),
});

/** `orch status`. */
export const status = command({
  name: "status",
  about:
    "Shows the processes of the orch up that runs on a state folder; exit code 1 if none does.",
  groups: statusFlags,
  run: ({ values }, { terminal }) =>
    printRunning(stateFolder(values.state), values.output, terminal),
});

/** `orch reset`. */
export const reset = command({
  name: "reset",
  about: `Deletes a state folder: certificates, client configs, store and logs.

A store that --store-servers has put elsewhere is not touched. Refuses while an orch up runs on the folder.`,
  groups: resetFlags,
  run({ values }, { terminal }) {
    const canAsk = Deno.stdin.isTerminal() && terminal.columns > 0;
    const confirm = values.yes ? () => true : canAsk ? globalThis.confirm : undefined;
    return deleteState({ state: stateFolder(values.state), clock: systemClock, terminal, confirm });
  },
});

function command<const G extends readonly FlagGroup[]>(declaration: Declaration<G>) {
  return async (
    args: readonly string[],
    terminal: Terminal = standardTerminal,
  ): Promise<number> => {
    const { name, about, groups } = declaration;
    try {
      const parsed = parseFlags(groups, args);
      const values = parsed.values as { readonly help: boolean };
      if (values.help) {
        const head = { program: `orch ${name}`, about };
        terminal.out(helpText(head, groups, { dialect: "orch", columns: terminal.columns }));
        return 0;
      }
      const [surplus] = parsed.rest;
      if (surplus !== undefined) {
        throw new FlagError(`orch ${name} takes only flags, not ${JSON.stringify(surplus)}`);
      }
      return await declaration.run(parsed, { args, terminal });
    } catch (error) {
      if (error instanceof FlagError) {
        terminal.err(`Error: ${error.message}\nRun 'orch ${name} --help' for all flags.\n`);
        return EXIT_USAGE;
      }
      if (!isExpected(error)) throw error;
      terminal.err(`Error: ${error.message}\n`);
      return 1;
    }
  };
}

/** What the system says of files needs no stack. */
function isExpected(error: unknown): error is Error {
  // What runs a command sees to this one.
  if (error instanceof OutputError) return false;
  return error instanceof UpError || error instanceof Deno.errors.PermissionDenied ||
    error instanceof Deno.errors.NotCapable ||
    (error instanceof Error && /\(os error \d+\)/.test(error.message));
}

/** The folder that `--state` names, or the user's. */
function stateFolder(given: string): string {
  if (given !== "") return resolve(given);
  const base = Deno.env.get("XDG_STATE_HOME");
  // A relative path there is to be taken for none.
  if (base !== undefined && base.startsWith("/")) return join(base, "orch");
  const home = Deno.env.get("HOME");
  if (!home) throw new UpError("there is no home folder: name a state folder by --state");
  return join(home, ".local", "state", "orch");
}

/** What `orch up` itself sets can't be set in two places. */
function checkApiServerArg(text: string): void {
  if (flagNameOf(text) === "") {
    throw new FlagError(
      `invalid argument ${
        JSON.stringify(text)
      } for "--apiserver-arg" flag: must be a flag of the API server, as --v=4`,
    );
  }
  if (OWN_API_SERVER_FLAGS.includes(flagNameOf(text))) {
    throw new FlagError(
      `invalid argument ${
        JSON.stringify(text)
      } for "--apiserver-arg" flag: orch up sets this one itself`,
    );
  }
}
