/**
 * What a pod's specification has where it does not say, in a pod and in templates.
 *
 * @module
 */

import type {
  Container,
  EnvVar,
  Lifecycle,
  LifecycleHandler,
  PodSpec,
  Probe,
  Volume,
} from "../../../toolkit/api/core_v1.ts";
import { roundUp } from "../validation/resources.ts";
import { setClaimSpecDefaults } from "../volumes/volume_claim.ts";
import { setSourceDefaults } from "../volumes/volume_sources.ts";
import { imageTag } from "./containers/image_reference.ts";
import { setPodResourceDefaults } from "./pod_resources.ts";

const FILE_MODE = 0o644;
const TOKEN_SECONDS = 3600;

/** Fills in the specification of a pod or of a template. */
export function setPodSpecDefaults(spec: PodSpec): void {
  spec.dnsPolicy ||= "ClusterFirst";
  spec.restartPolicy ||= "Always";
  spec.securityContext ??= {};
  spec.terminationGracePeriodSeconds ??= 30;
  spec.schedulerName ||= "default-scheduler";
  setServiceAccount(spec);
  for (const volume of spec.volumes ?? []) setVolumeDefaults(volume);
  for (const container of spec.containers ?? []) setContainerDefaults(container);
  for (const container of spec.initContainers ?? []) setContainerDefaults(container);
  for (const container of spec.ephemeralContainers ?? []) setContainerDefaults(container);
  roundUp(spec.overhead);
  roundUp(spec.resources?.limits);
  roundUp(spec.resources?.requests);
}

/** Fills in a pod, whichever way it is written; one without a specification stays so. */
export function setWholePodDefaults({ spec }: { readonly spec?: unknown }): void {
  if (spec === undefined || spec === null) return;
  setPodSpecDefaults(spec as PodSpec);
  setPodDefaults(spec as PodSpec);
}

/** Fills in what only a pod itself gets, not yet the template that it is made of. */
function setPodDefaults(spec: PodSpec): void {
  for (const containers of [spec.containers, spec.initContainers]) {
    for (const { resources, ports } of containers ?? []) {
      if (resources?.limits !== undefined) {
        const requests = resources.requests ??= {};
        for (const [name, limit] of Object.entries(resources.limits)) requests[name] ??= limit;
      }
      if (spec.hostNetwork) {
        for (const port of ports ?? []) port.hostPort ||= port.containerPort;
      }
    }
  }
  setPodResourceDefaults(spec);
  // A template keeps such a time, and people are warned of it.
  if (Number(spec.terminationGracePeriodSeconds) < 0) spec.terminationGracePeriodSeconds = 1;
  spec.enableServiceLinks ??= true;
}

/** One field under its name of now and of old. */
function setServiceAccount(spec: PodSpec): void {
  const name = spec.serviceAccountName || spec.serviceAccount;
  if (!name) return;
  spec.serviceAccountName = name;
  spec.serviceAccount = name;
}

function setContainerDefaults(container: Container): void {
  container.imagePullPolicy ||= pullPolicyOf(container.image);
  container.terminationMessagePath ||= "/dev/termination-log";
  container.terminationMessagePolicy ||= "File";
  const { resources, env, livenessProbe, readinessProbe, startupProbe, lifecycle } = container;
  roundUp(resources?.limits);
  roundUp(resources?.requests);
  if (env !== undefined) setEnvDefaults(env);
  if (livenessProbe !== undefined) setProbeDefaults(livenessProbe);
  if (readinessProbe !== undefined) setProbeDefaults(readinessProbe);
  if (startupProbe !== undefined) setProbeDefaults(startupProbe);
  if (lifecycle !== undefined) setLifecycleDefaults(lifecycle);
}

/** Fills in variables. */
export function setEnvDefaults(variables: readonly EnvVar[]): void {
  for (const { valueFrom } of variables) {
    if (valueFrom?.fieldRef !== undefined) valueFrom.fieldRef.apiVersion ||= "v1";
    if (valueFrom?.fileKeyRef !== undefined) valueFrom.fileKeyRef.optional ??= false;
  }
}

/** An image whose tag moves is asked for anew each time. */
function pullPolicyOf(image = ""): "Always" | "IfNotPresent" {
  return imageTag(image) === "latest" ? "Always" : "IfNotPresent";
}

function setProbeDefaults(probe: Probe): void {
  probe.timeoutSeconds ||= 1;
  probe.periodSeconds ||= 10;
  probe.successThreshold ||= 1;
  probe.failureThreshold ||= 3;
  setHttpDefaults(probe);
  if (probe.grpc !== undefined) probe.grpc.service ??= "";
}

function setLifecycleDefaults({ postStart, preStop }: Lifecycle): void {
  if (postStart !== undefined) setHttpDefaults(postStart);
  if (preStop !== undefined) setHttpDefaults(preStop);
}

function setHttpDefaults({ httpGet }: Pick<LifecycleHandler, "httpGet">): void {
  if (httpGet === undefined) return;
  httpGet.path ||= "/";
  httpGet.scheme ||= "HTTP";
}

/** Fills in a volume. */
export function setVolumeDefaults(volume: Volume): void {
  const { secret, configMap, downwardAPI, projected, image, ephemeral } = volume;
  if (Object.keys(volume).length === 1) volume.emptyDir = {};
  if (secret !== undefined) secret.defaultMode ??= FILE_MODE;
  if (configMap !== undefined) configMap.defaultMode ??= FILE_MODE;
  if (downwardAPI !== undefined) {
    downwardAPI.defaultMode ??= FILE_MODE;
    for (const { fieldRef } of downwardAPI.items ?? []) if (fieldRef) fieldRef.apiVersion ||= "v1";
  }
  if (projected !== undefined) {
    projected.defaultMode ??= FILE_MODE;
    for (const { downwardAPI: files, serviceAccountToken: token } of projected.sources ?? []) {
      for (const { fieldRef } of files?.items ?? []) if (fieldRef) fieldRef.apiVersion ||= "v1";
      if (token !== undefined) token.expirationSeconds ??= TOKEN_SECONDS;
    }
  }
  setSourceDefaults(volume);
  if (image !== undefined) image.pullPolicy ||= pullPolicyOf(image.reference);
  const claim = ephemeral?.volumeClaimTemplate?.spec;
  if (claim !== undefined) setClaimSpecDefaults(claim);
}
