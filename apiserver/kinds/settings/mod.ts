/**
 * The kinds of the group settings.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { podPresetRules } from "./pod_preset.ts";

/** See the module's comment. */
export const settingsKinds: GroupDeclarations = { podpresets: podPresetRules };
