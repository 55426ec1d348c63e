/**
 * Checks of what processes of a pod may do.
 *
 * @module
 */

import { type Check, type CheckedPod, exceptOnWindows, type Violation } from "./check.ts";
import { named, quoted, sorted } from "./wording.ts";

/** No container is privileged. */
export const privileged: Check = {
  id: "privileged",
  level: "baseline",
  revisions: [{ since: 0, check: findPrivileged }],
};

function findPrivileged({ containers }: CheckedPod): Violation | undefined {
  const bad = containers
    .filter(({ securityContext }) => securityContext?.privileged === true)
    .map(({ name }) => name);
  if (bad.length === 0) return undefined;
  return {
    reason: "privileged",
    detail: `${named("container", bad)} must not set securityContext.privileged=true`,
  };
}

/** No process gets more privileges than its parent has. */
export const allowPrivilegeEscalation: Check = {
  id: "allowPrivilegeEscalation",
  level: "restricted",
  revisions: [
    { since: 8, check: findEscalation },
    { since: 25, check: exceptOnWindows(findEscalation) },
  ],
};

function findEscalation({ containers }: CheckedPod): Violation | undefined {
  const bad = containers
    .filter(({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false)
    .map(({ name }) => name);
  if (bad.length === 0) return undefined;
  const who = named("container", bad);
  return {
    reason: "allowPrivilegeEscalation != false",
    detail: `${who} must set securityContext.allowPrivilegeEscalation=false`,
  };
}

/** The id of the check of capabilities that a stricter one takes the place of. */
const CAPABILITIES_BASELINE = "capabilities_baseline";

/** Capabilities that containers have unless they drop them, without those that are dangerous. */
const STANDARD_CAPABILITIES: ReadonlySet<string> = new Set([
  "AUDIT_WRITE",
  "CHOWN",
  "DAC_OVERRIDE",
  "FOWNER",
  "FSETID",
  "KILL",
  "MKNOD",
  "NET_BIND_SERVICE",
  "SETFCAP",
  "SETGID",
  "SETPCAP",
  "SETUID",
  "SYS_CHROOT",
]);

/** Containers add no capabilities but standard ones. */
export const capabilitiesBaseline: Check = {
  id: CAPABILITIES_BASELINE,
  level: "baseline",
  revisions: [{ since: 0, check: findUnusualCapabilities }],
};

function findUnusualCapabilities(pod: CheckedPod): Violation | undefined {
  const detail = addedBeyond(pod, STANDARD_CAPABILITIES);
  return detail === undefined ? undefined : { reason: "non-default capabilities", detail };
}

/** What containers add that is not allowed. */
function addedBeyond(
  { containers }: CheckedPod,
  allowed: ReadonlySet<string>,
): string | undefined {
  const bad: string[] = [];
  const added: string[] = [];
  for (const { name, securityContext } of containers) {
    const beyond = (securityContext?.capabilities?.add ?? []).filter((one) => !allowed.has(one));
    if (beyond.length > 0) bad.push(name);
    for (const capability of beyond) added.push(capability);
  }
  if (bad.length === 0) return undefined;
  const what = quoted(sorted(added));
  return `${named("container", bad)} must not include ${what} in securityContext.capabilities.add`;
}

const RESTRICTED_CAPABILITIES: ReadonlySet<string> = new Set(["NET_BIND_SERVICE"]);

/** Containers drop all capabilities, and add none but the one for low ports. */
export const capabilitiesRestricted: Check = {
  id: "capabilities_restricted",
  level: "restricted",
  overrides: [CAPABILITIES_BASELINE],
  revisions: [
    { since: 22, check: findCapabilities },
    { since: 25, check: exceptOnWindows(findCapabilities) },
  ],
};

function findCapabilities(pod: CheckedPod): Violation | undefined {
  const keeping = pod.containers
    .filter(({ securityContext }) => securityContext?.capabilities?.drop?.includes("ALL") !== true)
    .map(({ name }) => name);
  const details = [
    ...keeping.length > 0
      ? [`${named("container", keeping)} must set securityContext.capabilities.drop=["ALL"]`]
      : [],
    addedBeyond(pod, RESTRICTED_CAPABILITIES),
  ].filter((detail) => detail !== undefined);
  if (details.length === 0) return undefined;
  return { reason: "unrestricted capabilities", detail: details.join("; ") };
}
