/**
 * How requests of agents are judged.
 *
 * @module
 */

import type { AdmissionRequest } from "../../admission.ts";

/** Throws where the agent of a node may not send a request. */
export type Judge = (request: AdmissionRequest, node: string) => void | Promise<void>;
