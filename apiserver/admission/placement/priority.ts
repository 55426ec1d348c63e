/**
 * How important pods are, by the priority classes that they name.
 *
 * @module
 */

import type { Pod } from "../../../toolkit/api/core_v1.ts";
import type { PriorityClass as ClassType } from "../../../toolkit/api/scheduling_v1.ts";
import type { Lister } from "../../../toolkit/client/mod.ts";
import { PriorityClass } from "../../../toolkit/kinds/built_in.ts";
import { NAMES } from "../../../toolkit/names.ts";
import type { ServerContext } from "../../server_context.ts";
import { about, anyOf, PODS } from "../about.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { finderOf } from "../fresh.ts";
import { refused } from "../refusal.ts";

/** What of a class counts. */
interface Class extends Pick<ClassType, "globalDefault" | "preemptionPolicy"> {
  readonly name: string;
  readonly value: number;
}

/** What pods are that name no class while none is the default. */
const NO_CLASS: Class = { name: "", value: 0, preemptionPolicy: "PreemptLowerPriority" };

/** Finds the priority of new pods, and sees to it that one class at most is the default. */
export function priority(context: ServerContext): AdmissionPlugin {
  const { dialect, lister } = context;
  const defaultOf = defaultPriorityClass(lister(PriorityClass));
  const find = finderOf(context, PriorityClass);
  const classOf = async (request: AdmissionRequest, name: string): Promise<Class> => {
    const found = await find({ name }, request.signal);
    if (found === undefined) {
      throw refused(request, `no PriorityClass with name ${name} was found`);
    }
    return { ...found, name, value: found.value ?? 0 };
  };
  return {
    handles: ["CREATE", "UPDATE"],
    about: anyOf(PODS, about(NAMES[dialect].group("scheduling"), "priorityclasses")),
    mutate(request) {
      const { operation, object, old, resource } = request;
      if (resource.resource !== "pods") return;
      if (operation === "UPDATE") return keepPriority(object as Pod, old as Pod);
      const { priorityClassName } = (object as Pod).spec ?? {};
      if (!priorityClassName) return setPriority(request, defaultOf() ?? NO_CLASS);
      return classOf(request, priorityClassName).then((found) => setPriority(request, found));
    },
    validate(request) {
      const { operation, object, resource } = request;
      if (resource.resource === "pods") return;
      const { globalDefault, metadata } = object as unknown as ClassType;
      if (globalDefault !== true) return;
      const other = defaultOf();
      if (other === undefined) return;
      if (operation === "UPDATE" && other.name === metadata?.name) return;
      throw refused(
        request,
        `PriorityClass ${other.name} is already marked as default. Only one default can exist`,
      );
    },
  };
}

/** The default class; of several, which only a race can make, the one of the least value. */
function defaultPriorityClass(lister: Lister<ClassType> | undefined): () => Class | undefined {
  if (lister === undefined) return () => undefined;
  const known = lister.derive(({ metadata, value, globalDefault, preemptionPolicy }): Class => ({
    name: metadata?.name ?? "",
    value: value ?? 0,
    ...(globalDefault !== undefined && { globalDefault }),
    ...(preemptionPolicy !== undefined && { preemptionPolicy }),
  }));
  let found: Class | undefined;
  let generation: number | undefined;
  return () => {
    if (generation === lister.generation) return found;
    generation = lister.generation;
    found = undefined;
    for (const one of known.list()) {
      if (one.globalDefault !== true) continue;
      if (found === undefined || found.value > one.value) found = one;
    }
    return found;
  };
}

/** A pod that is written without its priority keeps it: no client has to know of it. */
function keepPriority({ spec }: Pod, { spec: before }: Pod): void {
  if (spec === undefined || before === undefined) return;
  if (spec.priority === undefined && before.priority !== undefined) spec.priority = before.priority;
  if (spec.preemptionPolicy === undefined && before.preemptionPolicy !== undefined) {
    spec.preemptionPolicy = before.preemptionPolicy;
  }
}

function setPriority(request: AdmissionRequest, { name, value, preemptionPolicy }: Class): void {
  const { spec } = request.object as Pod;
  if (spec === undefined) return;
  if (name !== "") spec.priorityClassName = name;
  if (spec.priority !== undefined && spec.priority !== value) {
    throw refused(
      request,
      `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority ` +
        `admission controller computed ${value} from the given PriorityClass name`,
    );
  }
  spec.priority = value;
  if (preemptionPolicy === undefined) return;
  if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== preemptionPolicy) {
    throw refused(
      request,
      `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod ` +
        `spec; priority admission controller computed ${preemptionPolicy} from the given ` +
        "PriorityClass name",
    );
  }
  spec.preemptionPolicy = preemptionPolicy;
}
