/**
 * Keeps pods within the level that the labels of their namespace name, or tells of those that are beyond.
 *
 * @module
 */

import type { Pod } from "../../../toolkit/api/core_v1.ts";
import {
  forbidden,
  internalError,
  printFieldErrors,
  StatusError,
} from "../../../toolkit/errors/mod.ts";
import { Namespace } from "../../../toolkit/kinds/built_in.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import type { ServerContext } from "../../server_context.ts";
import { about } from "../about.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { annotate } from "../../http/annotations.ts";
import type { AdmissionConfiguration } from "../configuration/mod.ts";
import { isNamespaces, namespaceEntry } from "../../resource/namespaces.ts";
import { type CheckedPod, checkedPod } from "./checks/mod.ts";
import { warningsOfPods } from "./existing_pods.ts";
import { judgeOf, printDetails } from "./judge.ts";
import { LATEST, printLevel } from "./level.ts";
import { declarePodSecurityMetrics } from "./metrics.ts";
import { namespaceJudge } from "./namespace_changes.ts";
import { isPrivileged, type NamespacePolicy, policyOf } from "./policy.ts";
import { readPodSecuritySettings } from "./settings.ts";
import { isSignificant } from "./significant.ts";
import { templateOf, WITH_TEMPLATES } from "./templates.ts";

const NAME = "PodSecurity";

/** Subresources of pods whose objects are no pods, or change nothing that is judged. */
const IGNORED: ReadonlySet<string> = new Set([
  "exec",
  "attach",
  "binding",
  "eviction",
  "log",
  "portforward",
  "proxy",
  "status",
]);

const PODS_ALL = about("", "pods/*");
const NAMESPACES = about("", "namespaces");

/**
 * Refuses pods that are beyond the enforced level; those beyond the others are recorded, or warned of, and
 * so is what makes such pods. Throws where the configuration is wrong.
 */
export function podSecurity(
  context: ServerContext,
  { plugins }: AdmissionConfiguration,
): AdmissionPlugin {
  const { dialect, source, lister, clock } = context;
  const names = NAMES[dialect];
  const prefix = names.labelPodSecurityPrefix;
  const { defaults, users, namespaces, runtimeClasses } = readPodSecuritySettings(
    plugins.get(NAME),
    dialect,
  );
  const metrics = declarePodSecurityMetrics(context.metrics);
  const policyOfLabels = (labels: Readonly<Record<string, string>> = {}) =>
    policyOf(labels, prefix, defaults);
  const known = lister(Namespace)?.derive(({ metadata }) => policyOfLabels(metadata?.labels));
  const isExemptClass = (name: string | undefined) =>
    name !== undefined && runtimeClasses.has(name);
  const judgeNamespace = namespaceJudge({
    policyOfLabels,
    warningsOfPods: (namespace, level, signal) =>
      warningsOfPods(
        { source, names, clock, isExempt: isExemptClass },
        namespace,
        level,
        signal,
      ),
    prefix,
    defaults,
    exempt: namespaces,
  });

  /** The policy of a namespace: as it was seen last, or as it is where it was not seen yet. */
  const find = (namespace: string, signal: AbortSignal) =>
    known?.get({ name: namespace }) ??
      namespaceEntry(source, namespace, signal).then((entry) => policyOfLabels(entry?.labels));

  function record(request: AdmissionRequest, key: string, text: string): void {
    annotate(request.annotations, `${prefix}${key}`, text);
  }

  function isExempt(request: AdmissionRequest): boolean {
    const why = namespaces.has(request.namespace)
      ? "namespace"
      : users.has(request.user.name)
      ? "user"
      : undefined;
    if (why === undefined) return false;
    metrics.exempted(request);
    record(request, "exempt", why);
    return true;
  }

  /** Judges a pod, or a template of pods, which is not refused. */
  function judgePod(
    request: AdmissionRequest,
    { policy, errors }: NamespacePolicy,
    pod: CheckedPod,
    isEnforced: boolean,
  ): void {
    if (isExemptClass(pod.spec.runtimeClassName)) {
      metrics.exempted(request);
      return record(request, "exempt", "runtimeClass");
    }
    if (errors.length > 0) {
      record(request, "error", `Failed to parse policy: ${printFieldErrors(errors)}`);
      metrics.failed(request, false);
    }
    const judged = judgeOf(pod);
    const { enforce, audit, warn } = policy;
    if (isEnforced) record(request, "enforce-policy", printLevel(enforce));
    const wrong = isEnforced ? judged(enforce) : [];
    if (isEnforced) {
      metrics.evaluated(request, wrong.length > 0 ? "deny" : "allow", "enforce", enforce);
    }
    const recorded = judged(audit);
    if (recorded.length > 0) {
      const what = `would violate PodSecurity ${quoteText(printLevel(audit))}`;
      record(request, "audit-violations", `${what}: ${printDetails(recorded)}`);
      metrics.evaluated(request, "deny", "audit", audit);
    }
    if (wrong.length > 0) {
      const what = `violates PodSecurity ${quoteText(printLevel(enforce))}`;
      throw forbidden(request.resource, request.name, `${what}: ${printDetails(wrong)}`);
    }
    const told = judged(warn);
    if (told.length > 0) {
      const what = `would violate PodSecurity ${quoteText(printLevel(warn))}`;
      request.warnings.push(`${what}: ${printDetails(told)}`);
      metrics.evaluated(request, "deny", "warn", warn);
    }
  }

  /** Calls `then` with the policy, at once where it is known. */
  function withPolicy(
    request: AdmissionRequest,
    then: (policy: NamespacePolicy) => void,
    fail: (error: unknown) => void,
  ): void | Promise<void> {
    const found = find(request.namespace, request.signal);
    return found instanceof Promise ? found.then(then, fail) : then(found);
  }

  function validatePod(request: AdmissionRequest): void | Promise<void> {
    if (isExempt(request)) return;
    const { namespace, object = {}, old, signal } = request;
    return withPolicy(request, (policy) => {
      if (policy.errors.length === 0 && isPrivileged(policy.policy)) {
        metrics.evaluated(request, "allow", "enforce", policy.policy.enforce);
        return record(
          request,
          "enforce-policy",
          printLevel({ level: "privileged", version: LATEST }),
        );
      }
      const [pod, before] = [object as Pod, old as Pod | undefined];
      if (before !== undefined && !isSignificant(pod.spec, before.spec)) return;
      judgePod(request, policy, checkedPod(pod, names), true);
    }, (error) => {
      signal.throwIfAborted();
      metrics.failed(request, true);
      const failure = internalError(`failed to lookup namespace ${quoteText(namespace)}`, error);
      record(request, "error", `${failure.message}: ${messageOf(error)}`);
      throw failure;
    });
  }

  function validateTemplate(request: AdmissionRequest): void | Promise<void> {
    if (isExempt(request)) return;
    const { namespace, object = {}, resource, signal } = request;
    return withPolicy(request, (found) => {
      const { policy: { audit, warn }, errors } = found;
      const isSilent = audit.level === "privileged" && warn.level === "privileged";
      if (errors.length === 0 && isSilent) return;
      const template = templateOf(object, resource.resource);
      if (template === undefined) return;
      judgePod(request, found, checkedPod(template, names), false);
    }, (error) => {
      signal.throwIfAborted();
      metrics.failed(request, true);
      const what = `failed to lookup namespace ${quoteText(namespace)}`;
      record(request, "error", `${what}: ${messageOf(error)}`);
    });
  }

  return {
    handles: ["CREATE", "UPDATE"],
    about: (resource, subresource) =>
      WITH_TEMPLATES(resource, subresource) || NAMESPACES(resource, subresource) ||
      PODS_ALL(resource, subresource) && !IGNORED.has(subresource),
    validate(request) {
      if (isNamespaces(request.resource)) return judgeNamespace(request);
      return request.resource.resource === "pods"
        ? validatePod(request)
        : validateTemplate(request);
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof StatusError || error instanceof Error ? error.message : String(error);
}
