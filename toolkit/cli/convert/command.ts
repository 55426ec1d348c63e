/**
 * `orch convert`: objects between JSON, YAML and Protobuf.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { CodecError, SIZE_LIMIT_BYTES } from "../../codec/mod.ts";
import type { GroupVersionKind } from "../../schema/mod.ts";
import { EXIT_PIPE_CLOSED, EXIT_USAGE } from "../../process/exit_codes.ts";
import { printable } from "../printable.ts";
import { type Format, readObjects } from "./read.ts";
import { writeObjects } from "./write.ts";

const HELP = `Converts objects between JSON, YAML and Protobuf, and brings them into canonical form.

Usage: orch convert -o json|yaml|protobuf [--input FORMAT] [--kind KIND] [FILE]

Reads FILE, or the standard input when there is none or it is -, and writes to the standard output.

  -o, --output FORMAT   json: one object a line, as a server writes it
                        yaml: documents with --- between them, fields sorted
                        protobuf: as the API sends it, in an envelope: four magic bytes, then
                        apiVersion, kind and the object; several objects each have their length
                        in front, in four bytes, the highest first
      --input FORMAT    the format of what is read: json, yaml or protobuf (default: decided by the
                        first bytes)
      --kind KIND       what an object is that does not say so itself, such as a bare Protobuf
                        message: v1/Pod, apps/v1/Deployment
  -h, --help            this text

Input may hold any number of objects: JSON documents one after another or in a list, YAML documents,
what -o protobuf writes. Protobuf is also read as a value that was taken out of a store (with the newline
that etcdctl puts behind it), and without the four magic bytes. API groups of both dialects are read, and
kept as they are.

Kinds that are not built in pass between JSON and YAML as they are, and have no Protobuf form. Fields
that a built-in kind does not have are dropped, and named on the standard error output.
`;

/** Runs the command; returns its exit code. */
export async function main(args: string[]): Promise<number> {
  try {
    const options = parse(args);
    if (options === undefined) {
      return await writeOut(new TextEncoder().encode(HELP));
    }
    return await convert(options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(`${error.message}; see orch convert --help`);
    return EXIT_USAGE;
  }
}

/** Names of fields and kinds are what others wrote: no terminal obeys them. */
function say(text: string): void {
  console.error(`orch convert: ${printable(text)}`);
}

interface Options {
  readonly output: Format;
  readonly input: Format | undefined;
  readonly kind: GroupVersionKind | undefined;
  /** `-` is the standard input. */
  readonly file: string;
}

/** Arguments that make no sense. */
class UsageError extends Error {
  override name = "UsageError";
}

/** Undefined when help is asked for. */
function parse(args: string[]): Options | undefined {
  const { values, positionals } = parseOptions(args);
  if (values.help === true) return undefined;
  if (positionals.length > 1) throw new UsageError(`one FILE at most, not ${positionals.length}`);
  if (values.output === undefined) throw new UsageError("-o json|yaml|protobuf is missing");
  return {
    output: parseFormat("-o", values.output),
    input: values.input === undefined ? undefined : parseFormat("--input", values.input),
    kind: values.kind === undefined ? undefined : parseKind(values.kind),
    file: positionals[0] ?? "-",
  };
}

function parseOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        output: { type: "string", short: "o" },
        input: { type: "string" },
        kind: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    // What follows the first sentence is advice on arguments that begin with a dash.
    throw new UsageError((error as Error).message.split(". ", 1)[0]!);
  }
}

function parseFormat(flag: string, text: string): Format {
  if (text === "json" || text === "yaml" || text === "protobuf") return text;
  throw new UsageError(`${flag} must be json, yaml or protobuf, not ${JSON.stringify(text)}`);
}

function parseKind(text: string): GroupVersionKind {
  const parts = text.split("/");
  const [kind, version, group] = parts.reverse();
  if (parts.length > 3 || !kind || !version || group === "") {
    throw new UsageError(
      `--kind must be VERSION/KIND or GROUP/VERSION/KIND, not ${JSON.stringify(text)}`,
    );
  }
  return { group: group ?? "", version, kind };
}

async function convert(options: Options): Promise<number> {
  const name = options.file === "-" ? "standard input" : options.file;
  const warnings: string[] = [];
  try {
    const bytes = await ioAttempt(() => readAll(options.file));
    const objects = readObjects(bytes, { format: options.input, kind: options.kind, warnings });
    if (objects.length === 0) throw new CodecError("there is no object in it");
    const output = writeObjects(objects, options.output);
    for (const warning of warnings) say(`${name}: warning: ${warning}`);
    if (options.output === "protobuf" && Deno.stdout.isTerminal()) {
      throw new CodecError("protobuf is not shown on a terminal: redirect the output to a file");
    }
    return await writeOut(output);
  } catch (error) {
    if (!(error instanceof CodecError || error instanceof FileError)) throw error;
    say(`${name}: ${error.message}`);
    return 1;
  }
}

/** What the system said about a file. */
class FileError extends Error {
  override name = "FileError";
}

async function ioAttempt<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof CodecError) throw error;
    throw new FileError((error as Error).message, { cause: error });
  }
}

async function writeOut(bytes: Uint8Array): Promise<number> {
  try {
    await writeAll(bytes);
    return 0;
  } catch (error) {
    // Whoever reads has seen enough: `| head -1`.
    if (error instanceof Deno.errors.BrokenPipe) return EXIT_PIPE_CLOSED;
    say(`standard output: ${(error as Error).message}`);
    return 1;
  }
}

async function readAll(file: string): Promise<Uint8Array> {
  const source = file === "-" ? Deno.stdin.readable : (await Deno.open(file)).readable;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of source) {
    length += chunk.length;
    if (length > SIZE_LIMIT_BYTES) {
      throw new CodecError(`more than the limit of ${SIZE_LIMIT_BYTES} bytes`);
    }
    chunks.push(chunk);
  }
  return await new Blob(chunks).bytes();
}

async function writeAll(bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
}
