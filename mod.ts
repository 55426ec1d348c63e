/**
 * What operators and scripts import: one URL, and nothing behind it but values and functions. It
 * connects to nothing, reads nothing, and loads neither a server nor a command.
 *
 * Types of the API are namespaces, one a group version:
 *
 * ```ts
 * import { type coreV1, decodeYaml } from "./mod.ts";
 *
 * const [pod] = decodeYaml("spec: {nodeName: here}") as coreV1.Pod[];
 * pod?.spec?.nodeName; // here
 * ```
 *
 * Beside it stand `codec.ts` (objects by their schema: Protobuf, exact JSON), `server.ts` (an API
 * server in a program) and `cli.ts` (the `orch` command).
 *
 * @module
 */

export * from "./toolkit/mod.ts";
