/**
 * Checks of whom the processes of a pod run as.
 *
 * @module
 */

import { type Check, type CheckedPod, exceptInUserNamespaces, type Violation } from "./check.ts";
import { named, printSetters } from "./wording.ts";

/** Nobody runs as root. */
export const runAsNonRoot: Check = {
  id: "runAsNonRoot",
  level: "restricted",
  revisions: [
    { since: 0, check: findRoot },
    { since: 35, check: exceptInUserNamespaces(findRoot) },
  ],
};

function findRoot({ spec, containers }: CheckedPod): Violation | undefined {
  const reason = "runAsNonRoot != true";
  const ofPod = spec.securityContext?.runAsNonRoot;
  const saying: string[] = [];
  const silent: string[] = [];
  for (const { name, securityContext } of containers) {
    const own = securityContext?.runAsNonRoot;
    if (own === false) saying.push(name);
    else if (own === undefined && ofPod !== true) silent.push(name);
  }
  if (ofPod === false || saying.length > 0) {
    const who = printSetters(ofPod === false, saying);
    return { reason, detail: `${who} must not set securityContext.runAsNonRoot=false` };
  }
  if (silent.length === 0) return undefined;
  const who = named("container", silent);
  return { reason, detail: `pod or ${who} must set securityContext.runAsNonRoot=true` };
}

/** Nobody runs as the user 0. */
export const runAsUser: Check = {
  id: "runAsUser",
  level: "restricted",
  revisions: [
    { since: 23, check: findUserZero },
    { since: 35, check: exceptInUserNamespaces(findUserZero) },
  ],
};

function findUserZero({ spec, containers }: CheckedPod): Violation | undefined {
  const isZero = (user: number | bigint | undefined) => user !== undefined && Number(user) === 0;
  const isPod = isZero(spec.securityContext?.runAsUser);
  const bad = containers
    .filter(({ securityContext }) => isZero(securityContext?.runAsUser))
    .map(({ name }) => name);
  if (!isPod && bad.length === 0) return undefined;
  return { reason: "runAsUser=0", detail: `${printSetters(isPod, bad)} must not set runAsUser=0` };
}
