/**
 * What the decoders take at most.
 *
 * @module
 */

/**
 * Levels of nesting of objects, lists and messages, in every format. The reference stops at 10,000
 * levels of JSON and at none of Protobuf; nothing real comes near this, and the stack holds it.
 */
export const DEPTH_LIMIT = 500;

/** Bytes of one object. The default of the decoders; callers that know better hand in their own. */
export const SIZE_LIMIT_BYTES = 64 * 1024 * 1024;

/** Aliases in one YAML document. */
export const YAML_ALIAS_LIMIT = 1000;

/** Nodes that a YAML document may have beyond those written out, by way of aliases. */
export const YAML_ALIASED_NODES_LIMIT = 100_000;
