/**
 * An explanation for people.
 *
 * @module
 */

import type { Paint } from "../../../toolkit/cli/paint.ts";
import { printableLine } from "../../../toolkit/cli/printable.ts";
import { textTable } from "../../../toolkit/cli/text_table.ts";
import type { QueueState } from "../queue/queue_state.ts";
import type { ExplainedNode, Explanation, WaitingContainer } from "./explanation.ts";

/** So many names stand in a cell. */
const NAMES_SHOWN = 4;
/** So many nodes with their scores. */
const SCORED_SHOWN = 20;

/** What is found out, in words and tables. What others wrote is made printable where it comes in: styles stay. */
export function explanationText(explanation: Explanation, paint: Paint): string {
  const lines = [
    ...podLines(explanation, paint),
    ...queueLines(explanation.queue),
    "",
    ...verdictLines(explanation, paint),
    ...rejectionLines(explanation.nodes, paint),
    ...roomLines(explanation),
    ...scoreLines(explanation, paint),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function podLines({ pod, gate, needs = [] }: Explanation, paint: Paint): string[] {
  const { nodeName, nominatedNodeName, condition, schedulerName, priority, isOfProfile } = pod;
  const where = nodeName === undefined ? "has no node" : `is on node ${nodeName}`;
  const lines = [
    paint("bold", printableLine(`Pod ${pod.namespace}/${pod.name} ${where}`)),
    `scheduler: ${printableLine(schedulerName)}, priority ${priority}`,
  ];
  if (!isOfProfile) {
    lines.push("none of the profiles is of this scheduler: it is explained by the first one");
  }
  if (pod.isDeleting) {
    const noNode = nodeName === undefined ? ", and so not given a node any more" : "";
    lines.push(`it is being deleted${noNode}`);
    if (pod.finalizers !== undefined) {
      lines.push(
        printableLine(`it stays until these finalizers are gone: ${pod.finalizers.join(", ")}`),
      );
    }
  }
  if (pod.phase !== undefined) {
    const { name, reason, message } = pod.phase;
    lines.push(printableLine([name, reason, message].filter(Boolean).join(": ")));
  }
  for (const container of pod.waiting ?? []) lines.push(printableLine(waitingText(container)));
  for (const { name, why } of pod.unready ?? []) {
    lines.push(printableLine(`container ${name} ${why}`));
  }
  for (const gate of pod.closedGates ?? []) {
    lines.push(printableLine(`it is not ready before its condition ${gate} is True`));
  }
  for (const { kind, name, problem } of needs) {
    lines.push(printableLine(`it can't start yet: ${kind} ${name} ${problem}`));
  }
  if (nominatedNodeName !== undefined && nodeName === undefined) {
    lines.push(`room is made for it on node ${printableLine(nominatedNodeName)}`);
  }
  if (condition !== undefined && nodeName === undefined) {
    const { status, reason = "", message = "", since = "" } = condition;
    const head = ["PodScheduled", status, reason, since && `since ${since}`].filter(Boolean);
    lines.push(`said last: ${printableLine(`${head.join(" ")}: ${message}`)}`);
  }
  if (condition === undefined && nodeName === undefined && !pod.isDeleting) {
    lines.push("no scheduler has said anything of it yet: it waits for the one that it names");
  }
  if (gate !== undefined) {
    lines.push(paint("yellow", printableLine(`not tried: ${gate.plugin}: ${gate.why}`)));
  }
  return lines;
}

/** Why a container waits. */
export function waitingText({ name, reason, message, last }: WaitingContainer): string {
  const parts = [`container ${name} waits: ${message ? `${reason}: ${message}` : reason}`];
  if (last !== undefined) {
    const { exitCode, reason: how } = last;
    parts.push(`it last ended with exit code ${exitCode}${how ? ` (${how})` : ""}`);
  }
  return parts.join("; ");
}

function queueLines(queue: QueueState | null | undefined): string[] {
  if (queue === undefined) return [];
  if (queue === null) return ["queue: the scheduler knows of no such pod that has no node"];
  return [`queue: ${printableLine(queueText(queue))}`];
}

function queueText(queue: QueueState): string {
  const { place, attempts, rejectedBy = [], gatedBy, waitedMs, restsMs, nodeName, errors } = queue;
  const seconds = (ms: number) => `${Math.ceil(ms / 1000)} s`;
  const said: Readonly<Record<QueueState["place"], string>> = {
    "active": "it is among the next",
    "backoff": `it rests for ${seconds(restsMs ?? 0)}`,
    "unschedulable": "it waits for something to happen that helps",
    "in flight": nodeName === undefined
      ? "a node is looked for"
      : `it is being bound to ${nodeName}`,
  };
  const parts: string[] = [said[place] ?? place];
  if (attempts !== undefined) parts.push(`${attempts} attempts so far`);
  if (errors) parts.push(`the last ${errors} ended with an error`);
  if (rejectedBy.length > 0) parts.push(`turned down by ${rejectedBy.join(", ")}`);
  if (gatedBy !== undefined) parts.push(`held back by ${gatedBy}`);
  if (waitedMs !== undefined) parts.push(`${seconds(waitedMs)} since then`);
  return parts.join("; ");
}

function verdictLines({ pod, best, nodes, message }: Explanation, paint: Paint): string[] {
  const fitting = nodes.filter(({ fits }) => fits).length;
  const lines = [
    `As the cluster is now, ${fitting} of ${nodes.length} nodes would do.`,
  ];
  if (message !== undefined) {
    const text = printableLine(message);
    lines.push(pod.nodeName === undefined ? `The scheduler would say: ${text}` : text);
  }
  const own = pod.nodeName === undefined
    ? undefined
    : nodes.find(({ name }) => name === pod.nodeName);
  if (pod.nodeName !== undefined) lines.push(printableLine(ownText(own, nodes)));
  else if (best !== undefined) {
    const most = nodes.find(({ name }) => name === best)?.total;
    const equal = nodes.filter(({ total }) => total !== undefined && total === most).length;
    const others = equal > 1 ? `, as good as ${equal - 1} more` : "";
    lines.push(paint("green", printableLine(`The best one is ${best}${others}.`)));
  }
  return lines;
}

/** How the node of a pod compares with the others. */
function ownText(own: ExplainedNode | undefined, nodes: readonly ExplainedNode[]): string {
  if (own === undefined) return "The node that it is on is gone.";
  if (!own.fits) return "It would not get onto its node again: see below.";
  if (own.total === undefined) return "Its node fits.";
  const better = nodes.filter(({ total = -Infinity }) => total > own.total!).length;
  return better === 0
    ? "None would be better than its node."
    : `${better} would be better than its node: the cluster has changed, or not all were looked at.`;
}

/** Nodes that are turned down for the same reasons, in one row. */
function rejectionLines(nodes: readonly ExplainedNode[], paint: Paint): string[] {
  const groups = new Map<string, { rows: (readonly [string, string])[]; names: string[] }>();
  for (const { name, rejections = [] } of nodes) {
    if (rejections.length === 0) continue;
    const rows = rejections.map(({ plugin, reasons }) => [plugin, reasons.join(", ")] as const);
    const key = JSON.stringify(rows);
    const group = groups.get(key) ?? { rows, names: [] };
    group.names.push(name);
    groups.set(key, group);
  }
  if (groups.size === 0) return [];
  const ordered = [...groups.values()].sort((a, b) => b.names.length - a.names.length);
  const rows = ordered.flatMap(({ rows, names }) =>
    rows.map(([plugin, why], at) =>
      (at === 0
        ? [String(names.length), plugin || "-", why, namesText(names)]
        : ["", plugin, why, ""]).map(printableLine)
    )
  );
  return ["", ...table(["NODES", "TURNED DOWN BY", "WHY", "WHICH"], rows, paint)];
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).join(", ");
  return names.length > NAMES_SHOWN ? `${shown} and ${names.length - NAMES_SHOWN} more` : shown;
}

function roomLines({ room }: Explanation): string[] {
  if (room === undefined) return [];
  const { nodeName, victims, violations, why } = room;
  if (nodeName === undefined) return why === undefined ? [] : ["", printableLine(why)];
  const names = victims.map(({ namespace, name, priority }) =>
    `${namespace}/${name} (${priority})`
  );
  const budgets = violations === 0
    ? ""
    : `, though a disruption budget would rather keep ${violations} of them`;
  return [
    "",
    printableLine(`Room can be made on ${nodeName} if these go${budgets}: ${names.join(", ")}`),
  ];
}

/** The scores of the best nodes, times their weights. */
function scoreLines({ nodes, pod }: Explanation, paint: Paint): string[] {
  const scored = nodes.filter(({ total }) => total !== undefined);
  if (scored.length === 0) return [];
  const ordered = scored.toSorted((a, b) => b.total! - a.total!);
  const shown = ordered.filter(({ name }, at) => at < SCORED_SHOWN || name === pod.nodeName);
  const plugins = ordered[0]!.scores ?? [];
  const head = [
    "NODE",
    "TOTAL",
    ...plugins.map(({ plugin, weight }) => printableLine(`${plugin} (x${weight})`)),
  ];
  const rows = shown.map(({ name, total, scores = [] }) => [
    printableLine(name) + (name === pod.nodeName ? " *" : ""),
    String(total),
    ...scores.map(({ score }) => String(score)),
  ]);
  const rest = ordered.length - shown.length;
  const more = rest === 0 ? [] : [`and ${rest} more: -o json has all`];
  return ["", ...table(head, rows, paint), ...more];
}

function table(head: readonly string[], rows: readonly string[][], paint: Paint): string[] {
  return textTable([head.map((text) => ({ text, shown: paint("bold", text) })), ...rows]);
}
