/**
 * The kinds of the group apiregistration.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { apiServiceRules } from "./api_service.ts";

/** The rules of each resource of the group apiregistration, by its plural name. */
export const apiregistrationKinds: GroupDeclarations = { apiservices: apiServiceRules };
