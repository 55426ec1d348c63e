/**
 * The kinds of the group settings.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { podPresetRules } from "./pod_preset.ts";

/** The rules of each resource of the group settings, by its plural name. */
export const settingsKinds: GroupDeclarations = { podpresets: podPresetRules };
