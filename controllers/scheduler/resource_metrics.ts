/**
 * What each pod asks for and may take at most, as metrics: made of the pods as they are when somebody looks, and
 * apart from the scheduler's own, as there are a few for each pod.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import { escapeLabelValue } from "../../toolkit/metrics/metric.ts";
import type { Names } from "../../toolkit/names.ts";
import { TimeSlice } from "../../toolkit/time_slice.ts";
import type { SharedInformer } from "../loop/mod.ts";
import { type Amounts, declaredLimits, declaredRequests } from "./pod/declared_resources.ts";
import { isOver, type LivePod } from "./pod/pod_info.ts";

/** Where they are shown. */
export const RESOURCES_PATH = "/metrics/resources";

/** What is kept of a pod, once somebody has looked: what its samples have in common, and the rest of each. */
interface PodSamples {
  readonly labels: string;
  readonly requests: readonly string[];
  readonly limits: readonly string[];
}

const FAMILIES = [
  {
    part: "requests",
    end: "resource_request",
    help: "What a pod asks for of a resource: so much is set aside for it on its node.",
  },
  {
    part: "limits",
    end: "resource_limit",
    help: "What a pod may take of a resource at most.",
  },
] as const;

const PIECE_CHARS = 256 * 1024;

/**
 * The metrics in the text format, piece by piece. Whoever else has work for this thread has turns in between: pods
 * that come or go meanwhile may be missing, and no pod is shown twice.
 */
export async function* resourceMetrics(
  pods: SharedInformer<LivePod>,
  { metricPrefix }: Pick<Names, "metricPrefix">,
  clock: Clock,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const samples = pods.derive(samplesOf);
  const keys = [...pods.lister.keys()];
  const encoder = new TextEncoder();
  const slice = new TimeSlice(clock);
  for (const { part, end, help } of FAMILIES) {
    const name = `${metricPrefix}pod_${end}`;
    const head = `# HELP ${name} [STABLE] ${help}\n# TYPE ${name} gauge\n`;
    let hasSamples = false;
    let text = "";
    for (const key of keys) {
      const pause = slice.yieldIfOver();
      if (pause !== undefined) await pause;
      const pod = samples.get(key);
      if (pod === undefined || pod[part].length === 0) continue;
      if (!hasSamples) text = head;
      hasSamples = true;
      for (const one of pod[part]) text += `${name}{${pod.labels},${one}\n`;
      if (text.length < PIECE_CHARS) continue;
      yield encoder.encode(text);
      text = "";
    }
    if (text !== "") yield encoder.encode(text);
  }
}

const NOTHING: PodSamples = { labels: "", requests: [], limits: [] };

function samplesOf(pod: LivePod): PodSamples {
  if (isOver(pod)) return NOTHING;
  const { metadata: { namespace = "", name }, spec } = pod;
  const { nodeName = "", priority = "", schedulerName = "" } = spec;
  return {
    labels: `namespace="${namespace}",pod="${name}",node="${nodeName}",` +
      // Of these names only this one may have any characters.
      `scheduler="${escapeLabelValue(schedulerName)}",priority="${priority}"`,
    requests: shown(declaredRequests(spec)),
    limits: shown(declaredLimits(spec)),
  };
}

/** What there is of it: nothing is not shown. */
function shown(amounts: Amounts): string[] {
  const texts: string[] = [];
  for (const [resource, thousandths] of amounts) {
    if (thousandths === 0) continue;
    texts.push(`resource="${resource}",unit="${unitOf(resource)}"} ${thousandths / 1000}`);
  }
  return texts;
}

const UNITS: Readonly<Record<string, string>> = {
  cpu: "cores",
  memory: "bytes",
  storage: "bytes",
  "ephemeral-storage": "bytes",
};

function unitOf(resource: string): string {
  if (Object.hasOwn(UNITS, resource)) return UNITS[resource]!;
  if (resource.startsWith("hugepages-")) return "bytes";
  return resource.startsWith("attachable-volumes-") ? "integer" : "";
}
