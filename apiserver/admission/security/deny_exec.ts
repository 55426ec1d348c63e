/**
 * Keeps people out of running containers from which they could reach the whole node.
 *
 * @module
 */

import type { Pod as PodType } from "../../../toolkit/api/core_v1.ts";
import { Pod } from "../../../toolkit/kinds/built_in.ts";
import { notFound } from "../../../toolkit/errors/mod.ts";
import { CONTAINER_LISTS } from "../../kinds/pod/container_lists.ts";
import type { ServerContext } from "../../server_context.ts";
import { about } from "../about.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { finderOf } from "../fresh.ts";
import { refused } from "../refusal.ts";

const HOW = "cannot exec into or attach to";

/** Refuses `exec` and `attach` where a container is privileged, or the pod shares what the node has. */
export function denyEscalatingExec(context: ServerContext): AdmissionPlugin {
  return denying(context, ({ spec }) => {
    if (spec?.hostNetwork) return `${HOW} a container using host network`;
    if (spec?.hostPID) return `${HOW} a container using host pid`;
    if (spec?.hostIPC) return `${HOW} a container using host ipc`;
    return isPrivileged(spec) ? `${HOW} a privileged container` : undefined;
  });
}

/** Refuses `exec` and `attach` where a container is privileged. */
export function denyExecOnPrivileged(context: ServerContext): AdmissionPlugin {
  return denying(
    context,
    ({ spec }) => isPrivileged(spec) ? `${HOW} a privileged container` : undefined,
  );
}

function denying(
  context: ServerContext,
  whyNot: (pod: PodType) => string | undefined,
): AdmissionPlugin {
  const find = finderOf(context, Pod);
  return {
    handles: ["CONNECT"],
    about: about("", "pods/exec", "pods/attach"),
    async validate(request: AdmissionRequest) {
      const { namespace, name, resource, signal } = request;
      const pod = await find({ namespace, name }, signal);
      if (pod === undefined) throw refused(request, notFound(resource, name).message);
      const why = whyNot(pod);
      if (why !== undefined) throw refused(request, why);
    },
  };
}

function isPrivileged(spec: PodType["spec"]): boolean {
  return CONTAINER_LISTS.some((list) =>
    spec?.[list]?.some(({ securityContext }) => securityContext?.privileged === true)
  );
}
