/**
 * The file that says what of requests to a local cluster is recorded: who asked for what, and what they were
 * answered, without the objects.
 *
 * @module
 */

import { encodeYaml } from "../../codec/mod.ts";
import { writePrivately } from "../../clientconfig/file.ts";
import { type Dialect, NAMES } from "../../names.ts";
import { isThere } from "./encryption_file.ts";

/** Where it is, and in whose names. */
export interface AuditPolicyOptions {
  readonly path: string;
  readonly dialect: Dialect;
}

/** Paths that are asked for every few seconds, and tell nothing of anybody. */
const NOT_RECORDED = ["/healthz*", "/livez*", "/readyz*", "/version", "/metrics"];

/** Makes the file where it is missing; true if it did. What is there is its owner's, and stays. */
export async function openAuditPolicy({ path, dialect }: AuditPolicyOptions): Promise<boolean> {
  if (await isThere(path)) return false;
  await writePrivately(
    path,
    encodeYaml({
      kind: "Policy",
      apiVersion: `${NAMES[dialect].group("audit")}/v1`,
      omitStages: ["RequestReceived"],
      rules: [
        { level: "None", nonResourceURLs: NOT_RECORDED },
        { level: "Metadata" },
      ],
    }),
  );
  return true;
}
