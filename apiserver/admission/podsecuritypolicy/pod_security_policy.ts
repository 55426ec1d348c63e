/**
 * Has each pod keep to a policy that whoever makes it, or its service account, may use.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import type { Pod } from "../../../toolkit/api/core_v1.ts";
import { compareUtf8, type JsonObject } from "../../../toolkit/codec/mod.ts";
import type { FieldError } from "../../../toolkit/errors/mod.ts";
import { policyV1beta1 } from "../../../toolkit/kinds/built_in.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { TimeSlice } from "../../../toolkit/time_slice.ts";
import { podAnnotationKeys } from "../../kinds/pod/annotations.ts";
import { metadataOf } from "../../resource/metadata.ts";
import { changesOnlyOwnership } from "../../resource/ownership_changes.ts";
import type { ServerContext } from "../../server_context.ts";
import { about } from "../about.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { annotate } from "../../http/annotations.ts";
import { refused } from "../refusal.ts";
import { withDefaults } from "./defaults.ts";
import { type Policy, readPolicy } from "./policy.ts";
import { usableBy } from "./usable.ts";
import { violations } from "./violations.ts";

const EPHEMERAL = "ephemeralcontainers";
/** Characters of all that is said to be wrong with one pod. */
const REASONS_CHARS = 32 * 1024;

/** What a policy may fill in: everything, what is new in an old pod, or nothing. */
type Filling = "all" | "ephemeral" | "nothing";

/** A policy that allows a pod, and the pod with what it gets of the policy. */
interface Choice {
  readonly pod: Pod;
  readonly policy: string;
}

/**
 * Chooses for each new pod, by name, the first policy that allows it as it is, else the first that allows it
 * with what the policy fills in; changed pods are judged again. Throws where there are no policies in this
 * server.
 */
export function podSecurityPolicy(context: ServerContext): AdmissionPlugin {
  const { dialect, lister, authorizer, clock, logger } = context;
  const names = NAMES[dialect];
  const keys = podAnnotationKeys(names);
  const annotation = `${names.domain}/psp`;
  const record = `${names.group("podsecuritypolicy.policy")}/`;
  const policies = lister(policyV1beta1.PodSecurityPolicy)?.derive((one) => {
    const policy = readPolicy(one, names);
    if ("why" in policy) {
      logger.warning("No pod is allowed by a pod security policy", { ...policy });
    }
    return policy;
  });
  if (policies === undefined) {
    throw new Error(
      "the admission plugin PodSecurityPolicy needs an API that this server does not serve: add " +
        "--runtime-config=policy/v1beta1=true, or take the plugin off --enable-admission-plugins",
    );
  }

  function inOrder(first: string | undefined): Policy[] {
    const usable = policies!.list().filter((one): one is Policy => !("why" in one));
    return usable.sort((one, other) =>
      Number(other.name === first) - Number(one.name === first) ||
      compareUtf8(one.name, other.name)
    );
  }

  /** Throws the refusal of a pod that no policy allows. */
  async function choose(request: AdmissionRequest, filling: Filling): Promise<Choice> {
    const pod = request.object as Pod;
    const validated = pod.metadata?.annotations?.[annotation];
    const all = inOrder(filling === "all" ? undefined : validated);
    if (all.length === 0) throw refused(request, "no providers available to validate pod request");
    const mayUse = usableBy(authorizer, request, pod);
    const slice = new TimeSlice(clock, request.signal);
    const wrong: [policy: string, errors: FieldError[]][] = [];
    let complete: Choice | undefined;
    for (const policy of all) {
      const filled = withDefaults(pod, policy, keys);
      const errors = violations(filled, policy, names);
      if (errors.length > 0) wrong.push([policy.name, errors]);
      else if (filled === pod || complete === undefined && mayFill(filling, pod, filled)) {
        if (await mayUse(policy.name)) {
          const choice = { pod: filled, policy: policy.name };
          if (filled === pod || filling === "ephemeral") return choice;
          complete = choice;
        }
      }
      await slice.yieldIfOver();
    }
    if (complete !== undefined) return complete;
    // Who may not use a policy is not told what it says.
    const told: FieldError[] = [];
    for (const [policy, errors] of wrong) if (await mayUse(policy)) addAll(told, errors);
    const why = `unable to validate against any pod security policy: ${printErrors(told)}`;
    throw refused(request, why);
  }

  function isIgnored({ operation, object = {}, old }: AdmissionRequest): boolean {
    return operation === "UPDATE" && changesOnlyOwnership(object, old);
  }

  return {
    handles: ["CREATE", "UPDATE"],
    about: about("", "pods", `pods/${EPHEMERAL}`),
    async mutate(request) {
      const { operation, subresource, object = {} } = request;
      const isNew = operation === "CREATE";
      if (!isNew && subresource !== EPHEMERAL || isIgnored(request)) return;
      const { pod, policy } = await choose(request, isNew ? "all" : "ephemeral");
      if (pod.spec !== undefined) object.spec = pod.spec as unknown as JsonObject;
      if (!isNew) return;
      const metadata = metadataOf(object);
      metadata.annotations = { ...metadata.annotations, [annotation]: policy };
      annotate(request.annotations, `${record}admit-policy`, policy);
    },
    async validate(request) {
      if (isIgnored(request)) return;
      const { policy } = await choose(request, "nothing");
      annotate(request.annotations, `${record}validate-policy`, policy);
    },
  };
}

/** Whether a policy may fill in what it has. A pod that is there can't be changed but by what it gets. */
function mayFill(filling: Filling, { spec: before }: Pod, { spec: now }: Pod): boolean {
  if (filling !== "ephemeral") return filling === "all";
  return now?.containers === before?.containers && now?.initContainers === before?.initContainers &&
    now?.securityContext === before?.securityContext &&
    now?.runtimeClassName === before?.runtimeClassName;
}

function printErrors(errors: readonly FieldError[]): string {
  const shown: string[] = [];
  let left = REASONS_CHARS;
  for (const error of errors) {
    const text = String(error);
    left -= text.length;
    if (left < 0) {
      shown.push(`and ${errors.length - shown.length} more`);
      break;
    }
    shown.push(text);
  }
  return `[${shown.join(" ")}]`;
}
