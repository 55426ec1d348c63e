/**
 * Which tokens of service accounts agents may have: those of pods on their node, for whom these name.
 *
 * @module
 */

import type { TokenRequest } from "../../../../toolkit/api/authentication_v1.ts";
import type { Pod as PodType, Volume } from "../../../../toolkit/api/core_v1.ts";
import { notFound } from "../../../../toolkit/errors/mod.ts";
import {
  CSIDriver,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
} from "../../../../toolkit/kinds/built_in.ts";
import { NAMES } from "../../../../toolkit/names.ts";
import { quoteText } from "../../../../toolkit/values/mod.ts";
import type { ServerContext } from "../../../server_context.ts";
import type { AdmissionRequest } from "../../admission.ts";
import { askFor } from "../../../authorization/asked.ts";
import { finderOf } from "../../fresh.ts";
import { refused, together } from "../../refusal.ts";
import type { Judge } from "./judge.ts";

/** Finds the name of the driver of a volume; rejects, saying what is missing on the way to it. */
type DriverOf = (pod: PodType, volume: Volume, signal: AbortSignal) => Promise<string>;

/** Lets an agent have a token that is bound to a pod of its node, for an audience that the pod names. */
export function tokenJudge(context: ServerContext): Judge {
  const find = finderOf(context, Pod);
  const named = audienceFinder(context);
  const checkAudience = async (request: AdmissionRequest, pod: PodType, audience: string) => {
    const { namespace, name, user } = request;
    const { found, problem } = await named(pod, audience, request.signal);
    if (found) return;
    const shown = quoteText(audience);
    if (problem !== undefined) {
      throw refused(request, `error validating audience ${shown}: ${problem}`);
    }
    const { decision, evaluationError } = await askFor(context.authorizer, request, {
      verb: "request-serviceaccounts-token-audience",
      version: "v1",
      resource: audience,
      namespace,
      name,
    });
    if (decision === "allow") return;
    const missing = `audience ${shown} not found in pod spec volume`;
    throw refused(
      request,
      evaluationError === undefined
        ? `${missing}, ${user.name} is not authorized to request tokens for this audience`
        : `${missing}, error authorizing ${user.name} to request tokens for this audience: ` +
          evaluationError,
    );
  };
  return async (request, node) => {
    const { operation, subresource, object, namespace, signal } = request;
    if (operation !== "CREATE" || subresource !== "token") return;
    const { audiences, boundObjectRef: ref } = (object as TokenRequest).spec ?? {};
    if (ref?.apiVersion !== "v1" || ref.kind !== "Pod" || !ref.name) {
      throw refused(request, "node requested token not bound to a pod");
    }
    if (!ref.uid) {
      throw refused(request, "node requested token with a pod binding without a uid");
    }
    const pod = await find({ namespace, name: ref.name }, signal);
    if (pod === undefined) throw notFound({ group: "", resource: "pod" }, ref.name);
    if (pod.metadata?.uid !== ref.uid) {
      const why = `the UID in the bound object reference (${ref.uid}) does not match the UID in ` +
        "record. The object might have been deleted and then recreated";
      throw refused(request, why);
    }
    if (pod.spec?.nodeName !== node) {
      const why = "node requested token bound to a pod scheduled on a different node";
      throw refused(request, why);
    }
    if ((audiences?.length ?? 0) > 1) {
      throw refused(request, "node may only request 0 or 1 audiences");
    }
    await checkAudience(request, pod, audiences?.[0] ?? "");
  };
}

/** Whether a pod names an audience, in a volume of its own or by a driver of one. */
function audienceFinder(context: ServerContext) {
  const driverOf = driverFinder(context);
  const findDriver = finderOf(context, CSIDriver);
  const resource = { group: NAMES[context.dialect].group("storage"), resource: "csidriver" };
  return async (pod: PodType, audience: string, signal: AbortSignal) => {
    const problems: string[] = [];
    for (const volume of pod.spec?.volumes ?? []) {
      const isNamed = volume.projected?.sources?.some(({ serviceAccountToken: token }) =>
        token !== undefined && (token.audience ?? "") === audience
      );
      if (isNamed) return { found: true, problem: undefined };
      try {
        const name = await driverOf(pod, volume, signal);
        if (name === "") continue;
        const driver = await findDriver({ name }, signal);
        if (driver === undefined) throw notFound(resource, name);
        if (driver.spec?.tokenRequests?.some((one) => one.audience === audience)) {
          return { found: true, problem: undefined };
        }
      } catch (error) {
        signal.throwIfAborted();
        problems.push(error instanceof Error ? error.message : String(error));
      }
    }
    return { found: false, problem: together(problems) };
  };
}

/** Sorts of volumes that a driver took over from the node agent. */
const TAKEN_OVER = {
  awsElasticBlockStore: "ebs.csi.aws.com",
  azureDisk: "disk.csi.azure.com",
  azureFile: "file.csi.azure.com",
  cinder: "cinder.csi.openstack.org",
  gcePersistentDisk: "pd.csi.storage.gke.io",
  portworxVolume: "pxd.portworx.com",
  vsphereVolume: "csi.vsphere.vmware.com",
} as const;

function takenOverBy(source: object): string {
  const found = Object.entries(TAKEN_OVER).find(([kind]) =>
    (source as Record<string, unknown>)[kind] !== undefined
  );
  return found?.[1] ?? "";
}

function driverFinder(context: ServerContext): DriverOf {
  const findClaim = finderOf(context, PersistentVolumeClaim);
  const findVolume = finderOf(context, PersistentVolume);
  const ofClaim = async (namespace: string, name: string, signal: AbortSignal) => {
    const claim = await findClaim({ namespace, name }, signal);
    if (claim === undefined) {
      throw notFound({ group: "", resource: "persistentvolumeclaim" }, name);
    }
    const volumeName = claim.spec?.volumeName ?? "";
    const volume = volumeName === "" ? undefined : await findVolume({ name: volumeName }, signal);
    if (volume === undefined) {
      throw notFound({ group: "", resource: "persistentvolume" }, volumeName);
    }
    return volume.spec?.csi?.driver ?? takenOverBy(volume.spec ?? {});
  };
  return async ({ metadata }, volume, signal) => {
    const { namespace = "", name = "" } = metadata ?? {};
    const { ephemeral, persistentVolumeClaim, csi } = volume;
    if (ephemeral?.volumeClaimTemplate !== undefined) {
      return await ofClaim(namespace, `${name}-${volume.name}`, signal);
    }
    if (persistentVolumeClaim !== undefined) {
      return await ofClaim(namespace, persistentVolumeClaim.claimName, signal);
    }
    return csi?.driver ?? takenOverBy(volume);
  };
}
