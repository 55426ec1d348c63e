/**
 * What a server speaks.
 *
 * @module
 */

import { groupOfKinds } from "../kinds/mod.ts";
import { BUILT_IN_GROUPS } from "../kinds/built_in_groups.ts";
import { type Dialect, dialectOfGroup } from "../names.ts";
import { failureOf, wholeBody } from "../wire/failure.ts";
import { decodeObject } from "../wire/json_form.ts";
import type { RequestSender } from "./sender.ts";

/**
 * The dialect of a server: that of the first built-in group it lists. Groups that are somebody's own say
 * nothing, whatever they look like. A server without any built-in group speaks `kubernetes`.
 */
export async function findDialect(sender: RequestSender, signal?: AbortSignal): Promise<Dialect> {
  const response = await sender.send({
    method: "GET",
    path: "/apis",
    headers: { accept: "application/json" },
    signal,
  });
  const body = await wholeBody(response.body);
  if (response.status !== 200) {
    throw failureOf(body, "GET", {
      code: response.status,
      retryAfter: response.headers["retry-after"],
      resource: { group: "", resource: "" },
      name: "",
    });
  }
  const { groups } = decodeObject(body) as { groups?: readonly { readonly name?: string }[] };
  for (const { name = "" } of groups ?? []) {
    if (BUILT_IN_GROUPS.has(groupOfKinds(name))) return dialectOfGroup(name) ?? "kubernetes";
  }
  return "kubernetes";
}
