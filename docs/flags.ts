/**
 * Writes docs/flags.md from the declared flags of all processes.
 *
 * @module
 */

import { apiServerFlags } from "../apiserver/flags/mod.ts";
import { cloudControllerManagerFlags } from "../cloud/flags.ts";
import { controllerManagerFlags } from "../controllers/flags/mod.ts";
import { schedulerFlags } from "../controllers/scheduler/flags.ts";
import { metricsServerFlags } from "../metricsserver/flags.ts";
import { nodeAgentFlags } from "../nodeagent/flags/mod.ts";
import { declaredFlags, defaultOf, type FlagGroup, type FlagStatus } from "../toolkit/flags/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import { flagInDialect } from "../toolkit/flags/flag_names.ts";

/** The document's path in the checkout. */
export const FLAGS_DOCUMENT = "docs/flags.md";

const PROCESSES: readonly (readonly [command: string, groups: readonly FlagGroup[]])[] = [
  ["apiserver", apiServerFlags],
  ["controller-manager", controllerManagerFlags],
  ["scheduler", schedulerFlags],
  ["cloud-controller-manager", cloudControllerManagerFlags],
  ["nodeagent", nodeAgentFlags],
  ["metrics-server", metricsServerFlags],
];

function statusText(status: FlagStatus): string {
  switch (status.is) {
    case "works":
      return "works";
    case "later":
      return `not yet: ${status.why}`;
    case "never":
      return `never here: ${status.why}`;
  }
}

/** The document as it should be. */
export function flagsDocument(): string {
  const lines = [
    "# Flags",
    "",
    "Made from the flag tables of the processes by `deno task generate`; do not edit. Names and defaults are",
    "those of the `orch` dialect; where the `kubernetes` dialect differs it stands in brackets. Both names are",
    "accepted in either dialect. A flag that does not work yet, or never will here, is parsed and checked all the",
    "same, and the process says at start why it has no effect.",
  ];
  for (const [command, groups] of PROCESSES) {
    lines.push("", `## \`./orch ${command}\``);
    for (const group of groups) {
      lines.push("", `### ${group.title}`, "", "| flag | default | meaning | status |");
      lines.push("| --- | --- | --- | --- |");
      const ofGroup = declaredFlags([group]).sort((a, b) => a.name < b.name ? -1 : 1);
      for (const { name, flag, status } of ofGroup) {
        const kubernetes = flagInDialect(name, "kubernetes");
        const values = (["orch", "kubernetes"] as const).map((dialect) =>
          flag.kind.print(defaultOf(flag, NAMES[dialect]))
        );
        const flagCell = both(`--${name}`, `--${kubernetes}`) +
          (flag.shorthand === undefined ? "" : `, \`-${flag.shorthand}\``);
        const meaning = flag.deprecated === undefined
          ? flag.meaning
          : `${flag.meaning} (deprecated: ${flag.deprecated})`;
        lines.push(
          `| ${flagCell} | ${both(values[0]!, values[1]!)} | ${cell(meaning)} | ${
            cell(statusText(status))
          } |`,
        );
      }
    }
  }
  return lines.join("\n") + "\n";
}

function both(orch: string, kubernetes: string): string {
  if (orch === kubernetes) return code(orch);
  return `${code(orch)} (${code(kubernetes)})`;
}

function code(text: string): string {
  return text === "" ? "" : `\`${cell(text)}\``;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

if (import.meta.main) {
  await Deno.writeTextFile(new URL("../" + FLAGS_DOCUMENT, import.meta.url), flagsDocument());
}
