/**
 * Checks of what a pod shares with its node.
 *
 * @module
 */

import type { LifecycleHandler, Probe } from "../../../../toolkit/api/core_v1.ts";
import type { Check, CheckedPod, Violation } from "./check.ts";
import { named, plural, printSetters, quoted, sorted } from "./wording.ts";

/** A pod has a network, processes and memory of its own. */
export const hostNamespaces: Check = {
  id: "hostNamespaces",
  level: "baseline",
  revisions: [{ since: 0, check: findHostNamespaces }],
};

function findHostNamespaces({ spec }: CheckedPod): Violation | undefined {
  const shared = (["hostNetwork", "hostPID", "hostIPC"] as const)
    .filter((field) => spec[field] === true)
    .map((field) => `${field}=true`);
  if (shared.length === 0) return undefined;
  return { reason: "host namespaces", detail: shared.join(", ") };
}

/** No port of the node leads to a pod. */
export const hostPorts: Check = {
  id: "hostPorts",
  level: "baseline",
  revisions: [{ since: 0, check: findHostPorts }],
};

function findHostPorts({ containers }: CheckedPod): Violation | undefined {
  const bad: string[] = [];
  const ports: string[] = [];
  for (const container of containers) {
    const used = (container.ports ?? []).filter(({ hostPort }) => hostPort);
    if (used.length > 0) bad.push(container.name);
    for (const { hostPort } of used) ports.push(String(hostPort));
  }
  if (bad.length === 0) return undefined;
  const different = sorted(ports);
  const [use, what] = [plural(bad.length, "uses", "use"), plural(different.length, "hostPort")];
  return {
    reason: "hostPort",
    detail: `${named("container", bad)} ${use} ${what} ${different.join(", ")}`,
  };
}

/** The agent of the node, which reaches more than others, is not sent to other hosts. */
export const hostProbesAndHostLifecycle: Check = {
  id: "hostProbesAndHostLifecycle",
  level: "baseline",
  revisions: [{ since: 34, check: findHosts }],
};

function findHosts({ containers }: CheckedPod): Violation | undefined {
  const bad: string[] = [];
  const hosts: string[] = [];
  for (const { name, livenessProbe, readinessProbe, startupProbe, lifecycle } of containers) {
    const found = [
      livenessProbe,
      readinessProbe,
      startupProbe,
      lifecycle?.postStart,
      lifecycle?.preStop,
    ].flatMap(hostsOf);
    if (found.length > 0) bad.push(name);
    for (const host of found) hosts.push(host);
  }
  if (bad.length === 0) return undefined;
  const [names, different] = [sorted(bad), sorted(hosts)];
  const use = plural(names.length, "uses", "use");
  const what = plural(different.length, "probe or lifecycle host");
  return {
    reason: "probe or lifecycle host",
    detail: `${named("container", names)} ${use} ${what} ${quoted(different)}`,
  };
}

function hostsOf(asked: Probe | LifecycleHandler | undefined): string[] {
  return [asked?.httpGet?.host, asked?.tcpSocket?.host].filter((host) => host) as string[];
}

/** No process is one of the node's, on Windows. */
export const windowsHostProcess: Check = {
  id: "windowsHostProcess",
  level: "baseline",
  revisions: [{ since: 0, check: findHostProcess }],
};

function findHostProcess({ spec, containers }: CheckedPod): Violation | undefined {
  const isPod = spec.securityContext?.windowsOptions?.hostProcess === true;
  const bad = containers
    .filter(({ securityContext }) => securityContext?.windowsOptions?.hostProcess === true)
    .map(({ name }) => name);
  if (!isPod && bad.length === 0) return undefined;
  const who = printSetters(isPod, bad);
  return {
    reason: "hostProcess",
    detail: `${who} must not set securityContext.windowsOptions.hostProcess=true`,
  };
}
