/**
 * The launchers: small shell scripts that become the program they are named after.
 *
 * @module
 */

import { PARENT_VARIABLE } from "../../process/parent.ts";
import { TEST_ENVIRONMENT_VARIABLE } from "../../process/test_environment.ts";

/** Stands in each, so that nothing else is ever overwritten. */
export const MARK = "# Written by `orch envtest`, which writes it anew.";

/** How a module is run. */
export interface Runtime {
  /** The runtime's program. */
  readonly program: string;
  /** What the runtime is told besides the module: permissions first of all. */
  readonly flags: readonly string[];
  /** Set for the program, whatever the environment of the launcher says. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A launcher that becomes `module`. The process ends when the one that ran the launcher ends. */
export function moduleLauncher(
  module: string,
  { program, flags, environment }: Runtime,
): string {
  const own = { ...environment, [TEST_ENVIRONMENT_VARIABLE]: "1" };
  const variables = Object.entries(own).map(([name, value]) => `${name}=${quoted(value)}`);
  return `#!/bin/sh
${MARK}
export ${[...variables, `${PARENT_VARIABLE}="$PPID"`].join(" ")}
exec ${[program, ...flags, module].map(quoted).join(" ")} "$@"
`;
}

/** The kubectl launcher: it becomes the first kubectl on PATH that is not of its own folder. */
export const KUBECTL_LAUNCHER = `#!/bin/sh
${MARK}
own=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
rest=$PATH:
while [ -n "$rest" ]; do
  folder=\${rest%%:*}
  rest=\${rest#*:}
  program=\${folder:-.}/kubectl
  if [ -f "$program" ] && [ -x "$program" ]; then
    place=$(CDPATH='' cd -- "\${folder:-.}" && pwd -P)
    if [ "$place" != "$own" ]; then exec "$program" "$@"; fi
  fi
done
echo "Error: kubectl is not on PATH, and orch envtest has none of its own: install it" >&2
exit 127
`;

/** A word of a shell's command line that is exactly `text`. */
export function quoted(text: string): string {
  return /^[A-Za-z0-9_./:=,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
