/**
 * A control plane as a part of a program: an API server of custom resources alone, or with any built-in
 * groups, in this process and for it, or for others as well.
 *
 * ```ts
 * import { startApiServer } from "./server.ts";
 *
 * await using server = await startApiServer({ groups: ["apps"] });
 * const answer = await server.client().fetch("/apis/apps/v1/deployments");
 * answer.status; // 200
 * await answer.body?.cancel();
 * ```
 *
 * @module
 */

export { type ControlPlane, startApiServer } from "./apiserver/start_api_server.ts";
export type {
  ControlPlaneOptions,
  DefinedResource,
  ListenOptions,
} from "./apiserver/control_plane_options.ts";
export type { FindUser } from "./apiserver/authentication/by_function.ts";
export type { AccessQuestion, May } from "./apiserver/authorization/by_function.ts";
export type { Webhook } from "./toolkit/webhook/mod.ts";
export type { Groups } from "./apiserver/served_groups.ts";
