/**
 * The tests that every {@link Store} must pass. A backend's own test file calls
 * {@link storeContract} with a way to make an empty one.
 *
 * @module
 */

import { changesContract } from "./contract/changes.ts";
import { commitContract } from "./contract/commits.ts";
import { compactionContract } from "./contract/compaction.ts";
import { concurrencyContract } from "./contract/concurrency.ts";
import { lifecycleContract } from "./contract/lifecycle.ts";
import { modelContract } from "./contract/model.ts";
import { readContract } from "./contract/reads.ts";
import { type BackendFactory, type ContractOptions, Suite } from "./contract/suite.ts";
import { valueContract } from "./contract/values.ts";

export type { Backend, BackendFactory, ContractOptions } from "./contract/suite.ts";

/**
 * Registers one test a guarantee, named `NAME: guarantee`.
 *
 * @example
 * ```ts ignore
 * storeContract("MemoryStore", memoryBackend, { skip: { "reopens": "it keeps nothing" } });
 * ```
 */
export function storeContract(
  name: string,
  factory: BackendFactory,
  options: ContractOptions = {},
): void {
  const suite = new Suite(name, factory, options);
  readContract(suite);
  commitContract(suite);
  changesContract(suite);
  compactionContract(suite);
  valueContract(suite);
  concurrencyContract(suite);
  lifecycleContract(suite);
  modelContract(suite);
  suite.checkSkips();
}
