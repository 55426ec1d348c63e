/**
 * What operators and scripts import: one URL, and nothing behind it but values and functions. It
 * connects to nothing, reads nothing, and loads neither a server nor a command.
 *
 * A kind of the API is a value and a type under one name: the newest stable version of each by itself
 * (`Pod`), all of them and the other types by group version (`coreV1.Pod`, `coreV1.Container`). The types
 * alone stand together in `api`, which is where their fields are documented.
 *
 * ```ts
 * import { decodeYaml, isKind, type KubeObject, Pod } from "./mod.ts";
 *
 * const [object] = decodeYaml("{apiVersion: v1, kind: Pod, spec: {nodeName: here}}") as KubeObject[];
 * if (object && isKind(Pod, object)) object.spec.nodeName; // here
 * ```
 *
 * Beside it stand `codec.ts` (objects by their schema: Protobuf, exact JSON), `server.ts` (an API
 * server in a program) and `cli.ts` (the `orch` command).
 *
 * @module
 */

export * from "./toolkit/mod.ts";
