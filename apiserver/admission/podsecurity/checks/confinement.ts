/**
 * Checks of what confines the processes of a pod: AppArmor, SELinux, and masks of the kernel's files.
 *
 * @module
 */

import type { SELinuxOptions } from "../../../../toolkit/api/core_v1.ts";
import { quoteText } from "../../../../toolkit/values/mod.ts";
import {
  type Check,
  type CheckedPod,
  type CheckPod,
  exceptInUserNamespaces,
  type Violation,
} from "./check.ts";
import { named, plural, printSetters, quoted, setters, sorted } from "./wording.ts";

/** Nobody switches AppArmor off. */
export const appArmorProfile: Check = {
  id: "appArmorProfile",
  level: "baseline",
  revisions: [{ since: 0, check: findAppArmor }],
};

const APP_ARMOR_TYPES: ReadonlySet<string> = new Set(["RuntimeDefault", "Localhost"]);
const APP_ARMOR_TEXT = /^(?:$|runtime\/default$|localhost\/)/;

function findAppArmor({ spec, containers, annotations, keys }: CheckedPod): Violation | undefined {
  const types: string[] = [];
  const isBad = (profile: { readonly type?: string } | undefined): boolean => {
    if (profile === undefined || APP_ARMOR_TYPES.has(profile.type ?? "")) return false;
    types.push(profile.type ?? "");
    return true;
  };
  const isPod = isBad(spec.securityContext?.appArmorProfile);
  const bad = containers.filter((one) => isBad(one.securityContext?.appArmorProfile));
  const said = Object.entries(annotations)
    .filter(([key, text]) => key.startsWith(keys.containerAppArmor) && !APP_ARMOR_TEXT.test(text))
    .map(([key, text]) => `${key}=${quoteText(text)}`);
  const who = [
    ...setters(isPod, bad.map(({ name }) => name)),
    ...said.length > 0 ? [plural(said.length, "annotation")] : [],
  ];
  if (who.length === 0) return undefined;
  const values = [...sorted(types), ...sorted(said)];
  return {
    reason: plural(values.length, "forbidden AppArmor profile"),
    detail: `${who.join(" and ")} must not set AppArmor profile type to ${quoted(values)}`,
  };
}

/** Nobody chooses an SELinux user or role, nor a type but those of containers. */
export const seLinuxOptions: Check = {
  id: "seLinuxOptions",
  level: "baseline",
  revisions: [
    { since: 0, check: findSELinux("", "container_t", "container_init_t", "container_kvm_t") },
    {
      since: 31,
      check: findSELinux(
        "",
        "container_t",
        "container_init_t",
        "container_kvm_t",
        "container_engine_t",
      ),
    },
  ],
};

function findSELinux(...allowed: readonly string[]): CheckPod {
  return ({ spec, containers }) => {
    const types: string[] = [];
    let [hasUser, hasRole] = [false, false];
    const isBad = (options: SELinuxOptions | undefined): boolean => {
      if (options === undefined) return false;
      const { type = "", user = "", role = "" } = options;
      if (!allowed.includes(type)) types.push(type);
      if (user !== "") hasUser = true;
      if (role !== "") hasRole = true;
      return !allowed.includes(type) || user !== "" || role !== "";
    };
    const isPod = isBad(spec.securityContext?.seLinuxOptions);
    const bad = containers.filter((one) => isBad(one.securityContext?.seLinuxOptions));
    if (!isPod && bad.length === 0) return undefined;
    const who = printSetters(isPod, bad.map(({ name }) => name));
    const what = [
      ...types.length > 0 ? [named("type", sorted(types))] : [],
      ...hasUser ? ["user may not be set"] : [],
      ...hasRole ? ["role may not be set"] : [],
    ];
    return {
      reason: "seLinuxOptions",
      detail: `${who} set forbidden securityContext.seLinuxOptions: ${what.join("; ")}`,
    };
  };
}

const PROC_MOUNT = "procMount";

/** The kernel's files stay masked, but in pods whose users are their own. */
export const procMountBaseline: Check = {
  id: PROC_MOUNT,
  level: "baseline",
  revisions: [
    { since: 0, check: findProcMount },
    { since: 35, check: exceptInUserNamespaces(findProcMount) },
  ],
};

/** The kernel's files stay masked: from when the check of the lower level began to make exceptions. */
export const procMountRestricted: Check = {
  id: "procMount_restricted",
  level: "restricted",
  overrides: [PROC_MOUNT],
  revisions: [{ since: 35, check: findProcMount }],
};

function findProcMount({ containers }: CheckedPod): Violation | undefined {
  const bad: string[] = [];
  const types: string[] = [];
  for (const { name, securityContext } of containers) {
    const type = securityContext?.procMount;
    if (type === undefined || type === "Default") continue;
    bad.push(name);
    types.push(type);
  }
  if (bad.length === 0) return undefined;
  const what = quoted(sorted(types));
  return {
    reason: "procMount",
    detail: `${named("container", bad)} must not set securityContext.procMount to ${what}`,
  };
}
