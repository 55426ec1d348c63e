/**
 * Where the descriptions are.
 *
 * @module
 */

/** The path of version 2, and the beginning of those of version 3. */
export const VERSION_2_PATH = "/openapi/v2";
/** The path of the index of version 3. */
export const VERSION_3_PATH = "/openapi/v3";
