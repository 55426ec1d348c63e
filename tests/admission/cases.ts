/**
 * The plugins that are compared.
 *
 * @module
 */

import type { Random } from "../cel/generated_expressions.ts";
import type { PluginAnswer, PluginCase, World } from "./question.ts";
import { RandomAccounts } from "./random_accounts.ts";
import { RandomLimits } from "./random_limits.ts";
import { RandomPlacement } from "./random_placement.ts";
import { RandomVolumes } from "./random_volumes.ts";

/** Each with its worlds. */
export const CASES: readonly PluginCase[] = [
  ...casesOf(RandomPlacement, [
    "PodNodeSelector",
    "PodTolerationRestriction",
    "DefaultTolerationSeconds",
    "ExtendedResourceToleration",
    "Priority",
    "RuntimeClass",
    "LimitPodHardAntiAffinityTopology",
    "PodTopologyLabels",
    "TaintNodesByCondition",
    "AlwaysPullImages",
  ]),
  ...casesOf(RandomAccounts, [
    "ServiceAccount",
    "OwnerReferencesPermissionEnforcement",
    "PodSecurity",
  ]),
  ...casesOf(RandomVolumes, [
    "DefaultStorageClass",
    "DefaultIngressClass",
    "PersistentVolumeClaimResize",
    "StorageObjectInUseProtection",
    "DenyServiceExternalIPs",
  ]),
  ...casesOf(RandomLimits, [
    "LimitRanger",
    "ResourceQuota",
    "PodResizeValidator",
    "NodeDeclaredFeatureValidator",
  ]),
];

function casesOf<Plugin extends string>(
  Worlds: new (random: Random) => Record<Plugin, () => World>,
  plugins: readonly Plugin[],
): PluginCase[] {
  return plugins.map((plugin) => ({
    plugin,
    questions: (random) => {
      const worlds = new Worlds(random);
      return () => worlds[plugin]();
    },
  }));
}

/** What chance decides, or only one of both says, as it is compared. */
const LEFT_OPEN: readonly (readonly [RegExp, string])[] = [
  // The name of a pod's volume.
  [/kube-api-access-[a-z0-9]{5}/g, "kube-api-access"],
  // Of several labels in conflict any may be named.
  [/conflict: runtimeClass[^"]*/, "conflict"],
  // What the decoder of either says of an annotation.
  [/(?<="message":")(json: |unexpected end)[^"]*/, "no such JSON"],
  // Ours says which file, and the reference that a plugin could not be made.
  [/(?<="message":")start: ([^"\\]|\\.)*/, "start"],
];

/** What was said of a request, but for what both may say in other words. */
export function comparable(answer: PluginAnswer): PluginAnswer {
  const { message } = answer;
  const said = { ...answer, ...(message !== undefined && { message: inOrder(message) }) };
  return JSON.parse(
    LEFT_OPEN.reduce((text, [open, as]) => text.replace(open, as), JSON.stringify(said)),
  );
}

/** Several reasons, which the reference has in any order. */
function inOrder(message: string): string {
  return message.replace(
    /(?<=is forbidden: )\[(.*)\]$/,
    (_, reasons: string) => `[${reasons.split(", ").sort().join(", ")}]`,
  );
}
