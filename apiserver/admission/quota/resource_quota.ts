/**
 * Keeps namespaces within their quotas.
 *
 * @module
 */

import { alreadyExists } from "../../../toolkit/errors/mod.ts";
import { Pod } from "../../../toolkit/kinds/built_in.ts";
import { NAMES } from "../../../toolkit/names.ts";
import {
  followDevices,
  isUncounted,
  objectCounts,
  type QuotaEvaluator,
  quotaEvaluators,
} from "../../../toolkit/quota/mod.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import type { ServerContext } from "../../server_context.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import type { AdmissionConfiguration } from "../configuration/mod.ts";
import { MeasuredRequest } from "./measured_request.ts";
import { Charges } from "./charges.ts";
import { KnownQuotas } from "./known_quotas.ts";
import { readLimitedResources } from "./limited_resources.ts";
import type { Paid } from "./waiter.ts";

const NAME = "ResourceQuota";

/**
 * Charges the quotas of a namespace for what is made in it and for what grows, and refuses what there is no
 * room for. What a write has been charged is not given back: who counts anew what is there does that.
 */
export function resourceQuota(
  context: ServerContext,
  { plugins }: Pick<AdmissionConfiguration, "plugins">,
): AdmissionPlugin {
  const { clock, dialect, signal, source } = context;
  const names = NAMES[dialect];
  const limited = readLimitedResources(plugins.get(NAME), names);
  const quotas = KnownQuotas.open(context);
  const evaluatorOf = findEvaluator(context);
  const charges = new Charges({
    quotas,
    limited,
    clock,
    signal,
    client: { replace: (kind, object, options) => context.client.replace(kind, object, options) },
    async catchUp(ended) {
      await source.find("", "v1", "resourcequotas")?.storage?.waitUntilFresh(ended);
    },
  });
  const paidFor = paidByWrite();
  return {
    handles: ["CREATE", "UPDATE"],
    about: (resource, subresource) =>
      resource.namespaced && !resource.isVirtual && !isUncounted(resource, names) &&
      (subresource === "" || PARTS.has(`${resource.resource}/${subresource}`)),
    validate(request) {
      const { namespace, resource, object } = request;
      const known = quotas.in(namespace);
      // The usual case by far: it costs one look.
      if (known.length === 0 && limited.length === 0) return;
      if (namespace === "" || object === undefined) return;
      const evaluator = evaluatorOf(resource);
      if (!evaluator.handles(request)) return;
      const isCounted = known.some((quota) => quota.namesFor(evaluator).size > 0);
      if (!isCounted && limited.length === 0) return;
      const asked = new MeasuredRequest(request, evaluator, object);
      const paid = paidFor(request);
      if (isTaken(request)) return refuseTaken(charges, asked, paid);
      return charges.charge(asked, !request.dryRun, paid);
    },
  };
}

/** Parts of objects by which what they use can change. */
const PARTS: ReadonlySet<string> = new Set(["pods/resize", "persistentvolumeclaims/status"]);

/** Finds who measures the objects of a resource. */
function findEvaluator(context: ServerContext): (resource: ServedResource) => QuotaEvaluator {
  const names = NAMES[context.dialect];
  const { clock, dialect, lister } = context;
  const pods = lister(Pod);
  const devices = followDevices({
    dialect,
    clock,
    follow: (kind, follower) => context.follow(kind, follower),
    podOf: (ref) => pods?.get(ref),
  });
  const known = quotaEvaluators({ clock, names, devices });
  const found = new WeakMap<ServedResource, QuotaEvaluator>();
  return (served) => {
    let evaluator = found.get(served);
    if (evaluator === undefined) {
      const { group, resource } = served;
      evaluator = known.find(({ about }) => about.group === group && about.resource === resource) ??
        objectCounts({ group, resource });
      found.set(served, evaluator);
    }
    return evaluator;
  };
}

/** Whether what is to be made is there already, as far as the cache has seen. */
function isTaken({ operation, resource, namespace, name }: AdmissionRequest): boolean {
  const { storage } = resource;
  return operation === "CREATE" && storage !== undefined &&
    storage.cache.get(storage.key(namespace, name)) !== undefined;
}

/** Nothing is charged for what can't be made. */
async function refuseTaken(charges: Charges, asked: MeasuredRequest, paid: Paid): Promise<void> {
  const { request } = asked;
  await request.resource.storage?.waitUntilFresh(request.signal);
  const taken = isTaken(request);
  await charges.charge(asked, !taken && !request.dryRun, paid);
  if (taken) throw alreadyExists(request.resource, request.name);
}

/**
 * Finds what has been charged for a write. One that is tried again, as somebody else was faster with its
 * object, is asked about again: it is charged once. All attempts of a write share their annotations.
 */
function paidByWrite(): (request: AdmissionRequest) => Paid {
  const all = new WeakMap<object, Paid>();
  return ({ annotations }) => {
    let paid = all.get(annotations);
    if (paid === undefined) all.set(annotations, paid = new Map());
    return paid;
  };
}
