/**
 * What pods get of a policy that say nothing themselves.
 *
 * @module
 */

import type {
  Capabilities,
  Container,
  EphemeralContainer,
  Pod,
  PodSecurityContext,
  PodSpec,
  SecurityContext,
} from "../../../toolkit/api/core_v1.ts";
import { compareUtf8 } from "../../../toolkit/codec/mod.ts";
import type { PodAnnotationKeys } from "../../kinds/pod/annotations.ts";
import { CONTAINER_LISTS } from "../../kinds/pod/container_lists.ts";
import type { Policy } from "./policy.ts";
import { appArmorOfContainer, seccompOfPod } from "./profiles.ts";

/**
 * A pod with all that a policy fills in, as values of its own; the very same one where it fills in nothing,
 * and with the very same parts where it does not change them.
 */
export function withDefaults(pod: Pod, policy: Policy, keys: PodAnnotationKeys): Pod {
  const { spec } = pod;
  if (spec === undefined) return pod;
  const context = withChanges(spec.securityContext, ofPod(pod, policy));
  const added: Partial<PodSpec> = {};
  if (context !== spec.securityContext && context !== undefined) added.securityContext = context;
  const runtimeClass = policy.spec.runtimeClass?.defaultRuntimeClassName;
  if (spec.runtimeClassName === undefined && runtimeClass !== undefined) {
    added.runtimeClassName = runtimeClass;
  }
  for (const list of CONTAINER_LISTS) {
    const containers = spec[list] as Container[] | undefined;
    const complete = containers?.map((container) => {
      const own = container.securityContext;
      const changed = withChanges(own, ofContainer(pod, container, context, policy, keys));
      return changed === own || changed === undefined
        ? container
        : { ...container, securityContext: changed };
    });
    if (complete?.some((container, index) => container !== containers?.[index])) {
      Object.assign(added, { [list]: complete });
    }
  }
  return Object.keys(added).length === 0 ? pod : { ...pod, spec: { ...spec, ...added } };
}

/** The same where there is no change. */
function withChanges<T extends object>(context: T | undefined, changes: Partial<T>): T | undefined {
  return Object.keys(changes).length === 0 ? context : { ...context, ...changes } as T;
}

function ofPod(pod: Pod, policy: Policy): Partial<PodSecurityContext> {
  const context = pod.spec?.securityContext;
  const added: Partial<PodSecurityContext> = {};
  const { supplementalGroups, fsGroup, seLinux, seccomp } = policy;
  if (context?.supplementalGroups === undefined && supplementalGroups.standard !== undefined) {
    added.supplementalGroups = [supplementalGroups.standard];
  }
  if (context?.fsGroup === undefined && fsGroup.standard !== undefined) {
    added.fsGroup = fsGroup.standard;
  }
  if (context?.seLinuxOptions === undefined && seLinux !== undefined) {
    added.seLinuxOptions = { ...seLinux };
  }
  if (seccomp.standard !== undefined && seccompOfPod(pod) === "") {
    added.seccompProfile = { ...seccomp.standard };
  }
  return added;
}

function ofContainer(
  pod: Pod,
  container: Container | EphemeralContainer,
  ofPod: PodSecurityContext | undefined,
  policy: Policy,
  keys: PodAnnotationKeys,
): Partial<SecurityContext> {
  const own = container.securityContext;
  const { spec, user, group, isNonRoot, appArmor } = policy;
  const added: Partial<SecurityContext> = {};
  const runAsUser = own?.runAsUser ?? ofPod?.runAsUser;
  if (runAsUser === undefined && user.standard !== undefined) added.runAsUser = user.standard;
  if ((own?.runAsGroup ?? ofPod?.runAsGroup) === undefined && group.standard !== undefined) {
    added.runAsGroup = group.standard;
  }
  if (appArmor.standard !== undefined && appArmorOfContainer(pod, container, keys) === "") {
    added.appArmorProfile = { ...appArmor.standard };
  }
  // Whose user is that of the image is looked at once more before it starts.
  const runAsNonRoot = own?.runAsNonRoot ?? ofPod?.runAsNonRoot;
  if (isNonRoot && runAsNonRoot === undefined && runAsUser === undefined) added.runAsNonRoot = true;
  const capabilities = withCapabilities(own?.capabilities, policy);
  if (capabilities !== own?.capabilities && capabilities !== undefined) {
    added.capabilities = capabilities;
  }
  if (spec.readOnlyRootFilesystem && own?.readOnlyRootFilesystem === undefined) {
    added.readOnlyRootFilesystem = true;
  }
  if (own?.allowPrivilegeEscalation === undefined) {
    const { defaultAllowPrivilegeEscalation: standard, allowPrivilegeEscalation } = spec;
    if (standard !== undefined) added.allowPrivilegeEscalation = standard;
    else if (allowPrivilegeEscalation === false) added.allowPrivilegeEscalation = false;
  }
  return added;
}

/** Adds what is added unless it is dropped, and drops what must be. */
function withCapabilities(
  own: Capabilities | undefined,
  { spec }: Policy,
): Capabilities | undefined {
  const [ownAdd, ownDrop] = [new Set(own?.add), new Set(own?.drop)];
  const standard = (spec.defaultAddCapabilities ?? []).filter((one) => !ownDrop.has(one));
  const add = new Set([...standard, ...ownAdd]);
  const drop = new Set([...spec.requiredDropCapabilities ?? [], ...ownDrop]);
  if (add.size === ownAdd.size && drop.size === ownDrop.size) return own;
  return {
    ...(add.size > 0 && { add: [...add].sort(compareUtf8) }),
    ...(drop.size > 0 && { drop: [...drop].sort(compareUtf8) }),
  };
}
