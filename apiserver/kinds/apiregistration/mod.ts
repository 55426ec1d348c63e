/**
 * The kinds of the group apiregistration.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { apiServiceRules } from "./api_service.ts";

/** See the module's comment. */
export const apiregistrationKinds: GroupDeclarations = { apiservices: apiServiceRules };
