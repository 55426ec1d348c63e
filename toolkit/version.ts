/** The version of this program. `deno.json` says the same; a test holds them together. */
export const VERSION = "0.1.0";

/** The release of the reference API whose kinds, fields and behaviour are served. */
export const API_LEVEL = "v1.36.0";
