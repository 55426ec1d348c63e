/**
 * Settings that pods get by their labels.
 *
 * @module
 */

import type { Container, Pod } from "../../../toolkit/api/core_v1.ts";
import type { PodPreset as PresetType } from "../../../toolkit/api/settings_v1alpha1.ts";
import { settingsV1alpha1 } from "../../../toolkit/kinds/built_in.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { type Selector, selectorOf } from "../../../toolkit/selectors/mod.ts";
import { equalJson } from "../../../toolkit/values/json.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import type { ServerContext } from "../../server_context.ts";
import { PODS } from "../about.ts";
import { type AdmissionPlugin, calledInRefusals } from "../admission.ts";

/** A preset, with its selector compiled. */
interface Preset {
  readonly name: string;
  readonly version: string;
  readonly selector: Selector;
  readonly spec: NonNullable<PresetType["spec"]>;
}

/**
 * Adds to each new pod what the presets of its namespace say that select it, all of them or, where they
 * contradict each other or the pod, none. Throws where there are no presets in this server.
 */
export function podPreset({ dialect, lister, logger }: ServerContext): AdmissionPlugin {
  const { domain, annotationMirrorPod, group } = NAMES[dialect];
  const presets = lister(settingsV1alpha1.PodPreset)?.derive(presetOf);
  if (presets === undefined) {
    throw new Error(
      "the admission plugin PodPreset needs an API that this server does not serve: add " +
        `--runtime-config=${group("settings")}/v1alpha1=true, or take the plugin off ` +
        "--enable-admission-plugins",
    );
  }
  const prefix = `podpreset.admission.${domain}/`;
  return {
    handles: ["CREATE"],
    about: PODS,
    mutate(request) {
      const pod = request.object as Pod;
      const { annotations = {}, labels = {} } = pod.metadata ?? {};
      const says = (key: string) => Object.hasOwn(annotations, key) ? annotations[key] : undefined;
      if (says(annotationMirrorPod) !== undefined || says(`${prefix}exclude`) === "true") return;
      const chosen = presets.list({ namespace: request.namespace })
        .filter(({ selector }) => selector.matches(labels));
      if (chosen.length === 0) return;
      const changed = structuredClone(pod);
      const conflicts = chosen.flatMap(({ name, spec }) => apply(changed, name, spec));
      if (conflicts.length > 0) {
        logger.warning("Pod presets are not applied: they contradict each other or the pod", {
          pod: `${request.namespace}/${calledInRefusals(request)}`,
          presets: chosen.map(({ name }) => name).join(", "),
          conflicts: conflicts.join("; "),
        });
        return;
      }
      const notes = chosen.map(({ name, version }) => [`${prefix}podpreset-${name}`, version]);
      changed.metadata = {
        ...changed.metadata,
        annotations: { ...annotations, ...Object.fromEntries(notes) },
      };
      Object.assign(pod, changed);
    },
  };
}

function presetOf({ metadata, spec = {} }: PresetType): Preset {
  const { name = "", resourceVersion: version = "" } = metadata ?? {};
  return { name, version, selector: selectorOf(spec.selector ?? {}), spec };
}

/** Adds a preset to a pod; what contradicts it is returned, and the pod then is of no use. */
function apply({ spec }: Pod, preset: string, added: Preset["spec"]): string[] {
  if (spec === undefined) return [];
  const conflicts: string[] = [];
  const merge = <T extends object>(
    own: readonly T[] | undefined,
    more: readonly T[] | undefined,
    what: string,
    ...keys: readonly ((one: T) => string)[]
  ): T[] | undefined => {
    if (more === undefined) return own && [...own];
    const merged = [...own ?? []];
    // Of those that are called the same the last one counts, as it does in containers.
    const known = keys.map((key) => ({ key, last: new Map(merged.map((one) => [key(one), one])) }));
    for (const one of more) {
      let isNew = true;
      for (const { key, last } of known) {
        const there = last.get(key(one));
        if (there === undefined) continue;
        isNew = false;
        if (equalJson(there as never, one as never)) continue;
        conflicts.push(`merging ${what} for ${preset} has a conflict on ${quoteText(key(one))}`);
      }
      if (!isNew) continue;
      merged.push(structuredClone(one));
      for (const { key, last } of known) last.set(key(one), one);
    }
    return merged;
  };
  const complete = (container: Container) => {
    const env = merge(container.env, added.env, "env", ({ name }) => name);
    const mounts = merge(
      container.volumeMounts,
      added.volumeMounts,
      "volume mounts",
      ({ name }) => name,
      ({ mountPath }) => mountPath,
    );
    const envFrom = [...container.envFrom ?? [], ...structuredClone(added.envFrom ?? [])];
    if (env !== undefined) container.env = env;
    if (mounts !== undefined) container.volumeMounts = mounts;
    if (envFrom.length > 0) container.envFrom = envFrom;
  };
  for (const container of [...spec.containers ?? [], ...spec.initContainers ?? []]) {
    complete(container);
  }
  const volumes = merge(spec.volumes, added.volumes, "volumes", ({ name }) => name);
  if (volumes !== undefined) spec.volumes = volumes;
  return conflicts;
}
