/** A whole cluster for a test, in its process. */
export { explore, type ExploreOptions } from "./explore.ts";
export { type Aim, type Fault, fault, type FaultName, type Rejection } from "./faults.ts";
export { assertLeastPrivilege, type LeastPrivilegeOptions } from "./least_privilege.ts";
export type { Snapshot } from "./snapshot.ts";
export { RequeueStorm } from "./storm.ts";
export { type TestEnv, testEnv, type TestEnvOptions } from "./test_env.ts";
