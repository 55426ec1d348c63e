/** What server.ts does not have yet: the webhooks of a control plane, called in its process. */
import type { ControlPlane, ControlPlaneOptions } from "../../../server.ts";
import type { Webhook } from "./operators.ts";

export declare function startApiServer(
  options?: ControlPlaneOptions & { webhooks?: readonly Webhook[] },
): Promise<ControlPlane>;
