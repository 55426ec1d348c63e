/**
 * Processes that test environments of others start in place of their own.
 *
 * @module
 */

/**
 * The environment variable that a launcher sets for a process whose command line is one of the
 * reference's, made by a test environment: what of it does not hold is said, and not refused.
 */
export const TEST_ENVIRONMENT_VARIABLE = "ORCH_TEST_ENVIRONMENT";
