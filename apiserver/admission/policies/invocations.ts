/**
 * Which policies are asked about one request: each once for each binding that is about it, and for
 * each of the binding's parameters.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { formatApiVersion, parseApiVersion } from "../../../toolkit/schema/mod.ts";
import { StatusError } from "../../../toolkit/errors/mod.ts";
import type { ServedResource } from "../../registry/served_resource.ts";
import type { AdmissionRequest } from "../admission.ts";
import type { NamespaceLabels } from "../matching/mod.ts";
import { namespaceOf } from "../objects/mod.ts";
import { ConfigurationError } from "./params.ts";
import type { Binding, Candidate, Policy } from "./policies.ts";

/** A policy to ask. */
export interface Invocation<P extends Policy> {
  readonly policy: P;
  readonly binding: Binding;
  /** The resource in whose version it is asked. */
  readonly resource: ServedResource;
  readonly param: JsonObject | undefined;
}

/** A policy that should be asked, and can't. */
export interface Misconfiguration<P extends Policy> {
  readonly policy: P;
  /** Undefined where it is the policy itself. */
  readonly binding: Binding | undefined;
  readonly why: string;
}

/** What comes of a policy that is about a request. */
export type Selection<P extends Policy> = Invocation<P> | Misconfiguration<P>;

/** Chooses among the policies that may be about a request, in their order. */
export async function invocationsOf<P extends Policy>(
  candidates: readonly Candidate<P>[],
  request: AdmissionRequest,
  labels: NamespaceLabels,
): Promise<readonly Selection<P>[]> {
  const chosen: Selection<P>[] = [];
  for (const candidate of candidates) {
    const { policy, equivalents } = candidate;
    try {
      const resource = policy.criteria.match(request, equivalents);
      if (resource === undefined || !await policy.criteria.selects(request, labels)) continue;
      checkParamKind(candidate);
      for (const binding of candidate.bindings) {
        const bound = { candidate, binding, resource };
        chosen.push(...await invocationsThrough(bound, request, labels));
      }
    } catch (error) {
      const why = `failed to configure policy: ${whyOf(error, request)}`;
      chosen.push({ policy, binding: undefined, why });
    }
  }
  return chosen;
}

async function invocationsThrough<P extends Policy>(
  { candidate, binding, resource }: {
    readonly candidate: Candidate<P>;
    readonly binding: Binding;
    readonly resource: ServedResource;
  },
  request: AdmissionRequest,
  labels: NamespaceLabels,
): Promise<readonly Selection<P>[]> {
  const { policy, equivalents, paramResource } = candidate;
  const { criteria, params } = binding;
  try {
    if (criteria !== undefined) {
      if (criteria.match(request, equivalents) === undefined) return [];
      if (!await criteria.selects(request, labels)) return [];
    }
    if (paramResource === undefined || params === undefined) {
      return [{ policy, binding, resource, param: undefined }];
    }
    const found = await params.find(paramResource, namespaceOf(request), request.signal);
    return found.map((param) => ({ policy, binding, resource, param }));
  } catch (error) {
    return [{ policy, binding, why: `failed to configure binding: ${whyOf(error, request)}` }];
  }
}

function checkParamKind<P extends Policy>({ policy, paramResource }: Candidate<P>): void {
  const { paramKind } = policy;
  if (paramKind === undefined || paramResource !== undefined) return;
  const { group, version } = parseApiVersion(paramKind.apiVersion ?? "");
  const shown = `${formatApiVersion(group, version)}, Kind=${paramKind.kind}`;
  throw new ConfigurationError(`failed to find resource referenced by paramKind: '${shown}'`);
}

/** Why a policy can't be asked. Throws what says nothing of the policy. */
function whyOf(error: unknown, { signal }: AdmissionRequest): string {
  signal.throwIfAborted();
  if (error instanceof ConfigurationError || error instanceof StatusError) return error.message;
  throw error;
}
