/**
 * `./orch store`: looks at a store, backs it up, restores it, compacts it.
 *
 * @module
 */

import {
  FlagError,
  type GroupValues,
  helpText,
  parseFlags,
  readFlagFile,
} from "../../../toolkit/flags/mod.ts";
import { EXIT_DONE, EXIT_FAILED, EXIT_USAGE } from "../../../toolkit/process/exit_codes.ts";
import { standardTerminal, type Terminal } from "../../../toolkit/process/terminal.ts";
import { redacted } from "../../../toolkit/logger.ts";
import type { Dialect } from "../../../toolkit/names.ts";
import { StoreError } from "../errors.ts";
import { normalizePrefix } from "../keys.ts";
import type { StoreTls } from "../options.ts";
import { type Access, accessStore } from "./access.ts";
import { type BackupRecord, BadBackup, readBackup } from "./backup_format.ts";
import { checkBackupFile, chunksOf, saveBackup, STANDARD, writeOut } from "./files.ts";
import { storeCommandFlags } from "./flags.ts";
import { restoreBackup } from "./restore.ts";
import { serversOf } from "./servers.ts";
import { printBytes, printReport } from "./table.ts";

const ABOUT =
  `Looks at a store, backs it up, restores it and compacts it. Where a running server holds the file of the
store, the command asks that server; only restore needs the server to be stopped.

  status          print what the store is and what it holds
  backup FILE     write a backup of the newest revision to FILE; - is standard output
  restore FILE    fill an empty store from the backup FILE, which is checked before anything is replaced;
                  - is standard input, of which nothing can be checked beforehand
  compact         forget all history before now
  get KEY         write the stored value of a key to standard output
  list [PREFIX]   print keys, as JSON strings

The access token of a remote Deno KV is read from DENO_KV_ACCESS_TOKEN.`;

type Values = GroupValues<typeof storeCommandFlags>;

/** What a subcommand is given. */
interface Run {
  readonly access: Access;
  readonly values: Values;
  readonly dialect: Dialect;
  readonly argument: string | undefined;
  /** The largest record of the backup that was checked. */
  readonly largest: BackupRecord | undefined;
  readonly terminal: Terminal;
}

interface Subcommand {
  /** What must follow; `optional` may. */
  readonly argument: "none" | "needed" | "optional";
  /** What can be checked before the store is opened, or made. */
  readonly check?: (argument: string) => Promise<BackupRecord | undefined>;
  readonly run: (run: Run) => Promise<void>;
}

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  status: { argument: "none", run: status },
  backup: { argument: "needed", run: backup },
  restore: { argument: "needed", check: checkSource, run: restore },
  compact: { argument: "none", run: compact },
  get: { argument: "needed", run: get },
  list: { argument: "optional", run: list },
};

/** Runs the command; settles with its exit code. */
export async function main(
  args: string[],
  terminal: Terminal = standardTerminal,
): Promise<number> {
  try {
    return await run(args, terminal);
  } catch (error) {
    if (error instanceof FlagError) {
      terminal.err(`Error: ${error.message}\nRun 'orch store --help' for all flags.\n`);
      return EXIT_USAGE;
    }
    const expected = error instanceof StoreError || error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.PermissionDenied;
    if (!expected) throw error;
    terminal.err(`Error: ${error.message}\n`);
    return EXIT_FAILED;
  }
}

async function run(args: string[], terminal: Terminal): Promise<number> {
  const { values, rest, dialect, given } = parseFlags(storeCommandFlags, args);
  const [name, argument, ...more] = rest;
  if (values.help || name === undefined) {
    const head = { program: "orch store COMMAND", about: ABOUT };
    const text = helpText(head, storeCommandFlags, { dialect, columns: terminal.columns });
    if (values.help) terminal.out(text);
    else terminal.err(text);
    return values.help ? EXIT_DONE : EXIT_USAGE;
  }
  const subcommand = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name]! : undefined;
  if (subcommand === undefined) {
    throw new FlagError(`unknown command ${JSON.stringify(name)} for "orch store"`);
  }
  if (subcommand.argument === "needed" && argument === undefined) {
    throw new FlagError(`orch store ${name} needs a ${name === "get" ? "KEY" : "FILE"}`);
  }
  const surplus = subcommand.argument === "none" ? argument : more[0];
  if (surplus !== undefined) {
    const all = subcommand.argument === "none" ? "no argument" : "one argument only";
    throw new FlagError(`orch store ${name} takes ${all}: ${JSON.stringify(surplus)} is too much`);
  }
  const largest = await subcommand.check?.(argument!);
  const tls = await tlsOf(values);
  await using access = await accessStore({
    servers: serversOf(values["store-servers"], given.get("store-servers")),
    dialect,
    prefix: values["store-prefix"],
    create: values.create,
    fills: name === "restore",
    ...(tls !== undefined && { tls }),
    ...tokenOf(Deno.env.get("DENO_KV_ACCESS_TOKEN")),
  });
  await subcommand.run({ access, values, dialect, argument, largest, terminal });
  return EXIT_DONE;
}

function tokenOf(token: string | undefined) {
  return token === undefined ? {} : { accessToken: redacted(token) };
}

async function tlsOf(values: Values): Promise<StoreTls | undefined> {
  const files = [
    ["ca", "store-cafile"],
    ["cert", "store-certfile"],
    ["key", "store-keyfile"],
  ] as const;
  const given = files.filter(([, flag]) => values[flag] !== "");
  if (given.length === 0) return undefined;
  try {
    return Object.fromEntries(
      await Promise.all(
        given.map(async ([name, flag]) => [name, await readFlagFile(flag, values[flag])]),
      ),
    );
  } catch (error) {
    throw new StoreError((error as Error).message, { cause: error });
  }
}

async function status({ access, values, terminal }: Run): Promise<void> {
  const report = await access.admin.report();
  terminal.out(
    values.output === "json" ? JSON.stringify(report, undefined, 2) + "\n" : printReport(report),
  );
}

async function compact({ access, terminal }: Run): Promise<void> {
  const revision = await access.admin.compact();
  terminal.out(`compacted: history before revision ${revision} is forgotten\n`);
}

async function backup({ access, values, argument, terminal }: Run): Promise<void> {
  const chunks = access.admin.backup();
  if (argument === STANDARD) {
    for await (const chunk of chunks) await writeOut(chunk);
    return;
  }
  const line = progressLine(terminal);
  const bytes = await saveBackup(argument!, chunks, {
    force: values.force,
    progress: (bytes) => line.show(`${printBytes(bytes)} written`),
  });
  line.end();
  terminal.err(`${argument}: ${printBytes(bytes)}, checked\n`);
}

/**
 * A file is checked as a whole first, so that a damaged one changes nothing, nor one that has more
 * than the store takes. What comes on standard input can be read only once.
 */
async function checkSource(path: string): Promise<BackupRecord | undefined> {
  if (path === STANDARD) return undefined;
  try {
    return await checkBackupFile(path);
  } catch (error) {
    if (!(error instanceof BadBackup)) throw error;
    throw new StoreError(`${path}: ${error.message}`);
  }
}

async function restore(
  { access, values, dialect, argument, largest, terminal }: Run,
): Promise<void> {
  if (access.store === undefined) {
    throw new StoreError("the store is in use: stop the server that holds it, then restore");
  }
  const line = progressLine(terminal);
  const restored = await restoreBackup(await readBackup(chunksOf(argument!)), {
    store: access.store,
    prefix: normalizePrefix(values["store-prefix"]),
    dialect,
    force: values.force,
    largest,
    progress: (keys) => line.show(`${keys} keys written`),
  });
  line.end();
  terminal.err(`${restored.keys} keys restored, at revision ${restored.revision}\n`);
  if (restored.revision <= restored.backupRevision) {
    terminal.err(
      `Note: the backup was of revision ${restored.backupRevision}, which this store has yet to reach: ` +
        "clients that remember revisions of the old store must list again\n",
    );
  }
}

async function get({ access, argument }: Run): Promise<void> {
  const value = await access.admin.get(argument!);
  if (value === undefined) throw new StoreError(`there is no key ${JSON.stringify(argument)}`);
  await writeOut(value);
}

async function list({ access, argument, terminal }: Run): Promise<void> {
  for await (const key of access.admin.keys(argument ?? "")) {
    terminal.out(JSON.stringify(key) + "\n");
  }
}

/** One line that is written over and over, on a terminal; nothing anywhere else. */
function progressLine(terminal: Terminal) {
  const shown = terminal.columns > 0;
  return {
    show: (text: string) => shown && terminal.err(`\r${text}\u001b[K`),
    end: () => shown && terminal.err("\r\u001b[K"),
  };
}
