/**
 * Tells pods in which zone and region their node is.
 *
 * @module
 */

import type { Binding, Pod } from "../../../toolkit/api/core_v1.ts";
import { Node } from "../../../toolkit/kinds/built_in.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { ServerContext } from "../../server_context.ts";
import { about } from "../about.ts";
import type { AdmissionPlugin } from "../admission.ts";

/** Puts the labels of a node's zone and region on pods that are made on it or bound to it. */
export function podTopologyLabels(
  { dialect, lister }: Pick<ServerContext, "dialect" | "lister">,
): AdmissionPlugin {
  const { labelZone, labelRegion } = NAMES[dialect];
  const known = lister(Node)?.derive(({ metadata }) => {
    const { labels = {} } = metadata ?? {};
    return Object.fromEntries(
      [labelZone, labelRegion].filter((key) => Object.hasOwn(labels, key))
        .map((key) => [key, labels[key]!]),
    );
  });
  return {
    handles: ["CREATE"],
    about: about("", "pods", "pods/binding"),
    mutate({ object = {}, subresource }) {
      const name = subresource === ""
        ? (object as Pod).spec?.nodeName ?? ""
        : nodeOf(object as unknown as Binding);
      const labels = name === "" ? undefined : known?.get({ name });
      if (labels === undefined || Object.keys(labels).length === 0) return;
      const metadata = metadataOf(object);
      metadata.labels = { ...metadata.labels, ...labels };
    },
  };
}

function nodeOf({ target }: Binding): string {
  return target?.kind === "Node" ? target.name ?? "" : "";
}
