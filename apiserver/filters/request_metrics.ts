/**
 * What is counted of requests, under the reference's names. Counted is what got to a resource or a
 * page that is there, and what was given up: what anybody can make up is no series.
 *
 * @module
 */

import type { Counter, Gauge, Histogram, Registry } from "../../toolkit/metrics/mod.ts";
import type { Reached, RequestContext } from "../http/context.ts";
import type { RequestInfo } from "../http/request_info.ts";
import { countedVerb, nameInPath, type Place, PLACE_LABELS, scopeOf } from "./request_place.ts";

/** How a request ended. */
export interface Ending {
  readonly status: number;
  /** Of the answer's body. */
  readonly bytes: number;
  /** From its arrival to its last byte. */
  readonly tookMs: number;
}

/** The metrics of requests. */
export interface RequestMetrics {
  /** A request has ended. */
  ended(context: RequestContext, ending: Ending): void;
  /** How many requests like this one, that lasts, are open. */
  lasting(context: RequestContext): Gauge;
  /** A request that had taken too long was done at last, or had failed. */
  endedTooLate(status: "ok" | "error"): void;
}

const SLOW_SECONDS = [
  ...[0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60],
];
const SECONDS = [0.005, 0.025, 0.05, 0.1, ...SLOW_SECONDS];
/** Without what takes no time worth an alert. */
const SLI_SECONDS = [0.05, 0.1, ...SLOW_SECONDS];
const RESPONSE_BYTES = Array.from({ length: 7 }, (_, power) => 1000 * 10 ** power);
const REQUEST_BYTES = Array.from({ length: 31 }, (_, step) => 50_000 + step * 100_000);

/** Codes of a request whose method or types of content nothing takes, as if nothing were there. */
const NOT_TAKEN = new Set([405, 406, 415]);
const TOO_MANY = 429;

/** Declares the metrics. */
export function declareRequestMetrics(registry: Registry): RequestMetrics {
  const families = declareFamilies(registry);
  const reached = new Map<string, Series>();
  const unreached = new Map<string, Series>();
  const late = {
    ok: families.late.with({ source: "timeout-handler", status: "ok" }),
    error: families.late.with({ source: "timeout-handler", status: "error" }),
  };
  const seriesOf = (context: RequestContext): Series => {
    const { info, reached: what } = context;
    const dryRun = dryRunOf(context);
    const verb = countedVerb(context);
    const known = what === undefined ? unreached : reached;
    const scope = what === undefined ? scopeOf(context) : scopeOf(context, nameInPath(context));
    const { group, version, resource, subresource } = info;
    const page = what?.is === "page" ? `${what.resource} ${what.subresource}` : "";
    const key = `${verb} ${group}/${version}/${resource}/${subresource} ${scope} ${dryRun} ${page}`;
    let series = known.get(key);
    if (series !== undefined) return series;
    const isKept = known.size < MOST_KNOWN;
    // Nobody has looked whether there is such a resource: clients may make up only so many.
    const place = what === undefined && !isKept ? NOWHERE : placeOf(context, what, verb, scope);
    series = new Series(families, place, dryRun);
    if (isKept) known.set(key, series);
    return series;
  };
  return {
    ended(context, ending) {
      const { reached: what, isGivenUp } = context;
      const counts = what !== undefined && !NOT_TAKEN.has(ending.status);
      if (!counts && !isGivenUp) return;
      const series = seriesOf(context);
      if (isGivenUp) series.givenUp(ending.status, context.givenUpBy);
      if (counts) series.ended(context, ending);
      else if (ending.status === TOO_MANY) series.answered(ending.status);
      if (!counts) return;
      if (what.is === "resource" && what.isDeprecated) series.deprecated();
      if (context.bodyBytes !== undefined && what.is === "resource") {
        series.body(context.info, context.bodyBytes);
      }
    },
    lasting(context) {
      const { info } = context;
      const scope = scopeOf(context);
      const { group, version, resource } = info;
      const subresource = info.isResource ? info.subresource : info.path;
      const component = "apiserver";
      const verb = countedVerb(context);
      return families.lasting.with({
        ...{ verb, group, version, resource, subresource, scope, component },
      });
    },
    endedTooLate: (status) => late[status].inc(),
  };
}

/** More kinds of requests than this are looked up each time. */
const MOST_KNOWN = 2000;

const NOWHERE: Place = {
  ...{ verb: "other", group: "", version: "", resource: "", subresource: "", scope: "" },
  component: "apiserver",
};

function placeOf(
  { info }: RequestContext,
  what: Reached | undefined,
  verb: string,
  scope: string,
): Place {
  const { group, version, resource, subresource } = info;
  if (what?.is === "page") {
    const { resource, subresource } = what;
    const component = resource === "" ? "" : "apiserver";
    return { verb, group, version, resource, subresource, scope, component };
  }
  return { verb, group, version, resource, subresource, scope, component: "apiserver" };
}

/** What a request says of a dry run: there is one way to say it, and many to get it wrong. */
function dryRunOf({ request, query }: RequestContext): string {
  if (!request.query.includes("dryRun")) return "";
  const said = query.all("dryRun");
  if (said.length === 0) return "";
  return said.every((one) => one === "All") ? "All" : "invalid";
}

type Families = ReturnType<typeof declareFamilies>;

/** The metrics of one kind of request, found once. */
class Series {
  readonly #families: Families;
  readonly #place: Place;
  readonly #dryRun: string;
  readonly #byCode = new Map<number, Counter>();
  #seconds: Histogram | undefined;
  #sliSeconds: Histogram | undefined;
  #responseBytes: Histogram | undefined;
  #requestBytes: Histogram | undefined;
  #isDeprecated = false;

  constructor(families: Families, place: Place, dryRun: string) {
    this.#families = families;
    this.#place = place;
    this.#dryRun = dryRun;
  }

  answered(status: number): void {
    let counter = this.#byCode.get(status);
    if (counter === undefined) {
      const labels = { ...this.#place, dry_run: this.#dryRun, code: String(status) };
      counter = this.#families.requests.with(labels);
      this.#byCode.set(status, counter);
    }
    counter.inc();
  }

  ended({ waitedMs, webhookMs }: RequestContext, { status, bytes, tookMs }: Ending): void {
    this.answered(status);
    const place = this.#place;
    const { seconds, sliSeconds, responseBytes } = this.#families;
    this.#seconds ??= seconds.with({ ...place, dry_run: this.#dryRun });
    this.#seconds.observe(tookMs / 1000);
    if (this.#dryRun === "" && place.verb !== "WATCH") {
      this.#sliSeconds ??= sliSeconds.with(place);
      // Webhooks and full queues are no fault of the server's.
      this.#sliSeconds.observe((tookMs - waitedMs - webhookMs) / 1000);
    }
    if (place.verb !== "GET" && place.verb !== "LIST") return;
    this.#responseBytes ??= responseBytes.with(place);
    this.#responseBytes.observe(bytes);
  }

  body({ group, resource, verb }: RequestInfo, bytes: number): void {
    const name = verb === "deletecollection" ? "delete_collection" : verb;
    this.#requestBytes ??= this.#families.requestBytes.with({ group, resource, verb: name });
    this.#requestBytes.observe(bytes);
  }

  givenUp(status: number, component: string): void {
    this.#families.givenUp.with({ ...this.#place, component, code: String(status) }).inc();
  }

  deprecated(): void {
    if (this.#isDeprecated) return;
    this.#isDeprecated = true;
    const { group, version, resource, subresource } = this.#place;
    // None of what is deprecated here is to go with a release that is known.
    const labels = { group, version, resource, subresource, removed_release: "" };
    this.#families.deprecated.with(labels).set(1);
  }
}

function declareFamilies(registry: Registry) {
  return {
    requests: registry.counter({
      name: "apiserver_request_total",
      help: "Number of requests that were answered, by verb, dry run, group, version, resource, " +
        "subresource, scope, component and HTTP status code.",
      stability: "STABLE",
      labels: [...PLACE_LABELS, "dry_run", "code"],
    }),
    seconds: registry.histogram({
      name: "apiserver_request_duration_seconds",
      help: "How long requests took from their arrival to the last byte of their answer, in " +
        "seconds, by verb, dry run, group, version, resource, subresource, scope and component.",
      stability: "STABLE",
      labels: [...PLACE_LABELS, "dry_run"],
      buckets: SECONDS,
    }),
    sliSeconds: registry.histogram({
      name: "apiserver_request_sli_duration_seconds",
      help: "How long requests took that were no dry runs, without the time in which they waited " +
        "for a seat or for admission webhooks, in seconds, by verb, group, version, resource, " +
        "subresource, scope and component.",
      labels: PLACE_LABELS,
      buckets: SLI_SECONDS,
    }),
    responseBytes: registry.histogram({
      name: "apiserver_response_sizes",
      help: "Sizes of what reads and lists were answered, in bytes as they were sent, by verb, " +
        "group, version, resource, subresource, scope and component.",
      stability: "STABLE",
      labels: PLACE_LABELS,
      buckets: RESPONSE_BYTES,
    }),
    requestBytes: registry.histogram({
      name: "apiserver_request_body_size_bytes",
      help: "Sizes of the bodies of requests, in bytes, by group, resource and verb.",
      labels: ["group", "resource", "verb"],
      buckets: REQUEST_BYTES,
    }),
    givenUp: registry.counter({
      name: "apiserver_request_terminations_total",
      help:
        "Number of requests that the server gave up: too many, too long, nobody there to pass them on to, or " +
        "a defect.",
      labels: [...PLACE_LABELS, "code"],
    }),
    late: registry.counter({
      name: "apiserver_request_post_timeout_total",
      help: "Number of requests that were done, or failed, after their time was over and the " +
        "client had its answer, by who had ended them and by what became of them.",
      labels: ["source", "status"],
    }),
    deprecated: registry.gauge({
      name: "apiserver_requested_deprecated_apis",
      help: "1 for each deprecated API that was asked for since the start, by group, version, " +
        "resource, subresource, and the release that is without it.",
      stability: "STABLE",
      labels: ["group", "version", "resource", "subresource", "removed_release"],
    }),
    lasting: registry.gauge({
      name: "apiserver_longrunning_requests",
      help: "Number of watches and other lasting requests that are open now, by verb, group, " +
        "version, resource, subresource, scope and component.",
      stability: "STABLE",
      labels: PLACE_LABELS,
    }),
  };
}
