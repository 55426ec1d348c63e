/**
 * `/debug/pprof/`: what the runtime can tell of itself, under the paths where tools look for it.
 *
 * @module
 */

import v8 from "node:v8";
import type { Clock } from "../clock.ts";
import type { Handler, HttpRequest, HttpResponse } from "../serving/http.ts";
import { allocationProfile, cpuProfile, ProfileInProgress } from "./sampling.ts";
import { answerVerbosity, isOfVerbosity } from "./verbosity.ts";

/** Where the pages are. */
export const PPROF_PREFIX = "/debug/pprof/";
const PPROF_ROOT = PPROF_PREFIX.slice(0, -1);

/** Whether a path is one of those that {@link profilingHandler} answers. */
export function isOfProfiles(path: string): boolean {
  return path.startsWith(PPROF_PREFIX) || path === PPROF_ROOT || isOfVerbosity(path);
}

/** Seconds of a profile unless the query says otherwise, and at the most. */
const DEFAULT_SECONDS = 30;
const MAX_SECONDS = 300;

/** What the handler needs to know of its process. */
export interface ProfilingOptions {
  readonly clock: Clock;
  /** The program and its arguments, for `cmdline`. Pass none that hold a credential. */
  readonly commandLine: readonly string[];
  /** Shows log lines up to a verbosity from then on. Default: nobody can say so. */
  readonly setVerbosity?: ((level: number) => void) | undefined;
}

interface Page {
  readonly about: string;
  readonly answer: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;
}

/** Profiles of Go's runtime that V8 has no like of, and why. */
const ABSENT: Readonly<Record<string, string>> = {
  block: "the runtime runs one thread, which never blocks on another",
  goroutine: "the runtime has no goroutines; a CPU profile shows what runs",
  mutex: "the runtime runs one thread, so there are no locks to contend for",
  symbol: "profiles name their functions themselves",
  threadcreate: "threads are made by the runtime, which keeps no record of where",
  trace: "the runtime has no execution tracer; start it with --v8-flags=--trace-opt and the like",
};

/** Answers what {@link isOfProfiles}. Who may ask is decided before. */
export function profilingHandler(options: ProfilingOptions): Handler {
  const pages: Record<string, Page> = {
    allocs: {
      about: `what is allocated in ?seconds=N (${DEFAULT_SECONDS}), for developer tools`,
      answer: (request) => profile(request, options.clock, allocationProfile, "allocs.heapprofile"),
    },
    cmdline: {
      about: "the command line of this process",
      answer: () => text(200, options.commandLine.join("\0")),
    },
    heap: {
      about: "a heap snapshot, for developer tools: all work stops while it is taken",
      answer: () => {
        if (isSnapshotTaken) return inProgress(new ProfileInProgress("heap"));
        return download("heap.heapsnapshot", heapSnapshot());
      },
    },
    profile: {
      about: `a CPU profile of ?seconds=N (${DEFAULT_SECONDS}), for developer tools`,
      answer: (request) => profile(request, options.clock, cpuProfile, "cpu.cpuprofile"),
    },
  };
  for (const [name, why] of Object.entries(ABSENT)) {
    pages[name] = { about: `not here: ${why}`, answer: () => text(501, `${name}: ${why}\n`) };
  }
  return (request) => {
    if (isOfVerbosity(request.path)) return answerVerbosity(request, options.setVerbosity);
    if (request.method !== "GET" && request.method !== "HEAD") {
      return { ...text(405, "Method Not Allowed\n"), headers: { allow: "GET, HEAD" } };
    }
    if (request.path === PPROF_ROOT) return { status: 302, headers: { location: PPROF_PREFIX } };
    const name = request.path.slice(PPROF_PREFIX.length);
    if (name === "") return index(pages);
    const page = Object.hasOwn(pages, name) ? pages[name] : undefined;
    return page === undefined ? text(404, "Unknown profile\n") : page.answer(request);
  };
}

function text(status: number, body: string): HttpResponse {
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
  };
  return { status, headers, body };
}

function index(pages: Readonly<Record<string, Page>>): HttpResponse {
  const rows = Object.entries(pages).sort(([a], [b]) => a < b ? -1 : 1).map(([name, { about }]) =>
    `<tr><td><a href="${name}">${name}</a></td><td>${about}</td></tr>\n`
  );
  const body = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${PPROF_PREFIX}</title></head>
<body><h1>${PPROF_PREFIX}</h1><table>
${rows.join("")}</table></body></html>
`;
  return { status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body };
}

function download(name: string, body: HttpResponse["body"]): HttpResponse {
  return {
    status: 200,
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename="${name}"`,
    },
    ...(body !== undefined && { body }),
  };
}

/** A snapshot takes as much memory again as it tells of, until the last of it is read. */
let isSnapshotTaken = false;

async function* heapSnapshot(): AsyncIterable<Uint8Array> {
  if (isSnapshotTaken) throw new ProfileInProgress("heap");
  isSnapshotTaken = true;
  try {
    for await (const chunk of v8.getHeapSnapshot()) yield chunk as Uint8Array;
  } finally {
    isSnapshotTaken = false;
  }
}

function inProgress({ message }: ProfileInProgress): HttpResponse {
  return text(500, `${message}\n`);
}

async function profile(
  request: HttpRequest,
  clock: Clock,
  taken: typeof cpuProfile,
  name: string,
): Promise<HttpResponse> {
  const given = new URLSearchParams(request.query).get("seconds");
  const seconds = given === null ? DEFAULT_SECONDS : Number(given);
  if (!(seconds > 0 && seconds <= MAX_SECONDS)) {
    return text(400, `seconds must be more than 0 and at most ${MAX_SECONDS}\n`);
  }
  try {
    return download(name, await taken(clock, seconds * 1000, request.signal));
  } catch (error) {
    if (error instanceof ProfileInProgress) return inProgress(error);
    throw error;
  }
}
