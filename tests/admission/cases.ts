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

/** What a text goes on with in JSON, up to its end. */
const REST = String.raw`([^"\\]|\\.)*`;

/** What chance decides, or only one of both says, as it is compared. */
const LEFT_OPEN: readonly (readonly [RegExp, string])[] = [
  // The name of a pod's volume, and the ids of reviews.
  [/kube-api-access-[a-z0-9]{5}/g, "kube-api-access"],
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "uid"],
  // Of several labels in conflict any may be named.
  [/conflict: runtimeClass[^"]*/, "conflict"],
  // Ours says whose patch can't be applied, and each why in words of its own.
  [
    new RegExp(
      '(?<=")(Internal error occurred: )?(the patch of admission webhook|Unexpected kind|no kind|' +
        "(add|remove|replace|copy|test) operation does not apply|error in (move|copy|remove) for path|" +
        `json: cannot unmarshal|testing value|illegal base64)${REST}`,
      "g",
    ),
    "it can't be taken",
  ],
  // What the decoder of either says of an annotation, a review or a patch.
  [/(?<="message":")(json: |unexpected end)[^"]*/, "it can't be taken"],
  [
    new RegExp(
      "(failed to call webhook: (no kind|json:|unexpected end|invalid character|couldn't|converting|0-length)|" +
        "received undecodable patch in webhook response:|" +
        `received invalid webhook response: (response\\.|expected|webhook response was|the webhook's))${REST}`,
      "g",
    ),
    "it can't be taken",
  ],
  // Ours says which file, and the reference that a plugin could not be made.
  [new RegExp(`(?<="message":")start: ${REST}`), "start"],
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
