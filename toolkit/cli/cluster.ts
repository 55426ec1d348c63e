/**
 * The cluster that a command asks: the flags that say which one, and a client of it.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import { createClient } from "../client/create_client.ts";
import { findSettings, NoServerKnown } from "../client/find_settings.ts";
import { ClientConfigError } from "../clientconfig/mod.ts";
import { checked, flag, group, type GroupValues, string, works } from "../flags/mod.ts";
import { msOfSpan, type Span } from "../kinds/mod.ts";
import { VERSION } from "../version.ts";
import type { Surroundings } from "./command.ts";
import { nameProblem } from "./said_object.ts";

const span = checked(string, (text) => {
  try {
    msOfSpan(text as Span, "it");
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
});

/** Which server is asked, as whom, and how long. */
export const clusterFlags = group("Cluster", works, {
  "orchconfig": flag(
    string,
    "",
    "The client config file, or the address of a server that wants no credentials (default: the " +
      "client config of the environment, else the account of the pod)",
    { placeholder: "file" },
  ),
  "context": flag(string, "", "The context of the client config (default: its current one)", {
    placeholder: "name",
  }),
  "timeout": flag(span, "30s", "How long to wait for the answers, as 10s or 2m; 0s: for ever", {
    placeholder: "span",
  }),
});

/** The flag that says in which namespace objects are that the command line names without one. */
export const namespaceFlag = flag(
  checked(string, nameProblem),
  "",
  "The namespace of the object (default: that of the client config, else default)",
  { shorthand: "n", placeholder: "name" },
);

/** What {@link clusterFlags} say. */
export type ClusterValues = GroupValues<readonly [typeof clusterFlags]>;

/** Failures that pass are few where somebody waits. */
const RETRIES = 2;

/** A client of the cluster that ends, with all of its calls, when the time is over. */
export async function openCluster(
  values: ClusterValues,
  { clock }: Pick<Surroundings, "clock">,
  namespace = "",
): Promise<Client> {
  const { orchconfig, context, timeout } = values;
  const end = new AbortController();
  const ms = msOfSpan(timeout as Span, "timeout");
  const timer = ms === 0 ? undefined : clock.after(ms, () =>
    end.abort(
      new DOMException(
        `the server has not answered within ${timeout}: see --timeout`,
        "TimeoutError",
      ),
    ));
  try {
    const client = await createClient({
      config: orchconfig || undefined,
      context: context || undefined,
      namespace: namespace || undefined,
      userAgent: `orch/${VERSION}`,
      retries: RETRIES,
      clock,
      signal: end.signal,
    }).catch((error) => {
      throw inWordsOfFlags(error);
    });
    const close = client[Symbol.asyncDispose].bind(client);
    client[Symbol.asyncDispose] = async () => {
      timer?.cancel();
      await close();
    };
    return client;
  } catch (error) {
    timer?.cancel();
    throw end.signal.aborted ? end.signal.reason : error;
  }
}

/** Who types a command line writes no program: the message says the flag. */
function inWordsOfFlags(error: unknown): unknown {
  if (!(error instanceof NoServerKnown)) return error;
  return new ClientConfigError(`${error.why}--kubeconfig FILE or ADDRESS`, { cause: error });
}

/** The namespace of what the command line names without one; no server is asked. */
export async function namespaceOf(
  { orchconfig, context }: ClusterValues,
  namespace: string,
): Promise<string> {
  if (namespace !== "") return namespace;
  try {
    const settings = await findSettings({
      config: orchconfig || undefined,
      context: context || undefined,
    });
    return settings.namespace;
  } catch (error) {
    // Without a client config there is the one that all have; one that was named must be there.
    const isNamed = orchconfig !== "" || context !== "";
    if (isNamed || !(error instanceof ClientConfigError)) throw error;
    return "default";
  }
}
