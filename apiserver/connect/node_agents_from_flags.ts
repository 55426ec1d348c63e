/**
 * How node agents are connected to, as flags and the files that they name say it.
 *
 * @module
 */

import { certificatesOfPem, rootsOf } from "../../toolkit/certificates/mod.ts";
import { type Followed, followFile } from "../../toolkit/process/followed_file.ts";
import { ClientIdentityFile } from "../callout/mod.ts";
import type { ApiServerFlagValues, Surroundings } from "../surroundings.ts";
import type { NodeAgentSettings } from "./node_agents.ts";

/** The flags that say it. */
export type NodeAgentFlagValues = Pick<
  ApiServerFlagValues,
  Extract<keyof ApiServerFlagValues, `nodeagent-${string}`>
>;

const AUTHORITY_FLAG = "nodeagent-certificate-authority";

/**
 * Reads the files, and follows them: what can't be used later leaves the last good ones in use. Rejects, naming
 * flag and file. Close it to stop that.
 */
export async function nodeAgentsFromFlags(
  values: NodeAgentFlagValues,
  { clock, logger }: Pick<Surroundings, "clock" | "logger">,
): Promise<NodeAgentSettings> {
  const addressTypes = values["nodeagent-preferred-address-types"];
  if (addressTypes.length === 0) {
    throw new Error("--nodeagent-preferred-address-types is empty: name at least one");
  }
  const timeoutMs = values["nodeagent-timeout"];
  if (timeoutMs <= 0) throw new Error("--nodeagent-timeout must be more than 0");
  const stop = new AbortController();
  const identity = await ClientIdentityFile.openNamed({
    flags: { cert: "nodeagent-client-certificate", key: "nodeagent-client-key" },
    certFile: values["nodeagent-client-certificate"],
    keyFile: values["nodeagent-client-key"],
    clock,
    logger,
  });
  const path = values[AUTHORITY_FLAG];
  let authorities: Followed<string> | undefined;
  try {
    if (path !== "") {
      const read = (text: string) => {
        rootsOf(certificatesOfPem(text, "the file"));
        return text;
      };
      const { signal } = stop;
      authorities = await followFile({ flag: AUTHORITY_FLAG, path, read, clock, logger, signal });
    } else if (values["nodeagent-https"]) {
      logger.warning(`Certificates of node agents are not checked: name --${AUTHORITY_FLAG}`);
    }
  } catch (error) {
    identity?.close();
    throw error;
  }
  return {
    https: values["nodeagent-https"],
    addressTypes,
    timeoutMs,
    get authorities() {
      return authorities?.current;
    },
    get identity() {
      return identity?.current;
    },
    close() {
      stop.abort();
      identity?.close();
    },
  };
}
