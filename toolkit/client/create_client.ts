/**
 * Making a client.
 *
 * @module
 */

import { systemClock } from "../clock.ts";
import { silentLogger } from "../logger.ts";
import { VERSION } from "../version.ts";
import type { Client, ClientOptions } from "./client.ts";
import { findDialect } from "./discovery.ts";
import { bareSettings, findSettings } from "./find_settings.ts";
import { HeaderSender, headersOf } from "./header_sender.ts";
import { RetryingSender } from "./retry.ts";
import { ServerClient } from "./server_client.ts";
import { WarningSender } from "./warnings.ts";
import { WriteObservers } from "./write_observer.ts";

const RETRIES = 10;
/** Nobody looks at the address of a server that is reached by a transport of the program's own. */
const NO_ADDRESS = "http://server.invalid";

/**
 * A client of the server that the options name, else that of the client config files of the
 * environment, else, in a pod, that of the cluster. The server is asked what it speaks: rejects where
 * it does not answer, or there is none to be found.
 *
 * ```ts ignore
 * await using client = await createClient();
 * for await (const pod of client.iterate(Pod)) console.log(pod.metadata.name);
 * ```
 */
export async function createClient(options: ClientOptions = {}): Promise<Client> {
  const { clock = systemClock, random = Math.random, logger = silentLogger, signal } = options;
  const own = options.transport;
  const settings = own !== undefined && options.config === undefined
    ? bareSettings(new URL(NO_ADDRESS))
    : await findSettings(options);
  for (const warning of settings.warnings) logger.warning(warning);
  const base = own === undefined
    ? new (await import("../transport/client_transport.ts")).OwnTransport(settings, clock)
    : new (await import("./fetch_sender.ts")).FetchSender(own, settings, clock);
  const close = () => {
    if (Symbol.dispose in base) base[Symbol.dispose]();
  };
  try {
    const { qps, burst = Math.max(1, 2 * (qps ?? 0)), userAgent = `orch/${VERSION}` } = options;
    const named = new HeaderSender(new WarningSender(base, logger), [
      ["User-Agent", userAgent],
      ...(options.impersonate ? headersOf(options.impersonate) : []),
    ]);
    const { metrics } = options;
    const counters = metrics &&
      new (await import("./client_metrics.ts")).ClientMetrics(metrics, settings.server.host);
    const counted = counters?.sent(named, clock) ?? named;
    const paced = qps === undefined
      ? counted
      : new (await import("./pace.ts")).PacedSender(counted, { qps, burst }, clock);
    const { retries = RETRIES } = options;
    const asked = counters?.asked(paced, clock) ?? paced;
    const sender = new RetryingSender(asked, { retries, clock, random });
    const dialect = options.dialect ?? await findDialect(sender, signal);
    return new ServerClient({
      sender,
      dialect,
      clock,
      random,
      logger,
      protobuf: options.protobuf,
      keepManagedFields: options.keepManagedFields,
      observers: new WriteObservers(),
      namespace: options.namespace ?? settings.namespace,
      fieldManager: options.fieldManager,
      signals: signal === undefined ? [] : [signal],
      close,
    });
  } catch (error) {
    close();
    throw error;
  }
}
