/**
 * Who the programs of pods are: each pod has a service account, and finds a token of it in a volume.
 *
 * @module
 */

import type { Pod, PodSpec, ServiceAccount as Account } from "../../../toolkit/api/core_v1.ts";
import { sleep } from "../../../toolkit/clock.ts";
import { notFound, statusErrorOf } from "../../../toolkit/errors/mod.ts";
import { ServiceAccount } from "../../../toolkit/kinds/built_in.ts";
import { NAMES } from "../../../toolkit/names.ts";
import type { ServerContext } from "../../server_context.ts";
import { about } from "../about.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { finderOf } from "../fresh.ts";
import { needsOfPod } from "../../../toolkit/pods/pod_needs.ts";
import { failure, refused } from "../refusal.ts";
import { limitsSecrets, whyNotAllowed, whyNotInEnvironment } from "./allowed_secrets.ts";
import { mountToken } from "./token_volume.ts";

const DEFAULT = "default";
/** How often the default account is looked for: a controller is about to make it. */
const LOOKS = 10;
/** Between two looks, and as much again at random. */
const LOOK_MS = 100;

/**
 * Gives new pods the default account, the pull secrets of their account and a volume with a token, unless
 * they or it say otherwise. Refuses pods whose account is not there, pods that name secrets which their
 * account does not allow, and pods that stand for a node's own and name an account or secrets at all.
 */
export function serviceAccount(context: ServerContext): AdmissionPlugin {
  const names = NAMES[context.dialect];
  const accountOf = finder(context);
  const annotation = `${names.domain}/enforce-mountable-secrets`;
  const isMirror = (object: AdmissionRequest["object"]) =>
    Object.hasOwn((object as Pod).metadata?.annotations ?? {}, names.annotationMirrorPod);

  const validate = (request: AdmissionRequest): void | Promise<void> => {
    const { operation, subresource, object } = request;
    const { spec } = object as Pod;
    if (spec === undefined) return;
    const isEphemeral = operation === "UPDATE" && subresource === "ephemeralcontainers";
    if (!isEphemeral && operation !== "CREATE") return;
    if (!isEphemeral && isMirror(object)) return refuseReferences(request, spec);
    if (!spec.serviceAccountName) {
      const { name = "" } = (object as Pod).metadata ?? {};
      const pod = `${request.namespace}/${name}`;
      throw refused(request, `no service account specified for pod ${pod}`);
    }
    return accountOf(request, spec.serviceAccountName).then((account) => {
      if (!limitsSecrets(account, annotation)) return;
      const why = isEphemeral
        ? whyNotInEnvironment(spec.ephemeralContainers, "ephemeral container", account)
        : whyNotAllowed(spec, account);
      // The reference does not make a refusal of what it says of ephemeral containers.
      if (why !== undefined) throw isEphemeral ? failure(why) : refused(request, why);
    });
  };

  const complete = async (request: AdmissionRequest, spec: PodSpec) => {
    const name = spec.serviceAccountName || DEFAULT;
    spec.serviceAccountName = name;
    spec.serviceAccount = name;
    const account = await accountOf(request, name);
    const mounts = spec.automountServiceAccountToken ?? account.automountServiceAccountToken ??
      true;
    if (mounts) mountToken(spec, names, () => context.random());
    if (!spec.imagePullSecrets?.length && account.imagePullSecrets?.length) {
      spec.imagePullSecrets = account.imagePullSecrets.map(({ name = "" }) => ({ name }));
    }
    await validate(request);
  };

  return {
    handles: ["CREATE", "UPDATE"],
    about: about("", "pods", "pods/ephemeralcontainers"),
    mutate(request) {
      const { operation, object } = request;
      const { spec } = object as Pod;
      if (operation !== "CREATE" || spec === undefined) return;
      // A node takes a pod that is not exactly its own for a foreign one, and deletes it.
      return isMirror(object) ? validate(request) : complete(request, spec);
    },
    validate,
  };
}

/** Finds accounts, and refuses a request whose account is not there. */
function finder(context: ServerContext) {
  const { clock, random } = context;
  const find = finderOf(context, ServiceAccount);
  const look = async (namespace: string, name: string, signal: AbortSignal): Promise<Account> => {
    const looks = name === DEFAULT ? LOOKS : 1;
    const waitMs = LOOK_MS + Math.floor(random() * LOOK_MS);
    for (let count = 1;; count++) {
      const found = await find({ namespace, name }, signal);
      if (found !== undefined) return found;
      if (count === looks) throw notFound({ group: "", resource: "serviceaccount" }, name);
      await sleep(clock, waitMs, signal);
    }
  };
  return async (request: AdmissionRequest, name: string): Promise<Account> => {
    const { namespace, signal } = request;
    try {
      return await look(namespace, name, signal);
    } catch (error) {
      signal.throwIfAborted();
      const why = statusErrorOf(error)?.message ?? String(error);
      throw refused(request, `error looking up service account ${namespace}/${name}: ${why}`);
    }
  };
}

/** Refuses a pod that stands for one of a node's own, and names what is not the node's. */
function refuseReferences(request: AdmissionRequest, spec: PodSpec): void {
  if (spec.serviceAccountName) {
    throw refused(request, "a mirror pod may not reference service accounts");
  }
  if ([...needsOfPod({ spec })].some(([sort]) => sort === "secret")) {
    throw refused(request, "a mirror pod may not reference secrets");
  }
  for (const { projected } of spec.volumes ?? []) {
    if (projected?.sources?.some((source) => source.serviceAccountToken !== undefined)) {
      throw refused(request, "a mirror pod may not use ServiceAccountToken volume projections");
    }
  }
}
