/**
 * Which policies are asked about one request: each once for each binding that is about it, and for
 * each of the binding's parameters.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { formatApiVersion, parseApiVersion } from "../../../toolkit/schema/mod.ts";
import { StatusError } from "../../../toolkit/errors/mod.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import { StoreError } from "../../storage/mod.ts";
import type { AdmissionRequest } from "../admission.ts";
import type { NamespaceLabels } from "../matching/mod.ts";
import { namespaceOf, type Versions } from "../objects/mod.ts";
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
  /** For the log. */
  readonly cause: unknown;
}

/** What comes of a policy that is about a request. */
export type Selection<P extends Policy> = Invocation<P> | Misconfiguration<P>;

/** Chooses among the policies that may be about a request, in their order. */
export async function invocationsOf<P extends Policy>(
  candidates: readonly Candidate<P>[],
  request: AdmissionRequest,
  labels: NamespaceLabels,
  versions: Versions,
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
        chosen.push(...await invocationsThrough(bound, request, labels, versions));
      }
    } catch (error) {
      const { why, cause } = whyOf(error, request);
      chosen.push({ policy, binding: undefined, why: `failed to configure policy: ${why}`, cause });
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
  versions: Versions,
): Promise<readonly Selection<P>[]> {
  const { policy, equivalents, paramResource } = candidate;
  const { criteria, params } = binding;
  try {
    if (criteria !== undefined) {
      if (criteria.match(request, equivalents) === undefined) return [];
      if (!await criteria.selects(request, labels)) return [];
    }
    const found = paramResource === undefined || params === undefined
      ? NO_PARAM
      : await params.find(paramResource, namespaceOf(request), request.signal);
    // Whoever is asked finds the object converted.
    if (found.length > 0) await converted(versions, resource);
    return found.map((param) => ({ policy, binding, resource, param }));
  } catch (error) {
    const { why, cause } = whyOf(error, request);
    return [{ policy, binding, why: `failed to configure binding: ${why}`, cause }];
  }
}

/** One question, without a parameter. */
const NO_PARAM = [undefined] as const;

async function converted(versions: Versions, resource: ServedResource): Promise<void> {
  try {
    await versions.in(resource);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    const { message } = error;
    throw new ConfigurationError(`failed to convert object version: ${message}`, { cause: error });
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
function whyOf(
  error: unknown,
  { signal }: AdmissionRequest,
): Pick<Misconfiguration<Policy>, "why" | "cause"> {
  signal.throwIfAborted();
  if (error instanceof ConfigurationError || error instanceof StatusError) {
    return { why: error.message, cause: error.cause };
  }
  if (error instanceof StoreError) return { why: "the store can't be read now", cause: error };
  throw error;
}
