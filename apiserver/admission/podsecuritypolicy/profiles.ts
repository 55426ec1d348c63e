/**
 * Seccomp and AppArmor profiles: which a policy allows, and which a container has.
 *
 * @module
 */

import type {
  AppArmorProfile,
  Container,
  EphemeralContainer,
  Pod,
  SeccompProfile,
} from "../../../toolkit/api/core_v1.ts";
import type { PodAnnotationKeys } from "../../kinds/pod/annotations.ts";
import { UnusablePolicy } from "./identities.ts";

/** A profile as a field has it. */
export type Profile = SeccompProfile | AppArmorProfile;

/** Which profiles a policy allows. They are named as annotations name them. */
export interface ProfileRule {
  /** What one gets that names none. */
  readonly standard?: Profile | undefined;
  /** Undefined: the policy says nothing. */
  readonly allowed?: ReadonlySet<string> | undefined;
  /** All are. */
  readonly allowsAny: boolean;
  /** The names that are allowed, as the policy has them. */
  readonly shown: string;
}

const RUNTIME = "runtime/default";
/** What `runtime/default` was called. */
const RUNTIME_OF_OLD = "docker/default";
const LOCAL = "localhost/";
const ALL = "*";

/** Reads what annotations of a policy say, whose keys begin with `prefix`. */
export function profileRuleOf(
  annotations: Readonly<Record<string, string>>,
  prefix: string,
): ProfileRule {
  const said = (name: string) =>
    Object.hasOwn(annotations, `${prefix}${name}`) ? annotations[`${prefix}${name}`]! : undefined;
  const [standard = "", list] = [said("defaultProfileName"), said("allowedProfileNames")];
  const names = list?.split(",") ?? [];
  if (names.includes(RUNTIME) || names.includes(RUNTIME_OF_OLD)) {
    names.push(RUNTIME, RUNTIME_OF_OLD);
  }
  return {
    standard: standard === "" ? undefined : profileOf(standard),
    allowed: list === undefined ? undefined : new Set(names.filter((name) => name !== ALL)),
    allowsAny: names.includes(ALL),
    shown: list ?? "",
  };
}

function profileOf(name: string): Profile {
  if (name === RUNTIME || name === RUNTIME_OF_OLD) return { type: "RuntimeDefault" };
  if (name === "unconfined") return { type: "Unconfined" };
  if (!name.startsWith(LOCAL) || name === LOCAL) {
    throw new UnusablePolicy(`its default profile ${JSON.stringify(name)} is none`);
  }
  return { type: "Localhost", localhostProfile: name.slice(LOCAL.length) };
}

/** What a profile is called; "" where there is none. */
function nameOf(profile: Profile | undefined): string {
  if (profile === undefined) return "";
  const { type, localhostProfile = "" } = profile;
  if (type === "RuntimeDefault") return RUNTIME;
  return type === "Localhost" ? `${LOCAL}${localhostProfile}` : type.toLowerCase();
}

type AnyContainer = Container | EphemeralContainer;

/**
 * The seccomp profile of a pod, as all its containers have it that name none. Annotations do not count:
 * no agent reads them any more.
 */
export function seccompOfPod({ spec }: Pod): string {
  return nameOf(spec?.securityContext?.seccompProfile);
}

/** The seccomp profile that a container has. */
export function seccompOfContainer(pod: Pod, { securityContext }: AnyContainer): string {
  return nameOf(securityContext?.seccompProfile) || seccompOfPod(pod);
}

/** The AppArmor profile that a container has. What an annotation says becomes its field. */
export function appArmorOfContainer(
  { metadata, spec }: Pod,
  { name, securityContext }: AnyContainer,
  keys: PodAnnotationKeys,
): string {
  const annotations = metadata?.annotations ?? {};
  const key = `${keys.containerAppArmor}${name}`;
  return nameOf(securityContext?.appArmorProfile) ||
    (Object.hasOwn(annotations, key) ? annotations[key]! : "") ||
    nameOf(spec?.securityContext?.appArmorProfile);
}
