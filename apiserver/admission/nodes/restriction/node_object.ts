/**
 * What the agent of a node may say of its own node: not what would draw pods to it.
 *
 * @module
 */

import type { Node } from "../../../../toolkit/api/core_v1.ts";
import type { Names } from "../../../../toolkit/names.ts";
import { equalJson } from "../../../../toolkit/values/json.ts";
import { quoteText } from "../../../../toolkit/values/mod.ts";
import { refused } from "../../refusal.ts";
import type { Judge } from "./judge.ts";

type Labels = Readonly<Record<string, string>>;

/** Only its own node, and nothing of its taints, owners, configuration or of labels that are not its. */
export function judgeNode(names: Names): Judge {
  const mayNotSet = forbiddenLabels(names);
  return (request, node) => {
    const { operation, name } = request;
    const own = quoteText(node);
    if (name !== node) {
      throw refused(request, `node ${own} is not allowed to modify node ${quoteText(name)}`);
    }
    if (operation === "DELETE") return;
    const now = request.object as Node;
    const { spec = {}, metadata = {} } = now;
    const refuse = (why: string) => refused(request, `node ${own} is not allowed to ${why}`);
    if (operation === "CREATE") {
      if (spec.configSource !== undefined) {
        throw refuse("create pods with a non-nil configSource");
      }
      const wrong = mayNotSet(metadata.labels ?? {}, {});
      if (wrong !== "") throw refuse(`set the following labels: ${wrong}`);
      return;
    }
    const { spec: before = {}, metadata: metadataBefore = {} } = request.old as Node;
    const { configSource } = spec;
    if (configSource !== undefined && !isSame(configSource, before.configSource)) {
      throw refuse("update configSource to a new non-nil configSource");
    }
    if (!isSame(spec.taints ?? [], before.taints ?? [])) throw refuse("modify taints");
    if (!isSame(metadata.ownerReferences ?? [], metadataBefore.ownerReferences ?? [])) {
      throw refuse("modify ownerReferences");
    }
    const wrong = mayNotSet(metadata.labels ?? {}, metadataBefore.labels ?? {});
    if (wrong !== "") throw refused(request, `is not allowed to modify labels: ${wrong}`);
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return equalJson(one as never, other as never);
}

/** Names the labels that differ, and that an agent may not set. */
function forbiddenLabels(names: Names): (now: Labels, before: Labels) => string {
  const { domain, groupSuffix } = names;
  const own = new Set([
    names.labelHostName,
    names.labelZone,
    names.labelRegion,
    names.labelOldZone,
    names.labelOldRegion,
    `beta.${domain}/instance-type`,
    names.labelInstanceType,
    names.labelOs,
    names.labelArch,
    names.labelOldOs,
    names.labelOldArch,
  ]);
  const ownSpaces = [names.labelNodeAgentPrefix, `node.${domain}`];
  const restricted = `node-restriction.${domain}`;
  const isIn = (space: string, whole: string) => space === whole || space.endsWith(`.${whole}`);
  const isForbidden = (label: string) => {
    const slash = label.indexOf("/");
    const space = slash < 0 ? "" : label.slice(0, slash);
    if (isIn(space, restricted)) return true;
    if (!isIn(space, domain) && !isIn(space, groupSuffix)) return false;
    return !own.has(label) && !ownSpaces.some((one) => isIn(space, one));
  };
  return (now, before) => {
    const of = (labels: Labels, key: string) =>
      Object.hasOwn(labels, key) ? labels[key] : undefined;
    const keys = new Set([...Object.keys(now), ...Object.keys(before)]);
    return [...keys].filter((key) => of(now, key) !== of(before, key)).filter(isForbidden).sort()
      .join(", ");
  };
}
