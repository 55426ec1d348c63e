/**
 * X.509 certificates: reading, checking and making them, for operators that issue some.
 *
 * @module
 */

export * from "./toolkit/certificates/mod.ts";
