/**
 * What people see who look into the queues: tables, in the columns of the reference.
 *
 * @module
 */

import { formatApiVersion } from "../../toolkit/schema/mod.ts";
import type { Level } from "./level.ts";
import type { Ticket } from "./ticket.ts";

/** All levels, a line each. */
export function showLevels(levels: readonly Level[]): string {
  return table([
    [
      "PriorityLevelName",
      "ActiveQueues",
      "IsIdle",
      "IsQuiescing",
      "WaitingRequests",
      "ExecutingRequests",
      "DispatchedRequests",
      "RejectedRequests",
      "TimedoutRequests",
      "CancelledRequests",
    ],
    ...levels.map(({ name, set, isQuiescing }) => [
      name,
      set.queues.filter(({ length }) => length > 0).length,
      set.isIdle,
      isQuiescing,
      set.requestsWaiting,
      set.running.size,
      set.totals.dispatched,
      set.totals.rejected,
      set.totals.timedOut,
      set.totals.cancelled,
    ]),
  ]);
}

/** All queues with something in them. */
export function showQueues(levels: readonly Level[]): string {
  return table([
    [
      "PriorityLevelName",
      "Index",
      "PendingRequests",
      "ExecutingRequests",
      "SeatsInUse",
      "NextDispatchR",
      "InitialSeatsSum",
      "MaxSeatsSum",
      "TotalWorkSum",
    ],
    ...levels.flatMap(({ name, set }) =>
      set.queues.map((queue) => [
        name,
        queue.index,
        queue.length,
        queue.running,
        queue.seatsInUse,
        seatSeconds(queue.nextStart),
        queue.waitingSeats,
        queue.waitingWidth,
        seatSeconds(queue.waitingSeatSeconds),
      ])
    ),
  ]);
}

/** All requests that wait or are worked on; `withDetails`: whose they are, and what they ask for. */
export function showRequests(levels: readonly Level[], withDetails: boolean): string {
  const rows: Cell[][] = [[
    "PriorityLevelName",
    "FlowSchemaName",
    "QueueIndex",
    "RequestIndexInQueue",
    "FlowDistingsher",
    "ArriveTime",
    "InitialSeats",
    "FinalSeats",
    "AdditionalLatency",
    "StartTime",
    ...withDetails ? DETAILS : [],
  ]];
  for (const { name, set } of levels) {
    const row = (ticket: Ticket, queue: number, place: number): Cell[] => [
      name,
      ticket.flow.schema,
      queue,
      place,
      ticket.flow.distinguisher,
      time(ticket.arrived),
      ticket.work.seats,
      ticket.work.lingeringSeats,
      `${ticket.work.lingeringMs}${ticket.work.lingeringMs === 0 ? "s" : "ms"}`,
      time(ticket.began),
      ...withDetails ? detailsOf(ticket) : [],
    ];
    for (const queue of set.queues) {
      let place = 0;
      for (const ticket of queue.waiting()) rows.push(row(ticket, queue.index, place++));
    }
    for (const ticket of set.running) rows.push(row(ticket, ticket.queue?.index ?? -1, -1));
  }
  return table(rows);
}

type Cell = string | number | boolean;

const DETAILS = [
  "UserName",
  "Verb",
  "APIPath",
  "Namespace",
  "Name",
  "APIVersion",
  "Resource",
  "SubResource",
];

function detailsOf({ request: { info, user } }: Ticket): Cell[] {
  return [
    user.name,
    info.verb,
    info.path,
    info.namespace,
    info.name,
    formatApiVersion(info.group, info.version),
    info.resource,
    info.subresource,
  ];
}

/** What has not begun began in the year 1, as the reference has it. */
function time(ms: number): string {
  return ms === 0 ? "0001-01-01T00:00:00Z" : new Date(ms).toISOString().replace(/\.?0*Z$/, "Z");
}

function seatSeconds(value: number): string {
  return `${value.toFixed(8)}ss`;
}

const LEAST_CELL = 8;

/** Columns as wide as their widest cell, a comma after each but the last; a client's text stays on its line. */
function table(rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map((row) =>
    row.map((cell, at) => `${printable(String(cell))}${at < row.length - 1 ? "," : ""}`)
  );
  const columns = texts[0]?.length ?? 0;
  const widths = Array.from(
    { length: columns },
    (_, at) => texts.reduce((most, row) => Math.max(most, row[at]!.length + 1), LEAST_CELL),
  );
  return texts.map((row) =>
    row.map((text, at) => at < columns - 1 ? text.padEnd(widths[at]!) : text).join("") + "\n"
  ).join("");
}

function printable(text: string): string {
  // deno-lint-ignore no-control-regex -- these are what must not get through.
  return text.replace(/[\x00-\x1f\x7f]/g, (one) => encodeURIComponent(one));
}
