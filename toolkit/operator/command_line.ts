/**
 * The arguments of the process, for an operator's `main()` that is called with none.
 *
 * @module
 */

/** What stands behind the program's name. */
export function commandLine(): readonly string[] {
  return Deno.args;
}
