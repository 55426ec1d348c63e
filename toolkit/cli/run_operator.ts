/**
 * What the command line of an operator prints: its file is run as a program of its own, as it may have
 * imports that only its own configuration knows.
 *
 * @module
 */

import { basename, dirname, resolve } from "node:path";
import { CodecError } from "../codec/error.ts";
import { decodeYaml } from "../codec/yaml.ts";
import { isObject } from "../values/json.ts";
import { CommandError } from "./command.ts";

/** What is run. */
export interface OperatorCommand {
  /** The file with the operator. */
  readonly file: string;
  /** `crds`, `rbac` or `manifests`, and flags. */
  readonly args: readonly string[];
  /** Whether the lock file of its project is kept up, as the runtime does. Default true. */
  readonly lock?: boolean;
}

/** What printing takes: an operator connects to nothing before it runs. */
const PERMISSIONS = ["--allow-read", "--allow-env", "--allow-sys", "--allow-import"];
/** More is not taken in. */
const OUTPUT_LIMIT_BYTES = 64 * 1024 * 1024;
const SHOWN_ERROR_CHARS = 4000;

/** The text that it prints, which is manifests; throws a {@link CommandError} where it is none. */
export async function operatorOutput(command: OperatorCommand): Promise<string> {
  const { args, lock = true } = command;
  const file = resolve(command.file);
  const failed = (why: string) => new CommandError(`${command.file} ${args.join(" ")}: ${why}`);
  if (Deno.build.standalone) {
    throw failed("a compiled program can't run it: write deno run -A in front of this");
  }
  if (!await Deno.stat(file).then(({ isFile }) => isFile, () => false)) {
    throw failed("there is no such file");
  }
  const flags = ["--quiet", "--no-prompt", ...PERMISSIONS, ...lock ? [] : ["--no-lock"]];
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", ...flags, `./${basename(file)}`, ...args],
    cwd: dirname(file),
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const errors = new TextDecoder().decode(stderr).trim().slice(0, SHOWN_ERROR_CHARS);
  if (!success) throw failed(`it failed: ${errors || "it says nothing about why"}`);
  if (stdout.length > OUTPUT_LIMIT_BYTES) throw failed("it prints too much to be manifests");
  const text = new TextDecoder().decode(stdout);
  const ending = "its last line has to be if (import.meta.main) await operator.main();";
  if (text.trim() === "") throw failed(`there is nothing to print, or ${ending}`);
  if (!isManifests(text)) throw failed(`it prints no manifests: ${ending}`);
  return text;
}

function isManifests(text: string): boolean {
  try {
    return decodeYaml(text).every((one) =>
      isObject(one) && typeof one.apiVersion === "string" && typeof one.kind === "string"
    );
  } catch (error) {
    if (error instanceof CodecError) return false;
    throw error;
  }
}
