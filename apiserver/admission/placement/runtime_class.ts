/**
 * What running a pod costs besides its containers, and where it can run, by its runtime class.
 *
 * @module
 */

import type { Pod, PodSpec, ResourceList } from "../../../toolkit/api/core_v1.ts";
import type { RuntimeClass as ClassType } from "../../../toolkit/api/node_v1.ts";
import { RuntimeClass } from "../../../toolkit/kinds/built_in.ts";
import { Quantity, quoteText } from "../../../toolkit/values/mod.ts";
import type { ServerContext } from "../../server_context.ts";
import { PODS } from "../about.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { finderOf } from "../fresh.ts";
import { refused } from "../refusal.ts";
import { mergeTolerations } from "./merge_tolerations.ts";

const OTHER_OVERHEAD = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";
const NO_OVERHEAD =
  "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead";

/** Gives new pods the overhead, node selector and tolerations of their class, and refuses others. */
export function runtimeClass(context: ServerContext): AdmissionPlugin {
  const find = finderOf(context, RuntimeClass);
  const classOf = async (request: AdmissionRequest, name: string): Promise<ClassType> => {
    const found = await find({ name }, request.signal);
    if (found !== undefined) return found;
    throw refused(request, `pod rejected: RuntimeClass ${quoteText(name)} not found`);
  };
  return {
    handles: ["CREATE"],
    about: PODS,
    mutate(request) {
      const { spec } = request.object as Pod;
      const name = spec?.runtimeClassName;
      if (spec === undefined || name === undefined || name === null) return;
      return classOf(request, name).then((found) => {
        setOverhead(request, spec, found.overhead);
        setPlaces(request, spec, found.scheduling);
      });
    },
    validate(request) {
      const { spec } = request.object as Pod;
      const name = spec?.runtimeClassName;
      const check = (found: ClassType | undefined) => {
        if (found?.overhead === undefined) {
          if (spec?.overhead !== undefined) throw refused(request, NO_OVERHEAD);
        } else if (!isSame(found.overhead.podFixed, spec?.overhead)) {
          throw refused(request, OTHER_OVERHEAD);
        }
      };
      if (name === undefined || name === null) return check(undefined);
      return classOf(request, name).then(check);
    },
  };
}

function setOverhead(
  request: AdmissionRequest,
  spec: PodSpec,
  overhead: ClassType["overhead"],
): void {
  if (overhead === undefined) return;
  const { podFixed } = overhead;
  const own = spec.overhead ?? {};
  if (Object.keys(own).length > 0 && !isSame(podFixed, own)) throw refused(request, OTHER_OVERHEAD);
  if (podFixed !== undefined) spec.overhead = { ...podFixed };
}

function setPlaces(
  request: AdmissionRequest,
  spec: PodSpec,
  scheduling: ClassType["scheduling"],
): void {
  if (scheduling === undefined) return;
  const selector = new Map(Object.entries(spec.nodeSelector ?? {}));
  for (const [key, value] of Object.entries(scheduling.nodeSelector ?? {})) {
    const own = selector.get(key);
    if (own !== undefined && own !== value) {
      throw refused(
        request,
        `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; ` +
          `pod.spec.nodeSelector[${key}] = ${own}`,
      );
    }
    selector.set(key, value);
  }
  if (selector.size > 0) spec.nodeSelector = Object.fromEntries(selector);
  const tolerations = mergeTolerations(spec.tolerations ?? [], scheduling.tolerations ?? []);
  if (tolerations.length > 0) spec.tolerations = tolerations;
}

function isSame(one: ResourceList = {}, other: ResourceList = {}): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length &&
    names.every((name) =>
      Object.hasOwn(other, name) && Quantity.parse(one[name]!).equals(Quantity.parse(other[name]!))
    );
}
