/**
 * What is counted of pod security, under the reference's names.
 *
 * @module
 */

import type { Counter, Registry } from "../../../toolkit/metrics/mod.ts";
import { API_LEVEL } from "../../../toolkit/version.ts";
import type { AdmissionRequest } from "../admission.ts";
import { isNamespaces } from "../../resource/namespaces.ts";
import type { LevelVersion } from "./level.ts";
import type { Mode } from "./policy.ts";

/** Whether a pod kept to a level. */
export type Decision = "allow" | "deny";

/** What is counted. */
export interface PodSecurityMetrics {
  /** A pod was judged. */
  evaluated(request: AdmissionRequest, decision: Decision, mode: Mode, level: LevelVersion): void;
  /** Nobody was asked, as the request is exempt. */
  exempted(request: AdmissionRequest): void;
  /** Something could not be found out; `fatal`: so that the pod is not judged. */
  failed(request: AdmissionRequest, isFatal: boolean): void;
}

const REQUEST_LABELS = ["request_operation", "resource", "subresource"] as const;

/** The release that this server is. */
const MINOR = Number(/^v1\.(\d+)/.exec(API_LEVEL)![1]);

/** Declares the metrics; those of what happens with most requests are shown from the start. */
export function declarePodSecurityMetrics(registry: Registry): PodSecurityMetrics {
  const evaluations = registry.counter({
    name: "pod_security_evaluations_total",
    help: "Number of times that pods were judged, without requests that are ignored or exempt.",
    labels: ["decision", "policy_level", "policy_version", "mode", ...REQUEST_LABELS],
    stability: "ALPHA",
  });
  const exemptions = registry.counter({
    name: "pod_security_exemptions_total",
    help: "Number of exempt requests, without those that are ignored or about something else.",
    labels: REQUEST_LABELS,
    stability: "ALPHA",
  });
  const errors = registry.counter({
    name: "pod_security_errors_total",
    help: "Number of errors that kept pods from being judged as usual. Where one is not fatal, " +
      "the newest restricted level may have counted.",
    labels: ["fatal", ...REQUEST_LABELS],
    stability: "ALPHA",
  });
  for (const request_operation of ["create", "update"]) {
    evaluations.with({
      decision: "allow",
      policy_level: "privileged",
      policy_version: "latest",
      mode: "enforce",
      request_operation,
      resource: "pod",
      subresource: "",
    });
    for (const resource of ["pod", "controller"]) {
      exemptions.with({ request_operation, resource, subresource: "" });
    }
  }
  /** By what the labels are made of: every pod is judged. */
  const known = new Map<string, Counter>();
  return {
    evaluated(request, decision, mode, { level, version: { text, minor } }) {
      const version = level === "privileged" || text === "latest"
        ? "latest"
        : minor > MINOR
        ? "future"
        : text;
      const labels = labelsOf(request);
      const { request_operation, resource, subresource } = labels;
      const key =
        `${decision} ${level} ${version} ${mode} ${request_operation} ${resource} ${subresource}`;
      let counter = known.get(key);
      if (counter === undefined) {
        const judged = { decision, policy_level: level, policy_version: version, mode };
        known.set(key, counter = evaluations.with({ ...judged, ...labels }));
      }
      counter.inc();
    },
    exempted: (request) => exemptions.with(labelsOf(request)).inc(),
    failed: (request, isFatal) =>
      errors.with({ fatal: String(isFatal), ...labelsOf(request) }).inc(),
  };
}

function labelsOf({ operation, resource, subresource }: AdmissionRequest) {
  const what = resource.group === "" && resource.resource === "pods"
    ? "pod"
    : isNamespaces(resource)
    ? "namespace"
    : "controller";
  return { request_operation: operation.toLowerCase(), resource: what, subresource };
}
