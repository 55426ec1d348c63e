/**
 * Authorization by the mode `Node`.
 *
 * @module
 */

import type { Names } from "../../../toolkit/names.ts";
import type { AllowedRules, Attributes, Authorizer } from "../authorizer.ts";
import type { Verdict } from "../../../toolkit/authorization/verdict.ts";
import { requiresField } from "../selectors.ts";
import type { NodeGraph, ThingSort } from "./graph.ts";
import { nodeNameOf } from "./node_name.ts";

const ALLOW: Verdict = { decision: "allow", reason: "" };
const NOTHING: Verdict = { decision: "no opinion", reason: "" };
const NO_RULES: AllowedRules = { resourceRules: [], nonResourceRules: [], incomplete: false };

/** Says whether the agent of a node may do something with a resource. */
type Rule = (node: string, attributes: Attributes) => Verdict;

/** What a node authorizer decides by. */
export interface NodeAuthorizerOptions {
  readonly graph: Pick<NodeGraph, "isNeededBy">;
  readonly names: Names;
  /** Whether every node may do something with what is not divided among nodes. */
  readonly mayEveryNode: (attributes: Attributes) => boolean;
}

/**
 * Allows the agent of a node what it needs for its node, its pods and what these name, and has no opinion on
 * anything else, or on anybody else. Who may write what about itself is for admission to see: what is
 * written is not known here.
 */
export function nodeAuthorizer(
  { graph, names, mayEveryNode }: NodeAuthorizerOptions,
): Authorizer {
  const rules = rulesOf(graph, names);
  return {
    authorize(attributes) {
      const node = nodeNameOf(attributes.user, names);
      if (node === undefined) return NOTHING;
      if (node === "") return no(`unknown node for user ${JSON.stringify(attributes.user.name)}`);
      const rule = attributes.isResource
        ? rules.get(placeOf(attributes.group, attributes.resource))
        : undefined;
      if (rule !== undefined) return rule(node, attributes);
      return mayEveryNode(attributes) ? ALLOW : NOTHING;
    },
    rulesOf: (user) =>
      nodeNameOf(user, names) === undefined ? NO_RULES : {
        ...NO_RULES,
        incomplete: true,
        evaluationError: "node authorizer does not support user rule resolution",
      },
  };
}

/** The rules for resources that are divided among nodes. */
function rulesOf(
  graph: NodeAuthorizerOptions["graph"],
  names: Names,
): ReadonlyMap<string, Rule> {
  const needed = (node: string, sort: ThingSort, { namespace, name }: Attributes): Verdict => {
    if (name === "") return no("No Object name found");
    return graph.isNeededBy(node, sort, namespace, name)
      ? ALLOW
      : no(`no relationship found between node '${node}' and this object`);
  };
  const gets = (sort: ThingSort): Rule => (node, attributes) => {
    if (attributes.verb !== "get") return no("can only get individual resources of this type");
    if (attributes.subresource !== "") return no("cannot get subresource");
    return needed(node, sort, attributes);
  };
  const reads = (sort: ThingSort): Rule => (node, attributes) => {
    if (!READ.has(attributes.verb)) return no("can only read resources of this type");
    if (attributes.subresource !== "") return no("cannot read subresource");
    if (attributes.namespace === "") return no("can only read namespaced object of this type");
    return needed(node, sort, attributes);
  };
  const [getsClaim, getsPod, readsAccount] = [gets("claim"), gets("pod"), reads("account")];

  const claims: Rule = (node, attributes) => {
    if (attributes.subresource !== "status") return getsClaim(node, attributes);
    if (!CHANGE.has(attributes.verb)) return no("can only get/update/patch this type");
    return needed(node, "claim", attributes);
  };
  const accounts: Rule = (node, attributes) => {
    const { verb, name, subresource } = attributes;
    if (verb === "get" && subresource === "") return readsAccount(node, attributes);
    if (verb !== "create" || name === "") {
      return no("can only create tokens for individual service accounts");
    }
    if (subresource !== "token") return no("can only create token subresource of serviceaccount");
    return needed(node, "account", attributes);
  };
  const leases: Rule = (node, { verb, namespace, name }) => {
    if (!OWN.has(verb)) return no("can only get, create, update, patch, or delete a node lease");
    const home = names.namespaceNodeLeases;
    if (namespace !== home) {
      return no(`can only access leases in the ${JSON.stringify(home)} system namespace`);
    }
    if (verb !== "create" && name !== node) {
      return no("can only access node lease with the same name as the requesting node");
    }
    return ALLOW;
  };
  const drivers: Rule = (node, { verb, subresource, name }) => {
    if (!OWN.has(verb)) return no("can only get, create, update, patch, or delete a CSINode");
    if (subresource !== "") return no("cannot authorize CSINode subresources");
    if (verb !== "create" && name !== node) {
      return no("can only access CSINode with the same name as the requesting node");
    }
    return ALLOW;
  };
  const slices: Rule = (node, attributes) => {
    const { verb, subresource, selectors } = attributes;
    if (subresource !== "") return no("cannot authorize ResourceSlice subresources");
    switch (verb) {
      case "create":
        return ALLOW;
      case "get":
      case "update":
      case "patch":
      case "delete":
        return needed(node, "slice", attributes);
      case "watch":
      case "list":
      case "deletecollection":
        return requiresField(selectors, "spec.nodeName", node) ? ALLOW : no(
          "can only list/watch/deletecollection resourceslices with nodeName field selector",
        );
      default:
        return no(
          "only the following verbs are allowed for a ResourceSlice: " +
            "get, watch, list, create, update, patch, delete, deletecollection",
        );
    }
  };
  const nodes: Rule = (node, { verb, subresource, name }) => {
    if (subresource === "status") return CHANGE.has(verb) ? ALLOW : NOTHING;
    if (subresource !== "") return NOTHING;
    if (verb === "create" || CHANGE.has(verb)) return ALLOW;
    if (!READ.has(verb)) return NOTHING;
    // By its name: an agent looks for its node before there is one.
    if (name === node) return ALLOW;
    return no(
      name === ""
        ? `node '${node}' cannot read all nodes, only its own Node object`
        : `node '${node}' cannot read '${name}', only its own Node object`,
    );
  };
  const pods: Rule = (node, attributes) => {
    const { verb, subresource, name, selectors } = attributes;
    if (subresource === "status") return CHANGE.has(verb) ? ALLOW : NOTHING;
    if (subresource === "eviction") return verb === "create" ? ALLOW : NOTHING;
    if (subresource !== "") return NOTHING;
    switch (verb) {
      case "get":
        return getsPod(node, attributes);
      case "list":
      case "watch":
        if (requiresField(selectors, "spec.nodeName", node)) return ALLOW;
        if (name !== "") return needed(node, "pod", attributes);
        return no("can only list/watch pods with spec.nodeName field selector");
      case "create":
      case "delete":
        return ALLOW;
      default:
        return NOTHING;
    }
  };

  const storage = names.group("storage");
  const devices = names.group("resource");
  return new Map([
    [placeOf("", "secrets"), reads("secret")],
    [placeOf("", "configmaps"), reads("configmap")],
    [placeOf("", "persistentvolumeclaims"), claims],
    [placeOf("", "persistentvolumes"), gets("volume")],
    [placeOf("", "serviceaccounts"), accounts],
    [placeOf("", "nodes"), nodes],
    [placeOf("", "pods"), pods],
    [placeOf(names.group("coordination"), "leases"), leases],
    [placeOf(storage, "volumeattachments"), gets("attachment")],
    [placeOf(storage, "csinodes"), drivers],
    [placeOf(devices, "resourceclaims"), gets("resource claim")],
    [placeOf(devices, "resourceslices"), slices],
  ]);
}

const READ = new Set(["get", "list", "watch"]);
const CHANGE = new Set(["update", "patch"]);
/** What an agent may do with what has the name of its node. */
const OWN = new Set(["get", "create", "update", "patch", "delete"]);

function placeOf(group: string, resource: string): string {
  return `${group}/${resource}`;
}

function no(reason: string): Verdict {
  return { decision: "no opinion", reason };
}
