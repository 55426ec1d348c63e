/**
 * How many events the server takes in a time: of all, of a namespace, of a user, or about one object.
 *
 * @module
 */

import type { Event as EventType } from "../../../toolkit/api/core_v1.ts";
import type { Event as NewEventType } from "../../../toolkit/api/events_v1.ts";
import { overloaded } from "../../../toolkit/errors/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import type { ServerContext } from "../../server_context.ts";
import { about, anyOf } from "../about.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { type AdmissionConfiguration, Fields, readTypeMeta } from "../configuration/mod.ts";
import { together } from "../refusal.ts";
import { TokenBuckets } from "./token_buckets.ts";

const NAME = "EventRateLimit";
/** Buckets of a limit that are kept unless the configuration says. */
const BUCKETS = 4096;
/** More are of no use to anybody. */
const MOST_BUCKETS = 1_000_000;

type LimitType = "Server" | "Namespace" | "User" | "SourceAndObject";

const KEYS: Readonly<Record<LimitType, (request: AdmissionRequest) => string>> = {
  Server: () => "",
  Namespace: ({ namespace }) => namespace,
  User: ({ user }) => user.name,
  SourceAndObject: ({ object }) => sourceAndObject(object as unknown as EventType & NewEventType),
};

interface Limit {
  readonly type: LimitType;
  readonly buckets: TokenBuckets;
}

/** Refuses events past the limits of its configuration. Throws where that has none, or a wrong one. */
export function eventRateLimit(
  { clock, dialect }: Pick<ServerContext, "clock" | "dialect">,
  { plugins }: AdmissionConfiguration,
): AdmissionPlugin {
  const { group } = NAMES[dialect];
  const configuration = plugins.get(NAME);
  if (configuration === undefined) {
    throw new Error(
      `the admission plugin ${NAME} has no configuration: name its limits in a file of ` +
        "--admission-control-config-file, or take it off --enable-admission-plugins",
    );
  }
  const fields = new Fields(configuration.value, configuration.where);
  const apiVersion = `${group("eventratelimit.admission")}/v1alpha1`;
  readTypeMeta(fields, [{ apiVersion, kind: "Configuration" }]);
  const items = fields.list("limits");
  if (items.length === 0) throw fields.wrong("limits", "must not be empty");
  fields.end();
  const limits = items.map((item, index) =>
    readLimit(new Fields(item, `${fields.where}: limits[${index}]`), () => clock.monotonic())
  );
  return {
    handles: ["CREATE", "UPDATE"],
    about: anyOf(about("", "events"), about(group("events"), "events")),
    validate(request) {
      if (request.dryRun) return;
      // Each is asked, so that an event counts with all of them.
      const reasons = limits.flatMap(({ type, buckets }) => {
        const key = KEYS[type](request);
        return buckets.take(key) ? [] : [`limit reached on type ${type} for key ${key}`];
      });
      const why = together(reasons);
      if (why !== undefined) throw overloaded(why);
    },
  };
}

function readLimit(fields: Fields, nowMs: () => number): Limit {
  const type = fields.text("type");
  if (!isLimitType(type)) {
    const known = Object.keys(KEYS).join(", ");
    throw fields.wrong("type", `is ${JSON.stringify(type)}: supported are ${known}`);
  }
  const [perSecond, burst] = [fields.whole("qps"), fields.whole("burst")];
  const size = fields.whole("cacheSize");
  if (burst <= 0) throw fields.wrong("burst", "must be positive");
  if (perSecond <= 0) throw fields.wrong("qps", "must be positive");
  if (type !== "Server" && (size < 0 || size > MOST_BUCKETS)) {
    throw fields.wrong("cacheSize", `must be from 0 to ${MOST_BUCKETS}`);
  }
  fields.end();
  const most = type === "Server" ? 1 : size || BUCKETS;
  return { type, buckets: new TokenBuckets({ perSecond, burst, most, nowMs }) };
}

function isLimitType(text: string): text is LimitType {
  return Object.hasOwn(KEYS, text);
}

/** Whom an event is from and what it is about, in either of the versions that events have. */
function sourceAndObject(event: EventType & NewEventType): string {
  const { kind, namespace, name, uid, apiVersion } = event.involvedObject ?? event.regarding ?? {};
  const { component, host } = event.source ?? event.deprecatedSource ?? {};
  return [component, host, kind, namespace, name, uid, apiVersion].map((one) => one ?? "").join("");
}
