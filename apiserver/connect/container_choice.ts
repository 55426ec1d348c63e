/**
 * Which container of a pod is meant.
 *
 * @module
 */

import type { Pod } from "../../toolkit/api/core_v1.ts";
import { badRequest } from "../../toolkit/errors/mod.ts";
import { CONTAINER_LISTS } from "../kinds/pod/container_lists.ts";

/** The name of the container that is meant: the only one where none is named. Throws a 400. */
export function chooseContainer({ metadata, spec }: Pod, asked: string): string {
  const pod = metadata?.name ?? "";
  const all = CONTAINER_LISTS.flatMap((list) => spec?.[list]?.map(({ name }) => name) ?? []);
  if (asked !== "") {
    if (all.includes(asked)) return asked;
    throw badRequest(`container ${asked} is not valid for pod ${pod}`);
  }
  const [only, ...others] = spec?.containers ?? [];
  if (only !== undefined && others.length === 0) return only.name;
  const choice = only === undefined ? "" : `, choose one of: [${all.join(" ")}]`;
  throw badRequest(`a container name must be specified for pod ${pod}${choice}`);
}
