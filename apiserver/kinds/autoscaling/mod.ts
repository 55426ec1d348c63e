/**
 * The kinds of the group autoscaling.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { autoscalerRules } from "./autoscaler.ts";
import { oldAutoscalerRules } from "./v1_autoscaler.ts";

/** The rules of each resource of the group autoscaling, by its plural name. */
export const autoscalingKinds: GroupDeclarations = { horizontalpodautoscalers: autoscalerRules };

/** The kinds of autoscaling/v1, which show the objects of autoscaling/v2. */
export const oldAutoscalingKinds: GroupDeclarations = {
  horizontalpodautoscalers: oldAutoscalerRules,
};
