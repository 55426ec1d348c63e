/**
 * What goes with the refusal of what somebody may not do.
 *
 * @module
 */

/** Its text has names that somebody sent: no browser is to take it for a page. */
export const REFUSAL_HEADERS = { "x-content-type-options": "nosniff" } as const;
