/**
 * What rules may cost.
 *
 * @module
 */

/** What one run of an expression may cost. */
export const CALL_COST_LIMIT = 1_000_000;
/** What the rules of one object may cost in all. */
export const OBJECT_COST_LIMIT = 10_000_000;
/** What one expression may cost at most, for all values in an object that it is run for. */
export const EXPRESSION_COST_LIMIT = 10_000_000;
/** What all expressions of a schema may cost at most. */
export const SCHEMA_COST_LIMIT = 100_000_000;
