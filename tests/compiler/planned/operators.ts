/**
 * Signatures of what mod.ts does not have yet: all cases of this folder are checked against these, and
 * against the parts that mod.ts has. Whoever builds a part takes its lines out of here, so that its
 * cases are checked against the part itself.
 *
 * @module
 */

import type {
  AnyKind,
  Apply,
  Client as BuiltClient,
  ClientDefaults,
  ClientOptions,
  JsonValue,
  WriteOf,
} from "../../../mod.ts";
export * from "../../../mod.ts";

// Client: what the real one lacks.
export declare function createClient(options?: ClientOptions): Promise<Client>;
export interface FieldChange {
  readonly path: string;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  readonly owners: readonly string[];
  readonly conflict: boolean;
}
export interface Client extends BuiltClient {
  with(defaults: ClientDefaults): Client;
  explainApply<K extends AnyKind>(
    kind: K,
    config: Apply<WriteOf<K>>,
  ): Promise<readonly FieldChange[]>;
}
